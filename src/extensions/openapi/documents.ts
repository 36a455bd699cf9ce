/** The files of a description: YAML and JSON as plain data, with the place of each value, and `$ref` over files. */
import { posix } from 'node:path';
import { isNode, LineCounter, type Node, parseDocument } from 'yaml';
import type { Diagnostic } from '../../content/model/diagnostic.ts';
import { hashOf } from '../../content/model/hash.ts';
import { isRecord, nearest } from '../../content/model/schema.ts';

export type Data = Record<string, unknown>;

/** Reads a file; `refused` says why authors may not use it. */
export type FileText = (name: string) => { text?: string; refused?: string };

/** Where an object or a list is written. */
interface Owner {
	file: string;
	/** None for the whole file. */
	parent?: object;
	key: string;
}

interface Source {
	text: string;
	data: unknown;
	/** Reads the file with places: it takes ten times as long, and only findings need it. */
	places(): { root: Node | null; lines: LineCounter };
}

/** Aliases that a YAML file may have: a few lines of them can stand for billions of values. */
const MAX_ALIASES = 1000;

export class Documents {
	readonly findings: Diagnostic[] = [];
	/** Hashes of the files that were looked for; null for one that isn't there. */
	readonly reads: Record<string, string | null> = {};
	private readonly sources = new Map<string, Source | undefined>();
	private readonly owners = new Map<object, Owner>();
	private readonly bad = new Set<object>();
	private readonly told = new Map<object, Set<string>>();

	constructor(private readonly read: FileText) {}

	/** The data of a file; undefined if it can't be read, which is reported at `from`, the value that names it. */
	open(file: string, from: Partial<Diagnostic> & { code: string }): unknown {
		if (!this.sources.has(file)) this.sources.set(file, this.load(file, from));
		return this.sources.get(file)?.data;
	}

	private load(file: string, from: Partial<Diagnostic> & { code: string }): Source | undefined {
		const { text: written, refused } = this.read(file);
		this.reads[file] = written === undefined ? null : hashOf(written);
		const report = (finding: Partial<Diagnostic> & { message: string }): undefined =>
			void this.findings.push({ severity: 'error', ...from, ...finding });
		if (refused !== undefined)
			return report({
				message: `${file} is outside of content/ and the folders of "include".`,
				hint: 'Move it into content/, or name its folder in "include".',
			});
		if (written === undefined)
			return report({
				message: `The file ${file} doesn't exist.`,
				hint: 'Correct the path.',
			});
		const text = written.replace(/^\uFEFF/, '');
		let parsed: ReturnType<Source['places']> | undefined;
		const places = (): ReturnType<Source['places']> => {
			const lines = new LineCounter();
			parsed ??= {
				root: parseDocument(text, { lineCounter: lines, uniqueKeys: false }).contents as Node | null,
				lines,
			};
			return parsed;
		};
		const wrong = (offset: number, said: string, hint: string): undefined => {
			const place = placeIn(text, offset);
			return report({
				code: 'openapi-file',
				file,
				...place,
				length: 1,
				message: `${file} can't be read: ${said}.`,
				hint,
			});
		};
		let data: unknown;
		try {
			if (file.endsWith('.json')) data = JSON.parse(text);
		} catch {
			// The other parser knows the place.
		}
		if (data === undefined) {
			const lines = new LineCounter();
			const document = parseDocument(text, { lineCounter: lines });
			const [error] = document.errors;
			if (error) {
				const said = (error.message.split(/ at line \d/)[0] ?? '').replace(/\.$/, '');
				return wrong(
					error.pos[0],
					said,
					error.code === 'DUPLICATE_KEY' ? 'Remove one of them.' : 'Correct the line, or the one above it.',
				);
			}
			parsed = { root: document.contents as Node | null, lines };
			try {
				data = document.toJS({ maxAliasCount: MAX_ALIASES });
			} catch (thrown) {
				return wrong(0, (thrown as Error).message.replace(/\.$/, ''), 'Remove aliases (*name).');
			}
		}
		this.own(data, { file, key: '' });
		return { text, data, places };
	}

	/** Notes where each object and list of a file is written. */
	private own(data: unknown, owner: Owner): void {
		const stack: [unknown, Owner][] = [[data, owner]];
		for (let next = stack.pop(); next; next = stack.pop()) {
			const [value, at] = next;
			if (typeof value !== 'object' || value === null || this.owners.has(value)) continue;
			this.owners.set(value, at);
			for (const [key, inside] of Object.entries(value)) stack.push([inside, { file: at.file, parent: value, key }]);
		}
	}

	/** The file of an object and the path to it. */
	private trailOf(object: object): { file: string; path: string[] } {
		const path: string[] = [];
		let owner = this.owners.get(object);
		while (owner?.parent) {
			path.unshift(owner.key);
			owner = this.owners.get(owner.parent);
		}
		return { file: owner?.file ?? '', path };
	}

