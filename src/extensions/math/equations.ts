/**
 * Numbers of equations and references to them, as in TeX: `\tag`, the environments that number their rows, `\label`,
 * `\ref` and `\eqref`. The library that makes MathML leaves them to a script in readers' browsers.
 */
import type { StateCore, Token } from 'markdown-it';
import { escapeText } from '../../content/model/html.ts';
import type { PageFile, PassageFinding } from '../../extension.ts';
import { mathml } from './mathml.ts';

/** TeX that can have a number. */
const NUMBERED = /\\(?:begin|tag|label)\b/;
/** The id of a row, which is its label; a number to write; a tag. */
const PARTS = /<mtr id="([^"]*)"|<span class="tml-eqn"><\/span>|<(\w+) class="tml-tag">([\s\S]*?)<\/\2>(?=<\/mtd>)/g;
const REFERENCE = /<a href='#([^']*)' class="tml-ref( tml-eqref)?"><\/a>/g;

/** The equations of a page. */
interface Equations {
	/** How many have a number that their author hasn't given them. */
	count: number;
	/** Id of an equation with a label → its number or tag, as it's printed. */
	printed: Map<string, string>;
}

function equationsOf({ facts }: PageFile): Equations {
	return facts.stateOf('math', () => ({ count: 0, printed: new Map() }));
}

/** Step, after footnotes have their places: numbers the formulas in the order of the page. */
export function equationStep(state: StateCore, tokens: Iterable<[token: Token, file: PageFile, index: number]>): void {
	if (!state.tokens.some((token) => isNumbered(token) || token.children?.some(isNumbered))) return;
	const decode = (text: string): string => text.replace(/&#?\w+;/g, state.md.utils.unescapeAll);
	for (const [block, file] of tokens)
		for (const token of [block, ...(block.children ?? [])]) {
			if (!isNumbered(token)) continue;
			try {
				token.meta = { ...token.meta, html: numbered(token.content.trim(), token.block, file, decode) };
			} catch {
				// What writes the formula reports invalid TeX.
			}
		}
}

function isNumbered({ type, info, content }: Token): boolean {
	return (type === 'math' || (type === 'fence' && /^math\b/.test(info))) && NUMBERED.test(content);
}

/** MathML with numbers as text; notes the number of each label. */
function numbered(tex: string, isBlock: boolean, file: PageFile, decode: (text: string) => string): string {
	const equations = equationsOf(file);
	const { printed } = equations;
	const { ids } = file;
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
			for (let count = 1; printed.has(id) && !ids.has(label); count++) id = `${label}-${count}`;
			ids.set(label, id);
			waiting.push(id);
			return `<mtr id="${id}"`;
		}
		if (tag === undefined && at < first) return '';
		const number = tag === undefined ? `(${++equations.count})` : decode(tag.replace(/<[^>]*>/g, ''));
		for (const id of waiting) printed.set(id, number);
		waiting = [];
		return tag === undefined ? `<span class="tml-number">${number}</span>` : whole;
	});
}

/** The MathML that `equationStep` made of a formula. */
export function numberedHtml({ meta }: Token): string | undefined {
	return (meta as { html?: string } | null)?.html;
}

/** The ids of the equations in a formula. */
export function idsOf(html: string): string[] {
	return [...html.matchAll(/<mtr id="([^"]*)"/g)].map(([, id = '']) => id);
}

/** Fills in the references of a formula; one that leads nowhere is among the `findings`. */
export function withReferences(html: string, file: PageFile, findings: PassageFinding[]): string {
	const { printed } = equationsOf(file);
	return html.replace(REFERENCE, (_, label: string, isEquation: string | undefined) => {
		let at: PageFile | undefined = file;
		while (at && !printed.has(at.ids.get(label) ?? '')) at = at.parent;
		const id = at?.ids.get(label) ?? label;
		const number = printed.get(id)?.replace(/^\((.*)\)$/, '$1');
		if (number === undefined) {
			const message = `No equation with a number has the label "${label}".`;
			const hint = `Write \\label{${label || 'name'}} next to a \\tag{1}, or in \\begin{equation}; a label has Latin letters, digits, "-" and "_".`;
			findings.push({ severity: 'warning', code: 'math', message, hint });
		}
		const text = escapeText(isEquation ? `(${number ?? '??'})` : (number ?? '??'));
		const link = number === undefined ? text : `<a href="#${id}">${text}</a>`;
		return html.startsWith('<a') ? link : `<mtext>${link}</mtext>`;
	});
}
