/** Elements of the head, from the configuration or a page. */
import { escapeAttribute, escapeText, type SiteConfig } from './docsgen.ts';
import { type Fields, fieldsOf, listOf, type Move } from './old-site.ts';
import { remark } from './remarks.ts';

/** An element in a configuration or in front matter. */
interface HeadEntry {
	tag: unknown;
	attributes: unknown;
	content?: unknown;
}

export function texts(attributes: unknown): Record<string, string> {
	return Object.fromEntries(
		Object.entries(fieldsOf(attributes)).flatMap(([name, value]): [string, string][] =>
			typeof value === 'string' ? [[name, value]] : value === true ? [[name, '']] : [],
		),
	);
}

/** A script by its URL, with the attributes that docsgen's have; the others are in the report. */
export function scriptOf({ src, async, defer: _, type, ...others }: Fields, move: Move): Script[] {
	if (typeof src !== 'string') return [];
	const left = Object.keys(type === undefined || type === 'text/javascript' ? others : { type, ...others });
	remark(move, 'Attributes of scripts', ...left.map((name) => `${src}: ${name}`));
	return [async === false ? { src, async } : src];
}

type Script = NonNullable<SiteConfig['scripts']>[number];

function scriptLeft(place: string, move: Move): void {
	remark(move, 'Scripts in the head', place);
}

/** Reads `[tag, attributes, content]` of VitePress, and `{ tag, attrs, content }` of Starlight. */
export function headEntries(value: unknown): HeadEntry[] {
	return listOf(value).map((entry) => {
		const [tag, attributes, content] = listOf(entry);
		if (Array.isArray(entry)) return { tag, attributes, content };
		const fields = fieldsOf(entry);
		return { tag: fields.tag, attributes: fields.attrs, content: fields.content };
	});
}

/** The elements that the front matter of `file` adds to its head, as a block to append to its text. */
export function pageHead(entries: HeadEntry[], file: string, move: Move): string {
	const lines = entries.flatMap(({ tag, attributes, content }) => {
		const list = Object.entries(texts(attributes)).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
		if (tag === 'meta' || tag === 'link') return [`<${tag}${list.join('')} />`];
		if (tag === 'title' && typeof content === 'string') return [`<title>${escapeText(content)}</title>`];
		scriptLeft(`${file}: ${String(tag)}`, move);
		return [];
	});
	return lines.length === 0 ? '' : `\n<head>\n${lines.join('\n')}\n</head>\n`;
}

/** Adds elements of the head to the configuration. */
export function headElements(entries: HeadEntry[], move: Move): void {
	for (const { tag, attributes: given, content } of entries) {
		const attributes = texts(given);
		const isIcon = tag === 'link' && /^(?:shortcut )?icon$/.test(attributes.rel ?? '');
		if (isIcon && attributes.href !== undefined) move.config.favicon ??= attributes.href.replace(/^\//, '');
		else if (tag === 'meta' || tag === 'link') move.config.head = [...(move.config.head ?? []), { tag, attributes }];
		else if (tag === 'script' && attributes.src !== undefined)
			move.config.scripts = [...(move.config.scripts ?? []), ...scriptOf(attributes, move)];
		else if (content !== undefined || tag === 'script')
			scriptLeft(
				String(content ?? tag)
					.trim()
					.slice(0, 60),
				move,
			);
	}
	const sheets = listOf(move.config.head).flatMap((element) => {
		const { rel, href } = fieldsOf(fieldsOf(element).attributes);
		return rel === 'stylesheet' && URL.canParse(String(href)) ? new URL(String(href)).origin : [];
	});
	if (sheets.length > 0)
		move.config.contentSecurityPolicy = {
			'style-src': [...new Set(sheets)],
			'font-src': [...new Set([...sheets, 'https://fonts.gstatic.com'])],
		};
}
