/** Prints data as TypeScript, for `site.config.ts` and `sidebars.ts`. */
import { isRecord } from './docsgen.ts';

const LINE_WIDTH = 110;

/** A literal in an author's style: short lists and objects on one line. */
export function literal(value: unknown, indent = ''): string {
	if (typeof value === 'string') return quoted(value);
	if (!isRecord(value) && !Array.isArray(value)) return JSON.stringify(value) ?? 'undefined';
	const [open, close] = Array.isArray(value) ? '[]' : '{}';
	const deeper = `${indent}\t`;
	const parts = (inner: string): string[] =>
		Array.isArray(value)
			? value.map((item) => literal(item, inner))
			: Object.entries(value).map(([key, item]) => `${name(key)}: ${literal(item, inner)}`);
	const short = parts(indent);
	if (short.length === 0) return `${open}${close}`;
	const space = Array.isArray(value) ? '' : ' ';
	const line = `${open}${space}${short.join(', ')}${space}${close}`;
	if (!line.includes('\n') && indent.length * 2 + line.length < LINE_WIDTH) return line;
	return `${open}\n${parts(deeper)
		.map((part) => `${deeper}${part},\n`)
		.join('')}${indent}${close}`;
}

function name(key: string): string {
	return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

function quoted(text: string): string {
	if (text.includes('\n') && !/[`\\]|\$\{/.test(text)) return `\`${text}\``;
	return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** The text of a module that passes a value to one of docsgen's typed functions. */
export function module(by: 'defineConfig' | 'defineSidebars', value: unknown, comment = ''): string {
	return `import { ${by} } from 'docsgen';\n\n${comment}export default ${by}(${literal(value)});\n`;
}
