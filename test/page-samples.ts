/** The fences of a page, as the Markdown parser finds them. */
import { isSampleLanguage, readSample, variantsOf } from '../src/content/code/samples.ts';
import type { Sample } from '../src/content/model/sample.ts';

/** A fence of any language; `line` is the number of its first line of code. */
export interface Fence {
	info: string;
	code: string;
	line: number;
	indent: number;
}

export function fencesOf(markdown: string): Fence[] {
	const lines = markdown.split('\n');
	const fences: Fence[] = [];
	for (let at = 0; at < lines.length; at++) {
		const [, space = '', info] = /^(\s*)```(.+)$/.exec(lines[at] ?? '') ?? [];
		if (info === undefined) continue;
		const end = lines.findIndex((line, index) => index > at && line.trim() === '```');
		const code = lines
			.slice(at + 1, end)
			.map((line) => line.slice(space.length))
			.join('\n');
		fences.push({ info, code, line: at + 2, indent: space.length });
		at = end;
	}
	return fences;
}

/** The samples of a TypeScript fence: the initial one, then its variants. */
export function samplesOf(fence: Fence, file: string): Sample[] {
	const lang = fence.info.split(' ')[0] ?? '';
	if (!isSampleLanguage(lang)) return [];
	return [undefined, ...variantsOf(fence.code)].map((variant) => readSample({ ...fence, lang, file, variant }));
}
