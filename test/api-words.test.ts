/**
 * The API reference keeps every word: each sentence of each doc comment of a public symbol is on the symbol's page. The
 * packages are those that are installed here, and the comments are found by the compiler's parser, not by docsgen's.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ApiPackage, findPackages } from '../src/extensions/typescript/reference/packages.ts';
import { apiPages } from '../src/extensions/typescript/reference/pages.ts';
import { openProgram } from '../src/extensions/typescript/reference/program.ts';
import { listSymbols, ownerOf } from '../src/extensions/typescript/reference/symbols.ts';
import { readConfig } from './configs.ts';
import { readingIn } from './page-samples.ts';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

const ROOT = resolve('.');

/** Documented together, because they refer to each other. */
const TRPC = ['@trpc/client', '@trpc/server', '@trpc/react-query', '@trpc/next'];
const OTHERS = [
	'@algolia/client-search',
	'@tanstack/react-query',
	'@types/markdown-it',
	'axe-core',
	'chokidar',
	'commander',
	'esbuild',
	'fast-check',
	'fastify',
	'htmlparser2',
	'lightningcss',
	'minisearch',
	'zod',
];

test('every sentence of every comment of tRPC is on a page', () => checkWords(TRPC, 240));

test('every sentence of every comment of class expressions, mixins and properties of functions is on a page', async () => {
	const folders = ['class-expressions', 'properties-of-functions'];
	for (const name of folders) {
		const root = temporaryFolder('api-words');
		const sections = readFileSync(`test/cases/compiled/reference/${name}.txt`, 'utf8').split(/^@@ /m);
		const files = sections
			.filter((each) => each.startsWith('pkg/'))
			.map((each) => each.split(/\n([\s\S]*)/, 2) as [string, string]);
		writeFiles(root, Object.fromEntries(files));
		await checkWords(['@bakery/kit'], 0, { root, folder: 'pkg' });
	}
});

test('every sentence of every comment of thirteen other packages is on a page', () => checkWords(OTHERS, 8000));

async function checkWords(
	names: readonly string[],
	least: number,
	{ root = ROOT, folder = 'content/samples/10.x' } = {},
): Promise<void> {
	const api = names.map((name) => ({ id: name.replace(/\W+/g, '-'), package: name, folder }));
	const { config } = readConfig({ title: 'Site', url: 'https://example.com', api });
	assert.ok(config);
	const packages = findPackages(root, config, readingIn(root));
	const { program } = openProgram(packages, root);
	const { pages, diagnostics } = apiPages(packages, program, root);
	assert.equal(diagnostics, [], 'nobody here can change an installed package');
	const texts = new Map(pages.map(({ name, above, below }) => [name, lettersOfPage(`${above}\n${below}`)]));
	const lost: string[] = [];
	let count = 0;
	for (const { path, declarations } of listSymbols(packages, program).all) {
		const text = texts.get(path) ?? '';
		for (const sentence of declarations.flatMap(commentsIn).flatMap(sentencesOf)) {
			count++;
			if (!text.includes(letters(sentence))) lost.push(`${path}: ${sentence}`);
		}
	}
	const all = [...texts.values()].join('\n');
	for (const { name, comment } of reachable(packages, program))
		for (const sentence of sentencesOf(comment))
			if (!all.includes(letters(sentence))) lost.push(`${name}: ${sentence}`);
	assert.equal([...new Set(lost)], []);
	assert.ok(count > least, `${count} sentences`);
}

/**
 * The comments of what readers can import and of the members that TypeScript gives to it: of classes and of what makes
 * classes, of types, and of the values themselves. Found without docsgen's lists of pages and members.
 */
