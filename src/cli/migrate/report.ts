/** The report at the end of a migration, for the terminal and `migration/README.md`: one table. */
import type { Diagnostic } from './docsgen.ts';
import type { Remark } from './remarks.ts';

export interface Row {
	kind: string;
	/** Number of places. */
	count: number;
	next: string;
	places: string[];
}

const NOTATION: [kind: string, next: string] = [
	'Notation of other tools',
	'Readers see it as text: "npx docsgen check" says what to write instead. Then set onExpressions to "throw".',
];

/** Titles of kinds of findings, and next steps. */
const KINDS: Record<string, [kind: string, next: string]> = {
	'broken-link': ['Broken links', 'Fix them; then set onBrokenLinks to "throw".'],
	'broken-markdown-link': ['Links to files that are not pages', 'Fix them; then set onBrokenMarkdownLinks to "throw".'],
	'broken-anchor': ['Links to missing headings', 'Fix them; then set onBrokenAnchors to "throw".'],
	'missing-image': ['Missing images', 'Add them, then set onMissingImages to "throw".'],
	'unknown-component': [
		'Unknown tags',
		'Write templates/components/Name.tsx, then set onUnknownComponents to "throw".',
	],
	interactive: ['Interactive content', 'It is shown but does nothing: write it as a component with a script.'],
	expression: NOTATION,
	'foreign-notation': NOTATION,
	'refused-attribute': ['Attributes that cannot be set', 'Give the element a class, or write it as HTML.'],
	'empty-link': ['Links without a URL or a text', 'Write [text](URL).'],
	'unknown-sidebar': ['Sidebars that do not exist', 'Name one of content/docs/sidebars.ts.'],
	'empty-heading': ['Headings without text', 'Add text, or remove them: the old tool may have generated some.'],
	'missing-reference': ['References without a URL', 'Add their URLs: readers see the brackets.'],
	'extra-cells': ['Cells beyond the last column', 'Write a literal bar as \\|, even in code.'],
	'fence-info': ['Options of fences', 'docsgen ignores unknown options: check whether you need them.'],
	'unknown-language': ['Languages of code', 'Their code is not highlighted: correct the names on the fences.'],
	'duplicate-route': [
		'URLs that two pages have',
		'Give one of them another slug, then set onDuplicateRoutes to "throw".',
	],
};

/** The order of entries by key. */
export function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
	return one < other ? -1 : 1;
}

/**
 * One row per kind of finding or remark, and those of `raw`: errors first, then by number of places. `isTheirs` says
 * whether pages of the old site may have the notation of a tool.
 */
export function rowsOf(
	findings: Diagnostic[],
	remarks: Remark[],
	raw: readonly Row[],
	isTheirs: (tool: string) => boolean,
): Row[] {
	const kinds = new Map<string, { row: Row; rank: number }>();
	// Links with their own finding are not counted again for the summary.
	const placed = new Set(findings.flatMap(({ file, about }) => (file === undefined ? [] : [targetOf(about)])));
	for (const { code, severity, file, line, message, hint, about, notes = [] } of findings) {
		if (severity === 'info' && code !== 'interactive' && code !== 'refused-attribute') continue;
		const [kind, next] = KINDS[code] ?? [inWords(code), hint ?? 'Run "npx docsgen check" to see them.'];
		const known = kinds.get(kind) ?? { row: { kind, count: 0, next, places: [] }, rank: 1 };
		if (severity === 'error') known.rank = 0;
		if (file === undefined || (code === 'duplicate-route' && notes.length > 0))
			known.row.places.push(...linksIn(about, placed), ...notes);
		else {
			const named = message.replace(TOOL, (_, tool: string) => (isTheirs(tool) ? ` (${tool})` : ''));
			const what = KINDS[code] === NOTATION ? `: ${named}` : '';
			known.row.places.push(`${file}${line === undefined ? '' : `:${line}`}${what}`);
		}
		known.row.count = known.row.places.length;
		kinds.set(kind, known);
	}
	for (const { kind, next, places } of remarks.filter(({ places }) => places.length > 0)) {
		const known = kinds.get(kind) ?? { row: { kind, count: 0, next, places: [] }, rank: 1 };
		known.row.places.push(...places);
		known.row.count = known.row.places.length;
		kinds.set(kind, known);
	}
	return [...kinds.values(), ...raw.map((row) => ({ row, rank: 1 }))]
		.sort((a, b) => a.rank - b.rank || b.row.count - a.row.count || (a.row.kind < b.row.kind ? -1 : 1))
		.map(({ row }) => row);
}

/** The end of a message about a notation. */
const TOOL = / is syntax of (.+?), which docsgen does not read\.$/s;

/** `missing-script` → `Missing script`. */
function inWords(code: string): string {
	const words = code.replaceAll('-', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function targetOf(about: Diagnostic['about']): string {
	return [about?.page, ...(about?.ids ?? [])].join('#');
}

/** Pages in a site-wide finding about links, without those in `placed`. */
function linksIn(about: Diagnostic['about'], placed: Set<string>): string[] {
	return (about?.links ?? []).flatMap(({ page, link, resolved }) =>
		placed.has(resolved) ? [] : [`${page}: ${link}${resolved === link ? '' : ` (resolved as: ${resolved})`}`],
	);
}

/** The table for a terminal. */
export function tableOf(rows: Row[]): string[] {
	const kinds = Math.max('What'.length, ...rows.map(({ kind }) => kind.length));
	const line = (kind: string, count: string, next: string): string =>
		`${kind.padEnd(kinds)}  ${count.padStart(6)}  ${next}`;
	return [line('What', 'Places', 'Next step'), ...rows.map(({ kind, count, next }) => line(kind, String(count), next))];
}

/** How often each place is in a list. */
function countsOf(places: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
	return counts;
}

/** The table as Markdown, followed by the places. */
export function reportText(intro: string[], rows: Row[]): string {
	const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
	const places = ({ kind, places }: Row, counts = countsOf(places), all = [...counts.keys()]): string[] => [
		`## ${kind}`,
		'',
		...all.map((place) => {
			const times = counts.get(place) ?? 1;
			return `- \`${place.replaceAll('`', "'")}\`${times > 1 ? `, ${times} times` : ''}`;
		}),
		'',
	];
	return [
		'# Migration',
		'',
		...intro,
		'',
		'| What | Places | Next step |',
		'| --- | ---: | --- |',
		...rows.map(({ kind, count, next }) => `| ${cell(kind)} | ${count} | ${cell(next)} |`),
		'',
		...rows.flatMap((row) => places(row)),
	].join('\n');
}
