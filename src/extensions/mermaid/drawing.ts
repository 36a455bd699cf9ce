/**
 * Drawings by the small library, when a page is built: only those that show the whole diagram. The library never refuses
 * a line, so each of its drawings is compared with what the source says.
 */
import { escapeAttribute, escapeText } from '../../content/model/html.ts';
import { type Diagram, readDiagram, revealed, type Unread } from './notation.ts';

/** The library: `renderMermaidSVG` of beautiful-mermaid. */
export type Draw = (text: string, options: { transparent: boolean }) => string;

/** A whole drawing: its SVG, and what screen readers announce. */
export interface Drawing {
	svg: string;
	name: string;
}

/** Draws a diagram. `prefix` makes its ids unique on the page; `called` is the word for a diagram. */
export function drawDiagram(
	code: string,
	draw: Draw,
	{ prefix, called }: { prefix: string; called: string },
): Drawing | Unread {
	const reading = readDiagram(code);
	if ('kind' in reading) return reading;
	let drawn = '';
	try {
		drawn = draw(reading.text, { transparent: true });
	} catch {
		// The library fails on what its parser let through, such as an empty diagram.
	}
	const lost = lossOf(reading, drawn);
	if (lost) return lost;
	const svg = titled(withoutHeads(ownSvg(drawn, prefix), reading.bare), reading.title);
	const name = spokenName(code, called, reading);
	const about = reading.description === undefined ? '' : `<desc>${escapeText(reading.description)}</desc>`;
	return {
		name,
		svg: revealed(svg, escapeText)
			.replace('<svg ', `<svg role="img" aria-label="${escapeAttribute(name)}" `)
			.replace(/<svg [^>]*>/, (tag) => tag + about),
	};
}

/** The name for screen readers: `accTitle`, or the words of the diagram in the order of the source. */
export function spokenName(code: string, called: string, reading = readDiagram(code)): string {
	if (reading.name !== undefined) return reading.name;
	const found =
		'kind' in reading
			? code.split('\n').filter((line) => !/^\s*(?:%%|---)/.test(line))
			: [reading.title ?? '', ...reading.words.toSorted((a, b) => a.line - b.line).map(({ text }) => text)];
	const words = new Set(found.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== ''));
	return words.size === 0 ? called : `${called}: ${[...words].join(', ')}`;
}

/** Text elements; each is one text, whatever its lines and emphasis. */
const TEXTS = /<text\b[^>]*>([\s\S]*?)<\/text>/g;
/** Ends of a line between two boxes, as the library marks them for each kind. */
const EDGES =
	/<(?:polyline|g) class="(?:edge|message|class-relationship|er-relationship)" data-(?:from|entity1)="([^"]*)" data-(?:to|entity2)="([^"]*)"/g;
/** The library adds this to entities without rows. */
const NO_ROWS = /<text [^>]*>\(no attributes\)<\/text>/g;

/** Compares texts without spaces, because the library sets its own. */
function squeezed(text: string): string {
	return text.replace(/\s+/g, '');
}

/** The first text or arrow that a drawing lacks, or has in excess; undefined if it's whole. */
function lossOf({ text, words, edges, hasScale }: Diagram, drawn: string): Unread | undefined {
	const kind = /^\w+/.exec(text)?.[0] ?? '';
	const left = new Map<string, number>();
	for (const [, inner = ''] of drawn.replace(NO_ROWS, '').matchAll(TEXTS)) {
		const shown = squeezed(revealed(plain(inner), (one) => one));
		left.set(shown, (left.get(shown) ?? 0) + 1);
	}
	for (const word of words) {
		const wanted = squeezed(word.text);
		const count = left.get(wanted) ?? 0;
		if (wanted !== '' && count === 0) return { ...word, kind, isKnown: true };
		left.set(wanted, count - 1);
	}
	const more = [...left].find(
		([shown, count]) => count > 0 && shown !== '' && !(hasScale && /^[-\d.,kMG]+$/.test(shown)),
	);
	const found = [...drawn.matchAll(EDGES)].map(([, from, to]) => ends(`${from} ${to}`));
	const first = { line: words[0]?.line ?? 0, text: '', kind, isKnown: true };
	if (more) return { ...first, text: more[0] };
	return found.toSorted().join('\n') === edges.map(ends).toSorted().join('\n') ? undefined : first;
}

/** The library gives each start and end of states a name. */
function ends(edge: string): string {
	return edge.replace(/\b_(?:start|end)\d*\b/g, '[*]');
}

function plain(inner: string): string {
	return inner
		.replace(/<[^>]*>/g, '')
		.replace(
			/&(lt|gt|quot|#39|amp);/g,
			(_, code: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[code] ?? '',
		);
}

/* ---------------------------------------------------------------- the page's own form */

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
		.replace(NO_ROWS, '')
		.replace(/<[^>]+>/g, (tag) =>
			tag
				.replace(/ (?:style|xmlns|data-[\w-]+)="[^"]*"/g, '')
				.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => (COLORS[name] ? `var(${COLORS[name]})` : whole))
				.replace(/\bid="|url\(#/g, (start) => start + prefix)
				.replace(/-?\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10)),
		)
		.replace(/>\s+</g, '><');
}

/** Removes the arrowheads of lines that have none in the source. */
function withoutHeads(svg: string, bare: ReadonlySet<number>): string {
	if (bare.size === 0) return svg;
	let index = -1;
	return svg.replace(/class="(?:message|class-relationship)"[\s\S]*?\/>/g, (edge) =>
		bare.has(++index) ? edge.replace(/ marker-(?:start|end)="[^"]*"/g, '') : edge,
	);
}

/** Pixels above the drawing for its title, and the average width of a character in it. */
const TITLE_HEIGHT = 32;
const TITLE_CHARACTER = 9;

/** Writes a title above the drawing, which becomes as wide as the title. */
function titled(svg: string, title: string | undefined): string {
	const [tag, width = '', height = ''] =
		/<svg viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"/.exec(svg) ?? [];
	if (title === undefined || tag === undefined) return svg;
	const wide = Math.max(Number(width), title.length * TITLE_CHARACTER);
	const high = Number(height) + TITLE_HEIGHT;
	const start = (Number(width) - wide) / 2;
	const text = `<text x="${Number(width) / 2}" y="-12" text-anchor="middle" font-size="15" font-weight="600" fill="var(--ink)">${escapeText(title)}</text>`;
	return svg
		.replace(tag, `<svg viewBox="${start} ${-TITLE_HEIGHT} ${wide} ${high}" width="${wide}" height="${high}"`)
		.replace('</svg>', () => `${text}</svg>`);
}
