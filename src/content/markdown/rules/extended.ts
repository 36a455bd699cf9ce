/** Parts of a page that an extension writes: fences in its languages, and its tokens. */
import type { Token } from 'markdown-it';
import type { PassageFinding, WrittenPassage } from '../../../extension.ts';
import { tokenData } from '../engine/tokens.ts';
import type { Extended, PageWriter, Render } from '../engine/walk.ts';

/** Asks an extension to write a token. The page takes over the ids, findings, parts and packages. */
export function askExtension(
	walk: PageWriter,
	token: Token,
	{ extension, name, write, english }: Extended,
	report?: (finding: PassageFinding) => void,
): WrittenPassage {
	const { facts, scope } = walk;
	const { extensions, baseUrl } = facts.options;
	const number = (facts.extended.get(name) ?? 0) + 1;
	facts.extended.set(name, number);
	const out = extensions?.[extension];
	const url = out === undefined ? undefined : baseUrl + out;
	const words = { ...english, ...facts.words };
	const written = write({ code: token.content, token, file: scope, number, words, url });
	const offset = token.block ? undefined : tokenData(token).start;
	// A repeated one is found on the finished page.
	for (const id of written.ids ?? [])
		if (!facts.ids.has(id)) facts.claim(id, scope.source, offset === undefined ? walk.start : walk.offset(offset));
	for (const finding of written.findings ?? []) (report ?? ((one) => walk.report(one, offset)))(finding);
	for (const one of written.packages ?? []) facts.needsPackage(one);
	for (const part of written.parts ?? []) facts.components.add(part);
	return written;
}

/** The renderer for the tokens of an extension. */
export function rendererOf(extended: Extended): Render {
	return (walk, token) => {
		const { html, copy } = askExtension(walk, token, extended);
		if ('drawing' in html) {
			walk.html.add(html.drawing);
			walk.text.add(`${html.words} `);
		} else walk.html.add(html.before + html.after);
		if (copy !== undefined) walk.copy.block([copy]);
	};
}
