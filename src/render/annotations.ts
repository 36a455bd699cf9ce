/**
 * Renders fences with their annotations: types on identifiers, answers to `^?` and errors below lines.
 *
 * The types are in a style sheet per page, each once: they are longer than the page's code, and most readers never
 * look at them. Without scripts the page loads it like any other.
 */

import { codeBlockHtml, fenceView } from '../content/markdown/rules/code.ts';
import type { AnnotatedFence, FenceAnnotation } from '../content/model/annotation.ts';
import { escapeAttribute } from '../content/model/html.ts';
import type { Words } from '../content/model/words.ts';

/** Options for rendering a fence. */
interface FenceFrame {
	/** Its lines are numbered. */
	numbered: boolean | number;
	/** HTML below the code. */
	label: string;
	/** The page's style sheet of types, the number of each type in it, and the URLs of pages about imported names. */
	types?: { href: string; numbers: Map<string, number>; names: Record<string, string> };
	words: Words;
}

/**
 * HTML of an annotated fence. CSS alone shows a type on hover, focus or tap. Only the first identifier is a tab stop,
 * arrow keys move to the others: a block must not have a hundred tab stops.
 */
export function renderAnnotated(
	fence: AnnotatedFence,
	{ queries, errors, hovers, types: texts, status }: FenceAnnotation,
	{ numbered, label, types, words }: FenceFrame,
): string {
	const below = new Map<number, string>();
	const add = (line: number, html: string): void => void below.set(line, (below.get(line) ?? '') + html);
	for (const { line, text } of queries)
		if (text !== '') add(line, `<span class="code-type">${escapeAttribute(text)}</span>`);
	for (const { line, message } of errors)
		if (line !== undefined) add(line, `<span class="code-error">${escapeAttribute(message)}</span>`);
	let isFirst = true;
	return codeBlockHtml(fenceView(fence, numbered), words, {
		annotations: types ? hovers.map(({ offset, length }, id) => ({ offset, length, id })) : [],
		wrap(html, { id }) {
			const { type: text = 0, name = '' } = hovers[Number(id)] ?? {};
			const href = types?.names[name];
			const stop = isFirst ? ' tabindex="0"' : href === undefined ? '' : ' tabindex="-1"';
			isFirst = false;
			const type = ` data-t=${types?.numbers.get(texts[text] ?? '')}${stop}`;
			if (href !== undefined) return `<a href="${escapeAttribute(href)}"${type}>${html}</a>`;
			const [one] = ONE_TOKEN.exec(html) ?? [];
			return one === undefined ? `<span${type}>${html}</span>` : one + type + html.slice(one.length);
		},
		below: (line) => below.get(line),
		attributes: types && hovers.length > 0 ? ` data-types="${escapeAttribute(types.href)}"` : '',
		foot: status === 'ok' ? label : '',
	});
}

/** The types and errors beside a fence, one line for each line of code. */
export function annotationText(
	{ queries, errors }: Pick<FenceAnnotation, 'queries' | 'errors'> = { queries: [], errors: [] },
): string {
	const types = queries.flatMap(({ line, text }) => (text === '' ? [] : { line, text }));
	const messages = errors.map(({ line = 0, code, message }) => ({
		line,
		text: `error TS${code}: ${message}`,
	}));
	return [...types, ...messages]
		.sort((a, b) => a.line - b.line)
		.map(({ line, text }) => (line === 0 ? text : `Line ${line}: ${text}`))
		.join('\n');
}

/** The start tag of a name that is a single token: the attribute for its type goes into this tag. */
const ONE_TOKEN = /^<span class="\w+"(?=>[^<]*<\/span>$)/;

/** The default of a fence, and its hidden variants; a script switches between them. */
export function withVariants(first: string, variants: [name: string, html: string][]): string {
	const mark = (html: string, name: string, more = ''): string =>
		html.replace('<div class="code"', (start) => `${start} data-variant="${escapeAttribute(name)}"${more}`);
	return mark(first, '') + variants.map(([name, html]) => mark(html, name, ' hidden')).join('');
}

/** The version below a fence. */
export function versionLabel(version: string, attributes = ''): string {
	return `<p class="code-checked"${attributes}>${escapeAttribute(version)}</p>`;
}

/** The attributes of a fence's widget, with a leading space. */
export function widgetAttributes({ widget }: Partial<Pick<FenceAnnotation, 'widget'>> = {}, baseUrl: string): string {
	if (!widget) return '';
	const { name, file, attributes } = widget;
	const all = { widget: name, [name]: baseUrl + file, ...attributes };
	return Object.entries(all)
		.map(([key, value]) => ` data-${key}${value === '' ? '' : `="${escapeAttribute(value)}"`}`)
		.join('');
}

/** Type → its number, for all types in the fences of a page. */
export function typeNumbers(annotations: FenceAnnotation[]): Map<string, number> {
	const texts = new Set(annotations.flatMap(({ types }) => types));
	return new Map([...texts].map((text, index) => [text, index]));
}

/** The style sheet of a page's types. `name` is in its URL, and therefore in the attribute `data-types`. */
export function typeSheet(annotations: FenceAnnotation[], name: string): string {
	return [...typeNumbers(annotations)]
		.map(
			([text, number]) =>
				`[data-types*="${name}"] [data-t="${number}"]:is(:hover,:focus)::after{content:${cssString(text)}}\n`,
		)
		.join('');
}

function cssString(text: string): string {
	return `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\a ')}"`;
}
