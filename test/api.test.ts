/** The API reference: every export has a page, pages link to each other, and comments are data. */
import { resolve } from 'node:path';
import ts from 'typescript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import siteConfig from '../site.config.ts';
import { PLAIN_PARSER } from '../src/cli/bundle/plugins.ts';
import { openInputs } from '../src/cli/disk/inputs.ts';
import { diskProject } from '../src/cli/disk/project.ts';
import { parsePage } from '../src/content/markdown/parse.ts';
import type { Config } from '../src/content/model/config.ts';
import { identify } from '../src/content/model/identity.ts';
import type { Diagnostic, LinkRef, Page, ParseResult, SidebarItem } from '../src/content/model/page.ts';
import { listDocs } from '../src/content/site/docs.ts';
import { NearFiles, resolveLinks } from '../src/content/site/links.ts';
import { apiCategory } from '../src/content/site/sidebar.ts';
import { type ApiAnswer, type ApiQuestion, answer } from '../src/extensions/typescript/reference/answer.ts';
import { attach } from '../src/extensions/typescript/reference/attach.ts';
import { fit, isInternal, nodeText } from '../src/extensions/typescript/reference/code.ts';
import { type ApiPackage, findPackages } from '../src/extensions/typescript/reference/packages.ts';
import { type ApiPage, contextOf } from '../src/extensions/typescript/reference/page.ts';
import { openProgram } from '../src/extensions/typescript/reference/program.ts';
import { ApiStep } from '../src/extensions/typescript/reference/step.ts';
import { listSymbols, origin } from '../src/extensions/typescript/reference/symbols.ts';
import { readConfig } from './configs.ts';
import { memoryStore } from './memory-project.ts';
import { config, doc, site } from './memory-site.ts';
import { readingIn } from './page-samples.ts';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

type ApiConfig = Config['api'][number];

const ROOT = resolve('.');

function need<T>(value: T | undefined, name: string): T {
	if (value === undefined) throw new Error(`There is no ${name}`);
	return value;
}

function configOf(api: ApiConfig[]): Config {
	const { config, problems } = readConfig({ title: 'Site', url: 'https://example.com', api });
	if (!config) throw new Error(JSON.stringify(problems));
	return config;
}

const OPTIONS = { baseUrl: '/', components: [], allowScripts: false };

/** Parsed generated pages, with authors' additions: notes by name, and pages that link to symbols. */
function read(
	pages: ApiPage[],
	notes: Record<string, string> = {},
	guides: Page[] = [],
): { pages: ParseResult[]; diagnostics: Diagnostic[] } {
	const files = new Map(Object.entries(notes).map(([name, text]) => [`content/reference/${name}.md`, text]));
	const text = (path: string): { path: string; text: string; hash: string } | undefined => {
		const found = files.get(path);
		return found === undefined ? undefined : { path, text: found, hash: found };
	};
	const look = { text, media: () => undefined, package: () => undefined };
	const written = [...files.keys()].map((path) => {
		const source = need(text(path), path);
		return parsePage(source, need(identify(path), path), OPTIONS, look, PLAIN_PARSER).page;
	});
	const made = attach(pages, { notes: written, guides, read: (path) => files.get(path) ?? '' });
	return {
		pages: made.pages.map(({ path, identity, virtual: { text, hash } }) =>
			parsePage({ path, hash, text }, identity, OPTIONS, look, PLAIN_PARSER),
		),
		diagnostics: made.diagnostics,
	};
}

async function write(api: ApiConfig[], root = ROOT): Promise<{ packages: ApiPackage[]; pages: ApiPage[] }> {
	const packages = findPackages(root, configOf(api), readingIn(root));
	return { packages, pages: answer({ packages, root }).pages };
}

/** Generated pages without notes; fails on any finding. */
async function generate(api: ApiConfig[]): Promise<{ packages: ApiPackage[]; pages: ParseResult[] }> {
	const { packages, pages } = await write(api);
	const made = read(pages).pages;
	assert.equal(
		made.flatMap(({ page }) => page.diagnostics),
		[],
	);
	return { packages, pages: made };
}

/** A body with the URLs as written. */
function htmlOf({ page, body }: ParseResult): string {
	return body.html.pieces.map((piece) => (typeof piece === 'number' ? page.links[piece]?.target : piece)).join('');
}

const symbolsOf = (pages: ParseResult[]): Map<string, ParseResult> =>
	new Map(
		pages.flatMap((made) => (made.page.virtual?.symbols ?? []).map((name): [string, ParseResult] => [name, made])),
	);

/** Names that the compiler lists as exported, except those marked as internal. */
function exportsOf({ entries, id }: ApiPackage, program: ts.Program): string[] {
	const checker = program.getTypeChecker();
	return entries.flatMap(({ name, file }) => {
		const source = program.getSourceFile(file);
		const module = need(source && checker.getSymbolAtLocation(source), file);
		return checker.getExportsOfModule(module).flatMap((symbol) => {
			const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
			const isInternal = [symbol, target].some((each) => each.getJsDocTags().some((tag) => tag.name === 'internal'));
			return isInternal ? [] : [[id, name, symbol.name].filter((part) => part !== '').join('/')];
		});
	});
}

