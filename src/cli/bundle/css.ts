/** Style sheets: minified for browsers, and CSS modules with generated class names. */
import type { Loader } from 'esbuild';
import { placeAt } from '../../content/model/places.ts';
import type { CssBlock } from '../../render/model/plan.ts';
import { BundleError } from '../terminal/findings.ts';

/** Oldest browsers that the CSS is compiled for. */
const TARGETS = ['chrome 111', 'safari 16.4', 'firefox 115'];

/** Files that style sheets and components embed as data URLs. */
export const DATA_URL_LOADERS: Record<string, Loader> = Object.fromEntries(
	['.woff2', '.woff', '.ttf', '.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif'].map((name) => [
		name,
		'dataurl',
	]),
);

/**
 * Minifies CSS; `source` is the text of `file`. Throws a `BundleError` for invalid CSS, or skips it if `forgiving`.
 */
export async function smallCss(file: string, source: string, { forgiving = false } = {}): Promise<string> {
	const { transform, browserslistToTargets } = await import('lightningcss');
	return located(file, source, () => {
		const targets = browserslistToTargets(TARGETS);
		const { code } = transform({ ...asInput(file, source), minify: true, errorRecovery: forgiving, targets });
		return Buffer.from(code).toString();
	});
}

/** Splits a minified style sheet into its cascade layers and the rules between them. */
export function blocksOf(css: string): CssBlock[] {
	const ends: number[] = [];
	let depth = 0;
	for (const { 0: sign, index } of css.matchAll(SIGNS)) {
		depth += depthOf(sign);
		if (depth === 0 && /^[};]/.test(sign)) ends.push(index + 1);
	}
	return ends.map((end, index) => {
		const text = css.slice(ends[index - 1] ?? 0, end);
		// Comments with a license stay.
		const [, layer] = /^(?:\/\*[\s\S]*?\*\/\s*)*@layer ([^{,;]+)\{/.exec(text) ?? [];
		return { layer, text };
	});
}

/**
 * The style sheet of a CSS module, and the script that exports its class names and imports the sheet as `sheet`. Names
 * derive from `file`, so that the server and the browser, which are compiled separately, use the same ones.
 */
export async function cssModule(file: string, source: string, sheet: string): Promise<{ css: string; script: string }> {
	const { transform } = await import('lightningcss');
	return located(file, source, () => {
		const { code, exports = {} } = transform({ ...asInput(file, source), cssModules: true });
		const imports = [`import ${JSON.stringify(sheet)};`];
		const nameOf = ({ name, composes }: (typeof exports)[string]): string => {
			const others = composes.map((part) => {
				if (part.type !== 'dependency') return JSON.stringify(part.name);
				const other = `m${imports.length}`;
				imports.push(`import ${other} from ${JSON.stringify(part.specifier)};`);
				return `${other}[${JSON.stringify(part.name)}]`;
			});
			return [JSON.stringify(name), ...others].join(" + ' ' + ");
		};
		const names = Object.entries(exports).sort(([a], [b]) => (a < b ? -1 : 1));
		const values = names.map(([, one], index) => `const n${index} = ${nameOf(one)};`);
		const fields = names.map(([name], index) => `${JSON.stringify(name)}: n${index}`);
		const named = names.flatMap(([name], index) => (name === 'default' ? [] : `n${index} as ${JSON.stringify(name)}`));
		const exported = [`export { ${named.join(', ')} };`, `export default { ${fields.join(', ')} };`];
		const script = [...imports, ...values, ...exported].join('\n');
		return { css: Buffer.from(code).toString(), script };
	});
}

function asInput(filename: string, source: string) {
	return { filename, code: Buffer.from(source) };
}

/** Maximum nesting of blocks and brackets: lightningcss is recursive, and an exhausted stack ends the process. */
const MAX_DEPTH = 100;
/** Matches comments, strings, escapes, and the brackets and ends of statements outside of them. */
const SIGNS = /\/\*[\s\S]*?(?:\*\/|$)|(["'])(?:\\[\s\S]|(?!\1)[^\\\n])*\1?|\\[\s\S]|[{}()[\];]/g;

function depthOf(sign: string): number {
	return /^[{([]/.test(sign) ? 1 : /^[})\]]/.test(sign) ? -1 : 0;
}

/** Throws a `BundleError` if a style sheet is nested too deeply. */
export function checkDepth(file: string, source: string): void {
	let depth = 0;
	for (const { 0: sign, index } of source.matchAll(SIGNS)) {
		depth = Math.max(0, depth + depthOf(sign));
		if (depth <= MAX_DEPTH) continue;
		const message = `Invalid CSS: blocks are nested more than ${MAX_DEPTH} deep.`;
		throw new BundleError([{ code: 'style-error', severity: 'error', message, file, ...placeAt(source, index) }]);
	}
}

function located<T>(file: string, source: string, make: () => T): T {
	checkDepth(file, source);
	try {
		return make();
	} catch (error) {
		const { message, loc } = error as Error & { loc?: { line: number; column: number } };
		const excerpt = source.split('\n')[(loc?.line ?? 1) - 1];
		const place = { file, line: loc?.line, column: loc?.column, excerpt };
		throw new BundleError([{ code: 'style-error', severity: 'error', message: `Invalid CSS: ${message}.`, ...place }]);
	}
}
