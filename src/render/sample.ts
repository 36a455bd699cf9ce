/** A code sample with what the compiler said of it: types on identifiers, answers and errors below their lines. */
import { codeBlockHtml, sampleView } from '../content/rules/code.ts';
import type { Sample, SampleAnswer } from '../content/samples.ts';
import { escapeHtml } from './escape.ts';

/**
 * HTML of a checked sample. A type shows under pointer, focus or tap by style alone; only the first identifier of
 * each type can be reached by keyboard, so that a sample does not become a hundred stops.
 */
export function renderSample(sample: Sample, answer: SampleAnswer, numbered: boolean): string {
	const below = new Map<number, string>();
	const add = (line: number, html: string): void => void below.set(line, (below.get(line) ?? '') + html);
	for (const { line, text } of answer.queries)
		if (text !== '') add(line, `<span class="code-type">${escapeHtml(text)}</span>`);
	for (const { line, message } of answer.errors)
		if (line !== undefined) add(line, `<span class="code-error">${escapeHtml(message)}</span>`);
	const seen = new Set<number>();
	return codeBlockHtml(sampleView(sample, numbered), {
		annotations: answer.hovers.map(({ offset, length, type }) => ({ offset, length, id: type })),
		wrap(html, { id }) {
			const type = Number(id);
			const stop = seen.has(type) ? '' : ' tabindex="0"';
			seen.add(type);
			return `<span class="type"${stop} data-type="${escapeHtml(answer.types[type] ?? '')}">${html}</span>`;
		},
		below: (line) => below.get(line),
	});
}