/** Asserts that every link between pages has an existing page and id as its target. */
function assertLinks(pages: ParseResult[]): void {
	const symbols = symbolsOf(pages);
	for (const { page } of pages) {
		for (const link of page.links.filter(({ kind }) => kind === 'name')) {
			const [name = '', hash] = link.target.slice('api:'.length).split('#');
			const { page: target } = need(symbols.get(decodeURI(name)), `${link.target}, which ${page.path} links to`);
			const ids = [...target.ids, ...target.headings.map(({ id }) => id)];
			if (hash !== undefined) assert.ok(ids.includes(decodeURIComponent(hash)), `${page.path} links to ${link.target}`);
		}
	}
}

const TRPC: ApiConfig[] = ['client', 'server', 'react-query'].map((id) => ({
	id,
	package: `@trpc/${id}`,
	folder: 'content/samples/10.x',
	path: `typedoc/${id}`,
	source: `https://github.com/trpc/trpc/blob/v{version}/packages/${id}/{file}#L{line}`,
}));

test('every export of the tRPC packages has a page or redirects to one', async () => {
	const { packages, pages } = await generate(TRPC);
	const symbols = symbolsOf(pages);
	const program = ts.createProgram({
		rootNames: packages.flatMap(({ entries }) => entries.map(({ file }) => file)),
		options: {
			module: ts.ModuleKind.ESNext,
			moduleResolution: ts.ModuleResolutionKind.Bundler,
			jsx: ts.JsxEmit.ReactJSX,
			skipLibCheck: true,
			types: [],
		},
	});
	const names = packages.flatMap((found) => exportsOf(found, program));
	assert.ok(names.length > 250, `${names.length}`);
	assert.equal(
		names.filter((name) => !symbols.has(name)),
		[],
	);
	assertLinks(pages);

	const routes = pages.map(({ page }) => `/docs${page.data.slug}`);
	for (const route of [
		'/docs/typedoc/client',
		'/docs/typedoc/client/classes/TRPCClientError',
		'/docs/typedoc/client/functions/httpBatchLink',
		'/docs/typedoc/server/variables/initTRPC',
		'/docs/typedoc/server/adapters/express/functions/createExpressMiddleware',
		'/docs/typedoc/react-query/functions/createTRPCReact',
	])
		assert.ok(routes.includes(route), route);
	assert.equal(new Set(routes.map((route) => route.toLowerCase())).size, routes.length);
	assert.is(symbols.get('react-query/httpBatchLink'), symbols.get('client/httpBatchLink'));
	assert.is(symbols.get('client/links/httpBatchLink/httpBatchLink'), symbols.get('client/httpBatchLink'));

	const html = htmlOf(need(symbols.get('client/httpBatchLink'), 'page'));
	assert.match(html, 'https://github.com/trpc/trpc/blob/v10.27.1/packages/client/src/links/httpBatchLink.ts#L29');
	assert.match(html, '<a href="api:server/AnyRouter"><span class="t">AnyRouter</span></a>');
	assert.ok(pages.every(({ page }) => page.data.custom_edit_url === null));
	// The type of the most important export is not exported; readers still find its methods.
	assert.match(
		htmlOf(need(symbols.get('server/initTRPC'), 'page')),
		'<a href="api:server/internals/classes/TRPCBuilder"><span class="t">TRPCBuilder</span></a>',
	);
	// The replacement of a deprecated function is followed one step, not to the helpers behind it.
	assert.not.ok(routes.some((route) => /fooType/.test(route)));
});

/** The tokens of TypeScript, ignoring trailing separators and the kind of quotes. */
function tokensOf(text: string): string[] {
	const source = ts.createSourceFile('tokens.d.ts', text, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isJSDoc(node)) return;
		if (node.getChildCount(source) > 0) {
			node.getChildren(source).forEach(visit);
			return;
		}
		const token = ts.isStringLiteral(node) ? `'${node.text}'` : node.getText(source);
		const last = found.at(-1);
		if (/^[}\])>]$/.test(token) && (last === ',' || last === ';')) found.pop();
		// The leading bar of a multi-line union.
		if ((token === '|' || token === '&') && /^[=:(<,?[]$|^=>$|^extends$/.test(last ?? '')) return;
		if (token !== '') found.push(token === ';' ? ',' : token);
	};
	visit(source);
	while (found.at(-1) === ',') found.pop();
	return found;
}

/** The declaration as the compiler prints it in a declaration file. */
function declared(node: ts.Declaration): string {
	const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: false });
	const source = node.getSourceFile();
	const strip = (child: ts.Node): ts.Node | undefined => {
		if (ts.isModifier(child) && /^(?:export|default|declare|async|public|override)$/.test(child.getText(source)))
			return undefined;
		if ((ts.isClassElement(child) || ts.isTypeElement(child)) && isLeftOut(child)) return undefined;
		if (ts.isParameter(child) && child.initializer) {
			const question = ts.factory.createToken(ts.SyntaxKind.QuestionToken);
			return ts.factory.updateParameterDeclaration(
				child,
				undefined,
				child.dotDotDotToken,
				child.name,
				question,
				child.type,
				undefined,
			);
		}
		return ts.visitEachChild(child, strip, undefined);
	};
	const bare = ts.visitEachChild(node, strip, undefined);
	const header = ts.isFunctionDeclaration(bare)
		? ts.factory.updateFunctionDeclaration(
				bare,
				bare.modifiers,
				undefined,
				bare.name,
				bare.typeParameters,
				bare.parameters,
				bare.type,
				undefined,
			)
		: bare;
	return printer.printNode(ts.EmitHint.Unspecified, header, source);
}

