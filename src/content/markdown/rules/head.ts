/** `<head>` blocks: elements for the head of the document (B-073: mistakes are warnings). */

import { mapUrls, urlKind } from '../../model/urls.ts';
import { allowsElement, htmlAttributes } from '../engine/attributes.ts';
import { VOID_ELEMENTS } from '../engine/elements.ts';
import { type JsxTag, readTag } from '../engine/jsx.ts';
import { foreign, MDX } from '../engine/notations.ts';
import { decodeEntities } from '../engine/text.ts';
import type { PageWriter } from '../engine/walk.ts';
import { findComment } from './comments.ts';
import { imageSource } from './images.ts';
import { addLink } from './links.ts';
import { findClose } from './tags.ts';

const ALLOWED = ['base', 'link', 'meta', 'noscript', 'script', 'style', 'title'] as const;
const TEXT_ONLY: readonly string[] = ['title', 'style', 'script'];

/** Reads the content of a head block into the page's facts. */
export function renderHead(walk: PageWriter, head: JsxTag, content: string): void {
	walk.shifted(head.end, () => {
		const { scanBudget } = walk.facts;
		const sign = /[<{]/g;
		for (let found = sign.exec(content); found; found = sign.exec(content)) {
			const comment = findComment(content, found.index, content.length, scanBudget);
			const tag = readTag(content, found.index, content.length, scanBudget);
			if (typeof comment === 'object') sign.lastIndex = comment.end;
			else if (tag) sign.lastIndex = headElement(walk, tag, content);
		}
	});
}

/** Reads one element; returns the offset after it. */
function headElement(walk: PageWriter, tag: JsxTag, content: string): number {
	const name = tag.name.toLowerCase();
	if (tag.form === 'close') return tag.end;
	if (name === 'head') {
		warn(walk, tag, '<head> inside of <head>: nesting not allowed.', 'Write one block. The elements are used anyway.');
		return tag.end;
	}
	const { scanBudget } = walk.facts;
	const close =
		tag.form === 'open' && !VOID_ELEMENTS.has(name) ? findClose(content, tag, content.length, scanBudget) : undefined;
	const end = close?.end ?? tag.end;
	const allowed = ALLOWED.find((one) => one === name);
	if (!allowed) {
		warn(
			walk,
			tag,
			`Only elements types ${ALLOWED.join(', ')} are allowed in <head>; <${tag.name}> is left out.`,
			'Move it out of the block.',
		);
		return end;
	}
	const inner = close ? content.slice(tag.end, close.start) : '';
	const read = headAttributes(walk, tag);
	if (!read) return end;
	const { attributes, gaps } = read;
	if (name === 'noscript' && close && !isHarmless(walk, inner, tag.end)) return end;
	const isText = TEXT_ONLY.includes(name) || name === 'noscript';
	// Browsers show tags in a title as text, so they are a mistake.
	const text = !isText || (name === 'title' && /<\/?[a-z]/i.test(inner)) ? undefined : inner.trim();
	if (text !== undefined) reportQuoted(walk, tag, text);
	if (TEXT_ONLY.includes(name) && (text === undefined || (text === '' && attributes.src === undefined))) {
		warn(walk, tag, `<${name}> has no text: a string child is expected.`, `Write <${name}>…</${name}>.`);
		if (text === undefined) return end;
	}
	const value = name === 'title' && text !== undefined ? decodeEntities(text) : text;
	const links = Object.keys(gaps).length > 0 ? { gaps } : {};
	walk.facts.head.push({ tag: allowed, attributes, ...links, ...(value ? { content: value } : {}) });
	return end;
}

/** The content of `<noscript>` is written unchanged, so each tag in it must be allowed. */
function isHarmless(walk: PageWriter, inner: string, base: number): boolean {
	let harmless = true;
	walk.shifted(base, () => {
		for (let at = inner.indexOf('<'); at >= 0; at = inner.indexOf('<', at + 1)) {
			const tag = readTag(inner, at, inner.length, walk.facts.scanBudget);
			const plain = tag !== undefined && tag.form === 'close';
			if (!plain && !(tag && headAttributes(walk, tag))) harmless = false;
		}
	});
	return harmless && !walk.facts.diagnostics.some(({ code }) => code === 'raw-script');
}

/** Names of meta elements with a URL as content. */
const URL_META = /^(?:og:(?:url|image|video|audio)(?::(?:secure_)?url)?|twitter:image(?::src)?)$/i;

/** The attributes of an element; the URLs of links to the site are gaps at the end of their values. */
function headAttributes(
	walk: PageWriter,
	tag: JsxTag,
): { attributes: Record<string, string>; gaps: Record<string, number> } | undefined {
	const reads = htmlAttributes(walk, tag);
	const values = new Map(reads.map(({ name, value }) => [name, value === true ? '' : String(value)]));
	if (!allowsElement(walk, tag, values)) return undefined;
	const attributes: Record<string, string> = {};
	const gaps: Record<string, number> = {};
	for (const { name, start } of reads) {
		const value = values.get(name) ?? '';
		const [before, url] = urlOf(tag, name, values);
		const at = walk.offset(start + Math.max(value.indexOf(url), 0));
		const isOurs = url !== '' && !/^(?:[a-z][a-z\d+.-]*:(?!\/\/\/)|\/\/)/i.test(url);
		const address = isOurs ? addLink(walk, url, at) : undefined;
		if (address?.kind === 'link') gaps[name] = address.index;
		attributes[name] = address ? before + (address.kind === 'asset' ? address.href : '') : value;
		if (name === 'imagesrcset')
			attributes[name] = mapUrls(name, value, (file) => imageSource(walk, file, walk.offset(start))?.src ?? '');
	}
	return { attributes, gaps };
}

/** The URL in the value of an attribute, and what is before it. */
function urlOf(tag: JsxTag, name: string, values: ReadonlyMap<string, string>): [before: string, url: string] {
	const value = values.get(name) ?? '';
	const element = tag.name.toLowerCase();
	if (name === 'imagesrcset') return ['', ''];
	if (element !== 'meta' || name !== 'content') return ['', urlKind(element, name, values) ? value : ''];
	const refresh =
		/^refresh$/i.test(values.get('http-equiv') ?? '') && /^(\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?)(.*)$/i.exec(value);
	if (refresh) return [refresh[1] ?? '', refresh[2] ?? ''];
	return ['', URL_META.test(values.get('property') ?? values.get('name') ?? '') ? value : ''];
}

function warn(walk: PageWriter, tag: JsxTag, message: string, hint: string): void {
	walk.report({ severity: 'warning', code: 'head', message, hint, length: tag.name.length + 1 }, tag.start);
}

/** Reports a text in braces, as in JSX. */
export function reportQuoted(walk: PageWriter, tag: JsxTag, text: string): void {
	if (/^\{\s*["'`][\s\S]*\}$/.test(text) && !text.startsWith('{"'))
		walk.report(
			foreign(
				walk.scope.source.path,
				`Text in braces in <${tag.name}>`,
				{ tool: MDX, isTranslated: true },
				tag.name.length + 1,
			),
			tag.start,
		);
}
