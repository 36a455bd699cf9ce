/**
 * HTML tags and raw elements as their authors wrote them, written anew: attributes in HTML's spelling, addresses
 * resolved, nothing that runs. Capitalised tags are passed on to `components.ts`.
 */
import { type Read, readAttributes } from './attributes.ts';
import { findUnseen } from './comments.ts';
import { closeComponent, openComponent } from './components.ts';
import { attributeName, BLOCK, escapeText, escapeValue, RAW_TEXT, styleText, VOID } from './elements.ts';
import { decodeEntities } from './entities.ts';
import { renderHead } from './head.ts';
import { imageSource } from './images.ts';
import { readTag, type Tag } from './jsx.ts';
import { type Address, addLink, twinAddress, writeHref } from './links.ts';
import { readLiteral } from './literal.ts';
import { allowsAttribute, allowsElement } from './scripts.ts';
import { tagOf } from './tags.ts';
import type { Render, Walk } from './walk.ts';

/** Where a tag stands: on lines of its own, in the text of a paragraph, in a raw element, in an SVG. */
type Where = 'block' | 'inline' | 'raw' | 'svg';

/** `<>` … `</>` stands for nothing but its content. */
const FRAGMENT = '';

/** Opens, closes or writes whatever the tag stands for. */
function renderTag(walk: Walk, tag: Tag, where: Where): void {
	const inline = where === 'inline';
	const isClosing = tag.form === 'close';
	if (inline && isClosing) walk.twin.here(tag.start, tag.end);
	const name = where === 'svg' ? tag.name : tag.name.toLowerCase();
	if (isComponent(walk, tag)) {
		if (isClosing) closeComponent(walk, tag);
		else openComponent(walk, tag, inline);
	} else if (isClosing) closeElement(walk, tag, name);
	else if (name !== FRAGMENT) openElement(walk, tag, name, where);
	if (inline) walk.twin.replace(tag.start, tag.end);
}

function closeElement(walk: Walk, tag: Tag, name: string): void {
	const closed = walk.close((open) => open.kind === 'element' && open.name === name);
	if (!closed && !VOID.has(name) && name !== FRAGMENT) walk.stray({ kind: 'element', name }, tag.start);
}

/** Capitals are JSX; an element's name in nothing but capitals is HTML of the old kind. */
function isComponent(walk: Walk, tag: Tag): boolean {
	if (!tag.isComponent) return false;
	const isShouted = tag.name.length > 1 && tag.name === tag.name.toUpperCase();
	return !isShouted || walk.facts.options.components.includes(tag.name) || walk.scope.imports.has(tag.name);
}

/** False where the element must not be written, nor anything in it. */
function openElement(walk: Walk, tag: Tag, name: string, where: Where): boolean {
	const svg = where === 'svg';
	const attributes = htmlAttributes(walk, tag, svg);
	const values = new Map(attributes.map((attribute) => [attribute.name, attribute.value]));
	const isVoid = VOID.has(name);
	const isOpen = tag.form === 'open' && !isVoid;
	if (!allowsElement(walk, tag, values)) {
		if (isOpen) walk.open({ kind: 'element', name, end() {} }, tag.start);
		return false;
	}
	if (name === 'h1') walk.ownHeading = true;
	const breaks = where === 'block' && (BLOCK.has(name) || isVoid) ? '\n' : '';
	const twin = where === 'inline' ? inlineTwin(walk, tag, name, values) : undefined;
	const end = (): void => {
		walk.html.add(`</${name}>${breaks}`);
		if (BLOCK.has(name)) walk.text.space();
		twin?.close?.();
	};
	if (isOpen && !walk.open({ kind: 'element', name, end }, tag.start)) return false;
	walk.html.add(`<${name}`);
	const address = writeAttributes(walk, name, attributes, values);
	twin?.open?.(address);
	if (tag.form === 'empty' && svg && !isVoid) walk.html.add('/>');
	else walk.html.add(isVoid ? `>${breaks}` : '>');
	if (tag.form === 'empty' && !isVoid && !svg) end();
	return true;
}