function isLeftOut(node: ts.ClassElement | ts.TypeElement): boolean {
	const outer = node.parent;
	if (!ts.isClassLike(outer) && !ts.isInterfaceDeclaration(outer)) return false;
	const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
	return (ts.getCombinedModifierFlags(node) & hidden) !== 0 || isInternal(node);
}

/** Whether the author wrote every type of a declaration, so that the compiler infers none. */
function isWhole(node: ts.Declaration): boolean {
	if (ts.isFunctionDeclaration(node)) return node.type !== undefined && node.parameters.every(({ type }) => type);
	return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

/** The inferred part of a declaration: as on the page, and as the type checker prints it. */
function inferred(
	node: ts.Declaration,
	text: string,
	checker: ts.TypeChecker,
): { printed: string; said: string[] } | undefined {
	const [statement] = ts.createSourceFile('signature.d.ts', text, ts.ScriptTarget.Latest, true).statements;
	const { NoTruncation, UseAliasDefinedOutsideCurrentScope, AllowUniqueESSymbolType } = ts.TypeFormatFlags;
	// A type that names a function's local symbols is printed in terms that are in scope.
	const say = (type: ts.Type): string[] =>
		[checker.typeToString(type, undefined, NoTruncation | UseAliasDefinedOutsideCurrentScope)]
			.concat(checker.typeToString(type, node, NoTruncation | AllowUniqueESSymbolType))
			.map((words) => words.replaceAll(/import\("[^"]*"\)\./g, ''));
	const result = (signature: ts.SignatureDeclaration): string[] =>
		say(need(checker.getSignatureFromDeclaration(signature), text).getReturnType());
	if (statement && ts.isFunctionDeclaration(statement) && ts.isFunctionDeclaration(node))
		return node.type ? undefined : { printed: need(statement.type, text).getText(), said: result(node) };
	if (!statement || !ts.isVariableStatement(statement) || !ts.isVariableDeclaration(node) || node.type)
		return undefined;
	const type = need(statement.declarationList.declarations[0]?.type, text);
	const { initializer } = node;
	if (!initializer || !ts.isFunctionLike(initializer))
		return { printed: type.getText(), said: say(checker.getTypeAtLocation(node)) };
	assert.ok(ts.isFunctionTypeNode(type), text);
	return initializer.type ? undefined : { printed: type.type.getText(), said: result(initializer) };
}

test('every signature equals its declaration token by token, parses, and links every name of the packages', async () => {
	const packages = findPackages(ROOT, configOf(TRPC), readingIn(ROOT));
	const { program } = openProgram(packages, ROOT);
	const symbols = listSymbols(packages, program);
	const { resolve: leads } = contextOf(symbols, packages, program, ROOT);
	const checker = program.getTypeChecker();
	let compared = 0;
	let said = 0;
	for (const { code, declarations, path, exported } of symbols.all) {
		for (const [index, tokens] of code.entries()) {
			const text = nodeText(tokens);
			const parsed = ts.createSourceFile('signature.d.ts', text, ts.ScriptTarget.Latest, true);
			const problems = 'parseDiagnostics' in parsed ? (parsed.parseDiagnostics as ts.Diagnostic[]) : [];
			assert.equal(
				problems.map(({ messageText }) => messageText),
				[],
				`${path}: ${text}`,
			);
			// Line breaks change nothing else.
			assert.equal(tokensOf(nodeText(fit(tokens, 60))), tokensOf(text), path);
			const node = need(declarations[index], path);
			if (isWhole(node)) {
				assert.equal(tokensOf(text), tokensOf(declared(node)), path);
				compared++;
			}
			const left = inferred(node, text, checker);
			if (left) {
				const ways = left.said.map((way) => tokensOf(`type _ = ${way}`).join(' '));
				const printed = tokensOf(`type _ = ${left.printed}`).join(' ');
				assert.ok(ways.includes(printed), `${path}: ${printed}\n${ways.join('\n')}`);
				said++;
			}
			for (const { symbol, text: name } of exported && !declarations.every(isInternal) ? tokens : []) {
				const named = symbol && origin(symbol, checker);
				const [first] = named?.declarations ?? [];
				const isOwn =
					first &&
					(ts.isSourceFile(first.parent) || ts.isModuleBlock(first.parent)) &&
					packages.some(({ folder }) => first.getSourceFile().fileName.startsWith(`${folder}/`));
				if (named && isOwn) assert.ok(leads(named), `${name} in ${path} leads nowhere`);
			}
		}
	}
	assert.ok(compared > 300, `${compared}`);
	assert.ok(said > 10, `${said}`);
	// Regression: the author's text was lost.
	const shown = (name: string): string => {
		const found = symbols.all.find(({ path }) => path.endsWith(`/${name}`));
		return nodeText(need(found?.code[0], name)).replace(/\s+/g, ' ');
	};
	assert.match(shown('types/Serialize'), 'T extends { toJSON(): infer U } ? U');
	assert.match(shown('functions/mergeRouters'), '...routerList: [...TRouters]');
	assert.match(shown('types/CreateAWSLambdaContextOptions'), 'event: TEvent; context: APIGWContext;');
	assert.match(shown('functions/createTRPCProxyClient'), '): CreateTRPCProxyClient<TRouter>;');
});

test('packages with rich types that ship only declarations are supported', async () => {
	const names = ['zod', '@tanstack/react-query', 'fastify'];
	const api = names.map((name) => ({ id: name.replace(/\W/g, ''), package: name, folder: 'content/samples/10.x' }));
	const { pages } = await generate(api);
	assertLinks(pages);
	const symbols = symbolsOf(pages);
	for (const name of ['zod/ZodType', 'zod/z', 'tanstackreactquery/useQuery', 'fastify/FastifyInstance'])
		assert.ok(symbols.has(name), name);
});

/* ---------------------------------------------------------------- one small package */

const SHAPES: ApiConfig = {
	id: 'shapes',
	package: 'shapes',
	folder: 'test/api/shapes',
	source: 'https://example.com/{version}/{file}#{line}',
};
let shapes: Promise<ParseResult[]> | undefined;

function allShapes(): Promise<ParseResult[]> {
	shapes ??= generate([SHAPES]).then(({ pages }) => pages);
	return shapes;
}

async function shape(name: string): Promise<ParseResult & { html: string }> {
	const made = need(symbolsOf(await allShapes()).get(`shapes/${name}`), `page for ${name}`);
	return { ...made, html: htmlOf(made) };
}

test('the text of a comment is shown, not interpreted', async () => {
	const { html, page } = await shape('Shape');
	assert.match(html, '&lt;script&gt;alert(1)&lt;/script&gt; &lt;Tabs&gt; {props} :::note');
	assert.not.match(html, /<script|<Tabs|javascript:|secret\.md/);
	assert.not.match(html, /<b /);
	assert.match(html, '<p><strong>Not a heading</strong></p>');
	assert.match(html, '<li>runs and stays</li>');
	// A fence that is never closed ends with its comment.
	assert.equal(
		page.headings.filter(({ level }) => level === 2).map(({ text }) => text),
		['Properties', 'Methods', 'Index signatures', 'Inheritance', 'Used by'],
	);
	assert.is(page.description, 'A shape with an area.');
});

test('public members have headings; internal, private and protected ones have none', async () => {
	const { html, page } = await shape('Shape');
	const membersOf = ({ headings }: Page): string[] => headings.filter(({ level }) => level === 3).map(({ id }) => id);
	assert.equal(membersOf(page), ['area', 'size', 'scale', 'index-signature']);
	assert.match(
		html,
		'<h3 id="size" class="api-member api-old"><code>size</code> <span class="api-flag">optional</span>',
	);
	assert.match(html, 'Default: <code>1</code>');
	assert.match(html, 'Use <a href="api:shapes/Shape#area">');
	const square = await shape('Square');
	assert.equal(membersOf(square.page), ['corners', 'area', 'secret', 'half', 'scale', 'index-signature']);
	assert.not.match(square.html, /id="side"|hidden/);
	assert.match(square.body.markdown.join(''), 'constructor(\n  readonly area: number,\n  side?: number,\n);');
	assert.not.ok(symbolsOf(await allShapes()).has('shapes/internal'));
});

test('a page shows the import, the inherited members and their origin', async () => {
	const red = await shape('RedSquare');
	assert.match(red.html, '<a href="api:shapes/Square#half"><code>half</code></a>');
	assert.match(red.html, '<code>Red<wbr>Square</code> extends <code class="api-code"><a href="api:shapes/Square">');
	const roll = await shape('round/roll');
	assert.match(roll.body.markdown.join(''), "import { roll } from 'shapes/round';");
	assert.match(roll.html, '...turns');
	assert.match(
		(await shape('Circle')).html,
		'Also exported from <code>shapes as Disc</code>, <code>shapes/<wbr>round</code>.',
	);
	assert.match((await shape('ShapeOf')).body.markdown.join(''), "import type { ShapeOf } from 'shapes';");
	assert.match((await shape('units.Unit')).body.markdown.join(''), "import { units } from 'shapes';");
	assert.match((await shape('Corner')).html, 'https://example.com/1.2.3/src/index.ts#86');
});

test('a package page has a line for each export: its description, or else its code', async () => {
	const generated = await allShapes();
	const rowsOf = (html: string): string[] =>
		[...html.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/gs)].map(([, name = '', text = '']) =>
			`${name}: ${text}`.replace(/<[^>]*>/g, ''),
		);
	const index = need(
		generated.find(({ page }) => page.virtual?.groups),
		'index',
	);
	const rows = rowsOf(htmlOf(index));
	assert.ok(rows.length > 5);
	for (const row of rows) assert.match(row, /: ./);
	assert.ok(rows.includes('Corner: { TopLeft, BottomRight }'));
	assert.ok(rows.includes('units: { metre, Unit }'));
	const { pages } = read((await write([SHAPES])).pages, { 'shapes/Corner': 'Where two sides meet.' });
	const noted = need(
		pages.find(({ page }) => page.virtual?.groups),
		'index with notes',
	);
	assert.ok(rowsOf(htmlOf(noted)).includes('Corner: Where two sides meet.'));
});

test('overloads are shown together and one by one', async () => {
	const { page, body } = await shape('parse');
	assert.equal(
		page.headings.filter(({ level }) => level === 2).map(({ text }) => text),
		['Overload 1', 'Overload 2', 'Used by'],
	);
	assert.equal(new Set(page.headings.map(({ id }) => id)).size, page.headings.length);
	assert.match(
		body.markdown.join(''),
		'function parse(text: string): number;\nfunction parse(\n  texts: readonly string[],',
	);
});

test('two names that differ only in case get different URLs (B-282)', async () => {
	assert.is((await shape('ShapeOf')).page.data.slug, '/api/shapes/types/ShapeOf');
	assert.is((await shape('shapeOf')).page.data.slug, '/api/shapes/types/shapeOf-2');
	assert.is((await shape('default')).page.title, 'Square');
});

test('the search finds names of members', async () => {
	const { body } = await shape('Square');
	const half = body.sections.find(({ heading }) => heading === 'half');
	assert.is(half?.id, 'half');
	assert.match(half?.text ?? '', 'Half of it.');
});

/* ---------------------------------------------------------------- lines */

test('code that fits stays on one line; longer code is broken from the outside in', () => {
	const broken = (text: string, width: number): string =>
		nodeText(
			fit(
				[...text.matchAll(/(\s*)([\w.]+|=>|.)/g)].map(([, before = '', token = '']) => ({ before, text: token })),
				width,
			),
		);
	assert.is(broken('f(a, b);', 20), 'f(a, b);');
	assert.is(broken('function(first, second);', 20), 'function(\n  first,\n  second\n);');
	assert.is(broken('x: { f(a, b); g(long, longer) };', 22), 'x: {\n  f(a, b);\n  g(long, longer)\n};');
	assert.is(broken('x: Alpha | Beta | Gamma;', 15), 'x: Alpha\n  | Beta\n  | Gamma;');
});

test('a note becomes part of its page, and guides that link to a symbol are listed there', async () => {
	const { pages } = await write([SHAPES]);
	const notes = {
		'shapes/Square':
			'---\nkeywords: [box]\n---\nOf squares.\n\n## Example\n\n[More](./lost.md).\n\n## Guides\n\nOwn ones.',
	};
	const { page: guide } = need((await allShapes())[0], 'page');
	const linking: Page = {
		...guide,
		path: 'content/docs/guide.md',
		title: 'A guide',
		links: [at('api:shapes/Square#half')],
	};
	const made = read(pages, notes, [linking]);
	assert.equal(made.diagnostics, []);
	const square = need(
		made.pages.find(({ page }) => page.title === 'Square' && page.virtual),
		'Square',
	);
	const html = htmlOf(square);
	assert.ok(html.indexOf('Of squares.') < html.indexOf('data-widget="code"'), 'the first paragraph comes first');
	assert.ok(html.indexOf('More') > html.indexOf('Defined in'));
	assert.match(html, '<a href="../../../guide.md">A guide</a>');
	assert.is(square.page.description, 'Of squares.');
	assert.equal(square.page.data.keywords, ['box']);
	const ids = square.page.headings.map(({ id }) => id);
	assert.ok(ids.includes('guides') && new Set(ids).size === ids.length, ids.join());
	// A link in a note is relative to the note's file.
	const lost = square.page.links.find(({ target }) => target === './lost.md');
	assert.equal([lost?.file, lost?.line], ['content/reference/shapes/Square.md', 8]);
	const copy = square.body.markdown.join('');
	assert.ok(copy.indexOf('Own ones.') < copy.indexOf('## Constructor'));
	const stray = read(pages, { 'shapes/Sqare': 'x' });
	assert.is(stray.diagnostics[0]?.code, 'api-note');
	assert.match(stray.diagnostics[0]?.hint ?? '', 'shapes/Square.md');
});

test('a section of a note replaces the comment of a member wherever it is shown, and code replaces examples', async () => {
	const { pages } = await write([SHAPES]);
	const of = (notes: Record<string, string>, title: string): string => {
		const made = read(pages, notes);
		assert.equal(made.diagnostics, []);
		return htmlOf(
			need(
				made.pages.find(({ page }) => page.title === title && page.virtual),
				title,
			),
		);
	};
	const before = of({}, 'Square');
	assert.match(before, 'Half of it.');
	assert.not.match(before, 'said:');
	const notes = {
		'shapes/Square': 'Of squares.\n\nMore.\n\n## `half`\n\nOne side by two.\n\n- A list.\n\n## Last\n\nEnd.\n',
	};
	const after = of(notes, 'Square');
	assert.not.match(after, 'Half of it.');
	assert.is(after.split('One side by two.').length, 2, 'shown once, at the member');
	assert.ok(after.indexOf('End.') < after.indexOf('One side by two.'));
	assert.match(after, '<li>A list.</li>');
	const hidden = of({ 'shapes/Square': 'Of squares.\n\n## `half`\n' }, 'Square');
	assert.not.match(hidden, 'Half of it.');
	assert.match(hidden, 'id="half"');
	assert.match(of({ 'shapes/isShape': 'Tells shapes.\n' }, 'isShape'), 'id="example');
	assert.not.match(of({ 'shapes/isShape': 'Tells shapes.\n\n```ts\nisShape(1);\n```\n' }, 'isShape'), 'id="example');
});

test('no option of tRPC has a type that nothing fits, and each of several forms says when it is', async () => {
	const { pages } = await write(siteConfig.api ?? []);
	const row = /<dt>`([\w$]+\.[\w$]+)`.*?<\/dt><dd>([\s\S]*?)<\/dd>/g;
	const rows = pages.flatMap(({ data, above, below }) =>
		[...`${above}\n${below}`.matchAll(row)].map(
			([, name = '', text = '']) => [`${data.title}: ${name}`, text] as const,
		),
	);
	assert.ok(rows.length > 150, String(rows.length));
	// A type that is a condition as a whole; one in an argument or a result belongs to that.
	const isConditional = (type: string): boolean =>
		/^`+[^(){}=]*? extends [^(){}]*? \? /.test(type.replace(/\(<[^>]*>\)/g, ''));
	const sections = pages.flatMap(({ data, above, below }) =>
		`${above}\n${below}`
			.replace(/\[([^\]\n]+)\]\(<[^>\n]*>\)/g, '$1')
			.split(/^(?=### `)/m)
			.map((text) => [data.title, text] as const),
	);
	const conditional = sections.filter(([, text]) => {
		const [, type = ''] = /^### `.*\n\n```signature\n[\w$]+\??: ([\s\S]*?)```/.exec(text) ?? [];
		return isConditional(`\`${type.replace(/\s+/g, ' ')}`);
	});
	assert.ok(conditional.length > 2, String(conditional.length));
	for (const [title, text] of conditional) assert.match(text, /\botherwise\b/, `${title}: ${text.split('\n')[0]}`);
	for (const [place, text] of rows) {
		assert.not(isConditional(text), `${place}: a type for each case`);
		for (const [, start = '', type = '', words = ''] of text.matchAll(/^(- )?(`+[^\n]+`)\{:signature\}(.*)$/gm)) {
			assert.not.match(type, /[`:|] ?never`|^`'[^']* [^']*'`/, place);
			if (start !== '') assert.match(words, /\b(?:if|with|otherwise)\b/, `${place}: each form says when it is`);
		}
	}
});

