/**
 * Formulas in TeX: `$$` … `$$` on separate lines, a fence in the language `math`, and `$…$` or `$$…$$` in text. They become
 * MathML at build time, so a page with formulas loads no script, style sheet or font for them.
 *
 * A dollar sign usually means money or a name: in text, a formula must contain a command, a power or a subscript, no
 * space next to the dollars, and no digit after them.
 */
import type { StateBlock, StateInline } from 'markdown-it';
import { escapeText } from '../../content/model/html.ts';
import { IN_WORD } from '../../content/model/names.ts';
import type { Passage, PassageFinding, WrittenPassage } from '../../extension.ts';
import { idsOf, numberedHtml, withReferences } from './equations.ts';
import { mathml } from './mathml.ts';

/** Maximum number of lines in a formula: without it, unclosed `$$` would take quadratic time. */
const MAX_LINES = 200;
/** `$` around code, `$$…$$` in a line, and `$…$`. */
const INLINE = new RegExp(
	String.raw`\$\x60([^\x60\n]+)\x60\$|\$\$(?!\$)((?:[^$\\\x60]|\\[\s\S])+)\$\$(?!\$|${IN_WORD})|\$(?=[^\s$])((?:[^$\\\n\x60]|\\.)*?(?:[^\s\\$]|\\\S))\$(?![\d$_\\\{])`,
	'vy',
);
/** Signs that only TeX has: a command, a power, a subscript in braces. */
const TEX = /\\(?:[A-Za-z]+|[{},;:!|])|\^|_\{/;
/** A subscript of one letter, which names of variables in a shell have, too: `$A_B:$C_D`. */
const SUBSCRIPT = /_\w(?!\w)(?:.*[^:/.,;-])?$/s;
/** The rest of a word with a formula: the $x_i$s, the $n_0$th. */
const ENDING = /^(?:s|st|nd|rd|th)?(?![\p{L}(])/u;
/** A formula has no elements and links. */
const MARKUP = /<\/?[A-Za-z][^<>]*>|\]\(/;

/** Block rule: from `$$` at the start of a line to the line that ends with `$$`. */
export function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
	const textStart = (line: number): number => (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
	const start = textStart(startLine);
	const isIndented = (state.sCount[startLine] ?? 0) - state.blkIndent >= 4;
	if (isIndented || !state.src.startsWith('$$', start)) return false;
	const lines: string[] = [];
	const last = Math.min(endLine, startLine + MAX_LINES);
	for (let line = startLine; line < last; line++) {
		const from = line === startLine ? start + 2 : textStart(line);
		const text = state.src.slice(from, state.eMarks[line]).trimEnd();
		lines.push(text.replace(/\$\$$/, ''));
		if (!text.endsWith('$$')) continue;
		const content = lines.join('\n').trim();
		if (content === '' || content.includes('$$')) return false;
		if (silent) return true;
		const token = state.push('math', '', 0);
		token.content = content;
		token.map = [startLine, line + 1];
		token.meta = { start };
		state.line = line + 1;
		return true;
	}
	return false;
}

/** Whether the text between dollars is TeX. Two dollars next to text say so themselves. */
function isFormula(text: string, isDouble: boolean, after: string): boolean {
	if (MARKUP.test(text)) return false;
	return TEX.test(text) || (isDouble ? text === text.trim() : SUBSCRIPT.test(text) && ENDING.test(after));
}

/** Inline rule. */
export function mathInline(state: StateInline, silent: boolean): boolean {
	if (state.src.charCodeAt(state.pos) !== 36) return false;
	INLINE.lastIndex = state.pos;
	const [whole = '', quoted, double, plain = ''] = INLINE.exec(state.src) ?? [];
	if (whole === '' || state.pos + whole.length > state.posMax) return false;
	const tex = quoted ?? double ?? plain;
	const after = state.src.slice(state.pos + whole.length, state.pos + whole.length + 3);
	if (quoted === undefined && !isFormula(tex, double !== undefined, after)) return false;
	if (!silent) {
		const token = state.push('math', '', 0);
		token.content = tex.trim();
		token.meta = { start: state.pos, isText: true };
	}
	state.pos += whole.length;
	return true;
}

/** Characters of TeX from which a formula in a line may be wider than a phone, and scrolls. */
const LONG_CHARS = 40;

/** Writes a formula, from its MathML if it's numbered; invalid TeX is reported and shown as code. */
export function writeFormula({ code, token, file }: Passage): WrittenPassage {
	const tex = code.trim();
	const findings: PassageFinding[] = [];
	let html = `<code>${escapeText(tex)}</code>`;
	try {
		html = withReferences(numberedHtml(token) ?? mathml(tex, token.block), file, findings);
	} catch (error) {
		const reason =
			error instanceof Error ? error.message.replace(/ at (?:end of input|position \d+).*/s, '').trim() : '';
		const hint = 'Correct it, or write \\$ for a dollar sign.';
		findings.push({ severity: 'warning', code: 'math', message: `The formula is invalid: ${reason}.`, hint });
	}
	const inLine = tex.length > LONG_CHARS ? `<span class="math scrolls" tabindex="0">${html}</span>` : html;
	const drawing = token.block ? `<div class="math scrolls" tabindex="0">${html}</div>\n` : inLine;
	const words = /^<a|^\(/.test(html) ? html.replace(/<[^>]*>/g, '') : tex;
	const copy = token.type === 'math' && token.block ? `$$\n${code}\n$$` : undefined;
	return { html: { drawing, words }, ids: idsOf(html), copy, findings, parts: ['math'] };
}
