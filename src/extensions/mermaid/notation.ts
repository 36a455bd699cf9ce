/**
 * Mermaid's notation, read as its grammars define it, and written again in the few forms that the small drawing library
 * understands. A line that isn't read with certainty ends the reading: nothing of a diagram is left out in silence.
 */
import { literalPattern } from '../../content/model/names.ts';

/** A diagram that was read. */
export interface Diagram {
	/** The same diagram for the small library, with special characters hidden (`revealed`). */
	text: string;
	/** Each text that readers must see, as often as they must see it. */
	words: DrawnText[];
	/** Each line between two boxes, as the library calls them: `n1 n2`. */
	edges: string[];
	/** Indexes of the lines that end without an arrowhead, where the library draws one. */
	bare: ReadonlySet<number>;
	/** Shown above the drawing, because the library doesn't draw it. */
	title?: string;
	/** It also shows numbers of its own, at the marks of an axis. */
	hasScale?: boolean;
}

export interface DrawnText {
	text: string;
	/** Index of its line in the source. */
	line: number;
}

/** The first part that wasn't read; without `text`, the whole kind isn't. */
export interface Unread {
	line: number;
	text: string;
	/** The kind as the source names it. */
	kind: string;
	/** The library draws this kind. */
	isKnown: boolean;
}

/** Name and description for screen readers: `accTitle` and `accDescr`. */
export interface Spoken {
	name?: string;
	description?: string;
}

interface Line {
	text: string;
	line: number;
}

class Unreadable extends Error {
	readonly at: Line;
	constructor(at: Line) {
		super(at.text);
		this.at = at;
	}
}

/** Reads a diagram. */
export function readDiagram(code: string): (Diagram | Unread) & Spoken {
	const source = code.replace(/\r\n?/g, '\n');
	// Settings of the look, which may have several lines.
	const plain = source.replace(/%%\{[\s\S]*?\}%%/g, (whole) => whole.replace(/[^\n]/g, ''));
	const front = /^\s*---[ \t]*\n(?:[\s\S]*?\n)??[ \t]*---[ \t]*(?:\n|$)/.exec(plain)?.[0] ?? '';
	const title = /^title:[ \t]*(.+?)[ \t]*$/m.exec(front)?.[1]?.replace(/^(["'])(.*)\1$/, '$2');
	const above = front.split('\n').length - 1;
	const described: Spoken = {};
	const text = plain
		.slice(front.length)
		.replace(/^[ \t]*accDescr[ \t]*\{([^}]*)\}/m, (whole, inner: string) => {
			described.description = folded(inner);
			return whole.replace(/[^\n]/g, '');
		})
		.replace(/^[ \t]*acc(Title|Descr)[ \t]*:[ \t]*(.*?)[ \t;]*$/gm, (_, what: string, words: string) => {
			described[what === 'Title' ? 'name' : 'description'] = words;
			return '';
		});
	const lines = text
		.split('\n')
		.map((line, index): Line => ({ text: line.trim(), line: above + index }))
		.filter((line) => line.text !== '' && !line.text.startsWith('%%'));
	const [first = { text: '', line: above }, ...rest] = lines;
	const kind = /^[\w-]*/.exec(first.text)?.[0] ?? '';
	const read = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
	if (!read) return { line: first.line, text: '', kind, isKnown: false, ...described };
	try {
		if (/[\ue000-\ue0ff]/.test(code)) throw new Unreadable(first);
		return { ...(title === undefined ? {} : { title }), ...read(first, rest), ...described };
	} catch (error) {
		if (!(error instanceof Unreadable)) throw error;
		return { ...error.at, kind, isKnown: true, ...described };
	}
}

/* ---------------------------------------------------------------- texts */

/** Hides what the library might take for notation: each character becomes one of the private area. */
function hidden(text: string, shown: RegExp): string {
	return [...text].map((one) => (shown.test(one) || one > '\u007f' ? one : hide(one))).join('');
}

function hide(character: string): string {
	return String.fromCharCode(0xe000 + character.charCodeAt(0));
}

/** Puts the hidden characters back into finished markup or text. */
export function revealed(text: string, write: (character: string) => string): string {
	return text.replace(/[\ue000-\ue07f]/g, (one) => write(String.fromCharCode(one.charCodeAt(0) - 0xe000)));
}

const TAG = /(<br[ \t]*\/?>|\\n|<\/?(?:b|strong|i|em|u|s|del)>)/i;

/** A label for the library, which knows line breaks and simple emphasis. Blank labels are a hidden space. */
function label(text: string): string {
	const parts = text.trim().split(TAG);
	const written = parts.map((part, index) => {
		if (index % 2 === 0) return hidden(part, /[\w .,!?:=+@^$-]/);
		return /^(?:<br|\\n)/i.test(part) ? '<br/>' : part;
	});
	return written.join('').trim() || hide(' ');
}

/** The words of a label. */
function wordsOf(text: string): string {
	return text
		.split(TAG)
		.map((part, index) => (index % 2 === 0 ? part : /^(?:<br|\\n)/i.test(part) ? ' ' : ''))
		.join('');
}

/** A name for the library, which may not have spaces or signs. */
function name(text: string): string {
	return hidden(text, /\w/) || hide(' ');
}

/** Mermaid's codes for characters: `#35;`, `#quot;`, and those of HTML. */
function decoded(text: string, at: Line): string {
	return text.replace(/[#&](#?\w+);/g, (_, code: string) => {
		const number = /^#?(\d+)$/.exec(code)?.[1];
		const found = number === undefined ? ENTITIES[code] : String.fromCodePoint(Math.min(Number(number), 0x10ffff));
		if (found === undefined) throw new Unreadable(at);
		return found;
	});
}

const ENTITIES: Record<string, string | undefined> = {
	quot: '"',
	amp: '&',
	lt: '<',
	gt: '>',
	apos: "'",
	nbsp: ' ',
	semi: ';',
	colon: ':',
	num: '#',
};

/** A text as people read it: without quotes, and without the marks of a Markdown string. */
function textOf(written: string, at: Line): string {
	const quoted = /^"([^"]*)"$/.exec(written.trim())?.[1];
	const text = decoded(quoted ?? written.trim(), at);
	const markdown = quoted === undefined ? undefined : /^`([\s\S]*)`$/.exec(text)?.[1];
	// Icons and formulas are pictures, which the library lacks.
	if (/\bfa[bsrl]?:fa-|\$\$/.test(text)) throw new Unreadable(at);
	if (markdown === undefined) return text;
	return markdown.replace(/\*\*(.+?)\*\*/g, '<b>$1</b>').replace(/\*(.+?)\*/g, '<i>$1</i>');
}