test("a section of a note with the name of a block replaces that block of the symbol's comment, or hides it", async () => {
	const root = temporaryFolder('blocks');
	const source = `
/**
 * Bakes bread.
 * @deprecated Use a mill.
 * @remarks Never fails.
 * @throws If cold.
 * @see https://one.example
 * @see https://two.example
 * @since 1.0
 * @example bake(); // once
 * @example bake(); // twice
 */
export function bake(): void {}
/** Mills.
 * @remarks Loud. */
export class Mill {
	/** Starts it.
	 * @remarks Soft. */
	start(): void {}
}
`;
	writeFiles(root, {
		'package.json': '{}',
		'node_modules/ovens/package.json': '{"name":"ovens","version":"1.0.0","types":"index.ts"}',
		'node_modules/ovens/index.ts': source,
	});
	const { pages } = await write([{ id: 'ovens', package: 'ovens' }], root);
	const noted = (name: string, note: string): { html: string; found: string[] } => {
		const made = read(pages, { [`ovens/${name}`]: note });
		const page = need(
			made.pages.find(({ page }) => page.title === name),
			name,
		);
		return {
			html: htmlOf(page),
			found: made.diagnostics.map(({ line, message, hint }) => `${line} ${message} ${hint}`),
		};
	};
	const words = {
		'@summary': 'Bakes bread.',
		'@deprecated': 'Use a mill.',
		'@remarks': 'Never fails.',
		'@throws': 'If cold.',
		'@see': 'two.example',
		'@since': '1.0',
		'@example': 'once',
	};
	const plain = noted('bake', 'A note.\n').html;
	assert.not.match(plain, 'said:');
	for (const [tag, text] of Object.entries(words)) {
		assert.match(plain, text);
		const { html, found } = noted('bake', `A note.\n\n## \`${tag}\`\n`);
		assert.equal(found, []);
		for (const [other, kept] of Object.entries(words))
			assert.is(html.includes(kept), other !== tag, `${tag}: ${other}`);
		assert.not.match(html, `<code>${tag}`);
		assert.match(noted('bake', `A note.\n\n## \`${tag}\`\n\nOther words.\n`).html, '<p>Other words.</p>');
	}
	assert.not.match(noted('bake', 'A note.\n\n## `@example`\n').html, /<h2[^>]*>Examples?/);
	const mill = noted('Mill', 'A note.\n\n## `@remarks`\n').html;
	assert.not.match(mill, 'Loud.');
	assert.match(mill, 'Soft.', 'of a member');
	assert.equal(noted('bake', 'A note.\n\n## `@remark`\n\nText.\n').found, [
		'3 The note has a section for "@remark", but no comment of ovens/bake has such a block. Did you mean "@remarks"?',
	]);
});

