/**
 * Regenerates the author's HTML tags and raw elements: attributes in HTML's spelling, URLs resolved, without scripts.
 * `components.ts` handles capitalized tags.
 */

import { hostPath } from '../../model/address.ts';
import { escapeAttribute, escapeText, scrollBox } from '../../model/html.ts';
import { mapIds } from '../../model/ids.ts';
import { CSS_ATTRIBUTES, mapCssUrls, mapUrls, type UrlKind, urlKind, urlsIn } from '../../model/urls.ts';
import { allowsElement, htmlAttributes, MEDIA_ELEMENTS, type ReadAttribute } from '../engine/attributes.ts';
import { BLOCK, ELEMENTS, FOREIGN, OPTIONAL_END, RAW_TEXT, VOID_ELEMENTS } from '../engine/elements.ts';
import { closingBrace, type JsxTag, readTag } from '../engine/jsx.ts';
import { bracesAt, foreignBraces, foreignTag } from '../engine/notations.ts';
import { decodeEntities, raise } from '../engine/text.ts';
import { tokenData } from '../engine/tokens.ts';
import type { OpenScope, PageWriter, Render } from '../engine/walk.ts';
import { findComment } from './comments.ts';
import { closeComponent, openComponent } from './components.ts';
import { renderHead, reportQuoted } from './head.ts';
import { htmlHeading } from './headings.ts';
import { checkImage, type ImageSource, imageSource, missingSize } from './images.ts';
import { type Address, addLink, copyUrl, writeHref, writeUrl } from './links.ts';
import { blockCopy, inlineCopy, type WrittenTag } from './markup-copy.ts';

/** The context of a tag: separate lines, the text of a paragraph, a raw element, an SVG. */
type Where = 'block' | 'inline' | 'raw' | 'svg';

/** Converters for the Markdown copy. */
const COPIES: Partial<Record<Where, typeof inlineCopy>> = { inline: inlineCopy, block: blockCopy };

/** The name of `<>` … `</>`. */
const FRAGMENT = '';

/** Opens, closes or writes the tag's element or component. */
function renderTag(walk: PageWriter, tag: JsxTag, where: Where): void {
	const inline = where === 'inline';
	const isClosing = tag.form === 'close';
	// The text before a tag belongs to the element that it closes.
	if (inline) walk.copy.replace(tag.start, tag.start);
	if (inline && isClosing) walk.copy.here(tag.start, tag.end);
	const name = where === 'svg' ? tag.name : tag.name.toLowerCase();
	if (isComponent(walk, tag)) {
		if (isClosing) closeComponent(walk, tag);
		else openComponent(walk, tag, inline);
	} else if (isClosing) closeElement(walk, tag, name);
	else if (name === FRAGMENT) reportForeign(walk, tag);
	else {
		if (where !== 'svg') reportLowerCase(walk, tag);
		if (name === 'summary') reportSummary(walk, tag.start);
		openElement(walk, tag, name, where);
	}
	if (inline) walk.copy.replace(tag.start, tag.end);
}

/** Reports an element that HTML doesn't have, and whose name is that of a component in small letters. */
function reportLowerCase(walk: PageWriter, { name, start }: JsxTag): void {
	if (ELEMENTS.has(name.toLowerCase())) return;
	const component = walk.facts.options.components.find((one) => one.toLowerCase() === name.toLowerCase());
	if (component === undefined || component === name) return;
	walk.report(
		{
			severity: 'warning',
			code: 'component-case',
			message: `<${name}> isn't an HTML element, so readers see only what's in it.`,
			hint: `Did you mean <${component}>?`,
			length: name.length + 1,
		},
		start,
	);
}

/** Reports the first line of a `<details>` in `<Details>`, which writes one itself. */
function reportSummary(walk: PageWriter, start: number): void {
	const { kind, name } = walk.parent ?? {};
	if (kind !== 'component' || name !== 'Details') return;
	walk.report(
		{
			severity: 'warning',
			code: 'component-content',
			message: '<Details> has a first line of its own, so readers see two.',
			hint: 'Give it a title with summary="…", or write <details> with a small letter.',
			length: '<summary'.length,
		},
		start,
	);
}

