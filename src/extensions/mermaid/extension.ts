/**
 * Mermaid diagrams. One that the small library draws whole is a drawing in the page, made at build time: readers load no
 * script for it, and it uses the page's colors, light or dark. Any other is drawn by Mermaid itself in readers' browsers,
 * in a frame, if the site has installed it. Otherwise it's reported and shown as code.
 */

import { hashOfValue } from '../../content/model/hash.ts';
import type { Extension, ExtensionSite, OutputText } from '../../extension.ts';
import { FRAMED, writeDiagram } from './fence.ts';
import { type DiagramWord, WORDS } from './words.ts';

export const MERMAID: Extension<DiagramWord> = {
	name: 'mermaid',
	fences: { mermaid: writeDiagram },
	files: { part: FRAMED, find: findFrame, make: makeFrame },
	styles: { file: 'diagram.css', layer: 'extras', parts: [FRAMED] },
	words: WORDS,
};

function findFrame({ folder, program, chosen }: ExtensionSite): string | undefined {
	const installed = chosen('mermaid');
	return installed && `${folder}/frame-${hashOfValue([program, installed]).slice(0, 8)}.html`;
}

/** Compiles the frame, and the scripts that it loads as its diagram needs them. */
async function makeFrame({ folder, compile }: ExtensionSite, out: string): Promise<OutputText[]> {
	const { script, files } = await compile('client/frame.ts', ['mermaid']);
	// As strict as the pages' policy: the script applies styles without elements and attributes (`frame.ts`).
	const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; font-src data:";
	const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Diagram</title><base target="_parent"><script type="module" src=".${script.slice(folder.length)}"></script></head><body></body></html>\n`;
	return [{ out, text }, ...files];
}
