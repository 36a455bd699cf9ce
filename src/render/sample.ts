/**
 * A code sample with what the compiler said of it: types on identifiers, answers and errors below their lines.
 *
 * The types of a page's names stand in a style sheet of the page, each once: they are longer than the page's code,
 * and most readers never ask for them. Without scripts the page loads it like any other.
 */

import { codeBlockHtml, sampleView } from '../content/markdown/rules/code.ts';
import { escapeAttribute } from '../content/model/html.ts';
import type { Sample, SampleAnswer } from '../content/model/sample.ts';

/** How a sample shows on a page. */
interface SampleFrame {
	/** Its lines are numbered. */
	numbered: boolean | number;
	/** HTML below the code. */
	label: string;
	/** The page's style sheet of types, and the number of each text in it. */
	types?: { href: string; numbers: Map<string, number> };
}

/**
 * HTML of a checked sample. A type shows under pointer, focus or tap by style alone. The keyboard stops at the first
 * identifier, and arrow keys lead to the others: a sample does not become a hundred stops.
 */
export function renderSample(sample: Sample, answer: SampleAnswer, { numbered, label, types }: SampleFrame): string {
	const below = new Map<number, string>();
	const add = (line: number, html: string): void => void below.set(line, (below.get(line) ?? '') + html);
	for (const { line, text } of answer.queries)
		if (text !== '') add(line, `<span class="code-type">${escapeAttribute(text)}</span>`);
	for (const { line, message } of answer.errors)
		if (line !== undefined) add(line, `<span class="code-error">${escapeAttribute(inShort(message))}</span>`);
	let isFirst = true;
	return codeBlockHtml(sampleView(sample, numbered), {
		annotations: types ? answer.hovers.map(({ offset, length, type }) => ({ offset, length, id: type })) : [],
		wrap(html, { id }) {
			const stop = isFirst ? ' tabindex="0"' : '';
			isFirst = false;
			const type = ` data-t=${types?.numbers.get(answer.types[Number(id)] ?? '')}${stop}`;
			const [one] = ONE_TOKEN.exec(html) ?? [];
			return one === undefined ? `<span${type}>${html}</span>` : one + type + html.slice(one.length);
		},
		below: (line) => below.get(line),
		attributes: types && answer.hovers.length > 0 ? ` data-types="${escapeAttribute(types.href)}"` : '',
		foot: answer.status === 'ok' ? label : '',
	});
}

/** Characters of a message that is shown whole, and of a line of a longer one. */
const WHOLE = 400;
const LINE = 160;

/** A long message as its readers need it: how it begins, and the reason, which the compiler says last. */
export function inShort(message: string): string {
	if (message.length <= WHOLE) return message;
	const [first = '', ...reasons] = message.split('\n').map((line) => line.trim());
	const lines = [first, ...(reasons.length > 1 ? ['…'] : []), ...reasons.slice(-1)];
	return lines.map((line) => (line.length > LINE ? `${line.slice(0, LINE)}…` : line)).join('\n  ');
}

/** A name that is one token, up to the end of its tag: its type stands in the same element. */
const ONE_TOKEN = /^<span class="\w+"(?=>[^<]*<\/span>$)/;

/** A sample as it is at first, and its variants, hidden: a script shows one in its place. */
export function withVariants(first: string, variants: [name: string, html: string][]): string {
	const mark = (html: string, name: string, more = ''): string =>
		html.replace('<div class="code"', (start) => `${start} data-variant="${escapeAttribute(name)}"${more}`);
	return mark(first, '') + variants.map(([name, html]) => mark(html, name, ' hidden')).join('');
}

/** What a sample says of itself, below its code. */
export function checkedLabel(version: string): string {
	return `<p class="code-checked">checked with ${escapeAttribute(version)}</p>`;
}

/** Numbers of all texts that the samples of a page show on names. */
export function typeNumbers(answers: SampleAnswer[]): Map<string, number> {
	const texts = new Set(answers.flatMap(({ types }) => types));
	return new Map([...texts].map((text, index) => [text, index]));
}

/** The style sheet of a page's types. `name` is part of its address, and so of the attribute that leads to it. */
export function typeSheet(answers: SampleAnswer[], name: string): string {
	return [...typeNumbers(answers)]
		.map(
			([text, number]) =>
				`[data-types*="${name}"] [data-t="${number}"]:is(:hover,:focus)::after{content:${cssString(text)}}\n`,
		)
		.join('');
}

function cssString(text: string): string {
	return `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\a ')}"`;
}