	/** A text that is the same for the same object of the same files. */
	keyOf(object: object): string {
		const { file, path } = this.trailOf(object);
		return `${file}#/${path.join('/')}`;
	}

	/** The place of an object, or of its field. */
	place(
		object: object,
		...keys: (string | number)[]
	): Pick<Diagnostic, 'file' | 'line' | 'column' | 'length' | 'excerpt'> {
		const { file, path } = this.trailOf(object);
		const source = this.sources.get(file);
		if (!source) return { file };
		const { root, lines } = source.places();
		let node: unknown = root;
		let found: Node | null | undefined = root;
		for (const key of [...path, ...keys.map(String)]) {
			const items = (node as { items?: unknown[] } | null)?.items;
			if (!items) break;
			const pair = items.find((item) => keyText(item) === key) as { key: Node; value: unknown } | undefined;
			const item = pair ?? items[Number(key)];
			if (item === undefined) break;
			found = pair ? pair.key : (item as Node);
			node = pair ? pair.value : item;
		}
		const [start = 0, end = start + 1] = found?.range ?? [];
		const { line, col } = lines.linePos(start);
		const excerpt = source.text
			.slice(lines.lineStarts[line - 1], lines.lineStarts[line] ?? undefined)
			.replace(/\r?\n$/, '');
		const length = Math.max(1, Math.min(end - start, excerpt.length - col + 1));
		return { file, line: Math.max(line, 1), column: Math.max(col, 1), length, excerpt };
	}

	report(
		code: string,
		severity: Diagnostic['severity'],
		object: object,
		keys: (string | number)[],
		message: string,
		hint: string,
	): void {
		this.findings.push({ code, severity, ...this.place(object, ...keys), message, hint });
	}

	/** Whether it was asked before: parts that operations share are checked with each of them. */
	isTold(object: object, what: string): boolean {
		const told = this.told.get(object) ?? new Set();
		this.told.set(object, told);
		return told.has(what) || !told.add(what);
	}

	/** The value that a value refers to; itself if it has no `$ref`, and undefined if the `$ref` leads nowhere. */
	resolve(value: unknown): unknown {
		const seen = new Set<object>();
		let now = value;
		while (isRecord(now) && typeof now.$ref === 'string') {
			if (this.bad.has(now)) return undefined;
			if (seen.has(now)) return this.wrong(now, 'is its own target', "Name a value that isn't a $ref to this one.");
			seen.add(now);
			now = this.target(now);
		}
		return now;
	}

	/** The same for an object; anything else is undefined. */
	object(value: unknown): Data | undefined {
		const found = this.resolve(value);
		return isRecord(found) ? found : undefined;
	}

	private wrong(from: Data, what: string, hint: string, key = '$ref'): undefined {
		if (this.bad.has(from)) return;
		this.bad.add(from);
		this.report('openapi-reference', 'error', from, [key], `The reference "${from[key]}" ${what}.`, hint);
	}

	/** The value that the reference in a field of an object leads to. */
	target(from: Data, key = '$ref'): unknown {
		const ref = String(from[key]);
		const [address = '', pointer = ''] = ref.split('#');
		if (/^[a-z][\w+.-]*:|^\/\//i.test(address))
			return this.wrong(
				from,
				'leads out of the site: nothing is fetched',
				'Copy the file into content/, and name it by a relative path.',
				key,
			);
		const here = this.trailOf(from).file;
		const file = address === '' ? here : posix.join(posix.dirname(here), decoded(address));
		const before = this.findings.length;
		let value = this.open(file, { code: 'openapi-reference', ...this.place(from, key) });
		if (value === undefined) {
			if (this.findings.length === before)
				return this.wrong(from, `leads to ${file}, which can't be read`, 'Correct the path.', key);
			this.bad.add(from);
			return undefined;
		}
		const parts = pointer
			.split('/')
			.slice(1)
			.map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'));
		for (const part of parts) {
			if (isRecord(value) && typeof value.$ref === 'string' && !Object.hasOwn(value, part)) value = this.resolve(value);
			if (typeof value === 'object' && value !== null && Object.hasOwn(value, part)) {
				value = (value as Data)[part];
				continue;
			}
			const near = isRecord(value) ? nearest(part, Object.keys(value)) : undefined;
			return this.wrong(
				from,
				`leads nowhere: there is no "${part}"`,
				near ? `Did you mean "${near}"?` : 'Define it, or correct the reference.',
				key,
			);
		}
		return value;
	}
}

function keyText(item: unknown): string | undefined {
	const key = (item as { key?: unknown } | null)?.key;
	return isNode(key) ? String((key as { value?: unknown }).value) : undefined;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function placeIn(text: string, offset: number): { line: number; column: number; excerpt: string } {
	const above = text.slice(0, offset).split('\n');
	return {
		line: above.length,
		column: (above.at(-1)?.length ?? 0) + 1,
		excerpt: text.split('\n')[above.length - 1] ?? '',
	};
}
