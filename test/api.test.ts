/** The API reference: what a package exports has a page, pages link to each other, and comments are data. */
import { resolve } from 'node:path';
import ts from 'typescript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ApiQuestion, answer } from '../src/cli/api/child.ts';
import { group, indent, join, LINE, layOut, list, plain, SOFT, word } from '../src/cli/api/layout.ts';
import { type ApiPackage, findPackages } from '../src/cli/api/packages.ts';
import type { ApiPage } from '../src/cli/api/page.ts';
import { ApiStep } from '../src/cli/api/step.ts';
import { NO_BODIES, openBodies } from '../src/cli/bodies.ts';
import { diskProject, memoryProject } from '../src/cli/project.ts';
import { apiCategory } from '../src/content/api/sidebar.ts';
import { type ApiConfig, type Config, resolveConfig } from '../src/content/config.ts';
import { listDocs } from '../src/content/docs.ts';
import { resolveLinks } from '../src/content/links.ts';
import type { Body, LinkRef, Page } from '../src/content/types.ts';
import { doc, site } from './memory-site.ts';

const ROOT = resolve('.');

function need<T>(value: T | undefined, name: string): T {
	if (value === undefined) throw new Error(`There is no ${name}`);
	return value;
}

function configOf(api: ApiConfig[]): Config {
	const { config, problems } = resolveConfig({ title: 'Site', url: 'https://example.com', api });
	if (!config) throw new Error(JSON.stringify(problems));
	return config;
}

async function generate(api: ApiConfig[], root = ROOT): Promise<{ packages: ApiPackage[]; pages: ApiPage[] }> {
	const packages = findPackages(root, configOf(api));
	const reply = await answer({ packages, root });
	if ('failure' in reply) throw new Error(reply.failure);
	assert.equal(
		reply.remarks.filter(({ severity }) => severity === 'error'),
		[],
	);
	return { packages, pages: reply.pages };
}

/** A body with the addresses as they are written. */
function htmlOf({ page, body }: ApiPage): string {
	return body.pieces.map((piece) => (typeof piece === 'number' ? page.links[piece]?.target : piece)).join('');
}

const symbolsOf = (pages: ApiPage[]): Map<string, ApiPage> =>
	new Map(pages.flatMap((made) => (made.page.api?.symbols ?? []).map((name): [string, ApiPage] => [name, made])));

/** Names that the compiler lists as exported, but for those that are marked as internal. */
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

