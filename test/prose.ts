/** The text that readers see: Markdown without code, URLs and keys of front matter, and the files that contain it. */
import { readdirSync } from 'node:fs';

/** Front matter fields and attributes with values that readers see. */
const SHOWN_KEYS = 'title|description|sidebar_label|sidebar_title|keywords';
const SHOWN_ATTRIBUTES = 'title|label|alt|aria-label|text|lead|eyebrow|tagline|caption';

/** Patterns of everything but prose, in the order of removal. */
const UNREAD: readonly RegExp[] = [
	// Code, with the info line of its fence, inline, and in diagrams; then comments.
	/^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t>]*\1[ \t]*$/gm,
	/(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?[^`]\1(?!`)/g,
	/<(?:code>|kbd>|Command |text class="d-mono)[^<]*/g,
	/^\[\[toc\]\]$|\$\$[\s\S]*?\$\$|\$(?! )[^$\n]*[\\^_{][^$\n]*\$/gm,
	/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g,
	/^(?:import|export) .*$/gm,
	// Names: links to packages and symbols.
	/\[[^\]\n]+\]\((?:https:\/\/www\.npmjs\.com\/|api:)[^)\s]*\)/g,
	// URLs: in links and their definitions, in angle brackets, and bare.
	/\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*/g,
	/^\[[^\]\n]+\]:[ \t]*\S+/gm,
	/<?\b[a-z]+:\/\/[^\s>)"]+>?/g,
	// Packages, files and error codes.
	/@[\w.-]+\/[\w./-]+|\b[\w-]+\.(?:com|dev|json|org|md|css|config)\b[\w/-]*|\b[A-Z]+_[A-Z_]+\b/g,
	// Syntax: heading ids, footnotes, names of admonitions, entities.
	/\{#[^}\n]*\}|\[\^[^\]\n]*\]|^[ \t]*:::+\w*|&#?\w+;/gm,
];

const TAG = /<\/?[A-Za-z](?:"[^"]*"|'[^']*'|\{[^}]*\}|[^>"'{])*>/g;

/** Replaces a text by spaces and line feeds, so that the rest keeps its position. */
function blank(text: string): string {
	return text.replace(/\S/g, ' ');
}

/** Keeps the first group of each match, and blanks the rest. */
function only(text: string, pattern: RegExp): string {
	let result = '';
	let at = 0;
	for (const match of text.matchAll(pattern)) {
		const shown = match[1] ?? '';
		const start = match.index + match[0].lastIndexOf(shown);
		result += blank(text.slice(at, start)) + shown;
		at = start + shown.length;
	}
	return result + blank(text.slice(at));
}

/** The text that readers see, everything else blanked. */
export function prose(markdown: string): string {
	const front = /^---\n[\s\S]*?\n---\n/.exec(markdown)?.[0] ?? '';
	let body = markdown.slice(front.length);
	for (const pattern of UNREAD) body = body.replace(pattern, blank);
	body = body.replace(TAG, (tag) => only(tag, new RegExp(`\\s(?:${SHOWN_ATTRIBUTES})="([^"]*)"`, 'g')));
	return only(front, new RegExp(`^(?:${SHOWN_KEYS}):(.*)$`, 'gm')) + body;
}

/** Paths of all texts of the repository that readers see. */
export function readerFiles(): string[] {
	const pages = [
		'content/docs',
		'content/versions',
		'content/reference',
		'content/blog',
		'content/pages',
		'guide/content',
	].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			// Partials of the guide are generated from the source and contain words of code; some pages are German.
			.filter((path) => /\.mdx?$/.test(path) && !(folder.startsWith('guide') && /(?:^|\/)_|^de\//.test(path)))
			.map((path) => `${folder}/${path.split('\\').join('/')}`),
	);
	return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages.sort()];
}
