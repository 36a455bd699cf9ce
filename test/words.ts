/**
 * Nothing is lost in silence: the words that an author wrote, counted without the parser, against those of the built
 * page and of its Markdown twin.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openInputs } from '../src/cli/machine/inputs.ts';
import { diskProject } from '../src/cli/machine/project.ts';
import { update } from '../src/cli/pipeline/pipeline.ts';
import { openWorkshop, stopHelpers } from '../src/cli/pipeline/workshop.ts';

/** Marks and names that are no text. */
const NOTATION = new Set([
	'focus',
	'flowchart',
	'highlight',
	'next',
	'line',
	'start',
	'end',
	'code',
	'region',
	'endregion',
	'part',
]);

/** Words of three letters and more that a reader of the source expects to read on the page. */
export function wordsOf(source: string): string[] {
	const code: string[] = [];
	const text = source
		.replace(/^---\n[\s\S]*?\n---\n/, '')
		// What is no code: translators are not to see it.
		.replace(/^```mdx-code-block\n([\s\S]*?)\n```$/gm, '$1')
		// What a fence shows of a file is not in the page.
		.replace(/^[ \t]*(```+|~~~+).*\bfile=.*\n[ \t]*\1[ \t]*$/gm, '')
		// Comments in code are code, and code in comments is none.
		.replace(
			/^([ \t]*)(```+|~~~+)(?!.*file=).*\n(?:([\s\S]*?)\n)??[ \t]*\2[ \t]*$|<!--[\s\S]*?-->|\{\s*\/\*[\s\S]*?\*\/\s*\}/gm,
			(_, __, ___, lines: string | undefined) => {
				code.push((lines ?? '').replace(/\[!code [^\]]*\]/g, ''));
				return '';
			},
		)
		.replace(/<(script|style)\b[\s\S]*?<\/\1>|<head>[\s\S]*?<\/head>/gi, '')
		.replace(/^(?:import\s[^;]*?from[^;\n]*|import '[^']*')(?:;.*)?$/gm, '')
		.replace(/^export [\s\S]*?^(?:\);|\];|\}|\};)$|^export .*$/gm, '')
		.replace(
			/^<<< .*$|^ *\[[^\]]+\]: .*$|\]\([^)]*\)|\]\[[^\]]+\]|\{#[^}]*\}|:[\w+-]+:|^[ >]*:::+ ?[\w-]+|\[!\w+\]|\[\[toc\]\]/gm,
			' ',
		)
		.replace(/\{[^{}]*(?:\{[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}[^{}]*)*\}/g, ' ')
		.replace(/<\/?[A-Za-z](?:[^<>"']|"[^"]*"|'[^']*')*>/g, ' ')
		.replace(/https?:\/\/\S+|&#?\w+;/g, ' ');
	return [...new Set(`${text}\n${code.join('\n')}`.match(/\p{L}{3,}/gu) ?? [])].filter((word) => !NOTATION.has(word));
}

/** The words of a document that are not in its tags, as one text. */
export function textOf(html: string): string {
	return html
		.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
		.replace(/<img[^>]*? alt="([^"]*)"[^>]*>/g, '$1')
		.replace(/<[^>]*>/g, '')
		.replace(/&lt;/g, '<')
		.replace(/&amp;/g, '&');
}

export function lost(words: string[], shown: string): string[] {
	return words.filter((word) => !shown.includes(word));
}

/** `file: word` for every word of a page of the built site in `folder` that the page, or its twin, does not show. */
export async function lostIn(folder: string, outDir = join(folder, 'build')): Promise<string[]> {
	const project = diskProject(folder, outDir);
	const workshop = openWorkshop(project, openInputs(project));
	const updated = await update(workshop, { drafts: false, production: true, samples: 'later' });
	await stopHelpers(workshop);
	if (!('site' in updated)) throw new Error(JSON.stringify(updated.diagnostics));
	return [...updated.site.routeOf].flatMap(([file, { path }]) => {
		const out = path === '/' ? 'index' : path.replace(/^\/|\/$/g, '');
		const read = (...names: string[]): string => {
			for (const name of names)
				try {
					return readFileSync(join(outDir, name), 'utf8');
				} catch {}
			return '';
		};
		const words = wordsOf(readFileSync(join(folder, file), 'utf8'));
		const page = textOf(read(`${out}/index.html`, `${out}.html`));
		const twin = read(`${out}.md`, `${out}/index.md`);
		return [
			...lost(words, page).map((word) => `${file}: ${word}`),
			...lost(words, twin).map((word) => `${file} (twin): ${word}`),
		];
	});
}
