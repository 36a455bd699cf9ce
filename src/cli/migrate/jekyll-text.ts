/** Converts the syntax of Jekyll's pages: tags of Liquid with a known result, and kramdown's lists of attributes. */
import { posix } from 'node:path';
import { withLoops } from './liquid.ts';
import { type Fields, fieldsOf } from './old-site.ts';
import { table } from './table.ts';
import { outsideCode } from './texts.ts';

/** What a page's text may refer to. */
export interface Scope {
	/** The configuration. */
	site: Fields;
	/** The front matter. */
	page: Fields;
	/** Path from the page to the folder of the site. */
	up: string;
	/** The path from the page to a post; undefined if there is none of that name. */
	postOf: (name: string) => string | undefined;
}

/** Placeholder for a brace inside `raw`. */
const SHOWN = '\u0001';

/** Other tags need code: they stay, and are reported. */
export function fromJekyll(text: string, { site, page, up, postOf }: Scope): string {
	const valueIn = (whole: string, fields: Fields, path: string): string => {
		const value = path.split('.').reduce<unknown>((inner, name) => fieldsOf(inner)[name], fields);
		return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
	};
	const converted = outsideCode(
		text
			.replace(/\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}/g, (raw, inner: string) =>
				raw.replace(inner, () => inner.replace(/\{(?=[{%])/g, SHOWN)),
			)
			.replace(
				/^([ \t]*)\{%-?\s*highlight\s+([\w+#-]+)[^%]*%\}\n?([\s\S]*?)\n?[ \t]*\{%-?\s*endhighlight\s*-?%\}/gm,
				'$1```$2\n$3\n$1```',
			)
			.replace(/^[ \t]*\{%-?\s*(?:end)?raw\s*-?%\}[ \t]*\n|\{%-?\s*(?:end)?raw\s*-?%\}/gm, '')
			.replace(/\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}/g, ''),
		(part) =>
			fromKramdown(
				withLoops(part, { site, page })
					.replace(/(?:\{\{\s*site\.baseurl\s*\}\})?\{%-?\s*link\s+([^\s%]+)\s*-?%\}/g, (_, file: string) =>
						posix.join('.', up, file),
					)
					.replace(
						/(?:\{\{\s*site\.baseurl\s*\}\})?\{%-?\s*post_url\s+([^\s%]+)\s*-?%\}/g,
						(whole, name: string) => postOf(name) ?? whole,
					)
					.replace(/\{\{\s*["']([^"']*)["']\s*\|\s*(?:relative|absolute)_url\s*\}\}/g, '$1')
					.replace(/\{\{-?\s*site\.([\w.-]+)\s*-?\}\}/g, (whole, path: string) =>
						path === 'baseurl' ? '' : valueIn(whole, site, path),
					)
					.replace(/\{\{-?\s*page\.([\w.-]+)\s*-?\}\}/g, (whole, path: string) => valueIn(whole, page, path)),
			),
	);
	return converted.replaceAll(SHOWN, '{');
}

/** Kinds of admonitions by the names of just-the-docs and GitHub. */
const KINDS = table({
	note: 'note',
	new: 'info',
	highlight: 'note',
	info: 'info',
	important: 'info',
	tip: 'tip',
	warning: 'warning',
	caution: 'caution',
	danger: 'danger',
});
const LIST = /\{:[ \t]*([^{}\n]*)\}/;
/** An attribute list on a line of its own, which kramdown applies to the adjacent block. */
const ALONE = new RegExp(`^[ \\t]*${LIST.source}[ \\t]*$`);

/** Converts attribute lists: ids and callouts have a counterpart, but classes belong to the old theme. */
function fromKramdown(text: string): string {
	const lines = text.split('\n');
	const result: string[] = [];
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? '';
		const [, list] = ALONE.exec(line) ?? [];
		if (list === undefined) {
			result.push(inLine(line));
			continue;
		}
		const before = result.at(-1) ?? '';
		// kramdown replaces the item above with a table of contents, which docsgen shows anyway.
		if (/^toc\b/.test(list)) {
			if (/^[ \t]*(?:[-*+]|\d+\.)[ \t]/.test(before)) result.pop();
			const title = result.findLastIndex((each) => each.trim() !== '');
			if (/^#{2,6}[ \t]/.test(result[title] ?? '')) result.splice(title);
			continue;
		}
		const [, id] = /#([\w-]+)/.exec(list) ?? [];
		if (id !== undefined && /^#{1,6}[ \t]/.test(before)) result[result.length - 1] = `${before} {#${id}}`;
		const [kind, isTitled] = calloutOf(list);
		const end = kind === undefined ? at + 1 : endOfBlock(lines, at + 1);
		if (kind === undefined || end === at + 1) continue;
		const inner = lines.slice(at + 1, end).map((each) => inLine(each.replace(/^[ \t]*>[ \t]?/, '')));
		const title = isTitled ? `[${inner.shift() ?? ''}]` : '';
		result.push(`:::${kind}${title}`, '', ...trimmed(inner), '', ':::');
		at = end - 1;
	}
	return result.join('\n');
}

/** The kind of a callout among the classes, and whether its first line is the title. */
function calloutOf(list: string): [kind: string | undefined, isTitled: boolean] {
	for (const [, name = '', title] of list.matchAll(/\.([a-z]+)(-title)?(?![\w-])/g)) {
		const kind = KINDS.get(name);
		if (kind !== undefined) return [kind, title !== undefined];
	}
	return [undefined, false];
}

/** The first line after a quote or paragraph. */
function endOfBlock(lines: string[], from: number): number {
	const end = lines.slice(from).findIndex((line) => line.trim() === '');
	return end < 0 ? lines.length : from + end;
}

function trimmed(lines: string[]): string[] {
	return lines.join('\n').trim().split('\n');
}

/** `[text](url){: .btn }` is a button here as well; other lists are left out. */
function inLine(line: string): string {
	return line.replace(
		/(`+)[^`].*?\1|\$\$(\S[^$`]*?)\$\$|\{::?[^{}\n]*\}/g,
		(part, ticks?: string, formula?: string) => {
			if (ticks !== undefined) return part;
			if (formula !== undefined) return line.trim() === part ? part : `$\`${formula.trim()}\`$`;
			const target = /target=["']?_blank/.test(part) ? 'target="_blank"' : '';
			const button = /\.btn\b/.test(part) ? `.button${/\.btn-primary\b/.test(part) ? ' .button-primary' : ''}` : '';
			const left = [button, target].filter(Boolean).join(' ');
			return left === '' ? '' : `{${left}}`;
		},
	);
}
