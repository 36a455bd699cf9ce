/**
 * Numbers of equations and references to them, as in TeX: `\tag`, the environments that number their rows, `\label`,
 * `\ref` and `\eqref`. The library that makes MathML leaves them to a script in readers' browsers.
 */
import type { StateCore, Token } from 'markdown-it';
import { escapeText } from '../../model/html.ts';
import { type Scope, scoped, scopeOf } from '../engine/facts.ts';
import { decodeEntities } from '../engine/text.ts';
import type { PageWriter } from '../engine/walk.ts';
import { mathml } from './mathml.ts';

/** TeX that can have a number. */
const NUMBERED = /\\(?:begin|tag|label)\b/;
/** The id of a row, which is its label; a number to write; a tag. */
const PARTS = /<mtr id="([^"]*)"|<span class="tml-eqn"><\/span>|<(\w+) class="tml-tag">([\s\S]*?)<\/\2>(?=<\/mtd>)/g;
const REFERENCE = /<a href='#([^']*)' class="tml-ref( tml-eqref)?"><\/a>/g;

/** Core step, after footnotes have their places: numbers the formulas in the order of the page. */
export function equationStep(state: StateCore): void {
	if (!state.tokens.some((token) => isNumbered(token) || token.children?.some(isNumbered))) return;
	for (const [block, scope] of scoped(state.tokens, scopeOf(state.env)))
		for (const token of [block, ...(block.children ?? [])]) {
			if (!isNumbered(token)) continue;
			try {
				token.meta = { ...token.meta, html: numbered(token.content.trim(), token.block, scope) };
			} catch {
				// Its renderer reports invalid TeX.
			}
		}
}

function isNumbered({ type, info, content }: Token): boolean {
	return (type === 'math' || (type === 'fence' && /^math\b/.test(info))) && NUMBERED.test(content);
}

/** MathML with numbers as text; notes the number of each label. */
function numbered(tex: string, isBlock: boolean, { facts, ids }: Scope): string {
	const { equations } = facts;
	/** Ids of rows whose number follows. */
	let waiting: string[] = [];
	// A label in a part of an equation is the equation's, but the library looks for it in the row alone.
	const html = mathml(tex.replace(/^(\\begin\{equation\})([\s\S]*?)(\\label\{[^{}]*\})/, '$1$3$2'), isBlock);
	// The rows of a multline are one equation, with its number at the last.
	const first = tex.startsWith('\\begin{multline}') ? html.lastIndexOf('<span class="tml-eqn">') : 0;
	return html.replace(PARTS, (whole, label: string | undefined, _, tag: string | undefined, at: number) => {
		if (label !== undefined) {
			let id = label;
			// Another copy of the same partial has its own equations.
			for (let count = 1; equations.has(id) && !ids.has(label); count++) id = `${label}-${count}`;
			ids.set(label, id);
			waiting.push(id);
			return `<mtr id="${id}"`;
		}
		if (tag === undefined && at < first) return '';
		const number = tag === undefined ? `(${++facts.equationCount})` : decodeEntities(tag.replace(/<[^>]*>/g, ''));
		for (const id of waiting) equations.set(id, number);
		waiting = [];
		return tag === undefined ? `<span class="tml-number">${number}</span>` : whole;
	});
}

/** Fills in the references of a formula, and claims the ids of its equations. */
export function withReferences(walk: PageWriter, html: string, offset?: number): string {
	const { facts, scope } = walk;
	// A repeated one is found on the finished page.
	for (const [, id = ''] of html.matchAll(/<mtr id="([^"]*)"/g))
		if (!facts.ids.has(id)) facts.claim(id, scope.source, offset === undefined ? walk.start : walk.offset(offset));
	return html.replace(REFERENCE, (_, label: string, isEquation: string | undefined) => {
		let at: Scope | undefined = scope;
		while (at && !facts.equations.has(at.ids.get(label) ?? '')) at = at.parent;
		const id = at?.ids.get(label) ?? label;
		const number = facts.equations.get(id)?.replace(/^\((.*)\)$/, '$1');
		if (number === undefined) {
			const message = `No equation with a number has the label "${label}".`;
			const hint = `Write \\label{${label || 'name'}} next to a \\tag{1}, or in \\begin{equation}; a label has Latin letters, digits, "-" and "_".`;
			walk.report({ severity: 'warning', code: 'math', message, hint }, offset);
		}
		const text = escapeText(isEquation ? `(${number ?? '??'})` : (number ?? '??'));
		const link = number === undefined ? text : `<a href="#${id}">${text}</a>`;
		return html.startsWith('<a') ? link : `<mtext>${link}</mtext>`;
	});
}