/** Every link between pages leads to one, and to an id that it has. */
function assertLinks(pages: ApiPage[]): void {
	const byPath = new Map(pages.map(({ page }) => [page.path, page]));
	for (const { page } of pages) {
		for (const link of page.links.filter(({ kind }) => kind === 'page')) {
			const [path = '', hash] = link.target.split('#');
			const target = need(byPath.get(`content/docs${decodeURI(path)}`), `${link.target}, which ${page.path} links to`);
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

test('every export of the tRPC packages has a page or leads to one', async () => {
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
	assert.match(html, '<a href="/typedoc/server/types/AnyRouter.md"><span class="t">AnyRouter</span></a>');
	assert.ok(pages.every(({ page }) => page.data.custom_edit_url === null));
	// The type of the most important export is not exported itself; readers find its methods all the same.
	assert.match(
		htmlOf(need(symbols.get('server/initTRPC'), 'page')),
		'<a href="/typedoc/server/internals/classes/TRPCBuilder.md"><span class="t">TRPCBuilder</span></a>',
	);
});

test('packages that ship declarations only, with rich types, are generated too', async () => {
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
let shapes: Promise<ApiPage[]> | undefined;

function allShapes(): Promise<ApiPage[]> {
	shapes ??= generate([SHAPES]).then(({ pages }) => pages);
	return shapes;
}

async function shape(name: string): Promise<{ page: Page; body: Body; html: string }> {
	const made = need(symbolsOf(await allShapes()).get(`shapes/${name}`), `page for ${name}`);
	return { ...made, html: htmlOf(made) };
}

test('what stands in a comment is shown, not obeyed', async () => {
	const { html, page } = await shape('Shape');
	assert.match(html, '&lt;script&gt;alert(1)&lt;/script&gt; &lt;Tabs&gt; {props} :::note');
	assert.not.match(html, /<script|<Tabs|javascript:|secret\.md/);
	assert.not.match(html, /<b /);
	assert.match(html, '<p><strong>Not a heading</strong></p>');
	assert.match(html, '<li>runs and stays</li>');
	// The fence that is never closed ends with its comment.
	assert.equal(
		page.headings.filter(({ level }) => level === 2).map(({ text }) => text),
		['Index signatures', 'Properties', 'Methods', 'Inheritance'],
	);
	assert.is(page.description, 'A shape with an area.');
});

test('members have rows with ids; internal, private and protected ones have none', async () => {
	const { html, page } = await shape('Shape');
	assert.equal(page.ids, ['area', 'size', 'scale']);
	assert.match(html, '<tr id="size" class="api-old">');
	assert.match(html, 'Default: <code>1</code>');
	assert.match(html, 'Use <a href="/api/shapes/interfaces/Shape.md#area">');
	const square = await shape('Square');
	assert.equal(square.page.ids, ['area', 'corners', 'half', 'scale']);
	assert.not.match(square.html, /id="side"|hidden/);
	assert.match(square.html, '<span class="f">Square</span>(area: <span class="b">number</span>');
	assert.not.ok(symbolsOf(await allShapes()).has('shapes/internal'));
});

test('a page says how to import, what is inherited and where it is from', async () => {
	const red = await shape('RedSquare');
	assert.match(red.html, 'Inherited from <a href="/api/shapes/classes/Square.md#half">');
	assert.match(red.html, 'Extends <code class="api-code"><a href="/api/shapes/classes/Square.md">');
	const roll = await shape('round/roll');
	assert.match(roll.body.markdown.join(''), "import { roll } from 'shapes/round';");
	assert.match(roll.html, '...turns');
	assert.match(
		(await shape('Circle')).html,
		'Also exported from <code>shapes as Disc</code>, <code>shapes/round</code>.',
	);
	assert.match((await shape('ShapeOf')).body.markdown.join(''), "import type { ShapeOf } from 'shapes';");
	assert.match((await shape('units.Unit')).body.markdown.join(''), "import { units } from 'shapes';");
	assert.match((await shape('Corner')).html, 'https://example.com/1.2.3/src/index.ts#86');
});

test('overloads are shown together and one by one', async () => {
	const { page, body } = await shape('parse');
	assert.equal(
		page.headings.filter(({ level }) => level === 2).map(({ text }) => text),
		['Overload 1', 'Overload 2'],
	);
	assert.equal(new Set(page.headings.map(({ id }) => id)).size, page.headings.length);
	assert.match(
		body.markdown.join(''),
		'function parse(text: string): number;\nfunction parse(\n  texts: readonly string[],',
	);
});

test('two names that differ by case only have two addresses (B-282)', async () => {
	assert.is((await shape('ShapeOf')).page.data.slug, '/api/shapes/types/ShapeOf');
	assert.is((await shape('shapeOf')).page.data.slug, '/api/shapes/types/shapeOf-2');
	assert.is((await shape('default')).page.title, 'Square');
});

test('what is found by search has the names of members', async () => {
	const { body } = await shape('Square');
	const half = body.sections.find(({ heading }) => heading === 'half');
	assert.is(half?.id, 'half');
	assert.match(half?.text ?? '', 'Half of it.');
});

/* ---------------------------------------------------------------- lines */

test('code that fits stands on one line; what does not is broken from the outside in', () => {
	const call = (name: string, ...parts: string[]) =>
		group(
			name,
			'(',
			indent(
				SOFT,
				join(
					parts.map((part) => word(part)),
					list(',', LINE),
				),
			),
			SOFT,
			')',
		);
	assert.is(plain(layOut(call('f', 'a', 'b'), 20)), 'f(a, b)');
	assert.is(plain(layOut(call('function', 'first', 'second'), 20)), 'function(\n  first,\n  second\n)');
	const nested = group('{', indent(LINE, call('f', 'a', 'b'), ',', LINE, call('g', 'long', 'longer')), LINE, '}');
	assert.is(plain(layOut(nested, 18)), '{\n  f(a, b),\n  g(long, longer)\n}');
});

/* ---------------------------------------------------------------- in a site */

const at = (target: string): LinkRef => ({ target, file: 'content/docs/a.md', line: 3, column: 5, kind: 'api' });

test('guides link to symbols by name; one that does not exist is a broken link', () => {
	const page = { links: [at('api:server/initTRPC'), at('api:server/TRPCError#cause'), at('api:server/initTRCP')] };
	const symbols = new Map([
		['server/initTRPC', '/docs/typedoc/server/variables/initTRPC'],
		['server/TRPCError', '/docs/typedoc/server/classes/TRPCError'],
	]);
	const { hrefs, diagnostics } = resolveLinks(page as Page, '/docs/a', {
		baseUrl: '/base/',
		routeOf: new Map(),
		drafts: new Set(),
		roots: () => [],
		symbols,
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

test('a site without an API reference says so where a link names a symbol', async () => {
	const { diagnostics } = await site({ 'content/docs/index.md': doc('Start', 'See [it](api:x/y).') }).build();
	assert.equal(
		diagnostics.map(({ code }) => code),
		['broken-markdown-link'],
	);
	assert.match(diagnostics[0]?.hint ?? '', 'This site has no API reference');
});

test('the sidebar has a category for the package and one for each kind', async () => {
	const pages = (await allShapes()).map(({ page }) => page);
	const frame = { name: 'current', path: '/docs' } as Parameters<typeof listDocs>[0];
	const [category] = apiCategory(listDocs(frame, pages));
	assert.ok(category?.kind === 'category');
	assert.is(category.route, '/docs/api/shapes');
	assert.equal(
		category.items.map((item) => ('label' in item ? item.label : '')),
		['Classes', 'Functions', 'Variables', 'Interfaces', 'Types', 'Enums', 'Namespaces'],
	);
});

test('pages are made once, and again when a source of the package changes', async () => {
	const project = { ...memoryProject({}), root: ROOT };
	let asked = 0;
	const ask = (question: ApiQuestion) => {
		asked++;
		return answer(question);
	};
	const config = configOf([SHAPES]);
	const bodies = openBodies(project.cache, NO_BODIES);
	const first = await new ApiStep(project, bodies, ask).pages(config);
	const second = await new ApiStep(project, bodies, ask).pages(config);
	assert.is(asked, 1);
	assert.equal(second.pages, first.pages);
	// The package is no installed one: its author hears what is wrong with its comments, on warm runs too.
	assert.equal(
		second.diagnostics.map(({ severity, file, line }) => [severity, file, line]),
		[['warning', 'test/api/shapes/src/index.ts', 12]],
	);
	await new ApiStep(project, bodies, ask).pages(configOf([{ ...SHAPES, path: 'elsewhere' }]));
	assert.is(asked, 2);
	await new ApiStep(project, openBodies(project.cache, NO_BODIES), ask).pages(config);
	assert.is(asked, 3);
});

test('a package that is missing and a generator that fails are findings', async () => {
	const project = diskProject(ROOT, '/nowhere');
	const cache = memoryProject({}).cache;
	const step = (ask?: ConstructorParameters<typeof ApiStep>[2]): ApiStep =>
		new ApiStep({ ...project, cache }, openBodies(cache, NO_BODIES), ask);
	const missing = await step().pages(configOf([{ id: 'x', package: 'no-such-package' }]));
	assert.equal(missing.pages, []);
	assert.match(missing.diagnostics[0]?.message ?? '', '"no-such-package" of the API reference is not installed');
	const entry = await step().pages(configOf([{ ...SHAPES, entryPoints: { '.': 'src/nothing.ts' } }]));
	assert.match(entry.diagnostics[0]?.message ?? '', 'src/nothing.ts');
	const failed = await step(async () => ({ failure: 'out of memory' })).pages(configOf([SHAPES]));
	assert.is(failed.diagnostics[0]?.severity, 'error');
	assert.match(failed.diagnostics[0]?.message ?? '', 'out of memory');
	const wrong = await step(async () => ({
		pages: [],
		remarks: [{ severity: 'error', message: 'No.', file: resolve('test/api/shapes/src/index.ts'), line: 3, column: 1 }],
	})).pages(configOf([SHAPES]));
	assert.is(wrong.diagnostics[0]?.file, 'test/api/shapes/src/index.ts');
	assert.is(wrong.diagnostics[0]?.line, 3);
});

test('wrong fields of the configuration are named', () => {
	const problems = (api: unknown) => resolveConfig({ title: 'Site', url: 'https://example.com', api }).problems;
	assert.equal(problems([{ id: 'a b', package: 'x' }])[0]?.path, 'api[0].id');
	assert.equal(problems([{ id: 'a' }])[0]?.path, 'api[0].package');
	assert.equal(
		problems([
			{ id: 'a', package: 'x' },
			{ id: 'a', package: 'y' },
		])[0]?.path,
		'api[1].id',
	);
});

test.run();
