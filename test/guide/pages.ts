/** Fences in the guide's pages, and examples with their results. */
import { readdirSync, readFileSync } from 'node:fs';

export interface GuidePage {
	/** Such as `write/code.md`. */
	name: string;
	text: string;
	fences: { lang: string; info: string; code: string; line: number }[];
	/** Source and result of each `<Example>`. */
	examples: { source: string; result: string; line: number }[];
}

const FOLDER = 'guide/content/docs';
const FENCE = /^(?<mark>`{3,})(?<lang>[\w-]*)(?<info>[^\n]*)\n(?<code>[\s\S]*?)^\k<mark>$/gm;
const EXAMPLE =
	/^<Example>\n\n(?<mark>`{3,})\w+\n(?<source>[\s\S]*?)^\k<mark>\n\n(?<result>[\s\S]*?)\n\n<\/Example>$/gm;

/** All pages of the guide's documentation. */
export function guidePages(): GuidePage[] {
	return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => guidePage(name.split('\\').join('/')));
}

export function guidePage(name: string): GuidePage {
	const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
	const line = (index: number): number => text.slice(0, index).split('\n').length;
	return {
		name,
		text,
		fences: [...text.matchAll(FENCE)].map(({ index, groups: { lang = '', info = '', code = '' } = {} }) => ({
			lang,
			info,
			code,
			line: line(index),
		})),
		examples: [...text.matchAll(EXAMPLE)].map(({ index, groups: { source = '', result = '' } = {} }) => ({
			source: source.trim(),
			result: result.trim(),
			line: line(index),
		})),
	};
}
