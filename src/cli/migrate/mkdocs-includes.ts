/**
 * Inserts the files that pages of MkDocs include, as its preprocessors do: pymdownx.snippets, markdown-include, the plugin
 * include-markdown, and FastAPI's macro. Code from a whole file becomes a reference to the file, all else a copy.
 */

/** A file that a page includes. */
export interface Included {
	/** Path from the page's folder. */
	path: string;
	text: string;
}

/** Finds the file of an include; undefined if there is none. */
export type FindFile = (name: string) => Included | undefined;

/** The text in place of an include. */
type Found = { kind: 'file'; path: string } | { kind: 'lines'; lines: string[] };

const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const SNIPPET = /^-+8<-+[ \t]+(["'])(.+?)\1$/;
const SNIPPETS = /^-+8<-+$/;
const MARKDOWN_INCLUDE = /^\{!>?\s*([^{}!\n]+?)\s*!\}$/;
const PLUGIN = /^\{%-?\s*include(?:-markdown)?\s+(["'])(.+?)\1([^%]*)%\}$/;
const MACRO = /^\{\*\s*(\S+?)\s*((?:(?:hl|ln)\[[^\]]*\]\s*|title\[[^\]]*\]\s*)*)\*\}$/;
/** The comment that starts or ends a section of a file. */
const SECTION = /-+8<-+[ \t]+\[[ \t]*(start|end)[ \t]*:[ \t]*([\w-]+)[ \t]*\]/i;

/** Includes that include themselves have no end. */
const MAX_DEPTH = 10;

/** The text with what it includes. */
export function withIncludes(text: string, find: FindFile, depth = 0): string {
	if (depth > MAX_DEPTH || !/8<|\{[!*%]/.test(text)) return text;
	const lines = text.split('\n');
	const result: string[] = [];
	let fence = '';
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? '';
		const [pad = ''] = /^[ \t]*/.exec(line) ?? [];
		const [, marks = ''] = FENCE.exec(line) ?? [];
		const isEdge = marks !== '' && (fence === '' || (marks.startsWith(fence) && line.trim() === marks));
		if (isEdge) fence = fence === '' ? marks : '';
		const isOnly = fence !== '' && FENCE.test(lines[at - 1] ?? '') && FENCE.test(lines[at + 1] ?? '');
		const end = SNIPPETS.test(line.trim())
			? lines.findIndex((other, index) => index > at && SNIPPETS.test(other.trim()))
			: -1;
		const names = lines.slice(at + 1, end).map((name) => name.trim());
		const found = end < 0 ? foundIn(line.trim(), find, fence !== '') : all(names.map((name) => part(name, find)));
		if (!found || isEdge) {
			result.push(line);
			continue;
		}
		if (end >= 0) at = end;
		if (found.kind === 'file' && isOnly) result.push(`${result.pop() ?? ''} file=${found.path}`);
		else {
			const own = found.kind === 'lines' ? found.lines : linesOf(find(found.path)?.text ?? '');
			const inner = fence === '' ? withIncludes(own.join('\n'), find, depth + 1).split('\n') : own;
			result.push(...inner.map((each) => (each === '' ? '' : pad + each)));
		}
	}
	return result.join('\n');
}

function foundIn(line: string, find: FindFile, isCode: boolean): Found | undefined {
	const [, , snippet] = SNIPPET.exec(line) ?? [];
	if (snippet !== undefined) return part(snippet, find);
	const [, name] = MARKDOWN_INCLUDE.exec(line) ?? [];
	if (name !== undefined) return whole(find(name));
	const [, , file = '', options = ''] = PLUGIN.exec(line) ?? [];
	if (file !== '') return between(find(file), options);
	const [, source = '', settings = ''] = isCode ? [] : (MACRO.exec(line) ?? []);
	return source === '' ? undefined : fenced(find(source), settings);
}

/** All of several parts, if all exist. */
function all(parts: (Found | undefined)[]): Found | undefined {
	const lists = parts.flatMap((one) => (one?.kind === 'lines' ? [one.lines] : []));
	return parts.length === 0 || lists.length < parts.length ? undefined : { kind: 'lines', lines: lists.flat() };
}

function whole(file: Included | undefined): Found | undefined {
	if (!file) return undefined;
	const { path, text } = file;
	return SECTION.test(text) || /\.(?:md|txt)$/.test(path)
		? { kind: 'lines', lines: linesOf(text) }
		: { kind: 'file', path };
}

/** `file.py`, `file.py:section`, `file.py:4:6,8:9`. */
function part(name: string, find: FindFile): Found | undefined {
	const [, file = name, lines, section] =
		/^(.+?)(?::(-?\d*(?::-?\d*)?(?:,-?\d*(?::-?\d*)?)*)|:([a-z][\w-]*))$/i.exec(name) ?? [];
	const included = find(file);
	if (!included || (lines === undefined && section === undefined)) return whole(included);
	const own = included.text.replace(/\n$/, '').split('\n');
	if (lines !== undefined) {
		const ranges = lines.split(',').map((range) => range.split(':'));
		const picked = ranges.flatMap(([from = '', to = '']) =>
			own.slice(from ? Number(from) - 1 : 0, to ? Number(to) : undefined),
		);
		return { kind: 'lines', lines: picked.filter((line) => !SECTION.test(line)) };
	}
	const picked: string[] = [];
	let isIn = false;
	let isThere = false;
	for (const line of own) {
		const [, edge, called] = SECTION.exec(line) ?? [];
		if (edge !== undefined && called === section) isIn = edge.toLowerCase() === 'start';
		else if (edge === undefined && isIn) picked.push(line);
		isThere ||= isIn;
	}
	return isThere ? { kind: 'lines', lines: picked } : undefined;
}

/** The part of a file between the texts `start` and `end` of the plugin's options. */
function between(file: Included | undefined, options: string): Found | undefined {
	if (!file) return undefined;
	const option = (name: string): string | undefined => new RegExp(`\\b${name}=(["'])(.*?)\\1`, 's').exec(options)?.[2];
	const [start, end] = [option('start'), option('end')];
	const from = start === undefined ? 0 : file.text.indexOf(start);
	const after = start === undefined || from < 0 ? file.text : file.text.slice(from + start.length);
	const to = end === undefined ? -1 : after.indexOf(end);
	return { kind: 'lines', lines: (to < 0 ? after : after.slice(0, to)).trim().split('\n') };
}

/** A fence with a file, or some of its lines: `hl[2,4] ln[1:3] title["main.py"]`. */
function fenced(file: Included | undefined, settings: string): Found | undefined {
	if (!file) return undefined;
	const setting = (name: string): string | undefined => new RegExp(`\\b${name}\\[([^\\]]*)\\]`).exec(settings)?.[1];
	const lines = setting('ln')
		?.replace(/(\d+)(?=,|$)/g, '$1:$1')
		.replace(/:\d+:/g, ':');
	const picked = lines === undefined ? undefined : part(`${file.path}:${lines}`, () => file);
	const title = setting('title')?.replace(/^["']|["']$/g, '');
	const words = [
		/\.(\w+)$/.exec(file.path)?.[1] ?? 'text',
		...(picked ? [] : [`file=${file.path}`]),
		...(setting('hl') === undefined ? [] : [`{${setting('hl')?.replaceAll(':', '-')}}`]),
		...(title === undefined ? [] : [`title="${title}"`]),
	];
	return {
		kind: 'lines',
		lines: [`\`\`\`${words.join(' ')}`, ...(picked?.kind === 'lines' ? picked.lines : []), '```'],
	};
}

/** The lines of a file, without the comments that delimit sections. */
function linesOf(text: string): string[] {
	return text
		.replace(/\n$/, '')
		.split('\n')
		.filter((line) => !SECTION.test(line));
}
