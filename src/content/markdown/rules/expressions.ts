/** Data in braces, as it is shown: text, lists, elements; and as it stands, with a finding, where it has no value. */
import type { Finding } from '../engine/facts.ts';
import type { Render } from '../engine/walk.ts';
import { writeValue } from './markup.ts';

function problem(source: string, wrong: unknown): Finding {
	return {
		code: 'expression',
		message: `${source.slice(0, 60)} is shown as it stands: ${String(wrong)}.`,
		hint: 'Write the value, escape the brace as \\{, or set onExpressions in the configuration.',
		length: source.split('\n', 1)[0]?.length,
	};
}

const inline: Render = (walk, tokens, index) => {
	const { content = '', meta } = tokens[index] ?? {};
	const [start, end] = [Number(meta?.start ?? 0), Number(meta?.end ?? 0)];
	if (meta?.wrong !== undefined) walk.report(problem(content, meta.wrong), start);
	walk.twin.replace(start, end, content);
	writeValue(walk, meta?.value ?? '', start);
	return undefined;
};

const block: Render = (walk, tokens, index) => {
	const { content = '', meta } = tokens[index] ?? {};
	const start = Number(meta?.start ?? 0);
	if (meta?.wrong !== undefined) walk.report(problem(content, meta.wrong), start);
	walk.twin.block([content]);
	writeValue(walk, meta?.value ?? '', start);
	walk.text.space();
	return undefined;
};

/** For tokens of the block pass. */
export const blockExpressions: Record<string, Render> = { expression: block };
/** For tokens inside of text. */
export const inlineExpressions: Record<string, Render> = { expression: inline };
