/** Configuration and sidebars: TypeScript modules of the site. Their default export must be data. */
import type { Plugin } from 'esbuild';
import { hashOf } from '../../content/model/hash.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { readData } from '../../content/model/schema.ts';
import { BundleError } from '../terminal/findings.ts';
import { type CompileContext, compiled } from './compile.ts';
import { bundleModule, placedCode, placeOfError, runModule } from './places.ts';

/** `import … from 'docsgen'` in a configuration file: types, and functions that return their argument. */
const SELF: Plugin = {
	name: 'docsgen',
	setup(build) {
		build.onResolve({ filter: /^docsgen$/ }, () => ({ path: 'docsgen', namespace: 'docsgen' }));
		build.onLoad({ filter: /.*/, namespace: 'docsgen' }, () => ({
			contents: 'export const defineConfig = (config) => config; export const defineSidebars = (sidebars) => sidebars;',
		}));
	},
};

/** Maximum nesting of values: sidebars are read recursively. */
const MAX_DEPTH = 200;

/**
 * The default export of a module of the site; undefined if the file does not exist. The value is recorded as an input:
 * it may depend on the environment, the clock or a file that the module reads.
 */
export async function loadModule(context: CompileContext, path: string): Promise<unknown> {
	const { inputs } = context;
	if (!inputs.has(path)) return undefined;
	const module = await compiled(context, `module-${hashOf(path)}`, (look) =>
		bundleModule(context, look, { entryPoints: [inputs.pathOf(path)], plugins: [SELF] }),
	);
	const wrong = (finding: Partial<Diagnostic> & Pick<Diagnostic, 'message'>): BundleError =>
		new BundleError([{ code: 'invalid-module', severity: 'error', file: path, ...finding }]);
	let value: unknown;
	try {
		value = await runModule(placedCode(module, context.project.root), path, (read) => inputs.hash(inputs.nameOf(read)));
		// Hashing the value finds cycles, and properties that throw when they are read.
		inputs.value(path, value);
		value = readData(value, MAX_DEPTH);
	} catch (error) {
		const place = placeOfError(error, module, context);
		throw wrong({ message: `${path} could not be run: ${(error as Error).message}`, ...place });
	}
	if (value === undefined)
		throw wrong({ message: `${path} has no default export.`, hint: 'Write "export default …".' });
	return value;
}
