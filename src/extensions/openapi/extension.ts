/** The reference of an HTTP API, from an OpenAPI file. A site without one loads nothing else of this folder. */
import type { Extension } from '../../extension.ts';
import { OPENAPI_SECTION } from './config.ts';
import { requestsIn } from './guide-requests.ts';

export const OPENAPI: Extension = {
	name: 'openapi',
	config: OPENAPI_SECTION,
	codeFacts: (code, lang, { parsing }) => (parsing ? requestsIn(code, lang) : []),
	provider: {
		isUsed: ({ api, docs }) => docs !== undefined && api.some(({ openapi }) => openapi !== undefined),
		signature: async () => '',
		open: async (context) => (await import('./provider.ts')).openReference(context),
	},
};