/** Attributes by their HTML names, without those that may not be written. */
function htmlAttributes(walk: Walk, tag: Tag, svg: boolean): Read[] {
	return readAttributes(walk, tag).flatMap((read) => {
		const name = attributeName(read.name, svg);
		if (name === 'key' || name === 'ref' || read.value === false || read.value === null) return [];
		if (read.value === undefined || !allowsAttribute(walk, tag, { ...read, name })) return [];
		return [{ ...read, name }];
	});
}

function writeAttributes(
	walk: Walk,
	element: string,
	attributes: readonly Read[],
	values: ReadonlyMap<string, unknown>,
): Address | undefined {
	let address: Address | undefined;
	const names = new Set(values.keys());
	if (element === 'details') walk.html.add(` class="${escapeValue(`details ${values.get('class') ?? ''}`.trim())}"`);
	for (const { name, value, start } of attributes) {
		const text =
			typeof value === 'object' && value !== null && name === 'style' ? styleText({ ...value }) : String(value);
		if (element === 'details' && name === 'class') continue;
		if (name === 'id') walk.facts.claim(text, walk.scope.source, walk.offset(start));
		if (name === 'href' && (element === 'a' || element === 'area')) {
			address = addLink(walk, text, walk.offset(start));
			writeHref(walk, address, names);
		} else if (isMedia(element, name)) writeMedia(walk, element, { name, text, start }, values);
		else walk.html.add(value === true ? ` ${name}` : ` ${name}="${escapeValue(text)}"`);
	}
	if (element === 'img') {
		if (!values.has('loading')) walk.html.add(' loading="lazy"');
		if (!values.has('decoding')) walk.html.add(' decoding="async"');
	}
	return address;
}

const MEDIA: Record<string, readonly string[]> = {
	img: ['src', 'srcset'],
	source: ['src', 'srcset'],
	video: ['src', 'poster'],
	audio: ['src'],
	track: ['src'],
	embed: ['src'],
	object: ['data'],
};

function isMedia(element: string, name: string): boolean {
	return Object.hasOwn(MEDIA, element) && (MEDIA[element]?.includes(name) ?? false);
}

function writeMedia(
	walk: Walk,
	element: string,
	{ name, text, start }: { name: string; text: string; start: number },
	values: ReadonlyMap<string, unknown>,
): void {
	if (name === 'srcset') {
		const parts = text.split(/,\s+/).map((part) => {
			const [file = '', ...size] = part.trim().split(/\s+/);
			return [imageSource(walk, file, walk.offset(start))?.src ?? '', ...size].join(' ');
		});
		walk.html.add(` srcset="${escapeValue(parts.join(', '))}"`);
		return;
	}
	const image = imageSource(walk, text, walk.offset(start), element !== 'object' && element !== 'embed');
	if (!image) return;
	walk.html.add(` ${name}="${escapeValue(image.src)}"`);
	if (element !== 'img' || !image.width || !image.height) return;
	walk.html.add(missingSize(image.width, image.height, values));
}

/** The sides that the author left out, in the picture's proportions. */
function missingSize(width: number, height: number, values: ReadonlyMap<string, unknown>): string {
	const given = (name: string): number => Number(values.get(name));
	if (values.has('width') && values.has('height')) return '';
	if (values.has('width'))
		return given('width') > 0 ? ` height="${Math.round((given('width') * height) / width)}"` : '';
	if (values.has('height'))
		return given('height') > 0 ? ` width="${Math.round((given('height') * width) / height)}"` : '';
	return ` width="${width}" height="${height}"`;
}