function reachable(packages: ApiPackage[], program: ts.Program): { name: string; comment: string }[] {
	const checker = program.getTypeChecker();
	const seen = new Set<ts.Symbol>();
	const found: { name: string; comment: string }[] = [];
	const isHidden = (comment: string): boolean => /@(?:internal|hidden|ignore|private)\b/.test(comment);
	const add = (symbol: ts.Symbol, name: string): boolean => {
		const own = (symbol.declarations ?? []).filter((node) => ownerOf(node.getSourceFile().fileName, packages));
		const comments = own.map((node) => commentAt(node));
		if (seen.has(symbol) || comments.some(isHidden) || own.some(isPrivate)) return false;
		seen.add(symbol);
		for (const comment of comments) found.push({ name, comment });
		return own.length > 0;
	};
	const membersOf = (symbol: ts.Symbol): ts.Symbol[] => {
		const value = symbol.flags & ts.SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined;
		const made = value?.getCallSignatures().map((signature) => signature.getReturnType()) ?? [];
		const classes = [...(value ? [value] : []), ...made].flatMap((type) => type.getConstructSignatures());
		const types = [
			...(symbol.flags & ts.SymbolFlags.Type ? [checker.getDeclaredTypeOfSymbol(symbol)] : []),
			...(value ? [value] : []),
			...classes.map((signature) => signature.getReturnType()),
		];
		return types.filter((type) => !type.isUnion()).flatMap((type) => checker.getPropertiesOfType(type));
	};
	const visit = (module: ts.Symbol): void => {
		for (const exported of checker.getExportsOfModule(module)) {
			const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
			if (!add(symbol, symbol.name)) continue;
			for (const member of membersOf(symbol)) add(member, `${symbol.name}.${member.name}`);
			if (symbol.flags & ts.SymbolFlags.Module) visit(symbol);
		}
	};
	for (const { file } of packages.flatMap(({ entries }) => entries)) {
		const source = program.getSourceFile(file);
		const module = source && checker.getSymbolAtLocation(source);
		if (module) visit(module);
	}
	return found;
}

/** The comment of a declaration; for a variable or an assignment, it may be that of the statement. */
function commentAt(declaration: ts.Declaration): string {
	const node = nodesOf(declaration.getSourceFile()).get(keyOf(declaration));
	if (!node || ts.isSourceFile(node)) return '';
	const statement = ts.findAncestor(node, (at) => ts.isVariableStatement(at) || ts.isExpressionStatement(at));
	const isOfStatement = ts.isVariableDeclaration(node) || ts.isExpression(node);
	return commentOf(node) || (isOfStatement && statement ? commentOf(statement) : '');
}

/* ---------------------------------------------------------------- comments */

const parsed = new Map<string, Map<string, ts.Node>>();

/** The nodes of a file with their comments, which the program of the reference does not parse. */
function nodesOf({ fileName, text }: ts.SourceFile): Map<string, ts.Node> {
	const known = parsed.get(fileName);
	if (known) return known;
	const nodes = new Map<string, ts.Node>();
	const visit = (node: ts.Node): void => {
		nodes.set(keyOf(node), node);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2022, true));
	parsed.set(fileName, nodes);
	return nodes;
}

function keyOf({ pos, end, kind }: ts.Node): string {
	return `${pos} ${end} ${kind}`;
}

/** The comments of a declaration and of everything in it that readers can use. */
function commentsIn(declaration: ts.Declaration): string[] {
	const node = nodesOf(declaration.getSourceFile()).get(keyOf(declaration));
	if (!node || ts.isSourceFile(node)) return [];
	const found: string[] = [];
	const visit = (part: ts.Node, parent?: ts.Node): void => {
		const comment = commentOf(part);
		if (parent && (isPrivate(part) || /@(?:internal|hidden|ignore|private)\b/.test(comment))) return;
		if (ts.isBlock(part) || ts.isModuleBlock(part)) return;
		const isValue = parent && 'initializer' in parent && parent.initializer === part;
		if (isValue && !ts.isObjectLiteralExpression(part) && !ts.isArrowFunction(part)) return;
		if (!/@(?:packageDocumentation|module|license|file|fileoverview)\b/.test(comment)) found.push(comment);
		ts.forEachChild(part, (child) => visit(child, part));
	};
	visit(node);
	const statement = node.parent?.parent;
	if (ts.isVariableDeclaration(node) && ts.isVariableStatement(statement)) found.push(commentOf(statement));
	return found;
}