test('a member or a parameter with a conditional type says when it has which type', async () => {
	const root = temporaryFolder('conditional');
	const source = `
interface Oven {}
/** Options. */
export interface Options<T, U> {
	two: T extends Oven ? string : number;
	three: T extends Oven ? string : (U extends Oven ? number : boolean);
	inner?: T extends Oven ? (U extends Oven ? 1 : 2) : 3;
	message?: T extends Oven ? 'Remove this option' : Date;
	same: T extends Oven ? string : string;
	nothing?: T extends Oven ? never : 'This is an error';
	text: T extends Oven ? 'one word' : 'no word';
}
/** Bakes. */
export function bake<T, U>(options: Options<T, U>, heat: T extends Oven ? string : number): void {}
/** An oven that is on. */
export class Hot<T> { state?: T extends Oven ? string : number; }
`;
	writeFiles(root, {
		'package.json': '{}',
		'node_modules/ovens/package.json': '{"name":"ovens","version":"1.0.0","types":"index.ts"}',
		'node_modules/ovens/index.ts': source,
	});
	const conditions = { 'U extends Oven': { yes: 'U is an oven', no: 'U is no oven' } };
	const { pages } = await write([{ id: 'ovens', package: 'ovens', conditions }], root);
	const textOf = (title: string): string => {
		const { above, below } = need(
			pages.find(({ data }) => data.title === title),
			title,
		);
		// Places of members without a comment, which a note may fill.
		const unsaid = /<!--said:[^>]*--><!--\/said-->/g;
		const plain = `${above}\n${below}`.replace(/\{:signature\}|\{:flag\}/g, '').replace(unsaid, '');
		return plain.replaceAll(' <p></p>', '');
	};
	const bake = textOf('bake');
	const row = (name: string): string =>
		need(
			new RegExp(`<dt>\`${name}\`.*</dt><dd>([\\s\\S]*?)</dd>`).exec(bake)?.[1]?.trim().replace(/\n+/g, ' | '),
			name,
		);
	assert.is(row('options.two'), '- `string` if `T` extends `Oven` | - `number` otherwise');
	assert.is(
		row('options.three'),
		'- `string` if `T` extends `Oven` | - `number` if U is an oven | - `boolean` otherwise',
	);
	assert.is(
		row('options.inner'),
		'- `1` if `T` extends `Oven` and U is an oven | - `2` if `T` extends `Oven` | - `3` otherwise',
	);
	assert.is(row('options.message'), '`Date` <p>Not allowed if `T` extends `Oven`, otherwise optional.</p>');
	assert.is(row('options.same'), '`string`');
	assert.is(
		row('heat'),
		'`T extends [Oven](<api:ovens/internals/interfaces/Oven>) ? string : number` | - `string` if `T` extends `Oven` | - `number` otherwise',
	);
	assert.match(textOf('Options'), '- `string` if `T` extends `Oven`\n- `number` otherwise');
	assert.match(textOf('Hot'), '- `string` if `T` extends `Oven`\n- `number` otherwise');
});

