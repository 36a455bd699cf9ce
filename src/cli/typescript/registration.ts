/** The TypeScript room as every build knows it. A site without code samples and API reference loads nothing else of it. */
import type { Registration } from '../pipeline/providers.ts';

export const TYPESCRIPT: Registration = {
	name: 'typescript',
	isUsed: ({ api, samples }) => api.length > 0 || Object.keys(samples).length > 0,
	signature: async (root) => (await import('./compiler/typescript.ts')).typescriptVersion(root),
	open: async (context) => (await import('./provider.ts')).openTypescript(context),
};