/** What an inline tag is in Markdown: links and images what they are, a summary bold, others nothing. */
function inlineTwin(
	walk: Walk,
	tag: Tag,
	name: string,
	values: ReadonlyMap<string, unknown>,
): { open?(address: Address | undefined): void; close?(): void } {
	const { start, end } = tag;
	if (name === 'a' && values.has('href') && tag.form === 'open') {
		let part: string | number = '';
		return {
			open(address) {
				part = address ? twinAddress(address) : '';
				walk.twin.replace(start, end, '[');
			},
			close: () => walk.twin.replaceHere(`](`, part, ')'),
		};
	}
	if (name === 'summary') {
		walk.twin.replace(start, end, '**');
		return { close: () => walk.twin.replaceHere('**') };
	}
	if (name === 'br') walk.twin.replace(start, end, ' ');
	return {};
}

/** The content of an element that is no Markdown: markup, or nothing but text. */
function renderRaw(walk: Walk, tag: Tag, content: string, inline: boolean): void {
	const name = tag.name.toLowerCase();
	if (name === 'head') {
		renderHead(walk, tag, content);
		return;
	}
	const where = name === 'svg' || name === 'math' ? 'svg' : 'raw';
	const depth = walk.depth;
	const allowed = openElement(walk, tag, name, where);
	if (allowed)
		walk.shifted(tag.end, () => {
			if (RAW_TEXT.has(name)) walk.html.add(rawText(content, name));
			else rawMarkup(walk, content, where);
		});
	walk.unwind(depth + 1);
	if (walk.depth > depth) walk.close((open) => open.name === name);
	if (!inline) walk.html.add('\n');
}

/** Scripts and styles are written as they are; `{`…`}` around them is JSX's way to quote them. */
function rawText(content: string, name: string): string {
	const trimmed = content.trim();
	const literal = /^\{[\s\S]*\}$/.test(trimmed) ? readLiteral(trimmed.slice(1, -1), () => undefined) : undefined;
	const text = literal?.ok && typeof literal.value === 'string' ? literal.value : content;
	return name === 'textarea' ? escapeText(decodeEntities(text)) : text.replace(/<\/(?=script|style)/gi, '<\\/');
}

function rawMarkup(walk: Walk, content: string, where: Where): void {
	const { allowance } = walk.facts;
	const sign = /[<{]/g;
	let written = 0;
	const text = (plain: string): void => {
		const decoded = decodeEntities(plain);
		walk.html.add(escapeText(decoded));
		walk.text.add(decoded);
	};
	for (let found = sign.exec(content); found; found = sign.exec(content)) {
		const at = found.index;
		const unseen = findUnseen(content, at, content.length, allowance);
		const tag = typeof unseen === 'object' ? undefined : readTag(content, at, content.length, allowance);
		const end = typeof unseen === 'object' ? unseen.end : tag?.end;
		if (end === undefined) continue;
		text(content.slice(written, at));
		if (tag) renderTag(walk, tag, where);
		else if (typeof unseen === 'object' && unseen.kind === 'expression') text(unseen.text);
		sign.lastIndex = written = end;
	}
	text(content.slice(written));
}

function renderTagToken(where: Where): Render {
	return (walk, tokens, index) => {
		const token = tokens[index];
		const tag = token && tagOf(token);
		if (tag) renderTag(walk, tag, where);
		return undefined;
	};
}

function renderRawToken(inline: boolean): Render {
	return (walk, tokens, index) => {
		const token = tokens[index];
		const tag = token && tagOf(token);
		if (!tag) return undefined;
		renderRaw(walk, tag, token.content, inline);
		const end = token.meta?.end;
		if (inline) walk.twin.replace(tag.start, typeof end === 'number' ? end : tag.end);
		return undefined;
	};
}

/** For tokens of the block pass. */
export const blockMarkup: Record<string, Render> = { tag: renderTagToken('block'), raw: renderRawToken(false) };
/** For tokens inside of text. */
export const inlineMarkup: Record<string, Render> = { tag: renderTagToken('inline'), raw: renderRawToken(true) };
