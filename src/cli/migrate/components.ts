/**
 * Components that pages use and docsgen does not have: those that import only React are copied. Of all others, a build
 * shows what is between their tags, and the report lists every place.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { type Diagnostic, Fences, nameFrom } from './docsgen.ts';
import { isFile, type Move, mayRead } from './old-site.ts';
import { remark } from './remarks.ts';
import type { Target } from './target.ts';
import { VITEPRESS_PARTS } from './vitepress-parts.ts';

interface Use {
	/** Module that the page imports it from. */
	from?: string;
	/** Whether it is a member of the import: `Icons.Star`. */
	isPart?: boolean;
	/** The first page that has it. */
	page: string;
}

/**
 * Copies the components that pages use and docsgen does not have, where that is possible; the others are remarks with all
 * their places. Returns the number of files.
 */
export function writeComponents(
	{ findings, components }: { findings: Diagnostic[]; components: readonly string[] },
	move: Move,
	root: string,
	target: Target,
): number {
	let written = 0;
	for (const [name, use] of usesIn(findings, move)) {
		if (components.includes(name) || isToWrite(name, move)) continue;
		const path = `templates/components/${name}.tsx`;
		const old = use.from === undefined ? undefined : sourceOf(use, move, root);
		const copy = old === undefined || use.isPart ? undefined : copyOf(old, root);
		const theirs = use.from === 'vitepress/theme' ? VITEPRESS_PARTS[name] : undefined;
		const isWritten = copy ? write(copy, name, target) : theirs !== undefined && target.write(path, { text: theirs });
		if (isWritten) {
			remark(move, 'Components that were copied', path);
			written++;
		} else remarkUses(name, old === undefined ? use.from : nameFrom(root, old), move, target);
	}
	return written;
}

/** Removes a copied component that cannot be compiled or rendered. */
export function removeCopy(name: string, move: Move, target: Target): boolean {
	const path = `templates/components/${name}.tsx`;
	const copied = move.remarks.find(({ kind }) => kind === 'Components that were copied');
	if (!copied?.places.includes(path)) return false;
	copied.places.splice(copied.places.indexOf(path), 1);
	remarkUses(name, undefined, move, target);
	return target.remove(path);
}

const TO_WRITE = 'Components to write';

/** Whether the report has the places of a component. */
export function isToWrite(name: string, { remarks }: Pick<Move, 'remarks'>): boolean {
	const places = remarks.find(({ kind }) => kind === TO_WRITE)?.places ?? [];
	return places.some((place) => place.startsWith(`<${name}>`));
}

/** Reports every place of a component: a build has one finding for all of them. */
function remarkUses(name: string, origin: string | undefined, move: Move, target: Target): void {
	const what = `<${name}>${origin === undefined ? '' : ` of ${origin}`}`;
	const tag = new RegExp(`<${name}(?![\\w.-])`, 'g');
	const places = [...move.files.keys()]
		.filter((path) => /^content\/.*\.mdx?$/.test(path))
		.flatMap((path) => linesWith(tag, target.read(path) ?? '').map((line) => `${what}: ${path}:${line}`));
	// A tag that code of a page makes is in no text.
	remark(move, TO_WRITE, ...(places.length > 0 ? places : [what]));
}

/** Lines outside of code that match, from 1: each as often as it does. */
function linesWith(tag: RegExp, text: string): number[] {
	if (!tag.test(text)) return [];
	tag.lastIndex = 0;
	const fences = new Fences();
	return text.split('\n').flatMap((line, index) => {
		if (fences.next(line)) return [];
		return [...line.replace(/(`+)[^`].*?\1/g, '').matchAll(tag)].map(() => index + 1);
	});
}

function usesIn(findings: Diagnostic[], { origins }: Move): Map<string, Use> {
	const uses = new Map<string, Use>();
	for (const { code, about: { name = '' } = {}, file } of findings) {
		if (code !== 'unknown-component' || file === undefined || !/^[A-Z]\w*$/.test(name) || uses.has(name)) continue;
		const { from, isPart } = origins.get(file)?.get(name) ?? {};
		uses.set(name, { from, isPart, page: file });
	}
	return uses;
}

const ENDINGS = ['', '.tsx', '.ts', '.jsx', '.js', '/index.tsx', '/index.ts', '/index.jsx', '/index.js'];

/** The old file that a page imports. */
function sourceOf({ from = '', page: user }: Use, { aliases, files }: Move, root: string): string | undefined {
	const page = files.get(user)?.source;
	const alias = Object.keys(aliases).find((prefix) => from.startsWith(prefix));
	const base =
		alias !== undefined
			? join(aliases[alias] ?? '', from.slice(alias.length))
			: page !== undefined && from.startsWith('.')
				? join(dirname(page), from)
				: undefined;
	if (base === undefined) return undefined;
	return ENDINGS.map((ending) => base + ending).find(
		(path) => /\.[jt]sx?$/.test(path) && isFile(path) && mayRead(path, root),
	);
}

const IMPORT = /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]/gm;
/** Browser features used when a module is loaded or rendered, and hooks and handlers, which need a browser to work. */
const NEEDS_A_BROWSER =
	/\b(?:useEffect|useLayoutEffect|useState|useReducer|useContext|window|document|localStorage|require)\b|\bon[A-Z]\w+=\{/;

/** The file of a component and its imports, if they import nothing but React. */
function copyOf(file: string, root: string): Map<string, string> | undefined {
	const files = new Map<string, string>();
	const visit = (path: string): boolean => {
		if (files.has(path)) return true;
		const text = readFileSync(path, 'utf8');
		if (NEEDS_A_BROWSER.test(text)) return false;
		files.set(path, text);
		return [...text.matchAll(IMPORT)].every(([, name = '']) => {
			if (name === 'react') return true;
			if (!name.startsWith('.') || /\.(?:css|scss|svg|png)$/.test(name)) return false;
			const found = ENDINGS.map((ending) => join(dirname(path), name) + ending).find(
				(candidate) => /\.[jt]sx?$/.test(candidate) && isFile(candidate) && mayRead(candidate, root),
			);
			return found !== undefined && visit(found);
		});
	};
	return visit(file) ? files : undefined;
}

/** Names the main file after the tag; other files keep their names in a folder next to it. */
function write(files: Map<string, string>, name: string, target: Target): boolean {
	const [first] = files.keys();
	const folder = `templates/components/${name.toLowerCase()}`;
	const nameOf = (path: string): string =>
		path === first
			? `templates/components/${name}.tsx`
			: posix.normalize(
					`${folder}/${relative(dirname(first ?? ''), path)
						.replaceAll('../', '')
						.replace(/\.[jt]sx?$/, '')}.tsx`,
				);
	return [...files].every(([path, text]) => {
		const from = nameOf(path);
		const moved = text.replace(IMPORT, (statement, imported: string) => {
			if (!imported.startsWith('.')) return statement;
			const found = ENDINGS.map((ending) => join(dirname(path), imported) + ending).find((candidate) =>
				files.has(candidate),
			);
			const to = posix.relative(posix.dirname(from), nameOf(found ?? path));
			return statement.replace(imported, to.startsWith('.') ? to : `./${to}`);
		});
		return target.write(from, { text: moved });
	});
}
