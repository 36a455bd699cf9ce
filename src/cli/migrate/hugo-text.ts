/**
 * Converts shortcodes of Hugo. Those of Hugo itself and the usual ones of themes (notes, tabs, details) have a
 * counterpart; any other becomes a component of the same name, which has yet to be written.
 */

import { treeOf } from './nextra-text.ts';
import { componentName, importLines, partName, splitFrontMatter } from './page-files.ts';
import { SHORTCODES, shapeParts } from './shapes.ts';
import { table } from './table.ts';
import { outsideCode } from './texts.ts';

/** Resolves the name in a reference to a file; an empty name is the page itself. */
type FileOf = (name: string) => string | undefined;

const TAG = /\{\{([<%])-?\s*(\/?)\s*(\w[\w./-]*)((?:"[^"]*"|`[^`]*`|[^"`])*?)\s*(\/?)-?[>%]\}\}/;
/** An escaped shortcode, which is shown as text. */
const SHOWN = /\{\{([<%])\/\*([\s\S]*?)\*\/([>%])\}\}/g;
/** Comments: one tag, or the text between two. */
const COMMENT = /\{\{[<%]\s*(?:rem\b[^}]*|comment\s*[>%]\}\}[\s\S]*?\{\{[<%]\s*\/comment\s*)[>%]\}\}/g;
/** Shortcodes for code; the text between these tags is not Markdown. */
const CODE =
	/^([ \t]*)\{\{[<%]\s*(highlight|code|code-?block|code-toggle|command|terminal|mermaid)\b([^}]*?)\s*(?<!\/)[>%]\}\}[ \t]*\n?([\s\S]*?)\n?[ \t]*\{\{[<%]\s*\/\2\s*[>%]\}\}/gm;
/** Tabs of Docsy, which hold code unless they say otherwise, and cards, which hold it if they say so. */
const PANE = /\{\{<\s*(tabpane|cardpane)\b([^}]*)>\}\}([\s\S]*?)\{\{<\s*\/\1\s*>\}\}/g;
const CODE_TAB = /(\{\{<\s*(tab|card)\b([^}]*)>\}\})\n?([\s\S]*?)\n?[ \t]*(\{\{<\s*\/\2\s*>\}\})/g;
/** A tree of files in Hextra. */
const TREE = /^([ \t]*)\{\{<\s*filetree\/container\b[^>]*>\}\}([\s\S]*?)\{\{<\s*\/filetree\/container\s*>\}\}/gm;
const TREE_TAG = /\{\{<\s*(\/?)\s*filetree\/(folder|file)\b([^>]*)>\}\}/g;
/** Attributes after the language of a fence. */
const FENCE_INFO = /^([ \t>]*(?:`{3,}|~{3,})[ \t]*[\w+#.-]*)[ \t]*\{([^}\n]*=[^}\n]*|\.[^}\n]*)\}[ \t]*$/m;
/** Skips code spans; captures the link target or the white space before a tag. */
const PLACES = new RegExp(`(\`+)[^\`\\n]*\\1|(^[ \\t]*|\\]\\(\\s*|="?)?${TAG.source}`, 'gm');

const NOTES = table({
	note: 'note',
	info: 'info',
	information: 'info',
	tip: 'tip',
	hint: 'note',
	success: 'tip',
	important: 'info',
	primary: 'info',
	secondary: 'note',
	caution: 'caution',
	warning: 'caution',
	warn: 'caution',
	danger: 'danger',
	error: 'danger',
});
/** Shortcodes whose argument is the kind of the note. */
const NOTICES = /^(?:alert|admonition|callout|hint|notice|admonitions|pageinfo)$/;
const FOLDED = /^(?:details|expand|collapse|spoiler)$/;
const PARTS = /^(?:include|readfile|glossary-term|glossary_definition)$/;
const TABS = /^(?:tabs|tabpane|tabbed|codetabs)$/;
const TAB = /^(?:tab|codetab)$/;
const VIDEOS = table({ youtube: 'https://www.youtube.com/watch?v=', vimeo: 'https://vimeo.com/' });

/** Props renamed because docsgen would treat them as files or pages of the site; the shortcode's meaning is unknown. */
const PROPS = table({ src: 'source', image: 'picture', poster: 'picture', href: 'link', to: 'link' });

/** A pair that is a paragraph: the words in it are one as well. */
const ALONE = /^(\{\{%\s*([\w./-]+)\b(?:"[^"]*"|[^"%])*%\}\})(.+?)(\{\{%\s*\/\s*\2\s*%\}\})[ \t]*$/gm;

function isKnown(name: string): boolean {
	const lower = name.toLowerCase();
	return (
		NOTES.has(lower) ||
		SHORTCODES.has(lower) ||
		[NOTICES, FOLDED, PARTS, TABS, TAB].some((pattern) => pattern.test(lower)) ||
		/^(?:figure|(?:rel)?ref|param)$/.test(lower)
	);
}

interface Arguments {
	named: Record<string, string>;
	listed: string[];
}

export function fromHugo(text: string, fileOf: FileOf): string {
	const [head, rest] = splitFrontMatter(text);
	const body = rest
		.replace(COMMENT, '')
		.replace(CODE, (_, pad: string, name: string, rest: string, code: string) =>
			fence(pad, name, argumentsOf(rest), code),
		)
		.replace(PANE, (pane, _, rest: string, inner: string) => pane.replace(inner, () => withCodeTabs(inner, rest)))
		.replace(ALONE, (whole, open: string, name: string, inner: string, close: string) =>
			isKnown(name) ? whole : `${open}\n\n${inner.trim()}\n\n${close}`,
		);
	const imports = new Map<string, string>();
	const opened: Context['opened'] = new Map();
	const closed = new Set([...body.matchAll(/\{\{[<%]-?\s*\/\s*([\w./-]+)/g)].map(([, name]) => name ?? ''));
	const edited = outsideCode(
		body,
		(part) =>
			part
				.replace(TREE, (_, pad: string, inner: string) => treeOf(pad, inner, TREE_TAG))
				.replace(PLACES, (whole, ticks?: string, pad = '', _?: string, end = '', name = '', rest = '', self = '') => {
					if (ticks !== undefined) return whole;
					// A component cannot be a link target or an attribute value.
					if (/[(=]/.test(pad) && !/^(?:rel)?ref$/i.test(name)) return whole;
					const tag = { name: name.toLowerCase(), isEnd: end !== '', isPair: closed.has(name) && self === '' };
					return pad + written(tag, argumentsOf(rest), { fileOf, pad, imports, opened });
				}),
		infoOf,
	);
	const lines = importLines(imports);
	return head + (lines === '' ? '' : `\n${lines}\n`) + edited.replace(SHOWN, '{{$1$2$3}}');
}

function fence(pad: string, name: string, { named, listed }: Arguments, code: string): string {
	const [first = '', options = named.options] = name === 'highlight' ? listed : [];
	const language =
		name === 'mermaid'
			? name
			: (named.lang ?? named.config ?? (first || (/\.(\w+)$/.exec(named.file ?? '')?.[1] ?? 'text')));
	const title = named.file ?? named.title;
	const ticks = '`'.repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
	const info = [language, title && `title="${title}"`, options && `{${options}}`].filter(Boolean).join(' ');
	return `${pad}${ticks}${info}\n${code}\n${pad}${ticks}`;
}

/** The code of tabs as fences, in the language of the tab or of all. */
function withCodeTabs(inner: string, rest: string): string {
	const all = argumentsOf(rest).named;
	return inner.replace(CODE_TAB, (whole, open: string, tag: string, own: string, code: string, close: string) => {
		const { lang = all.lang, text = all.text, code: isCode } = argumentsOf(own).named;
		if (text === 'true' || (tag === 'card' && isCode !== 'true') || /`{3}|\{\{/.test(code)) return whole;
		return `${open}\n\n${fence('', 'code', { named: { lang: lang ?? 'text' }, listed: [] }, code)}\n\n${close}`;
	});
}

/** Formulas between the delimiters of Hugo's `passthrough`: `\\(x\\)` and `\\[x\\]`. */
export function withHugoMath(text: string): string {
	return outsideCode(text, (part) =>
		part
			.replace(/(`+)[^`][\s\S]*?\1|\\\((.+?)\\\)/g, (whole, ticks?: string, formula?: string) =>
				ticks === undefined && formula !== undefined ? `$\`${formula.trim()}\`$` : whole,
			)
			.replace(/^[ \t]*\\\[([\s\S]+?)\\\][ \t]*$/gm, (_, formula: string) =>
				['', '$$', formula.trim(), '$$', ''].join('\n'),
			),
	);
}

/** Converts `{linenos=table, hl_lines=["8","15-17"], linenostart=199}` to docsgen's fence options; drops the others. */
function infoOf(text: string): string {
	return text.replace(FENCE_INFO, (_, begin: string, rest: string) => {
		const lines = /hl_lines=(?:\[([^\]]*)\]|"?([\d -]+))/.exec(rest);
		const marked = (lines?.[1] ?? lines?.[2] ?? '').match(/\d+(?:-\d+)?/g) ?? [];
		const start = /linenostart=(\d+)/.exec(rest)?.[1];
		const isNumbered = /linenos=(?!false)/.test(rest);
		return [
			begin,
			...(marked.length > 0 ? [`{${marked.join(',')}}`] : []),
			...(isNumbered ? [start === undefined ? 'showLineNumbers' : `showLineNumbers=${start}`] : []),
		].join(' ');
	});
}

function argumentsOf(text: string): Arguments {
	const named: Record<string, string> = {};
	const listed: string[] = [];
	for (const [, name, ...values] of text.matchAll(/(?:([\w-]+)=)?(?:"([^"]*)"|`([^`]*)`|([^\s"`]+))/g)) {
		const value = values.find((one) => one !== undefined) ?? '';
		if (name === undefined) listed.push(value);
		else named[name.toLowerCase()] = value;
	}
	return { named, listed };
}

interface Context {
	fileOf: FileOf;
	pad: string;
	imports: Map<string, string>;
	/** Arguments of tags without their end yet. */
	opened: Map<string, Record<string, string>[]>;
}

interface Tag {
	name: string;
	isEnd: boolean;
	/** Whether there is an end tag somewhere. */
	isPair: boolean;
}

function written(
	{ name, isEnd, isPair }: Tag,
	{ named, listed }: Arguments,
	{ fileOf, pad, imports, opened }: Context,
): string {
	const [first = '', second = ''] = listed;
	const block = (text: string): string => `\n\n${pad}${text}\n\n${pad}`;
	const title = named.title ?? named.header ?? named.summary ?? named.name ?? named.label;
	if (name === 'ref' || name === 'relref') {
		const [path = '', anchor] = (named.path ?? first).split('#');
		const file = path === '' ? '' : (fileOf(path) ?? `/${path.replace(/^\//, '')}`);
		return file + (anchor === undefined ? '' : `#${anchor}`);
	}
	const file = PARTS.test(name) ? (named.term_id ?? named.file ?? first) : '';
	const part = file === '' ? undefined : fileOf(file);
	if (part !== undefined) {
		const called = partName(file.replace(/\.\w+$/, ''));
		imports.set(called, part);
		return block(`<${called} />`);
	}
	if (name === 'figure' && !isPair) return figure({ src: first, ...named });
	const video = VIDEOS.get(name);
	if (video !== undefined) return `[${title ?? `${video}${named.id ?? first}`}](${video}${named.id ?? first})`;
	if (isPair || isEnd) {
		const kind =
			NOTES.get(name) ??
			(NOTICES.test(name) ? (NOTES.get(named.type ?? named.color ?? named.level ?? first) ?? 'note') : undefined);
		if (kind !== undefined) {
			const words = title ?? (NOTICES.test(name) ? second : first);
			return block(isEnd ? ':::' : `:::${kind}${words === '' ? '' : `[${words}]`}`);
		}
		if (FOLDED.test(name))
			return block(isEnd ? '</details>' : `<details>\n${pad}<summary>${title ?? (first || 'Details')}</summary>`);
		if (TABS.test(name)) return block(isEnd ? '</Tabs>' : '<Tabs>');
		if (TAB.test(name))
			return block(isEnd ? '</TabItem>' : `<TabItem label="${(title ?? (first || 'Tab')).replaceAll('"', '&quot;')}">`);
	}
	// Other icons are the site's own.
	const isTheirs = name === 'icon' && (named.name ?? first) === '';
	const shape = isTheirs ? undefined : SHORTCODES.get(name);
	if (shape !== undefined) {
		const props = isEnd ? opened.get(name)?.pop() : { ...Object.fromEntries(listed.entries()), ...named };
		if (!isEnd && isPair) opened.set(name, [...(opened.get(name) ?? []), props ?? {}]);
		const [before, after] = shapeParts(shape, props ?? {});
		return (isEnd ? after : isPair ? before : before + after).replaceAll('\n', `\n${pad}`);
	}
	const component = componentName(name);
	if (isEnd) return `</${component}>`;
	const attributes = Object.entries({ ...(first === '' ? {} : { value: listed.join(' ') }), ...named })
		.map(([key, value]) => ` ${PROPS.get(key) ?? key}="${value.replaceAll('"', '&quot;')}"`)
		.join('');
	return `<${component}${attributes}${isPair ? '' : ' /'}>`;
}

/** An image with a caption. */
function figure({ src = '', alt, caption, title, link }: Record<string, string>): string {
	const words = caption ?? title;
	const image = `![${alt ?? words ?? ''}](${src.replaceAll(' ', '%20')})`;
	const shown = link === undefined ? image : `[${image}](${link})`;
	return words === undefined || words === alt ? shown : `${shown}\n\n*${words}*`;
}
