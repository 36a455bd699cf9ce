/**
 * Links of every notation: `[text](address)`, `[text][name]`, `<https://…>`, `<a href>` and the address props of
 * components. Decides what an address is; where it leads is decided for the whole site later.
 */

import { posix } from 'node:path';
import type { StateCore, StateInline, Token } from 'markdown-it';
import { hostPath } from '../../model/address.ts';
import { escapeAttribute } from '../../model/html.ts';
import type { LinkRef } from '../../model/page.ts';
import { nearest } from '../../model/schema.ts';
import { runsScript } from '../engine/elements.ts';
import { type Finding, resolvePath, type Scope, Scopes, scopeOf } from '../engine/facts.ts';
import type { Render, Walk } from '../engine/walk.ts';
import { ownAttributes } from './braces.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

/**
 * `rule`, with the place of what it found in the token's metadata: `start` and `end` in the inline content,
 * `from` and `to` of the address, or `textEnd` where it is behind a name.
 */
export function placed(rule: InlineRule): InlineRule {
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

/** The rule's own token; text before it may have been pushed in front. */
function opening(tokens: Token[], from: number): Token | undefined {
	const token = tokens[from];
	return token?.type === 'text' ? tokens[from + 1] : token;
}

function address(state: StateInline, token: Token, start: number): Record<string, number> | undefined {
	if (token.markup === 'autolink') return { from: start + 1, to: state.pos - 1 };
	// The rule is called at the colon: what stands before it was text until then.
	if (token.markup === 'linkify') return { from: start - String(token.attrGet('href')).indexOf(':'), to: state.pos };
	if (token.meta?.label !== undefined) {
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

/** What is to be done with an address. */
export type Address =
	| { kind: 'link'; index: number; external: boolean }
	/** A file that the output carries under this address. */
	| { kind: 'asset'; href: string }
	/** Refused; there is a diagnostic. */
	| { kind: 'none' };

const SCHEME = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;
const PLAIN_SCHEME = /^(?:mailto|tel|sms|callto):/i;
/** A symbol of the API reference. */
const API = /^api:/i;
const MARKDOWN = /\.mdx?$/i;
const FILE = /\.(?!html?$)[a-z\d]{1,10}$/i;

/**
 * Enters a link into the page's facts. `offset` is where the address stands in the body of `scope`, by default the
 * current file.
 */
export function addLink(walk: Walk, written: string, offset: number, scope = walk.scope): Address {
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
	const doubt = doubtful(written);
	if (doubt) facts.report(source, offset, { ...doubt, length: written.length });
	const onHost = hostPath(written, facts.options.baseUrl);
	const target = onHost ?? fromSite(written, source.path);
	const external = SCHEME.test(target) && !PLAIN_SCHEME.test(target) && !API.test(target);
	const kind = onHost === undefined ? kindOf(target) : 'other';
	if (kind === 'route' && isFile(target)) {
		const path = resolvePath(target, source.path);
		const found = facts.media(path, () => source.at(offset, written.length));
		if (found === 'refused') return { kind: 'none' };
		const suffix = /[?#].*$/s.exec(target)?.[0] ?? '';
		if (found) return { kind: 'asset', href: facts.asset(path, found.hash) + suffix };
	}
	const { line, column } = source.place(offset);
	const index = facts.links.push({ target, file: source.path, line, column, kind }) - 1;
	return { kind: 'link', index, external };
}

/** A file of one machine: of a drive, or by the protocol for them. */
export const LOCAL = /^(?:[a-z]:[\\/]|file:)/i;

/** What is said of an address that only looks as if it led somewhere else. */
function doubtful(written: string): Finding | undefined {
	if (LOCAL.test(written)) {
		return {
			code: 'local-address',
			severity: 'warning',
			message: `"${written}" is a local path: it does not work on the published site.`,
			hint: 'Copy the file next to the page, or to content/static.',
		};
	}
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

/** `@site/docs/x.md` as seen from the file `from`. */
function fromSite(target: string, from: string): string {
	if (!target.startsWith('@site/')) return target;
	const path = posix.relative(posix.dirname(from), resolvePath(target, from));
	return `${path.startsWith('.') ? '' : './'}${path}${/[?#].*$/s.exec(target)?.[0] ?? ''}`;
}

function kindOf(target: string): LinkRef['kind'] {
	if (API.test(target)) return 'api';
	if (target === '' || target.startsWith('#') || SCHEME.test(target)) return 'other';
	return MARKDOWN.test(target.replace(/[?#].*$/s, '')) ? 'page' : 'route';
}

/** Files of the static folder are served under their own names; others only if a page names them. */
function isFile(target: string): boolean {
	return !target.startsWith('/') && FILE.test(target.replace(/[?#].*$/s, ''));
}

/** Writes ` href="…"` with the gap, and what links to other sites need (B-020). `own` are attributes the author set. */
export function writeHref(walk: Walk, address: Address, own: ReadonlySet<string>): void {
	if (address.kind === 'none') return;
	walk.html.add(' href="');
	if (address.kind === 'asset') walk.html.add(escapeAttribute(address.href));
	else walk.html.gap(address.index);
	walk.html.add('"');
	if (address.kind !== 'link' || !address.external) return;
	if (!own.has('target')) walk.html.add(' target="_blank"');
	if (!own.has('rel')) walk.html.add(' rel="noopener noreferrer"');
}

/** The address as a part of the Markdown twin. */
export function twinAddress(address: Address): string | number {
	if (address.kind === 'none') return '';
	return address.kind === 'asset' ? address.href : address.index;
}

/** Core step: where each `[name]: address` stands. Comes before markdown-it drops the definitions. */
export function definitionStep(state: StateCore): void {
	const scopes = new Scopes(scopeOf(state.env));
	for (const token of state.tokens) {
		const scope = scopes.at(token);
		const label = token.meta?.label;
		if (token.type !== 'reference_definition' || typeof label !== 'string' || !token.map) continue;
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

/** Scope and place of the address behind a reference link. */
function definitionOf(walk: Walk, label: string, target: string): { scope: Scope; offset: number } | undefined {
	const definition = walk.facts.definitions.get(label);
	if (!definition) return undefined;
	const { source } = definition.scope;
	const text = source.line(definition.line);
	const column = text.indexOf(target, text.indexOf(']:') + 2);
	return { scope: definition.scope, offset: source.lineStart(definition.line) + Math.max(column, 0) };
}

function renderOpen(walk: Walk, token: Token, tokens: Token[], index: number): void {
	const { meta } = token;
	const label = typeof meta?.label === 'string' ? meta.label : undefined;
	const target = String(token.attrGet('href') ?? '');
	const start = numberOf(meta?.start, 0);
	const from = numberOf(meta?.from, start);
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
		const part = twinAddress(address);
		if (label === undefined) walk.twin.replace(from, numberOf(meta?.to, from), part);
		else walk.twin.replace(numberOf(meta?.textEnd, from), numberOf(meta?.end, from), '](', part, ')');
	});
}

function numberOf(value: unknown, otherwise: number): number {
	return typeof value === 'number' ? value : otherwise;
}

export const linkRenderers: Record<string, Render> = { link_open: renderOpen };
