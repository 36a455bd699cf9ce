/** The page of one symbol: its import, declaration, parameters, members and users. */

import type ts from 'typescript';
import { nameFrom } from '../../../cli/disk/paths.ts';
import { tsc } from '../compiler/typescript.ts';
import { closing, opening } from './comment-writer.ts';
import { firstParagraph, plainWords } from './dialect.ts';
import { blocks, code, declaration, fence, link, paragraph, terms, titled } from './markdown.ts';
import { instanceMembers, isSection, members, namespaceMembers } from './members.ts';
import { type ApiPage, type Context, referencePage, STATUS, sourceLink } from './page.ts';
import { parts, rest, signaturesOf } from './parameters.ts';
import { inheritance, users } from './relations.ts';
import { Sheet } from './sheet.ts';
import { type ApiSymbol, importPath, isDefault } from './symbols.ts';

export function symbolPage(symbol: ApiSymbol, all: Context): ApiPage {
	const sheet = new Sheet(symbol, all);
	const { context } = sheet;
	const { declarations, name, kind, status } = symbol;
	const comments = declarations.map((node) => sheet.comment(node));
	const isOverloaded = kind.folder === 'functions' && declarations.length > 1;
	const title = [...symbol.trail, name].join('.');
	const summary = comments.map((comment) => plainWords(firstParagraph(comment.summary))).find((text) => text);
	const warning = status ? `${STATUS[status].text}. ` : '';
	const [first] = declarations;
	const file = first?.getSourceFile();
	const isSpace = kind.folder === 'namespaces';
	const below = blocks(
		...declarations.map((node, index) =>
			isOverloaded ? overload(sheet, node, index) : section(sheet, node, index === 0),
		),
		...symbol.instances.map((instance) => instanceMembers(sheet, instance)),
		isSpace ? '' : members(sheet),
		symbol.symbol.flags & tsc.SymbolFlags.Module
			? namespaceMembers(sheet, isSpace ? 'Members' : `Namespace ${name}`)
			: '',
		titled(
			2,
			'Details',
			terms([...declarations.flatMap((node) => (isSpace ? [] : rest(sheet, node, ''))), ...sheet.allStrays()]),
		),
		inheritance(sheet),
		users(sheet),
	);
	return referencePage(symbol.package, symbol.path, {
		data: { title, description: `${warning}${summary || `${kind.one} ${title} of ${importPath(symbol)}.`}` },
		api: {
			id: symbol.package.id,
			entry: symbol.entry,
			symbols: symbol.links,
			kind: kind.one,
			...(status ? { status } : {}),
		},
		origin: {
			file: nameFrom(context.root, file?.fileName ?? symbol.package.folder),
			line: first && file ? file.getLineAndCharacterOfPosition(first.getStart()).line + 1 : 1,
		},
		above: blocks(
			status === 'experimental' ? `${STATUS.experimental.mark} It may change in any version.` : '',
			...(isOverloaded ? [] : comments.map((comment) => opening(comment, symbol.links[0]))),
			importLine(symbol),
			symbol.code.length > 0 ? declaration(symbol.code, context.resolve) : '',
			origin(sheet),
		),
		below,
		// Writing the parts has collected them.
		names: [...sheet.names],
	});
}

/** The description of a declaration, without its summary. */
function section(sheet: Sheet, node: ts.Declaration, isFirst: boolean): string {
	const comment = sheet.comment(node);
	const signatures = signaturesOf(node);
	const [only] = signatures.some(isSection) ? [] : signatures;
	return blocks(closing(comment, 2, sheet.symbol.links[0]), isFirst ? parts(sheet, node, comment, only, 2) : '');
}

function overload(sheet: Sheet, node: ts.Declaration, index: number): string {
	const comment = sheet.comment(node);
	const [signature] = signaturesOf(node);
	const [of] = sheet.symbol.links;
	return blocks(
		`## Overload ${index + 1}`,
		declaration(sheet.symbol.code.slice(index, index + 1), sheet.context.resolve),
		opening(comment, of),
		closing(comment, 3, of),
		parts(sheet, node, comment, signature, 3),
	);
}

function importLine(symbol: ApiSymbol): string {
	if (!symbol.exported) {
		const why = 'does not export it: it is here because what it exports refers to it.';
		return paragraph(`${code(symbol.package.name)} ${why}`, 'api-also');
	}
	const [space] = symbol.trail;
	const outer = space ?? symbol.name;
	const typeOnly = symbol.trail.length === 0 && symbol.kind.typeOnly ? 'type ' : '';
	const isWhole = space === undefined ? isDefault(symbol) : space === 'default';
	const names = isWhole ? (space === undefined ? outer : 'name') : `{ ${outer} }`;
	const others = symbol.exports.slice(1).filter(({ trail }) => trail.length === 0);
	const paths = new Set(
		others.map((way) => (way.name === symbol.name ? importPath(way) : `${importPath(way)} as ${way.name}`)),
	);
	return blocks(
		fence(`import ${typeOnly}${names} from '${importPath(symbol)}';`),
		paths.size > 0 ? paragraph(`Also exported from ${[...paths].map(code).join(', ')}.`, 'api-also') : '',
	);
}

function origin({ symbol, context }: Sheet): string {
	const [node] = symbol.declarations;
	if (!node) return '';
	const { text, url } = sourceLink(node, context.packages);
	const { name, version } = symbol.package;
	return paragraph(`Defined in ${link(code(text), url)}${url ? ` of ${name} ${version}.` : '.'}`, 'api-origin');
}