function closeElement(walk: PageWriter, tag: JsxTag, name: string): void {
	const closed = walk.close((open) => open.kind === 'element' && open.name === name);
	// A block inside a paragraph ends it, and browsers ignore its end tag as well.
	if (!closed && !VOID_ELEMENTS.has(name) && name !== FRAGMENT && name !== 'p')
		walk.stray({ kind: 'element', name }, tag.start);
}

/** Capitalized names are components; names in all capitals are old-style HTML, unless a component has the name. */
function isComponent(walk: PageWriter, tag: JsxTag): boolean {
	if (!tag.isComponent) return false;
	const isUpperCase = tag.name.length > 1 && tag.name === tag.name.toUpperCase();
	return !isUpperCase || walk.facts.options.components.includes(tag.name) || walk.scope.partials.has(tag.name);
}

/** Writes the start tag. Returns false if the element and its content must not be written. */
function openElement(walk: PageWriter, tag: JsxTag, name: string, where: Where): boolean {
	const svg = where === 'svg';
	const attributes = htmlAttributes(walk, tag, svg);
	const values = new Map(attributes.map((attribute) => [attribute.name, attribute.value]));
	const isVoid = VOID_ELEMENTS.has(name);
	const isOpen = tag.form === 'open' && !isVoid;
	if (!allowsElement(walk, tag, values)) {
		if (isOpen) walk.open({ kind: 'element', name, end() {} }, tag.start);
		return false;
	}
	const section = name === 'h1' ? htmlHeading(walk, wordsUntil(walk, tag), values.get('id')) : undefined;
	const shown = section ? 'h2' : name;
	for (let parent = walk.parent; isEndedBy(name, parent); parent = walk.parent) walk.close((open) => open === parent);
	const breaks = where === 'block' && (BLOCK.has(name) || isVoid) ? '\n' : '';
	const copy = COPIES[where]?.(walk, tag, shown, values);
	const mark = walk.text.mark;
	const scrolls = name === 'table' && isOpen && !walk.isWithin((open) => open.name === name);
	const end = (): void => {
		walk.html.add(`</${shown}>${scrolls ? '</div>' : ''}${breaks}`);
		if (section) {
			const words = walk.text.since(mark).replace(/\s+/g, ' ').trim();
			walk.text.backTo(mark);
			section.end(words);
		}
		if (name === 'sup') raiseText(walk, mark);
		if (BLOCK.has(name)) walk.text.space();
		copy?.close?.();
	};
	if (isOpen && !walk.open({ kind: 'element', name, end }, tag.start)) return false;
	if (scrolls) walk.html.add(scrollBox(walk.facts.words.table));
	walk.html.add(`<${shown}${section?.id === undefined ? '' : ` id="${escapeAttribute(section.id)}"`}`);
	const written = writeAttributes(walk, name, attributes, values);
	if (name === 'pre' && !values.has('tabindex')) walk.html.add(' tabindex="0"');
	copy?.open?.(written);
	if (tag.form === 'empty' && svg && !isVoid) walk.html.add('/>');
	else walk.html.add(isVoid ? `>${breaks}` : '>');
	if (tag.form === 'empty' && !isVoid && !svg) end();
	return true;
}

/** The source of an element's content. */
function wordsUntil(walk: PageWriter, tag: JsxTag): string {
	const rest = walk.scope.source.body.slice(walk.offset(tag.end));
	return rest.slice(0, Math.max(rest.search(/<\/h1\b/i), 0));
}

/** Keeps a superscript apart from the text before it, for the search. */
function raiseText(walk: PageWriter, mark: number): void {
	const text = walk.text.since(mark);
	walk.text.backTo(mark);
	walk.text.add(raise(text));
}

/** Whether the start tag `name` closes `parent`, which has an optional end tag. */
function isEndedBy(name: string, parent: OpenScope | undefined): boolean {
	return parent?.kind === 'element' && (OPTIONAL_END.get(parent.name)?.has(name) ?? false);
}

