/**
 * The syntax of the generated API reference: fences in the language `signature`, and inline code with a role, such as
 * `` `Router<T>`{:signature} ``. Fences with a language (`signature ts`) show code that is not a sample.
 */
import type { StateInline } from 'markdown-it';
import { highlight, renderLines } from '../../code/highlight.ts';
import { readSignature } from '../../code/signature.ts';
import { escapeText } from '../../model/html.ts';
import { tokenData } from '../engine/tokens.ts';
import type { PageWriter, Render } from '../engine/walk.ts';
import { codeBlockHtml, codeRenderers, plainView } from './code.ts';
import { addLink, writeHref } from './links.ts';

const INLINE = /(`+)(?!`)((?:(?!\1)[^\n])+)\1\{:(signature|flag|from)\}/y;
/** Encloses the URL of a link at the place of its attributes; a URL does not contain it. */
const MARK = '\uE000';
/** A signature with more lines is folded. */
const FOLDED_LINES = 24;

/** Inline rule: code with a role. */
export function signatureRule(state: StateInline, silent: boolean): boolean {
	if (state.src.charCodeAt(state.pos) !== 96) return false;
	INLINE.lastIndex = state.pos;
	const [whole = '', , code = '', role = ''] = INLINE.exec(state.src) ?? [];
	if (whole === '' || state.pos + whole.length > state.posMax) return false;
	if (!silent) {
		const token = state.push('signature', '', 0);
		token.content = code.replace(/^ (.*[^ ].*) $/, '$1');
		token.info = role;
		token.meta = { start: state.pos, end: state.pos + whole.length };
	}
	state.pos += whole.length;
	return true;
}

/** Writes the code with its links; adds each URL once to the page's links. Returns the code without links. */
function write(walk: PageWriter, text: string, offset = 0): string {
	const signature = readSignature(text);
	const { links, components } = walk.facts;
	const html = renderLines(highlight(signature.code, 'ts'), {
		annotations: signature.links.map(({ offset: start, length, address }) => ({ offset: start, length, id: address })),
		wrap: (inner, { id }) => `<a${MARK}${id}${MARK}>${inner}</a>`,
	});
	for (const [index, part] of html.split(MARK).entries()) {
		if (index % 2 === 0) {
			walk.html.add(part);
			continue;
		}
		const address = part;
		const known = links.findIndex(({ target, file }) => target === address && file === walk.scope.source.path);
		const leads = address.startsWith('api:') ? ('here' as const) : ('elsewhere' as const);
		const link =
			known < 0 ? addLink(walk, address, walk.offset(offset)) : { kind: 'link' as const, index: known, leads };
		writeHref(walk, link, new Set());
	}
	components.add('reference');
	walk.text.add(signature.code);
	return signature.code;
}

const inline: Render = (walk, token) => {
	const { content, info } = token;
	const { start = 0, end = start } = tokenData(token);
	const put = (copy: string): void => walk.copy.replace(start, end, copy);
	if (info !== 'signature') {
		walk.html.add(`<span class="api-${info}">${escapeText(content)}</span>`);
		walk.text.add(content);
		put(`(${content})`);
		return;
	}
	walk.html.add('<code class="api-code">');
	put(`\`${write(walk, content, start).replaceAll('`', "'")}\``);
	walk.html.add('</code>');
};

function declaration(walk: PageWriter, text: string): void {
	const lines = text.split('\n');
	const isLong = lines.length > FOLDED_LINES;
	if (isLong) {
		walk.facts.components.add('details');
		const first = escapeText(readSignature(lines[0] ?? '').code);
		walk.html.add(
			`<details class="details api-fold"><summary><code>${first}</code> <span class="api-flag">${lines.length} lines</span></summary>`,
		);
	}
	walk.html.add(
		'<div class="code" data-widget="code"><pre class="code-block language-ts api-declaration" tabindex="0"><code>',
	);
	const code = write(walk, text);
	walk.html.add(`</code></pre></div>\n${isLong ? '</details>\n' : ''}`);
	walk.copy.fence(code, 'ts');
}

const fence: Render = (walk, token, tokens, index) => {
	const { info, content } = token;
	const [word, lang] = info.split(/\s+/);
	if (word !== 'signature') return codeRenderers.fence?.(walk, token, tokens, index);
	const text = content.replace(/\n+$/, '');
	if (lang === undefined) declaration(walk, text);
	else {
		walk.html.add(codeBlockHtml(plainView(text, lang), walk.facts.words));
		walk.text.add(text);
		walk.copy.fence(text, lang);
	}
	walk.text.space();
};

export const signatureRenderers: Record<string, Render> = { fence, signature: inline };
