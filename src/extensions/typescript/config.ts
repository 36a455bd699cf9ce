/** Fields of the configuration: what samples are checked against, and the packages of the reference. */
import { type Config, type ConfigSection, reaction } from '../../content/model/config.ts';
import { yamlBoolean } from '../../content/model/fields.ts';
import {
	address,
	boolean,
	check,
	either,
	filled,
	mapped,
	object,
	oneOf,
	type ResolvedFields,
	record,
	required,
	string,
	type WrittenFields,
} from '../../content/model/schema.ts';
import { entriesIn } from './model/entries.ts';
import type { Parsing } from './model/parsing.ts';

const live = mapped(
	either(
		boolean,
		object({
			/** Module → file of the site in its place, which may import packages. With false, programs that need it have no Run button. */
			modules: filled(record(either(string, oneOf(false))), {}),
		}),
	),
	(value) => (value === true ? { modules: {} } : value || undefined),
);

const API = {
	/** Package name on npm. */
	package: string,
	/** TypeScript file in the site that exports the type of a tRPC router: `src/server/router.ts`. */
	router: check('a path of a .ts or .tsx file', (value) =>
		typeof value === 'string' && /(?<!\.d)\.tsx?$/.test(value) ? value : undefined,
	),
	/** Name of the router's type in its file. Default: `AppRouter`. */
	type: string,
	/** URL of the router's API, for examples of requests: `https://api.bakery.example/trpc`. */
	url: address,
	/** Folder in the site from which the package is resolved, or the package itself. Default: the site folder. */
	folder: string,
	/** Maps entry points to files in the package: `{ '.': 'src/index.ts' }`. Default: the exports in its package.json. */
	entryPoints: record(string),
	/** URL of a source line, with `{version}`, `{file}` (in the package) and `{line}`. Omit for no source links. */
	source: address,
	/** Documentation URLs of other packages' names, such as `{ zod: 'https://…/{name}' }`. `typescript` and `dom` are the compiler's own. */
	external: record(string),
	/** Explanations of type parameters by name, `{ TRouter: 'The type of your router.' }`, or of one symbol's, `'adapters/serve.TRouter'`. */
	typeParameters: record(string),
	/** Words for conditions of types, where an option depends on one: `{ 'T extends object': { yes: 'T is …', no: '…' } }`. */
	conditions: record(
		object({
			/** A clause for "if" where the condition holds: `the router has no transformer`. */
			yes: required(string),
			/** The clause where it doesn't hold. */
			no: required(string),
		}),
	),
	/** A TypeScript file in the site with exported and local names that `instances` may use. */
	examples: string,
	/** Results of calling a symbol. Its page lists the members of these types under their titles. */
	instances: record(record(string)),
};

type Api = typeof API;

const FIELDS = {
	/** Mistakes in the doc comments of your packages, such as links to nothing and names that don't exist. */
	onCommentMistakes: filled(reaction, 'warn'),
	/** Code samples that don't compile, and misused comments in them. Unless they fail the build, readers see them unchecked. */
	onSampleErrors: filled(reaction, 'throw'),
	/** Packages that code samples are checked against, by docs version name. */
	samples: filled(
		record(
			object({
				/** Folder with the libraries' package.json, e.g. `content/samples/10.x`. */
				folder: required(string),
				/** The package whose version readers see below samples. */
				package: required(string),
				/** Samples that show types of names. These are the ones marked `twoslash` (the default), or all. */
				types: oneOf('twoslash', 'all'),
				/**
				 * Readers edit the samples in the page, and run those with `run`. `modules` names a file of the site for each
				 * module that a browser has to load in another form.
				 */
				live,
			}),
		),
		{},
	),
};

export const PAGE_FIELDS = {
	/** False: readers cannot edit the samples of the page. */
	live: yamlBoolean,
};

declare module '../../content/model/fields.ts' {
	interface ExtensionFrontMatter extends ResolvedFields<typeof PAGE_FIELDS> {}
}

declare module '../../content/model/config.ts' {
	interface ExtensionFields extends WrittenFields<typeof FIELDS> {}
	interface ExtensionConfig extends ResolvedFields<typeof FIELDS> {}
	interface ApiFields extends Api {}
}

function namedVersions({ samples, api }: Config): [field: string, version: string][] {
	return [
		// The blog's samples belong to "current" as well, which may have no docs.
		...Object.keys(samples).flatMap((name): [string, string][] => (name === 'current' ? [] : [['samples', name]])),
		...api.flatMap(({ id, version }): [string, string][] =>
			version === undefined || version === 'current' ? [] : [[`api, ${id}`, version]],
		),
	];
}

function parsing({ samples }: Config): Parsing {
	const versions = (has: (of: Config['samples'][string]) => boolean): string[] =>
		Object.entries(samples).flatMap(([version, of]) => (of && has(of) ? version : []));
	return { typed: versions((one) => one?.types === 'all'), live: versions((one) => one?.live !== undefined) };
}

/** Whether readers can edit samples of some docs version. */
export function hasLive(samples: Config['samples']): boolean {
	return Object.values(samples).some((one) => one?.live !== undefined);
}

export const SECTION: ConfigSection = {
	fields: FIELDS,
	api: API,
	apiSources: ['package', 'router'],
	settings: {
		'api-link': 'onCommentMistakes',
		'api-comment': 'onCommentMistakes',
		'sample-error': 'onSampleErrors',
		'sample-expected-error': 'onSampleErrors',
		'sample-query': 'onSampleErrors',
		'sample-include': 'onSampleErrors',
		'sample-directive': 'onSampleErrors',
		'sample-filename': 'onSampleErrors',
		'sample-continues': 'onSampleErrors',
		'sample-try': 'onSampleErrors',
	},
	untranslated: ['samples'],
	versions: namedVersions,
	folders: ({ samples }) => Object.values(samples).flatMap((one) => one?.folder ?? []),
	groups: ({ api }) =>
		entriesIn({ api }).map(({ id, package: name, version = 'current' }) => ({
			id,
			version,
			...(name === undefined ? {} : { package: name }),
		})),
	// Samples run in a worker that their sandbox makes.
	policy: ({ samples }): Record<string, string[]> => (hasLive(samples) ? { 'worker-src': ['blob:'] } : {}),
	versioned: { samples: 'names', api: 'items' },
	parsing,
};