function writeAttributes(
	walk: PageWriter,
	element: string,
	attributes: readonly ReadAttribute[],
	values: ReadonlyMap<string, unknown>,
): WrittenTag {
	const written: WrittenTag = {};
	const names = new Set(values.keys());
	if (element === 'details' || element === 'svg') walk.facts.components.add(element);
	for (const [name] of String(values.get('class') ?? '').matchAll(/\S+/g)) walk.facts.components.add(`.${name}`);
	if (element === 'details')
		walk.html.add(` class="${escapeAttribute(`details ${values.get('class') ?? ''}`.trim())}"`);
	for (const { name, value, start } of attributes) {
		const own = String(value);
		const text = mapIds({ tag: element, name, type: values.get('type') }, own, (id) => walk.scope.idOf(id)) ?? own;
		if (element === 'details' && name === 'class') continue;
		if (name === 'id') walk.facts.claim(text, walk.scope.source, walk.offset(start));
		const kind = value === true ? undefined : urlKind(element, name, values);
		if (kind === 'file') {
			const src = writeFiles(walk, element, { name, text, start }, values);
			if (name === 'src') written.src = src && { kind: 'url', url: src };
		} else if (kind !== undefined && (element === 'a' || element === 'area') && name !== 'ping') {
			written.address = addLink(walk, text, walk.offset(start));
			writeHref(walk, written.address, names, name);
		} else if (kind !== undefined) {
			const address = writeTargets(walk, { name, text, start }, kind);
			if (name === 'src') written.src = copyUrl(address);
		} else if (value === true) walk.html.add(` ${name}`);
		else {
			const written = CSS_ATTRIBUTES.has(name) ? withCssUrls(walk, text, start) : text;
			walk.html.add(` ${name}="${escapeAttribute(written)}"`);
		}
	}
	if (element === 'img') {
		if (!values.has('loading')) walk.html.add(' loading="lazy"');
		if (!values.has('decoding')) walk.html.add(' decoding="async"');
	}
	return written;
}

interface Text {
	name: string;
	text: string;
	start: number;
}

/** Writes the URLs of pages, or of programs of the host, which may be on any host. Returns the last one. */
function writeTargets(walk: PageWriter, { name, text, start }: Text, kind: UrlKind): Address {
	let last: Address = { kind: 'none' };
	walk.html.add(` ${name}="`);
	for (const [index, url] of urlsIn(name, text).entries()) {
		if (index > 0) walk.html.add(' ');
		const isPlain = kind === 'host' && !url.startsWith('/') && hostPath(url, '/') === undefined;
		last = isPlain ? { kind: 'asset', href: url } : addLink(walk, url, walk.offset(start));
		writeUrl(walk, last);
	}
	walk.html.add('"');
	return last;
}

/** Writes the URLs of files, which are published with the page; returns the last one. */
function writeFiles(
	walk: PageWriter,
	element: string,
	{ name, text, start }: Text,
	values: ReadonlyMap<string, unknown>,
): string | undefined {
	// Scripts stay where they are: they may load others from there.
	if (element === 'script') return void writeTargets(walk, { name, text, start }, 'page');
	let image: ImageSource | undefined;
	if (element === 'img' && name === 'src') checkImage(walk, text, walk.offset(start));
	const src = mapUrls(name, text, (url) => {
		image = imageSource(walk, url, walk.offset(start + offsetOf(url, text)), MEDIA_ELEMENTS.has(element.toLowerCase()));
		return image?.src ?? '';
	});
	if (src !== '') walk.html.add(` ${name}="${escapeAttribute(src)}"`);
	const size = element === 'img' && name === 'src' && image ? missingSize(image, Object.fromEntries(values)) : {};
	for (const [attribute, pixels] of Object.entries(size)) walk.html.add(` ${attribute}="${pixels}"`);
	return src;
}

/** CSS with each `url()` pointing to a file that is published with the page. */
function withCssUrls(walk: PageWriter, text: string, start: number): string {
	return mapCssUrls(text, (url) => imageSource(walk, url, walk.offset(start + offsetOf(url, text)))?.src ?? '');
}

/** Where a value has one of its URLs; at its start if it writes the URL in another way. */
function offsetOf(url: string, text: string): number {
	return Math.max(text.indexOf(url), 0);
}

/** An element with markup or text instead of Markdown. */
function renderRaw(walk: PageWriter, tag: JsxTag, content: string, inline: boolean): void {
	if (tag.name.toLowerCase() === 'head') {
		renderHead(walk, tag, content);
		return;
	}
	if (reportForeign(walk, tag)) return;
	const words = writeRaw(walk, tag, content);
	if (inline) {
		walk.copy.replace(tag.start, tag.end, words);
		return;
	}
	walk.html.add('\n');
	if (tag.name.toLowerCase() === 'pre') walk.copy.fence(words, '');
	else if (words !== '') walk.copy.block([words]);
}

