/** The relations of a symbol: its bases, its extenders and its users. */
import type ts from 'typescript';
import { tsc } from '../compiler/typescript.ts';
import { tokensOf } from './code.ts';
import { blocks, code, paragraph, signature, titled } from './markdown.ts';
import { pageName } from './page.ts';
import type { Sheet } from './sheet.ts';
import { heritageOf } from './symbols.ts';

export function inheritance({ symbol, context }: Sheet): string {
	const { checker, resolve } = context;
	const chain: string[] = [];
	let nodes: readonly ts.Declaration[] = symbol.declarations;
	const seen = new Set<ts.Symbol>();
	while (nodes.length > 0) {
		const clauses = nodes.flatMap(heritageOf);
		for (const { token, types } of clauses) {
			const word = token === tsc.SyntaxKind.ExtendsKeyword ? ' extends ' : ' implements ';
			chain.push(word + types.map((type) => signature(tokensOf(type, checker), resolve)).join(', '));
		}
		const bases = clauses
			.filter(({ token }) => token === tsc.SyntaxKind.ExtendsKeyword)
			.flatMap(({ types }) => [...types]);
		const [only] = bases.length === 1 ? bases : [];
		const next = only && checker.getTypeAtLocation(only).getSymbol();
		nodes = next && !seen.has(next) ? (next.declarations ?? []) : [];
		if (next) seen.add(next);
	}
	const extenders = context.symbols.extenders.get(symbol.symbol) ?? [];
	return titled(
		2,
		'Inheritance',
		blocks(
			chain.length > 0 ? paragraph(code(symbol.name) + chain.join(''), 'api-chain') : '',
			extenders.length > 0 ? `Extended by ${extenders.map((each) => pageName(each)).join(', ')}.` : '',
		),
	);
}

export function users({ symbol, context }: Sheet): string {
	const users = (context.symbols.users.get(symbol) ?? []).toSorted(
		(a, b) => Number(b.exported) - Number(a.exported) || (a.name < b.name ? -1 : 1),
	);
	return users.length === 0
		? ''
		: titled(2, 'Used by', paragraph(users.map((each) => pageName(each)).join(', '), 'api-names'));
}