test('a note lists only names that the declaration has', async () => {
	const { pages } = await write([SHAPES]);
	const found = (name: string, note: string): string[] =>
		read(pages, { [name]: note }).diagnostics.map(
			({ code, file, line, column, message, hint }) => `${code} ${file}:${line}:${column} ${message} ${hint}`,
		);
	const note = [
		'Of shapes, with `client`.\n\n- `area`, `scale(2)` and `aera` are its own.',
		'- In `prose` anything goes.\n- `"text"` is no name.\n\n```md\n- `code`\n```\n\n| Name | |\n| --- | --- |\n| `colour` | |',
	];
	assert.equal(found('shapes/Shape', note.join('\n')), [
		'api-note content/reference/shapes/Shape.md:3:27 The note lists "aera", but Shape has no parameter, option or member of that name. Did you mean "area"?',
		'api-note content/reference/shapes/Shape.md:13:4 The note lists "colour", but Shape has no parameter, option or member of that name. Remove it, or start the line with another word.',
	]);
	// Parameters, their options, results, inherited members.
	assert.equal(found('shapes/parse', '- `text`\n- `options.strict`\n- `strict`\n- `length`'), []);
	assert.equal(found('shapes/RedSquare', '- `color`\n- `half`'), []);
	// No list of names, so nothing to compare with.
	assert.equal(found('shapes/shapeOf', '- `anything`'), []);
});

