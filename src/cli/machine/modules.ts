/** Configuration and sidebars: TypeScript modules of the site that are run for their value, which must be data. */
import type { Plugin } from 'esbuild';
import { hashOf } from '../../content/model/hash.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { compiled, defaultOf, readingFrom, runEsbuild, type Workbench } from './compile.ts';
import { BundleError } from './findings.ts';

/** What `import … from 'docsgen'` means in a configuration file: the types, and functions that return their argument. */
const SELF: Plugin = {
	name: 'docsgen',
	setup(build) {
		build.onResolve({ filter: /^docsgen$/ }, () => ({ path: 'docsgen', namespace: 'docsgen' }));
		build.onLoad({ filter: /.*/, namespace: 'docsgen' }, () => ({
			contents: 'export const defineConfig = (config) => config; export const defineSidebars = (sidebars) => sidebars;',
		}));
	},
};

/**
 * The default export of a module of the site; undefined where there is no such file. The value is an input, too: it
 * may come from the environment, the clock or a file that the module reads.
 */
export async function loadModule(bench: Workbench, path: string): Promise<unknown> {
	const { inputs } = bench;
	if (!inputs.has(path)) return undefined;
	const code = await compiled(bench, `module-${hashOf(path)}`, async (look) => {
		const result = await runEsbuild(bench, bench.project.root, {
			entryPoints: [inputs.pathOf(path)],
			platform: 'node',
			format: 'esm',
			plugins: [SELF, readingFrom(bench, look)],
		});
		return result.outputFiles?.[0]?.text ?? '';
	});
	const wrong = (finding: Pick<Diagnostic, 'message' | 'hint'>): BundleError =>
		new BundleError([{ code: 'invalid-module', severity: 'error', file: path, ...finding }]);
	let value: unknown;
	try {
		value = await defaultOf(code, path);
		// Data it must be: circles, and properties that throw when they are read, show here.
		inputs.value(path, value);
	} catch (error) {
		throw wrong({ message: `${path} could not be run: ${(error as Error).message}` });
	}
	if (value === undefined)
		throw wrong({ message: `${path} has no default export.`, hint: 'Write "export default …".' });
	return value;
}
