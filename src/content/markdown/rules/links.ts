/**
 * Links in every notation: `[text](URL)`, `[text][name]`, `<https://…>`, `<a href>` and the URL props of components.
 * Classifies URLs; `site/links.ts` resolves them later, for the whole site.
 */

import { posix } from 'node:path';
import type { StateCore, StateInline, Token } from 'markdown-it';
import { decodedOrSame, hostPath, ownPath, runsScript } from '../../model/address.ts';
import { escapeAttribute } from '../../model/html.ts';
import type { LinkRef } from '../../model/page.ts';
import { nearest } from '../../model/schema.ts';
import { type ParseFinding, resolvePath, type Scope, type ScopedTokens } from '../engine/facts.ts';
import type { CopyPart } from '../engine/markdown-copy.ts';
import { tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';
import { ownAttributes } from './braces.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** The place of the URL; of a reference link, the end of its text. */
export interface UrlPlace {
	from: number;
	to: number;
	textEnd: number;
}

/** Wraps `rule` to note the place of a link and of its URL on the token. */
export function withPlaces(rule: InlineRule): InlineRule {
	return (state, silent) => {
		const start = state.pos;
		const count = state.tokens.length;
		if (!rule(state, silent)) return false;
		if (silent) return true;
		const token = opening(state.tokens, count);
		if (token) token.meta = { ...token.meta, start, end: state.pos, ...address(state, token, start) };
		return true;
	};
}

/** The rule's token; a text token may precede it. */
function opening(tokens: Token[], from: number): Token | undefined {
	const token = tokens[from];
	return token?.type === 'text' ? tokens[from + 1] : token;
}

function address(state: StateInline, token: Token, start: number): Partial<UrlPlace> | undefined {
	if (token.markup === 'autolink') return { from: start + 1, to: state.pos - 1 };
	// The rule is called at the colon, after the scheme was read as text.
	if (token.markup === 'linkify') return { from: start - String(token.attrGet('href')).indexOf(':'), to: state.pos };
	if (tokenData(token).label !== undefined) {
		const bracket = token.type === 'image' ? start + 1 : start;
		return { textEnd: state.md.helpers.parseLinkLabel(state, bracket, true) };
	}
	const target = String(token.attrGet(token.type === 'image' ? 'src' : 'href') ?? '');
	const text = state.src.slice(start, state.pos);
	for (let at = text.lastIndexOf(']('); at >= 0; at = text.lastIndexOf('](', at - 1)) {
		const from = at + 2 + (/^\s*/.exec(text.slice(at + 2, at + 200))?.[0].length ?? 0);
		const found = state.md.helpers.parseLinkDestination(text, from, text.length);
		if (found.ok && found.str === target) return { from: start + from, to: start + found.pos };
		if (at === 0) break;
	}
	return undefined;
}

/** A classified URL. `beside`: something else serves it on this host (`pathname://`). */
export type Address =
	| { kind: 'link'; index: number; leads: 'here' | 'elsewhere' | 'beside' }
	/** A file that is in the output at this URL. */
	| { kind: 'asset'; href: string }
	/** Refused; there is a diagnostic. */
	| { kind: 'none' };

const SCHEME = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;
const PLAIN_SCHEME = /^(?:mailto|tel|sms|callto):/i;
/** The scheme of links to symbols of the API reference. */
const API = /^api:/i;
const MARKDOWN = /\.mdx?$/i;
const FILE = /\.(?!html?$)[a-z\d]{1,10}$/i;

/**
 * Adds a link to the page's facts. `offset` is the URL's offset in the body of `scope`, by default the current file's.
 * A refused URL is reported.
 */
export function addLink(walk: PageWriter, written: string, offset: number, scope = walk.scope): Address {
	const { facts } = walk;
	const { source } = scope;
	if (runsScript(written, false) && !facts.options.allowScripts) {
		facts.report(source, offset, {
			code: 'script-address',
			message: `The URL "${written.slice(0, 40)}" runs a script.`,
			hint: 'Link to a page, or set allowRawScripts in the configuration.',
			length: written.length,
		});
		return { kind: 'none' };
	}
	const suspicion = suspiciousUrl(written);
	if (suspicion) facts.report(source, offset, { ...suspicion, length: written.length });
	const onHost = hostPath(written, facts.options.baseUrl);
	const { home } = facts.options;
	const own = home && ownPath(written, home);
	const target = onHost ?? own ?? ownAnchor(walk, written) ?? fromSite(written, source.path);
	const isElsewhere = SCHEME.test(target) && !PLAIN_SCHEME.test(target) && !API.test(target);
	const kind = onHost !== undefined ? 'other' : own !== undefined ? 'route' : kindOf(target);
	const [, file = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
	// Files of the static folder are published anyway.
	if (kind === 'route' && !target.startsWith('/') && /[^/.]$/.test(file)) {
		const path = resolvePath(file, source.path);
		// Without an extension, it may be a page outside of what authors may use.
		const place = FILE.test(file) ? () => source.at(offset, written.length) : undefined;
		const found = facts.media(path, place);
		if (found === 'refused' && place) return { kind: 'none' };
		if (found && found !== 'refused') return { kind: 'asset', href: facts.asset(path, found.hash) + suffix };
	}
	const { line, column } = source.place(offset);
	const index = facts.links.push({ target, file: source.path, line, column, kind }) - 1;
	return { kind: 'link', index, leads: onHost !== undefined ? 'beside' : isElsewhere ? 'elsewhere' : 'here' };
}

/** A path on the author's machine: with a drive letter, or a `file:` URL. */
export const LOCAL = /^(?:[a-z]:[\\/]|file:)/i;

/** The finding about a local path or a misspelled protocol. */
function suspiciousUrl(written: string): ParseFinding | undefined {
	if (LOCAL.test(written)) {
		return {
			code: 'local-address',
			severity: 'warning',
			message: `"${written}" is a local path: it does not work on the published site.`,
			hint: 'Copy the file next to the page, or to content/static.',
		};
	}
	if (/^https?:\/\/(?:[/?#]|$)/i.test(written))
		return {
			code: 'empty-link',
			severity: 'warning',
			message: `The URL "${written}" names no host.`,
			hint: 'Write the whole URL, such as https://example.com/page.',
		};
	const [invisible] = SCHEME.test(written)
		? (/[\u200b\u200e\u200f\u2060\ufeff\u00ad]|%E2%80%8[BEF]/i.exec(written) ?? [])
		: [];
	if (invisible !== undefined)
		return {
			code: 'invisible-character',
			severity: 'warning',
			message: 'The URL contains an invisible character.',
			hint: 'Type it again, instead of copying it.',
		};
	const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(written)?.[1];
	const near = scheme === undefined || /^https?$/i.test(scheme) ? undefined : nearest(scheme, ['http', 'https']);
	if (near === undefined) return undefined;
	return {
		code: 'unknown-protocol',
		severity: 'warning',
		message: `Browsers do not know the protocol "${scheme}:".`,
		hint: `Did you mean ${near}:?`,
	};
}

/** The URL of an anchor in the current file, which may have another id on the page. */
function ownAnchor({ scope }: PageWriter, written: string): string | undefined {
	if (!written.startsWith('#') || scope.ids.size === 0) return undefined;
	const id = decodedOrSame(written.slice(1));
	const found = scope.idOf(id);
	return found === id ? undefined : `#${found}`;
}

/** `@site/docs/x.md` relative to the file `from`; other targets unchanged. */
function fromSite(target: string, from: string): string {
	if (!target.startsWith('@site/')) return target;
	const path = posix.relative(posix.dirname(from), resolvePath(target, from));
	return `${path.startsWith('.') ? '' : './'}${path}${/[?#].*$/s.exec(target)?.[0] ?? ''}`;
}

function kindOf(target: string): LinkRef['kind'] {
	if (API.test(target)) return 'name';
	if (target === '' || target.startsWith('#') || SCHEME.test(target)) return 'other';
	return MARKDOWN.test(target.replace(/[?#].*$/s, '')) ? 'page' : 'route';
}

/** Writes a URL, or its gap. */
export function writeUrl(walk: PageWriter, address: Address): void {
	if (address.kind === 'asset') walk.html.add(escapeAttribute(address.href));
	else if (address.kind === 'link') walk.html.gap(address.index);
}

/** Writes `href` with the gap, and `target` and `rel` of external links (B-020) unless the author set them (`own`). */
export function writeHref(walk: PageWriter, address: Address, own: ReadonlySet<string>, name = 'href'): void {
	if (address.kind === 'none') return;
	walk.html.add(` ${name}="`);
	writeUrl(walk, address);
	walk.html.add('"');
	if (address.kind !== 'link' || address.leads === 'here') return;
	const isElsewhere = address.leads === 'elsewhere';
	if (isElsewhere && !own.has('target')) walk.html.add(' target="_blank"');
	// Scripts neither fetch nor open what something else serves.
	if (!own.has('rel')) walk.html.add(isElsewhere ? ' rel="noopener noreferrer"' : ' rel="external"');
}

/** The URL, or its gap, for the Markdown copy. */
export function copyUrl(address: Address): CopyPart {
	if (address.kind === 'none') return '';
	return address.kind === 'asset' ? { kind: 'url', url: address.href } : address.index;
}

/** Core step: records the place of each `[name]: URL`, before markdown-it drops the definitions. */
export function definitionStep(_: StateCore, tokens: ScopedTokens): void {
	for (const [token, scope] of tokens) {
		const { label } = tokenData(token);
		if (token.type !== 'reference_definition' || label === undefined || !token.map) continue;
		const { facts, source } = scope;
		const line = token.map[0];
		const first = facts.definitions.get(label);
		if (!first) facts.definitions.set(label, { scope, line });
		else if (first.scope.source.line(first.line).trim() !== source.line(line).trim()) {
			facts.report(source, source.lineStart(line), {
				code: 'lost-reference',
				severity: 'warning',
				message: `[${label.toLowerCase()}] is defined twice; the first definition is used.`,
				hint: 'Give it another name, or remove it.',
			});
		}
	}
}

/** Scope and offset of the URL in a reference link's definition. */
function definitionOf(walk: PageWriter, label: string, target: string): { scope: Scope; offset: number } | undefined {
	const definition = walk.facts.definitions.get(label);
	if (!definition) return undefined;
	const { source } = definition.scope;
	const text = source.line(definition.line);
	const column = text.indexOf(target, text.indexOf(']:') + 2);
	return { scope: definition.scope, offset: source.lineStart(definition.line) + Math.max(column, 0) };
}

function renderOpen(walk: PageWriter, token: Token, tokens: Token[], index: number): void {
	const { label, start = 0, from = start, to = from, textEnd = from, end = from } = tokenData<UrlPlace>(token);
	const target = String(token.attrGet('href') ?? '');
	const definition = label === undefined ? undefined : definitionOf(walk, label, target);
	const address = addLink(walk, target, definition?.offset ?? walk.offset(from), definition?.scope);
	const title = token.attrGet('title');
	if (target === '' || tokens[index + 1]?.type === 'link_close') {
		const message = `The link has no ${target === '' ? 'URL' : 'text'}.`;
		walk.report({ code: 'empty-link', severity: 'warning', message, hint: 'Write [text](URL).' }, start);
	}
	walk.html.add(`<a${ownAttributes(walk, token)}`);
	writeHref(walk, address, new Set((token.attrs ?? []).map(([name]) => name)));
	walk.html.add(title === null ? '>' : ` title="${escapeAttribute(String(title))}">`);
	walk.container(() => {
		walk.html.add('</a>');
		const part = copyUrl(address);
		if (label === undefined) walk.copy.replace(from, to, part);
		else walk.copy.replace(textEnd, end, '](', part, ')');
	});
}

export const linkRenderers: Record<string, Render> = { link_open: renderOpen };
