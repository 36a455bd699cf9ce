/** JSON, also with comments, trailing commas and names without quotes. */
import type { Lines, TokenKind } from './tokens.ts';

/** In the order of `KINDS`; the last alternative takes what is plain. */
const LEXEME =
	/("(?:[^"\\\n]|\\[^\n])*"(?=\s*:)|'(?:[^'\\\n]|\\[^\n])*'(?=\s*:)|[\p{L}_$][\p{L}\p{N}_$]*(?=\s*:))|("(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?)|(\/\/.*|\/\*[\s\S]*?(?:\*\/|$))|([-+]?(?:0[xX][\da-fA-F]+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+))|(\b(?:true|false|null|Infinity|NaN)\b)|[\p{L}\p{N}_$]+|\s+|[\s\S]/gu;

const KINDS: readonly TokenKind[] = ['p', 's', 'c', 'n', 'b'];

export function scanJson(code: string, lines: Lines): void {
	for (const match of code.matchAll(LEXEME)) {
		const group = match.indexOf(match[0], 1);
		lines.add(match.index + match[0].length, group > 0 ? (KINDS[group - 1] ?? '') : '');
	}
}
