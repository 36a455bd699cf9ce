/**
 * Detects lost text: compares the words of a source, counted without the parser, with those of the built page and of
 * its Markdown copy.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openInputs } from '../src/cli/disk/inputs.ts';
import { diskProject } from '../src/cli/disk/project.ts';
import { update } from '../src/cli/pipeline/pipeline.ts';
import { openSession, stopHelpers } from '../src/cli/pipeline/session.ts';
import { EXTENSIONS } from '../src/extensions/registered.ts';

/** Syntax words that are not text. */
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

/** Words of three or more letters in a source that must be on the page. */
export function wordsOf(source: string): string[] {
	const code: string[] = [];
	const text = source
		.replace(/^---\n[\s\S]*?\n---\n/, '')
		// This fence contains MDX, not code.
		.replace(/^```mdx-code-block\n([\s\S]*?)\n```$/gm, '$1')
		// The file that a fence shows is not in the source.
		.replace(/^[ \t]*(```+|~~~+).*\bfile=.*\n[ \t]*\1[ \t]*$/gm, '')
		// Keep comments in code; remove code in comments.
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

/** The text of a document without its tags. */
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

/** `file: word` for every word of a source in `folder` that its page or its Markdown copy lacks. */
export async function lostIn(folder: string, outDir = join(folder, 'build')): Promise<string[]> {
	const project = diskProject(folder, outDir);
	const session = openSession(project, openInputs(project), EXTENSIONS);
	const updated = await update(session, { drafts: false, production: true, waitFor: 'pages' });
	await stopHelpers(session);
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
