/** `<head>` blocks: elements for the head of the document (B-073: mistakes are warnings). */
import { allowsElement, htmlAttributes } from '../engine/attributes.ts';
import { VOID } from '../engine/elements.ts';
import { readTag, type Tag } from '../engine/jsx.ts';
import { foreign, MDX } from '../engine/notations.ts';
import { decodeEntities } from '../engine/text.ts';
import type { Walk } from '../engine/walk.ts';
import { findComment } from './comments.ts';
import { findClose } from './tags.ts';

const ALLOWED = ['base', 'link', 'meta', 'noscript', 'script', 'style', 'title'] as const;
const TEXT_ONLY: readonly string[] = ['title', 'style', 'script'];

/** Reads the content of a head block into the page's facts. */
export function renderHead(walk: Walk, head: Tag, content: string): void {
	walk.shifted(head.end, () => {
		const { allowance } = walk.facts;
		const sign = /[<{]/g;
		for (let found = sign.exec(content); found; found = sign.exec(content)) {
			const comment = findComment(content, found.index, content.length, allowance);
			const tag = readTag(content, found.index, content.length, allowance);
			if (typeof comment === 'object') sign.lastIndex = comment.end;
			else if (tag) sign.lastIndex = headElement(walk, tag, content);
		}
	});
}

/** Reads one element; returns the offset after it. */
function headElement(walk: Walk, tag: Tag, content: string): number {
	const name = tag.name.toLowerCase();
	if (tag.form === 'close') return tag.end;
	if (name === 'head') {
		warn(walk, tag, '<head> inside of <head>: nesting not allowed.', 'Write one block. The elements are used anyway.');
		return tag.end;
	}
	const { allowance } = walk.facts;
	const close = tag.form === 'open' && !VOID.has(name) ? findClose(content, tag, content.length, allowance) : undefined;
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
	const attributes = headAttributes(walk, tag);
	if (!attributes) return end;
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
	walk.facts.head.push({ tag: allowed, attributes, ...(value ? { content: value } : {}) });
	return end;
}

/** The content of `<noscript>` is written unchanged, so each tag in it must be allowed. */
function isHarmless(walk: Walk, inner: string, base: number): boolean {
	let harmless = true;
	walk.shifted(base, () => {
		for (let at = inner.indexOf('<'); at >= 0; at = inner.indexOf('<', at + 1)) {
			const tag = readTag(inner, at, inner.length, walk.facts.allowance);
			const plain = tag !== undefined && tag.form === 'close';
			if (!plain && !(tag && headAttributes(walk, tag))) harmless = false;
		}
	});
	return harmless && !walk.facts.diagnostics.some(({ code }) => code === 'raw-script');
}

function headAttributes(walk: Walk, tag: Tag): Record<string, string> | undefined {
	const reads = htmlAttributes(walk, tag);
	if (!allowsElement(walk, tag, new Map(reads.map(({ name, value }) => [name, value])))) return undefined;
	return Object.fromEntries(reads.map(({ name, value }) => [name, value === true ? '' : String(value)]));
}

function warn(walk: Walk, tag: Tag, message: string, hint: string): void {
	walk.report({ severity: 'warning', code: 'head', message, hint, length: tag.name.length + 1 }, tag.start);
}

/** Reports a text in braces, as in JSX. */
export function reportQuoted(walk: Walk, tag: Tag, text: string): void {
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