/** Reports a tag of another tool; returns whether it is one. */
function reportForeign(walk: PageWriter, tag: JsxTag): boolean {
	const finding = foreignTag(tag, walk.scope);
	if (finding) walk.report(finding, tag.start);
	return finding !== undefined;
}

/** Writes the element and returns its text. */
function writeRaw(walk: PageWriter, tag: JsxTag, content: string): string {
	const name = tag.name.toLowerCase();
	const where = FOREIGN.has(name) ? 'svg' : 'raw';
	const depth = walk.depth;
	const mark = walk.text.mark;
	if (openElement(walk, tag, name, where))
		walk.shifted(tag.end, () => {
			if (RAW_TEXT.has(name)) walk.html.add(rawText(walk, tag, content));
			else rawMarkup(walk, content, where);
		});
	walk.unwind(depth + 1);
	if (walk.depth > depth) walk.close((open) => open.name === name);
	const label = name === 'svg' ? pictureLabel(tag, content) : undefined;
	if (label !== undefined) {
		walk.text.backTo(mark);
		walk.text.add(label);
	}
	return walk.text.since(mark).trim();
}

/**
 * The accessible text of an SVG with `aria-labelledby`: its title and description, not the words in its shapes; empty
 * if another element labels it. Undefined without `aria-labelledby`.
 */
function pictureLabel(tag: JsxTag, content: string): string | undefined {
	if (!tag.attributes.some(({ name }) => name === 'aria-labelledby')) return undefined;
	const parts = content.matchAll(/<(title|desc)\b[^>]*>([^<]*)/g);
	return [...parts].map(([, , text = '']) => decodeEntities(text).trim()).join(': ');
}

/** Content of scripts and styles is written unchanged, of text areas escaped. */
function rawText(walk: PageWriter, tag: JsxTag, content: string): string {
	reportQuoted(walk, tag, content.trim());
	const name = tag.name.toLowerCase();
	if (name === 'textarea') return escapeText(decodeEntities(content));
	const css = name === 'style' ? withCssUrls(walk, content, 0) : content;
	const text = name === 'style' ? css.replace(/(?<=#)[\w-]+/g, (id) => walk.scope.idOf(id)) : css;
	return text.replace(/<\/(?=script|style)/gi, '<\\/');
}

/** Reports another tool's code in braces; other braces in a raw element are text, and `<pre>` can show templates. */
function reportBraces(walk: PageWriter, content: string, at: number, where: Where): void {
	const end = closingBrace(content, at, content.length, walk.facts.scanBudget);
	const isRead = where === 'svg' || /^\{\{[<%]/.test(content.slice(at, at + 3));
	const template = isRead ? bracesAt(walk.scope.source.path, content, at)?.finding : undefined;
	const finding = template ?? (end < 0 ? undefined : foreignBraces(content.slice(at, end + 1), walk.scope));
	if (finding) walk.report(finding, at);
}

function rawMarkup(walk: PageWriter, content: string, where: Where): void {
	const { scanBudget } = walk.facts;
	const sign = /[<{]/g;
	let written = 0;
	const text = (plain: string): void => {
		const decoded = decodeEntities(plain);
		walk.html.add(escapeText(decoded));
		walk.text.add(decoded);
	};
	for (let found = sign.exec(content); found; found = sign.exec(content)) {
		const at = found.index;
		const comment = findComment(content, at, content.length, scanBudget);
		const tag = typeof comment === 'object' ? undefined : readTag(content, at, content.length, scanBudget);
		const end = typeof comment === 'object' ? comment.end : tag?.end;
		if (end === undefined) {
			if (comment === undefined && content[at] === '{') reportBraces(walk, content, at, where);
			continue;
		}
		text(content.slice(written, at));
		if (tag) renderTag(walk, tag, where);
		sign.lastIndex = written = end;
	}
	text(content.slice(written));
}

export const markupRenderers: Record<string, Render> = {
	tag(walk, token) {
		const { tag } = tokenData(token);
		if (tag) renderTag(walk, tag, token.block ? 'block' : 'inline');
	},
	raw(walk, token) {
		const { tag, end = 0 } = tokenData(token);
		if (!tag) return;
		renderRaw(walk, tag, token.content, !token.block);
		// Its text has already replaced its start tag.
		if (!token.block) walk.copy.replace(tag.end, end);
	},
};