function commentOf(node: ts.Node): string {
	const doc = 'jsDoc' in node ? (node.jsDoc as ts.JSDoc[] | undefined)?.at(-1) : undefined;
	return doc ? node.getSourceFile().text.slice(doc.pos, doc.end) : '';
}

function isPrivate(node: ts.Node): boolean {
	const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
	const isHidden = modifiers.some(
		({ kind }) => kind === ts.SyntaxKind.PrivateKeyword || kind === ts.SyntaxKind.ProtectedKeyword,
	);
	return isHidden || (ts.isClassElement(node) && node.name !== undefined && ts.isPrivateIdentifier(node.name));
}

/* ---------------------------------------------------------------- words */

/** Tags without words for readers: switches, and names that the declaration has as well. */
const SILENT =
	/^(?:alias|callback|class|constructor|enum|extends|function|hidden|ignore|implements|inheritDoc|inheritdoc|interface|internal|kind|license|memberof|method|name|namespace|privateRemarks|public|todo|type|typedef)$/i;
const TYPED = /^(?:param|arg|argument|prop|property|returns?|throws|exception|template|yields)$/;
const NAMED = /^(?:param|arg|argument|prop|property|template|typeParam)$/;

/** The sentences of a comment, without tags, names of parameters, types in braces, and the syntax of links. */
function sentencesOf(comment: string): string[] {
	const lines = comment
		.replace(/^\/\*\*+|\*+\/$/g, '')
		.split('\n')
		.map((line) => line.replace(/^\s*\*/, '').trim());
	const pieces: string[] = [''];
	let isCode = false;
	let isSilent = false;
	for (const line of lines) {
		const isFence = /^(?:[-*>]\s+)*(?:```|~~~)/.test(line);
		if (isFence) isCode = !isCode;
		const [, tag = '', rest = ''] = (!isCode && /^@(\w+)\b(.*)$/.exec(line)) || [];
		if (tag !== '') isSilent = SILENT.test(tag);
		const typed = TYPED.test(tag) ? rest.replace(/^\s*\{(?!@)(?:[^{}]|\{[^{}]*\})*\}/, '') : rest;
		const named = NAMED.test(tag) ? typed.replace(/^\s*(?:\[[^\]]*\]+|`?[.\w$,'"[\]]+`?)/, '') : typed;
		if (tag !== '' || isFence) pieces.push(isSilent || isFence ? '' : named);
		else if (!isSilent) pieces.push(`${pieces.pop()}\n${line}`);
	}
	return pieces
		.flatMap((piece) => plain(piece).split(/(?<=[.!?:])\s+|\n\s*\n|\n\s*[-*|]\s/))
		.map((sentence) => sentence.trim())
		.filter((sentence) => letters(sentence) !== '');
}

/** Text without links and tags of HTML. */
function plain(text: string): string {
	return text
		.replace(/\{@(?:inheritDoc|label)[^}]*\}/gi, '')
		.replace(
			/(?:\[([^\]]*)\])?\{@link(?:code|plain)?\s+((?:'[^']*'|"[^"]*"|[^\s|}])+)\s*\|?\s*([^}]*)\}/g,
			(_, before: string | undefined, name: string, label: string) => before ?? (label.trim() || name),
		)
		.replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\))?[^()]*\)/g, '$1')
		.replace(/<\/?[a-z]+(?: [^>]*)?>/g, '');
}

function lettersOfPage(markdown: string): string {
	const text = markdown
		.replace(/\]\((?:<[^>]*>|[^()\s]*(?:\([^()]*\))?[^()\s]*)\)/g, ']')
		.replace(/\{[:#][^}]*\}/g, '')
		.replace(/^\s*(?:`{3,}|~{3,}).*$/gm, '')
		.replace(/\\(.)/g, '$1');
	return letters(text.replace(/<\/?[a-z]+(?: [^>]*)?>/g, ''));
}

/** Letters and digits alone, because white space and marks differ between a comment and a page. */
function letters(text: string): string {
	const decoded = text.replace(/&#(\d+);|&[lg]t;/g, (_, code?: string) => String.fromCharCode(Number(code ?? 32)));
	return decoded.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

test.run();
