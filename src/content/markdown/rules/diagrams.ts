/**
 * Mermaid diagrams, drawn at build time: readers load no script for them, and they use the page's colors, light or
 * dark. A diagram that cannot be drawn is reported and shown as code.
 */
import modules from 'node:module';
import { fileURLToPath } from 'node:url';
import { escapeAttribute } from '../../model/html.ts';
import type { ParseContext } from '../engine/facts.ts';
import type { PageWriter } from '../engine/walk.ts';

/** An optional peer of docsgen that draws Mermaid; loaded with the first diagram. */
const LIBRARY = 'beautiful-mermaid';

type Draw = (text: string, options: { transparent: boolean }) => string;

let drawing: Draw | undefined;

/** Undefined if the library is not installed. Tried again each time, because it may be installed while docsgen runs. */
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

/** Number of diagrams on a page so far, for unique ids. */
const counts = new WeakMap<ParseContext, number>();

/** Writes a diagram. Returns false if it cannot be drawn, and the fence should be shown as code. */
export function writeDiagram(walk: PageWriter, code: string): boolean {
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
		walk.copy.fence(code, 'mermaid');
		return true;
	} catch (error) {
		return warn(
			`The diagram cannot be drawn: ${(error as Error).message}`,
			'docsgen draws flowcharts and state, sequence, class, entity and xychart diagrams; others remain code.',
		);
	}
}

/** Converts semicolons that end a line in Mermaid, but not in the library. */
function inLines(code: string): string {
	return code.replace(/^(\s*(?:graph|flowchart)[ \t]+\w+)[ \t]*;/, '$1\n').replace(/;[ \t]*$/gm, '');
}

const TITLE = /^\s*accTitle:\s*(.+)$/m;

/** Color variables: the library's → the page's. */
const COLORS: Record<string, string> = {
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

/** Adapts an SVG to a page: no styles, which a strict policy forbids; ids with `prefix`; shorter numbers. */
function ownSvg(svg: string, prefix: string): string {
	return svg
		.replace(/<style>[\s\S]*?<\/style>/, '')
		.replace(/<[^>]+>/g, (tag) =>
			tag
				.replace(/ (?:style|xmlns|data-[\w-]+)="[^"]*"/g, '')
				.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => (COLORS[name] ? `var(${COLORS[name]})` : whole))
				.replace(/\bid="|url\(#/g, (start) => start + prefix)
				.replace(/-?\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10)),
		)
		.replace(/>\s+</g, '><');
}