function folded(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

/** The parts of an expression that a line matches as a whole. */
function matched(at: Line, pattern: RegExp): string[] | undefined {
	return pattern.exec(at.text.replace(/[ \t]*;$/, ''))?.map((part) => part ?? '');
}

/** Names for the library: `n1`, `n2`. */
class Names {
	readonly #known = new Map<string, string>();
	readonly #prefix: string;
	constructor(prefix: string) {
		this.#prefix = prefix;
	}
	of(id: string): string {
		const known = this.#known.get(id) ?? `${this.#prefix}${this.#known.size + 1}`;
		this.#known.set(id, known);
		return known;
	}
}

const NO_EDGES: ReadonlySet<number> = new Set();

/** How lines of colors, classes and styles begin: they have no words for readers. */
const LOOK = /^(?:style|linkStyle|classDef|class|cssClass)\s/;

/* ---------------------------------------------------------------- flowcharts */

interface FlowNode {
	label: string;
	shape: string;
	line: number;
}

type FlowStep =
	| { kind: 'chain'; groups: string[][]; links: FlowLink[]; line: number }
	| { kind: 'group'; id: string; title: string; line: number }
	| { kind: 'text'; text: string };

interface FlowLink {
	arrow: string;
	label: string;
}

/** Opening and closing signs of shapes → the library's form, with `_` for the label. The longest come first. */
const SHAPES: [open: string, close: string, form: string | undefined][] = [
	['(((', ')))', '(((_)))'],
	['((', '))', '((_))'],
	['([', '])', '([_])'],
	['(-', '-)', undefined],
	['[[', ']]', '[[_]]'],
	['[(', ')]', '[(_)]'],
	['[|', ']', undefined],
	['[/', '\\]', '[/_\\]'],
	['[\\', '/]', '[\\_/]'],
	['[/', '/]', undefined],
	['[\\', '\\]', undefined],
	['{{', '}}', '{{_}}'],
	['>', ']', '>_]'],
	['[', ']', '[_]'],
	['(', ')', '(_)'],
	['{', '}', '{_}'],
];

/** Names of shapes in `A@{ shape: … }` → the library's form. */
const NAMED_SHAPES: Record<string, string | undefined> = Object.fromEntries(
	Object.entries({
		'[_]': 'rect proc process rectangle',
		'(_)': 'rounded event',
		'([_])': 'stadium pill terminal',
		'((_))': 'circle circ',
		'{_}': 'diam diamond decision question',
		'{{_}}': 'hex hexagon prepare',
		'[(_)]': 'cyl cylinder database db',
		'(((_)))': 'dbl-circ double-circle',
		'[[_]]': 'fr-rect subprocess subproc subroutine framed-rectangle',
	}).flatMap(([form, names]) => names.split(' ').map((each) => [each, form])),
);

const FLOW_ID = /(?:[\p{L}\p{N}\p{M}_.$!*+'?/\\]|-(?![->.\s]|$)|=(?!=))+/uy;
const LINK = /\s*([xo<]?)(?:(--+)([-xo>])|(==+)([=xo>])|(-\.+-)([xo>]?)|~~~+)\s*/y;
const LINK_START = /\s*([xo<]?)(--|==|-\.)\s*/y;
const LINK_ENDS: Record<string, RegExp> = {
	'--': /\s*(--+)([-xo>])\s*/y,
	'==': /\s*(==+)([=xo>])\s*/y,
	'-.': /\s*(-?\.+-)([xo>]?)\s*/y,
};

/** Reads a line from left to right. */
class Scanner {
	position = 0;
	readonly at: Line;
	constructor(at: Line) {
		this.at = at;
	}
	take(pattern: RegExp): string[] | undefined {
		pattern.lastIndex = this.position;
		const found = pattern.exec(this.at.text);
		if (found) this.position += found[0].length;
		return found?.map((part) => part ?? '');
	}
	get rest(): string {
		return this.at.text.slice(this.position);
	}
	fail(): never {
		throw new Unreadable({ ...this.at, text: this.at.text });
	}
}

function readFlowchart(first: Line, lines: Line[]): Diagram {
	const header = /^(?:graph|flowchart)(?:-elk)?(?:\s+(TB|TD|BT|RL|LR|<|>|\^|v))?\s*(?:;|$)/.exec(first.text);
	if (!header) throw new Unreadable(first);
	const nodes = new Map<string, FlowNode>();
	const edgeIds = new Set<string>();
	const steps: FlowStep[] = [];
	for (const each of [{ ...first, text: first.text.slice(header[0].length) }, ...lines]) {
		const scanner = new Scanner(each);
		while (scanner.take(/[\s;]+/y) || scanner.rest !== '') {
			if (scanner.rest === '') break;
			steps.push(flowStep(scanner, nodes, edgeIds));
			if (scanner.rest !== '' && !/^\s*;/.test(scanner.rest)) scanner.fail();
		}
	}
	const direction = { '<': 'RL', '>': 'LR', '^': 'BT', v: 'TB' }[header[1] ?? ''] ?? header[1] ?? 'TB';
	return writeFlowchart(direction, steps, nodes);
}

function flowStep(scanner: Scanner, nodes: Map<string, FlowNode>, edgeIds: Set<string>): FlowStep {
	const { at } = scanner;
	if (scanner.take(/end(?=\s*(?:;|$))/y)) return { kind: 'text', text: 'end' };
	const direction = scanner.take(/direction\s+(TB|TD|BT|RL|LR)(?=\s*(?:;|$))/y);
	if (direction) return { kind: 'text', text: direction[0] ?? '' };
	const group = scanner.take(/subgraph\s+(?:([^\s[\]"]+)\s*\[("[^"]*"|[^\]"]*)\]|("[^"]*"|[^;[\]"]+))/y);
	if (group) {
		const [, id = '', named = '', plain = ''] = group;
		const title = textOf(named || plain, at);
		return { kind: 'group', id: id || title, title, line: at.line };
	}
	const look = scanner.take(/(?:style|linkStyle|classDef|class)\s[^;]*/y)?.[0];
	if (look !== undefined) return { kind: 'text', text: look };
	// A link of a node is more than a color: the library can't draw it.
	if (/^(?:click|callback)\s/.test(scanner.rest)) scanner.fail();
	const edge = scanner.take(/([^\s@;]+)@\{[^}]*\}/y);
	if (edge && edgeIds.has(edge[1] ?? '')) return { kind: 'text', text: '' };
	if (edge) scanner.position -= edge[0]?.length ?? 0;
	const groups = [flowGroup(scanner, nodes)];
	const links: FlowLink[] = [];
	while (scanner.rest.trim() !== '' && !/^\s*;/.test(scanner.rest)) {
		links.push(flowLink(scanner, edgeIds));
		groups.push(flowGroup(scanner, nodes));
	}
	return { kind: 'chain', groups, links, line: at.line };
}

/** The ids of `A[Oven] & B`. */
function flowGroup(scanner: Scanner, nodes: Map<string, FlowNode>): string[] {
	const ids: string[] = [];
	do {
		const id = scanner.take(FLOW_ID)?.[0] ?? scanner.fail();
		const { at } = scanner;
		const known = nodes.get(id);
		const shape = flowShape(scanner);
		if (shape || !known) nodes.set(id, { line: at.line, ...(shape ?? { label: id, shape: known?.shape ?? '[_]' }) });
		scanner.take(/:::[\w-]+/y);
		ids.push(id);
	} while (scanner.take(/\s*&\s*/y));
	return ids;
}

function flowShape(scanner: Scanner): Pick<FlowNode, 'label' | 'shape'> | undefined {
	const { at } = scanner;
	const named = scanner.take(/@\{\s*([^}]*?)\s*\}/y)?.[1];
	if (named !== undefined) {
		const pairs = [...named.matchAll(/([\w-]+)\s*:\s*("[^"]*"|[^,\s]+)\s*(?:,|$)\s*/g)];
		const table = Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value.replace(/^"(.*)"$/, '$1')]));
		const isRead = pairs.map(([whole]) => whole).join('') === named;
		const form = NAMED_SHAPES[table.shape ?? 'rect'];
		if (
			!isRead ||
			form === undefined ||
			table.label === undefined ||
			Object.keys(table).some((key) => !/^(?:shape|label)$/.test(key))
		)
			scanner.fail();
		return { label: textOf(`"${table.label}"`, at), shape: form };
	}
	const { rest } = scanner;
	for (const [open, close, form] of SHAPES) {
		if (!rest.startsWith(open)) continue;
		const inner = new RegExp(`^(\\s*"[^"]*"\\s*|[^"]*?)${literalPattern(close)}`).exec(rest.slice(open.length));
		const text = inner?.[1];
		// In a text without quotes, only these signs have no meaning.
		if (!inner || text === undefined || (!text.includes('"') && /[()[\]{}|]/.test(text))) continue;
		if (form === undefined) scanner.fail();
		scanner.position += open.length + inner[0].length;
		return { label: textOf(text, at), shape: form };
	}
	return undefined;
}

function flowLink(scanner: Scanner, edgeIds: Set<string>): FlowLink {
	const id = scanner.take(/\s*([^\s@"]+)@(?=[-=<xo.~])/y)?.[1];
	if (id !== undefined) edgeIds.add(id);
	const { at } = scanner;
	const link = scanner.take(LINK);
	if (link) {
		const [, start = '', solid, solidEnd, thick, thickEnd, , dottedEnd] = link;
		if ((link[0] ?? '').includes('~')) return { arrow: '', label: '' };
		const kind = solid ? '--' : thick ? '==' : '-.';
		const written = scanner.take(/\|\s*("[^"]*"|[^|"]*)\|\s*/y)?.[1] ?? '';
		return {
			arrow: flowArrow(scanner, start, kind, solidEnd || thickEnd || dottedEnd || ''),
			label: textOf(written, at),
		};
	}
	const [, start = '', kind = ''] = scanner.take(LINK_START) ?? scanner.fail();
	const words = scanner.take(/"[^"]*"/y)?.[0];
	if (words !== undefined) {
		const end = LINK_ENDS[kind] && scanner.take(LINK_ENDS[kind]);
		return { arrow: flowArrow(scanner, start, kind, end?.[2] ?? scanner.fail()), label: textOf(words, at) };
	}
	const from = scanner.position;
	for (let to = from + 1; to < at.text.length; to++) {
		scanner.position = to;
		const end = LINK_ENDS[kind] && scanner.take(LINK_ENDS[kind]);
		if (!end) continue;
		return { arrow: flowArrow(scanner, start, kind, end[2] ?? ''), label: textOf(at.text.slice(from, to), at) };
	}
	return scanner.fail();
}

/** The library's arrow; it has no crosses and circles. */
function flowArrow(scanner: Scanner, start: string, kind: string, end: string): string {
	const head = end === '>';
	if (/[xo]/.test(start + end) || (start === '<' && !head)) scanner.fail();
	const [line, arrow] = { '--': ['---', '-->'], '==': ['===', '==>'], '-.': ['-.-', '-.->'] }[kind] ?? [];
	return start + ((head ? arrow : line) ?? '');
}

function writeFlowchart(direction: string, steps: FlowStep[], nodes: Map<string, FlowNode>): Diagram {
	const groups = new Set(steps.flatMap((step) => (step.kind === 'group' ? [step.id] : [])));
	const names = new Names('n');
	// Each node → whether it was named in a group. The library puts a node into the group that names it with its label.
	const placed = new Map<string, boolean>();
	const words: DrawnText[] = [];
	const edges: string[] = [];
	const text = [`flowchart ${direction}`];
	let depth = 0;
	const written = (id: string): string => {
		const node = nodes.get(id);
		const known = placed.get(id);
		if (!node || groups.has(id) || known === true || (known === false && depth === 0)) return names.of(id);
		placed.set(id, depth > 0);
		if (known === undefined) words.push({ text: wordsOf(node.label), line: node.line });
		return names.of(id) + node.shape.replace('_', () => label(node.label));
	};
	for (const step of steps) {
		if (step.kind === 'text') {
			if (step.text === 'end') depth--;
			text.push(renamed(step.text, (id) => names.of(id)));
		} else if (step.kind === 'group') {
			depth++;
			words.push({ text: wordsOf(step.title), line: step.line });
			text.push(`subgraph ${names.of(step.id)} [${label(step.title)}]`);
		} else {
			const group = (index: number): string => (step.groups[index] ?? []).map(written).join(' & ');
			let line = group(0);
			for (const [index, { arrow, label: about }] of step.links.entries()) {
				if (arrow === '') {
					text.push(line);
					line = group(index + 1);
					continue;
				}
				for (const from of step.groups[index] ?? [])
					for (const to of step.groups[index + 1] ?? []) {
						edges.push(`${names.of(from)} ${names.of(to)}`);
						if (about !== '') words.push({ text: wordsOf(about), line: step.line });
					}
				line += ` ${arrow}${about === '' ? '' : `|${label(about)}|`} ${group(index + 1)}`;
			}
			text.push(line);
		}
	}
	return { text: text.join('\n'), words, edges, bare: NO_EDGES };
}

/** A line of colors and classes with the library's names. */
function renamed(line: string, nameOf: (id: string) => string): string {
	const [, what = '', ids = '', rest = ''] = /^(style|class)\s+([^\s,]+(?:\s*,\s*[^\s,]+)*)\s+(.+)$/.exec(line) ?? [];
	if (what === '') return line;
	return `${what} ${ids
		.split(/\s*,\s*/)
		.map(nameOf)
		.join(',')} ${rest.trim()}`;
}

/* ---------------------------------------------------------------- states */

function readStates(first: Line, lines: Line[]): Diagram {
	if (!/^stateDiagram(?:-v2)?\s*;?$/.test(first.text)) throw new Unreadable(first);
	const ID = '[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_])?';
	const STATE = new RegExp(`^state\\s+(?:"([^"]*)"\\s+as\\s+)?(${ID})(?::::[\\w-]+)?\\s*(\\{?)$`, 'u');
	const MOVE = new RegExp(
		`^(\\[\\*\\]|${ID})(?::::[\\w-]+)?\\s*-->\\s*(\\[\\*\\]|${ID})(?::::[\\w-]+)?(?:\\s*:\\s*(.+))?$`,
		'u',
	);
	const ABOUT = new RegExp(`^(${ID})(?::::[\\w-]+)?(?:\\s*:\\s*(.+))?$`, 'u');
	const names = new Names('s');
	const labels = new Map<string, DrawnText>();
	const composites = new Set<string>();
	const steps: { mentions: string[]; write: () => string }[] = [];
	const words: DrawnText[] = [];
	const edges: string[] = [];
	const mention = (id: string, at: Line, text?: string): void => {
		if (text !== undefined && labels.get(id)?.line !== undefined && labels.get(id)?.text !== id)
			throw new Unreadable(at);
		if (text !== undefined || !labels.has(id)) labels.set(id, { text: text ?? id, line: at.line });
	};
	let depth = 0;
	for (const at of lines) {
		if (LOOK.test(at.text) || /^hide empty description$/.test(at.text)) continue;
		if (at.text === '}') {
			if (--depth < 0) throw new Unreadable(at);
			steps.push({ mentions: [], write: () => '}' });
			continue;
		}
		const direction = matched(at, /^direction\s+(?:TB|TD|BT|RL|LR)$/);
		const state = direction ? undefined : matched(at, STATE);
		const move = state || direction ? undefined : matched(at, MOVE);
		const about = state || move || direction ? undefined : matched(at, ABOUT);
		if (direction) steps.push({ mentions: [], write: () => at.text });
		else if (state) {
			const [, text = '', id = '', brace] = state;
			mention(id, at, text === '' ? undefined : textOf(text, at));
			if (brace !== '{') steps.push({ mentions: [id], write: () => '' });
			else {
				depth++;
				composites.add(id);
				steps.push({ mentions: [], write: () => `state "${label(labels.get(id)?.text ?? '')}" as ${names.of(id)} {` });
			}
		} else if (move) {
			const [, from = '', to = '', text = ''] = move;
			const ends = [from, to].filter((id) => id !== '[*]');
			for (const id of ends) mention(id, at);
			const end = (id: string): string => (id === '[*]' ? id : names.of(id));
			const shown = text === '' ? '' : textOf(text, at);
			if (shown !== '') words.push({ text: wordsOf(shown), line: at.line });
			edges.push(`${end(from)} ${end(to)}`);
			steps.push({
				mentions: ends,
				write: () => `${end(from)} --> ${end(to)}${shown === '' ? '' : ` : ${label(shown)}`}`,
			});
		} else if (about) {
			const [, id = '', text = ''] = about;
			mention(id, at, text === '' ? undefined : textOf(text, at));
			steps.push({ mentions: [id], write: () => '' });
		} else throw new Unreadable(at);
	}
	if (depth !== 0) throw new Unreadable(lines.at(-1) ?? first);
	const declared = new Set<string>();
	const text = steps.flatMap(({ mentions, write }) => [
		...mentions.flatMap((id) => {
			if (declared.has(id) || composites.has(id)) return [];
			declared.add(id);
			return [`state "${label(labels.get(id)?.text ?? '')}" as ${names.of(id)}`];
		}),
		write(),
	]);
	const own = [...labels.values()].map((word) => ({ ...word, text: wordsOf(word.text) }));
	return { text: ['stateDiagram-v2', ...text].join('\n'), words: [...own, ...words], edges, bare: NO_EDGES };
}

/* ---------------------------------------------------------------- sequences */

const ACTOR = '[^\\s<>:+,;|\\\\@-](?:[^<>:+,;|\\\\@]*?[^\\s<>:+,;|\\\\@-])?';
const MESSAGE = new RegExp(
	`^(${ACTOR}?)\\s*(<<-->>|<<->>|-->>|->>|--x|-x|--\\)|-\\)|-->|->)\\s*([+-]?)\\s*(${ACTOR})\\s*:\\s*(.+)$`,
);

function readSequence(first: Line, lines: Line[]): Diagram {
	if (!/^sequenceDiagram\s*;?$/.test(first.text)) throw new Unreadable(first);
	const names = new Names('p');
	const actors = new Map<string, DrawnText & { kind: string }>();
	const words: DrawnText[] = [];
	const edges: string[] = [];
	const bare = new Set<number>();
	const steps: string[] = [];
	const last: { from: string; to: string; step: number }[] = [];
	let title: string | undefined;
	let number: number | undefined;
	const blocks: string[] = [];
	const actor = (id: string, at: Line): string => {
		if (!actors.has(id)) actors.set(id, { text: id, line: at.line, kind: 'participant' });
		return names.of(id);
	};
	const word = (text: string, { line }: Line): void => void words.push({ text: wordsOf(text), line });
	for (const at of lines) {
		const named = matched(at, new RegExp(`^(participant|actor)\\s+(${ACTOR}?)(?:\\s+as\\s+(.+))?$`));
		const note = named ? undefined : matched(at, /^note\s+(left of|right of|over)\s+([^:]+?)\s*:\s*(.+)$/i);
		const block = matched(at, /^(loop|alt|opt|par|critical|break|else|and)(?:\s+(.+))?$/);
		const message = named || note || block ? undefined : matched(at, MESSAGE);
		const activity = matched(at, new RegExp(`^(activate|deactivate)\\s+(${ACTOR})$`));
		const heading = matched(at, /^title\s*:?\s+(.+)$/);
		if (named) {
			const [, kind = '', id = '', text = ''] = named;
			actors.set(id, { text: text === '' ? id : textOf(text, at), line: at.line, kind });
			names.of(id);
		} else if (heading) title = textOf(heading[1] ?? '', at);
		else if (at.text === 'autonumber') number = 1;
		else if (note) {
			const [, where = '', over = '', text = ''] = note;
			const shown = textOf(text, at);
			const ids = over.split(/\s*,\s*/).map((id) => actor(id, at));
			word(shown, at);
			steps.push(`Note ${where.toLowerCase()} ${ids.join(',')}: ${label(shown)}`);
		} else if (block) {
			const [, kind = '', text = ''] = block;
			const isPart = kind === 'else' || kind === 'and';
			if (isPart !== (blocks.length > 0 && /^(?:alt|par)$/.test(blocks.at(-1) ?? '') && isPart))
				throw new Unreadable(at);
			if (!isPart) blocks.push(kind);
			const shown = text === '' ? '' : textOf(text, at);
			word(`${isPart ? '' : kind}${shown === '' ? '' : `[${shown}]`}`, at);
			steps.push(`${kind} ${shown === '' ? '' : label(shown)}`.trim());
		} else if (at.text === 'end') {
			if (blocks.pop() === undefined) throw new Unreadable(at);
			steps.push('end');
		} else if (activity) {
			// The library has no line for it: the message before it can say the same.
			const before = last.at(-1);
			const isOn = activity[1] === 'activate';
			const mark = isOn ? '+' : '-';
			const step = before && steps[before.step];
			const id = names.of(activity[2] ?? '');
			if (!before || !step || before.step !== steps.length - 1 || (isOn ? before.to : before.from) !== id)
				throw new Unreadable(at);
			if (!/ [+-]/.test(step)) steps[before.step] = step.replace(' ', ` ${mark}`);
			else throw new Unreadable(at);
		} else if (message) {
			const [, from = '', arrow = '', mark = '', to = '', text = ''] = message;
			if (!Object.hasOwn(MESSAGES, arrow)) throw new Unreadable(at);
			if (MESSAGES[arrow]?.isBare) bare.add(edges.length);
			const shown = `${number === undefined ? '' : `${number++}. `}${textOf(text.replace(/^(?:no)?wrap:\s*/, ''), at)}`;
			word(shown, at);
			const [a, b] = [actor(from, at), actor(to, at)];
			last.push({ from: a, to: b, step: steps.length });
			edges.push(`${a} ${b}`);
			steps.push(`${a}${MESSAGES[arrow]?.form} ${mark}${b}: ${label(shown)}`);
		} else throw new Unreadable(at);
	}
	if (blocks.length > 0) throw new Unreadable(lines.at(-1) ?? first);
	const declared = [...actors].map(([id, { kind, text }]) => `${kind} ${names.of(id)} as ${label(text)}`);
	const own = [...actors.values()].map(({ text, line }) => ({ text: wordsOf(text), line }));
	return {
		text: ['sequenceDiagram', ...declared, ...steps].join('\n'),
		words: [...own, ...words],
		edges,
		bare,
		...(title === undefined ? {} : { title }),
	};
}

/** Arrows of messages, and the library's. It has no crosses, and none with two heads. */
const MESSAGES: Record<string, { form: string; isBare?: true } | undefined> = {
	'->>': { form: '->>' },
	'-->>': { form: '-->>' },
	'-)': { form: '-)' },
	'--)': { form: '--)' },
	'->': { form: '-)', isBare: true },
	'-->': { form: '--)', isBare: true },
};

/* ---------------------------------------------------------------- classes */

interface ClassBox extends DrawnText {
	annotation: string;
	members: string[];
	words: DrawnText[];
}

/** Relations that the library draws; those without a head get one, which is removed. */
const RELATIONS = new Set('<|-- --|> <|.. ..|> *-- --* o-- --o --> <-- ..> <..'.split(' '));

function readClasses(first: Line, lines: Line[]): Diagram {
	if (!/^classDiagram(?:-v2)?\s*;?$/.test(first.text)) throw new Unreadable(first);
	const ID = '(`[^`]+`|[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_])?)(?:~([^~]+(?:~[^~]+~)?)~)?(?::::[\\w-]+)?';
	const CLASS = new RegExp(`^class\\s+${ID}\\s*(?:\\["([^"]*)"\\])?(?:\\s*<<([^<>]+)>>)?\\s*(\\{?)\\s*(\\}?)$`, 'u');
	const RELATION = new RegExp(
		`^${ID}\\s*(?:"([^"]*)")?\\s*((?:<\\||\\*|o(?=-|\\.)|<)?(?:--|\\.\\.)(?:\\|>|\\*|o(?=[\\s"])|>)?)\\s*(?:"([^"]*)")?\\s*${ID}(?:\\s*:\\s*(.+))?$`,
		'u',
	);
	const boxes = new Map<string, ClassBox>();
	const relations: (() => string)[] = [];
	const edges: (() => string)[] = [];
	const words: DrawnText[] = [];
	const bare = new Set<number>();
	const box = (id: string, generic: string, { line }: Line): ClassBox => {
		const text = id.replace(/^`|`$/g, '');
		const known = boxes.get(text) ?? { text, line, annotation: '', members: [], words: [] };
		boxes.set(text, known);
		if (generic !== '') known.text = `${text}<${generics(generic)}>`;
		return known;
	};
	let open: ClassBox | undefined;
	for (const at of lines) {
		if (open) {
			const annotation = matched(at, /^<<([^<>]+)>>$/)?.[1];
			if (at.text === '}') open = undefined;
			else if (annotation !== undefined) annotate(open, annotation, at);
			else if (/[{}]/.test(at.text)) throw new Unreadable(at);
			else addMember(open, at.text, at);
			continue;
		}
		const declared = matched(at, CLASS);
		const related = declared ? undefined : matched(at, RELATION);
		const member = related ? undefined : matched(at, new RegExp(`^${ID}\\s*:\\s*(.+)$`, 'u'));
		const annotation = matched(at, new RegExp(`^<<([^<>]+)>>\\s+${ID}$`, 'u'));
		if (declared) {
			const [, id = '', generic = '', text = '', note = '', brace, closed] = declared;
			const found = box(id, generic, at);
			if (text !== '') found.text = textOf(text, at);
			if (note !== '') annotate(found, note, at);
			if (brace === '{' && closed !== '}') open = found;
		} else if (related) {
			const [, a = '', generic = '', one = '', arrow = '', other = '', b = '', generic2 = '', text = ''] = related;
			const isBare = arrow === '--' || arrow === '..';
			if (!isBare && !RELATIONS.has(arrow)) throw new Unreadable(at);
			const [from, to] = [box(a, generic, at), box(b, generic2, at)];
			if (isBare) bare.add(edges.length);
			const shown = text === '' ? '' : textOf(text, at);
			for (const each of [one, other, shown]) if (each !== '') words.push({ text: wordsOf(each), line: at.line });
			const card = (of: string): string => (of === '' ? '' : ` "${label(of)}"`);
			edges.push(() => `${name(from.text)} ${name(to.text)}`);
			relations.push(
				() =>
					`${name(from.text)}${card(one)} ${isBare ? `${arrow}>` : arrow}${card(other)} ${name(to.text)}${shown === '' ? '' : ` : ${label(shown)}`}`,
			);
		} else if (annotation) annotate(box(annotation[2] ?? '', annotation[3] ?? '', at), annotation[1] ?? '', at);
		else if (member) addMember(box(member[1] ?? '', member[2] ?? '', at), member[3] ?? '', at);
		else if (!LOOK.test(at.text) && !/^direction\s/.test(at.text)) throw new Unreadable(at);
	}
	if (open) throw new Unreadable(lines.at(-1) ?? first);
	const all = [...boxes.values()];
	const text = all.flatMap(({ text: shown, annotation, members }) => [
		`class ${name(shown)} {`,
		...(annotation === '' ? [] : [`<<${annotation}>>`]),
		...members,
		'}',
	]);
	return {
		text: ['classDiagram', ...text, ...relations.map((write) => write())].join('\n'),
		words: [...all.flatMap((each) => [{ text: each.text, line: each.line }, ...each.words]), ...words],
		edges: edges.map((edge) => edge()),
		bare,
	};
}

/** `List~int~` → `List<int>`. */
function generics(text: string): string {
	return text.replace(/~([^~]*)~/g, '<$1>');
}

function annotate(box: ClassBox, text: string, at: Line): void {
	if (box.annotation !== '' || !/^\w+$/.test(text)) throw new Unreadable(at);
	box.annotation = text;
	box.words.push({ text: `<<${text}>>`, line: at.line });
}

/** Adds a member: an attribute as it is written, or a method with its type after a colon, as Mermaid shows it. */
function addMember(box: ClassBox, written: string, at: Line): void {
	const [, sign = '', rest = ''] = /^([+\-#~]?)\s*(.*?)\s*;?$/.exec(decoded(written, at)) ?? [];
	const [, called, args = '', mark = '', type = '', end = ''] =
		/^([^()]+)\(([^()]*)\)\s*([$*]?)\s*:?\s*(.*?)([$*]?)$/.exec(rest) ?? [];
	if (called === undefined) {
		const [, shown = '', style = ''] = /^(.*?)([$*]?)$/.exec(generics(rest)) ?? [];
		if (shown === '' || /[()]/.test(shown)) throw new Unreadable(at);
		box.members.push(sign + name(shown) + style);
		box.words.push({ text: sign + shown, line: at.line });
		return;
	}
	const [shown, inner, result] = [called.trim(), args.trim(), type.trim()].map(generics) as [string, string, string];
	box.members.push(
		`${sign}${name(shown)}${mark || end}(${inner === '' ? '' : name(inner)}) ${result === '' ? '' : name(result)}`.trim(),
	);
	box.words.push({ text: `${sign}${shown}(${inner})${result === '' ? '' : `:${result}`}`, line: at.line });
}

/* ---------------------------------------------------------------- entities */

function readEntities(first: Line, lines: Line[]): Diagram {
	if (!/^erDiagram\s*;?$/.test(first.text)) throw new Unreadable(first);
	const ID = '("[^"]+"|[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_-]*[\\p{L}\\p{N}_])?)(?::::[\\w-]+)?';
	const ENTITY = new RegExp(`^${ID}(?:\\s*\\[\\s*("[^"]*"|[^\\]"]+?)\\s*\\])?\\s*(\\{?)\\s*(\\}?)$`, 'u');
	const RELATION = new RegExp(
		`^${ID}\\s*(\\|o|\\|\\||\\}o|\\}\\|)(--|\\.\\.)(o\\||\\|\\||o\\{|\\|\\{)\\s*${ID}(?:\\s*:\\s*(.*))?$`,
		'u',
	);
	const ROW =
		/^([\p{L}\p{N}_\-()[\]*.,~<>]+)\s+([\p{L}\p{N}_\-()[\]*.]+)\s*((?:\s+|,\s*)?(?:PK|FK|UK)(?:\s*,\s*(?:PK|FK|UK))*)?\s*(?:"([^"]*)")?$/u;
	const entities = new Map<string, DrawnText & { rows: string[]; words: DrawnText[] }>();
	const relations: (() => string)[] = [];
	const edges: (() => string)[] = [];
	const words: DrawnText[] = [];
	const entity = (id: string, { line }: Line) => {
		const known = entities.get(id) ?? { text: id.replace(/^"|"$/g, ''), line, rows: [], words: [] };
		entities.set(id, known);
		return known;
	};
	let open: ReturnType<typeof entity> | undefined;
	for (const at of lines) {
		if (open) {
			if (at.text === '}') open = undefined;
			else {
				const [, type = '', called = '', keys = '', comment = ''] = matched(at, ROW) ?? [];
				if (type === '') throw new Unreadable(at);
				// The library shows a comment only under the pointer.
				const shown = comment === '' ? called : `${called} "${decoded(comment, at)}"`;
				const marks = keys.trim().split(/\s*,\s*/);
				open.rows.push(`${name(type)} ${name(shown)} ${marks.join(' ')}`.trim());
				for (const text of [type, shown, marks.join(',')]) open.words.push({ text, line: at.line });
			}
			continue;
		}
		const declared = matched(at, ENTITY);
		const related = declared ? undefined : matched(at, RELATION);
		if (declared && !LOOK.test(at.text)) {
			const [, id = '', text = '', brace, closed] = declared;
			const found = entity(id, at);
			if (text !== '') found.text = textOf(text, at);
			if (brace === '{' && closed !== '}') open = found;
		} else if (related) {
			const [, a = '', left = '', line = '', right = '', b = '', text = ''] = related;
			const [from, to] = [entity(a, at), entity(b, at)];
			const shown = text === '' ? '' : textOf(text, at);
			words.push({ text: wordsOf(shown), line: at.line });
			edges.push(() => `${name(from.text)} ${name(to.text)}`);
			relations.push(() => `${name(from.text)} ${left}${line}${right} ${name(to.text)} : ${label(shown)}`);
		} else if (!LOOK.test(at.text) && !/^direction\s/.test(at.text)) throw new Unreadable(at);
	}
	if (open) throw new Unreadable(lines.at(-1) ?? first);
	const all = [...entities.values()];
	const text = all.flatMap(({ text: shown, rows }) => [`${name(shown)} {`, ...rows, '}']);
	return {
		text: ['erDiagram', ...text, ...relations.map((write) => write())].join('\n'),
		words: [...all.flatMap((each) => [{ text: each.text, line: each.line }, ...each.words]), ...words],
		edges: edges.map((edge) => edge()),
		bare: NO_EDGES,
	};
}

/* ---------------------------------------------------------------- charts */

function readChart(first: Line, lines: Line[]): Diagram {
	const header = /^xychart(?:-beta)?(?:\s+(horizontal|vertical))?\s*;?$/.exec(first.text);
	if (!header) throw new Unreadable(first);
	const words: DrawnText[] = [];
	const text = [`xychart-beta ${header[1] ?? ''}`.trim()];
	const word = (written: string, at: Line): string => {
		if (written === '') return '';
		const shown = textOf(written, at);
		words.push({ text: shown, line: at.line });
		return `"${hidden(shown, /[\w .!?:=+@^$-]/)}" `;
	};
	const NUMBER = '[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)';
	const AXIS = new RegExp(
		`^([xy])-axis(?:\\s+("[^"]*"|[^\\s"[\\]]*[\\p{L}_][^\\s"[\\]]*))?(?:\\s*\\[([^\\]]*)\\]|\\s+(${NUMBER})\\s*-->\\s*(${NUMBER}))?$`,
		'u',
	);
	let categories: number | undefined;
	for (const at of lines) {
		const title = matched(at, /^title\s+("[^"]*"|\S+)$/)?.[1];
		const axis = matched(at, AXIS);
		const values = matched(at, new RegExp(`^(bar|line)\\s*\\[\\s*(${NUMBER}(?:\\s*,\\s*${NUMBER})*)\\s*\\]$`));
		if (title !== undefined) text.push(`title ${word(title, at)}`.trim());
		else if (axis) {
			const [, side = '', named = '', list = '', from = '', to = ''] = axis;
			const own = word(named, at);
			const each = list === '' ? [] : list.match(/\s*(?:"[^"]*"|[^,"]+)\s*/g)?.map((one) => textOf(one, at));
			if (!each || (side === 'y' && list !== '')) throw new Unreadable(at);
			for (const one of each) words.push({ text: one, line: at.line });
			if (list !== '') categories = each.length;
			const scale = list === '' ? '' : `[${each.map((one) => hidden(one, /[\w .!?:=+@^$-]/)).join(',')}]`;
			if (from !== '' || scale !== '' || side === 'y')
				text.push(`${side}-axis ${own}${from === '' ? scale : `${Number(from)} --> ${Number(to)}`}`.trim());
			else if (own !== '') throw new Unreadable(at);
		} else if (values) {
			const numbers = (values[2] ?? '').split(',').map(Number);
			if (categories !== undefined && numbers.length !== categories) throw new Unreadable(at);
			text.push(`${values[1]} [${numbers.join(', ')}]`);
		} else throw new Unreadable(at);
	}
	return { text: text.join('\n'), words, edges: [], bare: NO_EDGES, hasScale: true };
}

const KINDS: Record<string, ((first: Line, lines: Line[]) => Diagram) | undefined> = {
	graph: readFlowchart,
	flowchart: readFlowchart,
	'flowchart-elk': readFlowchart,
	stateDiagram: readStates,
	'stateDiagram-v2': readStates,
	sequenceDiagram: readSequence,
	classDiagram: readClasses,
	'classDiagram-v2': readClasses,
	erDiagram: readEntities,
	xychart: readChart,
	'xychart-beta': readChart,
};
