/**
 * Fences in Mermaid, drawn when the page is built: readers load no script for them, and the drawing has the colours
 * of the page, light or dark. What cannot be drawn stays code, with a word to the author.
 */
import modules from 'node:module';
import { fileURLToPath } from 'node:url';
import { escapeAttribute } from '../../model/html.ts';
import type { Facts } from '../engine/facts.ts';
import type { Walk } from '../engine/walk.ts';

/** Draws Mermaid; an optional companion of docsgen, loaded with the first diagram. */
const LIBRARY = 'beautiful-mermaid';

type Draw = (text: string, options: { transparent: boolean }) => string;

let drawing: Draw | undefined;

/** Undefined where the library is not installed: it may come while docsgen runs. */
function open(): Draw | undefined {
	if (drawing) return drawing;
	try {
		const file = fileURLToPath(import.meta.resolve(LIBRARY));
		const { renderMermaidSVG }: { renderMermaidSVG: Draw } = modules.createRequire(import.meta.url)(file);
		drawing = renderMermaidSVG;
	} catch {
		return undefined;
	}
	return drawing;
}

/** Diagrams of a page so far: each has ids of its own. */
const counts = new WeakMap<Facts, number>();

/** Writes a diagram; false where it cannot be drawn, and the fence is to be shown as it is. */
export function writeDiagram(walk: Walk, code: string): boolean {
	const { facts } = walk;
	const warn = (message: string, hint: string): false => {
		walk.report({ severity: 'warning', code: 'diagram', message, hint });
		return false;
	};
	const draw = open();
	if (!draw) {
		facts.needsPackage(LIBRARY);
		return warn(`Diagrams need ${LIBRARY}, which is not installed.`, `Run npm install --save-dev ${LIBRARY}.`);
	}
	const count = (counts.get(facts) ?? 0) + 1;
	counts.set(facts, count);
	try {
		const drawn = ownSvg(draw(inLines(code.replace(TITLE, '')), { transparent: true }), `diagram-${count}-`);
		const words = [...drawn.matchAll(/<t(?:ext|span)\b[^>]*>([^<]+)/g)].map(([, text = '']) => text.trim()).join(', ');
		const name = escapeAttribute(TITLE.exec(code)?.[1] ?? '') || `Diagram: ${words.replaceAll('"', '&quot;')}`;
		walk.html.add(
			`<div class="table-scroll">${drawn.replace('<svg ', `<svg role="img" aria-label="${name}" `)}</div>\n`,
		);
		walk.text.add(`${name} `);
		walk.twin.fence(code, 'mermaid');
		return true;
	} catch (error) {
		return warn(
			`The diagram cannot be drawn: ${(error as Error).message}`,
			'docsgen draws flowcharts and state, sequence, class, entity and xychart diagrams; others remain code.',
		);
	}
}

/** Mermaid takes a semicolon for the end of a line, the library only where it is one. */
function inLines(code: string): string {
	return code.replace(/^(\s*(?:graph|flowchart)[ \t]+\w+)[ \t]*;/, '$1\n').replace(/;[ \t]*$/gm, '');
}

const TITLE = /^\s*accTitle:\s*(.+)$/m;

/** Colours of the library, by those of the page. */
const COLOURS: Record<string, string> = {
	'--bg': '--ground',
	'--fg': '--ink',
	'--_text': '--ink',
	'--_text-sec': '--ink-soft',
	'--_text-muted': '--ink-soft',
	'--_text-faint': '--ink-soft',
	'--_line': '--line-strong',
	'--_arrow': '--accent',
	'--_node-fill': '--surface',
	'--_node-stroke': '--line-strong',
	'--_group-fill': '--ground',
	'--_group-hdr': '--surface',
	'--_inner-stroke': '--line',
	'--_key-badge': '--line',
};

/** The drawing as part of a page: without styles, which a strict policy forbids, and with ids that begin with `prefix`. */
function ownSvg(svg: string, prefix: string): string {
	return svg
		.replace(/<style>[\s\S]*?<\/style>/, '')
		.replace(/<[^>]+>/g, (tag) =>
			tag
				.replace(/ (?:style|xmlns|data-[\w-]+)="[^"]*"/g, '')
				.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => (COLOURS[name] ? `var(${COLOURS[name]})` : whole))
				.replace(/\bid="|url\(#/g, (start) => start + prefix)
				.replace(/-?\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10)),
		)
		.replace(/>\s+</g, '><');
}