/* ---------------------------------------------------------------- in a site */

const at = (target: string): LinkRef => ({ target, file: 'content/docs/a.md', line: 3, column: 5, kind: 'name' });

test('guides link to symbols by name; a link to a missing one is a broken link', () => {
	const page = { links: [at('api:server/initTRPC'), at('api:server/TRPCError#cause'), at('api:server/initTRCP')] };
	const symbols = new Map([
		['server/initTRPC', { route: '/docs/typedoc/server/variables/initTRPC' }],
		['server/TRPCError', { route: '/docs/typedoc/server/classes/TRPCError' }],
	]);
	const { hrefs, diagnostics } = resolveLinks(page as Page, '/docs/a', {
		key: '',
		url: 'https://docs.test',
		baseUrl: '/base/',
		root: '',
		routeOf: new Map(),
		near: () => new NearFiles([]),
		routes: new Set(),
		drafts: new Set(),
		roots: () => [],
		symbols: () => symbols,
		isExcluded: () => false,
		versionLabel: () => undefined,
	});
	assert.equal(hrefs, [
		'/base/docs/typedoc/server/variables/initTRPC',
		'/base/docs/typedoc/server/classes/TRPCError#cause',
		'',
	]);
	assert.is(diagnostics.length, 1);
	assert.is(diagnostics[0]?.code, 'broken-markdown-link');
	assert.is(diagnostics[0]?.line, 3);
	assert.is(diagnostics[0]?.hint, 'Did you mean api:server/initTRPC?');
});

