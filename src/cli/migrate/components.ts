/**
 * Components that pages use and docsgen does not have: those that import only React are copied, all others get a stub
 * that shows their content and lists the pages that use them.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import type { Diagnostic } from './docsgen.ts';
import { isFile, type Move, mayRead } from './old-site.ts';
import { remark } from './remarks.ts';
import type { Target } from './target.ts';
import { VITEPRESS_PARTS } from './vitepress-parts.ts';

interface Use {
	/** Module that the page imports it from. */
	from?: string;
	/** Whether it is a member of the import: `Icons.Star`. */
	isPart?: boolean;
	/** `content/docs/a.md:12`. */
	places: string[];
	/** Whether it appears within a line of text. */
	inline: boolean;
}

/** Writes a file for each component that findings report as unknown; returns the number of files. */
export function writeComponents(
	{ findings, components }: { findings: Diagnostic[]; components: readonly string[] },
	move: Move,
	root: string,
	target: Target,
): number {
	let written = 0;
	let texts: string[] | undefined;
	for (const [name, use] of usesIn(findings, move)) {
		if (components.includes(name)) continue;
		const path = `templates/components/${name}.tsx`;
		const old = use.from === undefined ? undefined : sourceOf(use, move, root);
		const copy = old === undefined || use.isPart ? undefined : copyOf(old, root);
		const theirs = use.from === 'vitepress/theme' ? VITEPRESS_PARTS[name] : undefined;
		// The findings may list only some of the places, so search all texts.
		texts ??= textsOf(move, target);
		use.inline = texts.some((text) => isInline(name, text));
		if (copy && write(copy, name, target)) remark(move, 'Components that were copied', path);
		else if (theirs !== undefined && target.write(path, { text: theirs }))
			remark(move, 'Components that were copied', path);
		else if (target.write(path, { text: stub(name, use, old === undefined ? use.from : relative(root, old)) }))
			remark(move, 'Components to write', path);
		else continue;
		written++;
	}
	return written;
}

/** Replaces a copied component that cannot be compiled or rendered by a stub. */
export function replaceByStub(name: string, move: Move, target: Target): boolean {
	const path = `templates/components/${name}.tsx`;
	const copied = move.remarks.find(({ kind }) => kind === 'Components that were copied');
	if (!copied?.places.includes(path)) return false;
	copied.places.splice(copied.places.indexOf(path), 1);
	remark(move, 'Components to write', path);
	const inline = textsOf(move, target).some((text) => isInline(name, text));
	return target.write(path, { text: stub(name, { places: [], inline }, undefined) });
}

/** The texts of pages and partials. */
function textsOf(move: Move, target: Target): string[] {
	return pagesOf(move).map((file) => target.read(file) ?? '');
}

function pagesOf({ files }: Move): string[] {
	return [...files.keys()].filter((path) => /^content\/.*\.mdx?$/.test(path));
}

/** Whether a tag shares a line with text. */
function isInline(name: string, text: string): boolean {
	const tag = new RegExp(`<${name}(?:\\s[^>]*)?(?:/>|>.*?</${name}>)`, 'g');
	if (!text.includes(`<${name}`)) return false;
	return text.split('\n').some((line) => {
		if (!line.includes(`<${name}`)) return false;
		const rest = line.replace(/^[\s>]*(?:[-*+]|\d+[.)]|#+)\s/, '').replace(tag, '');
		return rest !== line && !rest.includes(`<${name}`) && /[\p{L}\p{N}`]/u.test(rest.replace(/<[^>]*>/g, ''));
	});
}

function usesIn(findings: Diagnostic[], { origins }: Move): Map<string, Use> {
	const uses = new Map<string, Use>();
	for (const { code, about: { name = '' } = {}, file, line } of findings) {
		if (code !== 'unknown-component' || file === undefined || !/^[A-Z]\w*$/.test(name)) continue;
		const { from, isPart } = origins.get(file)?.get(name) ?? {};
		const use = uses.get(name) ?? { from, isPart, places: [], inline: false };
		use.places.push(`${file}:${line ?? 1}`);
		uses.set(name, use);
	}
	return uses;
}

const ENDINGS = ['', '.tsx', '.ts', '.jsx', '.js', '/index.tsx', '/index.ts', '/index.jsx', '/index.js'];

/** The old file that a page imports. */
function sourceOf({ from = '', places }: Use, { aliases, files }: Move, root: string): string | undefined {
	const page = files.get(places[0]?.replace(/:\d+$/, '') ?? '')?.source;
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

const MAX_USES = 20;

function stub(name: string, { places, inline }: Use, origin: string | undefined): string {
	const more = places.length > MAX_USES ? [`and ${places.length - MAX_USES} more`] : [];
	const lines = [
		`What <${name}> was${origin === undefined ? '' : ` in ${origin}`} has yet to be written.`,
		...(places.length > 0 ? ['Used in:', ...[...places.slice(0, MAX_USES), ...more].map((use) => `- ${use}`)] : []),
	];
	const [outer, title] = inline ? ['span', 'span'] : ['div', 'p'];
	return `import type { ReactNode } from 'react';

/**
${lines.map((line) => ` * ${line.replaceAll('*/', '* /')}`).join('\n')}
 */
export function ${name}({ children }: { children?: ReactNode }) {
	return (
		<${outer} className="unknown-component">
			<${title}>
				<code>{'<${name}>'}</code> needs templates/components/${name}.tsx
			</${title}>
			{children}
		</${outer}>
	);
}
`;
}
