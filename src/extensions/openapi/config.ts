/** Fields of the configuration: OpenAPI files of the reference. */
import { type Config, type ConfigSection, reaction } from '../../content/model/config.ts';
import { check, filled, type ResolvedFields, type WrittenFields } from '../../content/model/schema.ts';

const API = {
	/** OpenAPI file of an HTTP API, 2.0 to 3.2, in YAML or JSON: in `content/`, or in a folder of `include`. */
	openapi: check('a path of a .yaml, .yml or .json file', (value) =>
		typeof value === 'string' && /\.(?:ya?ml|json)$/.test(value) ? value : undefined,
	),
};

type Api = typeof API;

const FIELDS = {
	/** Examples and defaults in an OpenAPI file that their own schema refuses. */
	onInvalidExamples: filled(reaction, 'warn'),
	/** Requests in the code of pages to a server of an OpenAPI file that the file doesn't have: `curl`, `fetch` and HTTP. */
	onUnknownRequests: filled(reaction, 'throw'),
	/**
	 * Operations, parameters, fields and values that an OpenAPI file lacks although the file of the docs version before has
	 * them, not deprecated.
	 */
	onRemovedApi: filled(reaction, 'warn'),
};

declare module '../../content/model/config.ts' {
	interface ExtensionFields extends WrittenFields<typeof FIELDS> {}
	interface ExtensionConfig extends ResolvedFields<typeof FIELDS> {}
	interface ApiFields extends Api {}
}

/** Whether the site has the reference of an HTTP API; undefined if it has none, so that its pages are parsed as ever. */
function hasOpenapi({ api }: Config): true | undefined {
	return api.some(({ openapi }) => openapi !== undefined) || undefined;
}

export const OPENAPI_SECTION: ConfigSection = {
	fields: FIELDS,
	settings: {
		'openapi-example': 'onInvalidExamples',
		'openapi-request': 'onUnknownRequests',
		'openapi-removed': 'onRemovedApi',
	},
	api: API,
	apiSources: ['openapi'],
	parsing: hasOpenapi,
	groups: ({ api }) =>
		api.flatMap(({ id, openapi, version = 'current' }) => (openapi === undefined ? [] : { id, version })),
};