test('without an API reference, a link to a symbol is a finding that says so', async () => {
	const { diagnostics } = await site({ 'content/docs/index.md': doc('Start', 'See [it](api:x/y).') }).build();
	assert.equal(
		diagnostics.map(({ code }) => code),
		['broken-markdown-link'],
	);
	assert.match(diagnostics[0]?.hint ?? '', 'This site has no API reference');
});

test('if the reference cannot be generated, that is the only finding, not the broken links that follow', async () => {
	const { diagnostics } = await site({
		'site.config.ts': config({
			api: [{ id: 'x', package: 'no-such-package' }],
			redirects: [{ from: '/old', to: '/docs/api/x/functions/y' }],
		}),
		'content/docs/index.md': doc('Start', 'See [y](api:x/y), [its page](/docs/api/x/functions/y).\n\n<b>open'),
		'content/reference/x/y.md': 'A note.',
	}).build();
	assert.equal(diagnostics.map(({ code }) => code).sort(), ['api-package', 'unclosed']);
});

test('the sidebar has a category for the package: first the exports for users, then the rest by kind', async () => {
	const groups = { 'Draw shapes': ['round/*', 'Square'] };
	const pages = (await generate([{ ...SHAPES, groups }])).pages.map(({ page }) => page);
	const frame = { name: 'current', path: '/docs' } as Parameters<typeof listDocs>[0];
	const [category] = apiCategory(listDocs(frame, pages));
	assert.ok(category?.kind === 'category');
	assert.is(category.route, '/docs/api/shapes');
	assert.equal(
		category.items.map((item) => ('label' in item ? item.label : '')),
		['Draw shapes', 'Classes', 'Functions', 'Variables', 'Interfaces', 'Types', 'Enums', 'Namespaces'],
	);
	const labels = (item: SidebarItem | undefined): string[] =>
		item?.kind === 'category' ? item.items.map((inner) => ('label' in inner ? inner.label : '')) : [];
	assert.equal(labels(category.items[0]), ['roll', 'Square']);
	assert.ok(!labels(category.items[1]).includes('Square'), 'nothing is listed twice');
});

type Helper = ConstructorParameters<typeof ApiStep>[3];

/** A helper process that is this one. */
function connectionOf(work: (question: ApiQuestion) => ApiAnswer): Helper {
	return { ask: async (question) => work(question), close: () => {} };
}

test('pages are generated once, and again when a source of the package changes', async () => {
	const project = { ...diskProject(ROOT, '/nowhere'), store: memoryStore() };
	const step = (): ApiStep => new ApiStep(project, openInputs(project), undefined, ask);
	let asked = 0;
	const ask = connectionOf((question) => {
		asked++;
		return answer(question);
	});
	const config = configOf([SHAPES]);
	const first = await step().pages(config, true);
	const second = await step().pages(config, true);
	assert.is(asked, 1);
	assert.equal(second.pages, first.pages);
	await step().pages(configOf([{ ...SHAPES, path: 'elsewhere' }]), true);
	assert.is(asked, 2);
	await step().pages(config, true);
	assert.is(asked, 3);
});

test('without exports, declarations are where the compiler finds them: index.d.ts, whatever main is', () => {
	const root = temporaryFolder('api-main');
	writeFiles(root, {
		'node_modules/merge/package.json': '{ "name": "merge", "version": "1.0.0", "main": "dist/cjs.js" }',
		'node_modules/merge/dist/cjs.js': 'module.exports = () => {};',
		'node_modules/merge/index.d.ts': 'declare function merge(): void;\nexport = merge;',
	});
	const [found] = findPackages(root, configOf([{ id: 'merge', package: 'merge' }]), readingIn(root));
	assert.equal(
		found?.entries.map(({ file }) => file.replaceAll('\\', '/').split('/').at(-1)),
		['index.d.ts'],
	);
});

test('a missing package and a failing generator are findings', async () => {
	const project = diskProject(ROOT, '/nowhere');
	const store = memoryStore();
	const step = (connection?: Helper): ApiStep =>
		new ApiStep({ ...project, store }, openInputs(project), undefined, connection);
	const missing = await step().pages(configOf([{ id: 'x', package: 'no-such-package' }]), true);
	assert.equal(missing.pages, []);
	assert.match(missing.diagnostics[0]?.message ?? '', '"no-such-package" of the API reference is not installed');
	const entry = await step().pages(configOf([{ ...SHAPES, entryPoints: { '.': 'src/nothing.ts' } }]), true);
	assert.match(entry.diagnostics[0]?.message ?? '', 'src/nothing.ts');
	const failed = await step(
		connectionOf(() => {
			throw new Error('out of memory');
		}),
	).pages(configOf([SHAPES]), true);
	assert.is(failed.diagnostics[0]?.severity, 'error');
	assert.match(failed.diagnostics[0]?.message ?? '', 'out of memory');
});

test('invalid fields of the configuration are named', () => {
	const problems = (api: unknown) => readConfig({ title: 'Site', url: 'https://example.com', api }).problems;
	assert.equal(problems([{ id: 'a b', package: 'x' }])[0]?.path, ['api', 0, 'id']);
	assert.match(problems([{ id: 'a' }])[0]?.message ?? '', '"package", "router", "openapi"');
	assert.equal(
		problems([
			{ id: 'a', package: 'x' },
			{ id: 'a', package: 'y' },
		])[0]?.path,
		['api', 1, 'id'],
	);
});

test.run();
