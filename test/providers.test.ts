/** The door of providers, with a provider of another kind than TypeScript: what it gives is shown, in each of its states. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadOutputs } from '../src/cli/cache/ledger.ts';
import { openInputs } from '../src/cli/disk/inputs.ts';
import { type BuildResult, fullBuild } from '../src/cli/pipeline/full-build.ts';
import { update } from '../src/cli/pipeline/pipeline.ts';
import { openProviders } from '../src/cli/pipeline/providers.ts';
import { openSession, stopHelpers } from '../src/cli/pipeline/session.ts';
import type { FenceAnnotation } from '../src/content/model/annotation.ts';
import { resolveConfig } from '../src/content/model/config.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import type { Annotations, Extension, Provider, ProviderContext, VirtualPage, VirtualPages } from '../src/extension.ts';
import { memoryProject } from './memory-project.ts';

const providers = suite('providers');

/** The value, which must be there. */
function need<T>(value: T | undefined, what: string): T {
	if (value === undefined) throw new Error(`There is no ${what}`);
	return value;
}

const CONFIG = "export default { title: 'Site', url: 'https://example.com' };";
const FENCE = '```ts twoslash\nlet oven = 1;\n```\n';
const FILES = {
	'site.config.ts': CONFIG,
	'content/docs/index.md': `---\ntitle: Home\nslug: /\n---\n\n[An oven](api:kitchen/oven), [by path](/docs/kitchen/oven)\n\n${FENCE}`,
	'content/docs/plain.md': '---\ntitle: Plain\n---\n\nText.\n',
	'content/reference/kitchen/oven.md': `A note.\n\n${FENCE}`,
};

const finding = (message: string): Diagnostic => ({ code: 'kitchen', severity: 'warning', message });

/** The one type of a fence, and the place of its name. */
function typed(type: string): FenceAnnotation {
	const nothing = { queries: [], errors: [] };
	return {
		status: 'ok',
		against: 'kitchen 2.1.0',
		...nothing,
		types: [type],
		hovers: [{ offset: 4, length: 4, type: 0 }],
	};
}

const OVEN: VirtualPage = {
	path: 'content/docs/kitchen/oven.md',
	identity: {
		collection: 'docs',
		version: 'current',
		name: 'kitchen/oven',
		virtual: { id: 'kitchen', entry: '', symbols: ['kitchen/oven'] },
	},
	virtual: {
		text: '---\ntitle: Oven\n---\nimport Note from "@site/content/reference/kitchen/oven.md"\n\n<Note />\n',
		hash: '1',
		origin: { file: 'kitchen/oven.json', line: 7 },
	},
	includes: 'content/reference/kitchen/oven.md',
};

interface Kitchen {
	extension: Extension;
	/** Calls, in order. */
	calls: string[];
}

/** A provider with one page, which annotates each fence with the name of its page. */
function kitchen(
	{ pages = {}, annotations = {} }: { pages?: Partial<VirtualPages>; annotations?: Partial<Annotations> } = {},
	{ isUsed = true, signature = '' } = {},
): Kitchen {
	const calls: string[] = [];
	const open = async ({ annotations: cache }: ProviderContext): Promise<Provider> => {
		calls.push('open');
		return {
			async pages(_, wait) {
				calls.push(wait ? 'make pages' : 'pages');
				const texts = () => ({ pages: [OVEN], diagnostics: [finding('about parts')] });
				return { state: 'made', diagnostics: [], covers: (path) => path.startsWith('/docs/kitchen'), texts, ...pages };
			},
			async annotations(site, wait) {
				calls.push(wait ? 'make annotations' : 'annotations');
				const found = [...site.pages.values()].flatMap(({ path, fences }) =>
					fences ? [[path, { hash: cache.put([typed(path)], true), against: 'kitchen 2.1.0' }] as const] : [],
				);
				const none = { diagnostics: [], failures: [], files: new Map(), notes: [] };
				return { state: 'made', pages: new Map(found), ...none, ...annotations };
			},
			stop: () => void calls.push('stop'),
		};
	};
	return {
		calls,
		extension: { name: 'kitchen', provider: { isUsed: () => isUsed, signature: async () => signature, open } },
	};
}

interface Built {
	result: BuildResult;
	read(out: string): string;
	messages: string[];
}

async function build(extensions: Extension[], files: Record<string, string> = FILES): Promise<Built> {
	const project = memoryProject(files);
	const options = { outDir: 'build', drafts: false, production: true, waitFor: 'all', env: {} } as const;
	const inputs = openInputs(project, { env: {}, now: () => 1_000_000_000 });
	const result = need(await fullBuild(project, inputs, loadOutputs(project, 'build'), options, extensions), 'a build');
	const read = (out: string): string => need(project.built.get(out), out).toString();
	return { result, read, messages: result.diagnostics.map(({ message }) => message) };
}

providers('a virtual page is a page: linked by its name, with its part', async () => {
	const { calls, extension } = kitchen();
	const { result, read } = await build([extension]);
	assert.is(result.pages, 5, 'home, plain, oven, search, not-found; the part has no page');
	assert.match(read('docs/index.html'), 'href="/docs/kitchen/oven"');
	assert.match(read('docs/kitchen/oven/index.html'), 'A note.');
	assert.equal(calls, ['open', 'make pages', 'make annotations', 'stop']);
});

providers('a mistake in a virtual page is reported where its text comes from', async () => {
	const virtual = { ...OVEN.virtual, text: '---\ntitle: Oven\n---\n\nText.\n\n<Pot />\n' };
	const texts = () => ({ pages: [{ ...OVEN, virtual }], diagnostics: [] });
	const { result } = await build([kitchen({ pages: { texts } }).extension]);
	const unknown = need(
		result.diagnostics.find(({ code }) => code === 'unknown-component'),
		'finding',
	);
	assert.equal([unknown.file, unknown.line], ['kitchen/oven.json', 7]);
});

providers('an annotation stands next to its own fence, also where a virtual page includes it', async () => {
	const { read } = await build([kitchen().extension]);
	const typesOf = (out: string): string => {
		const [, sheet = ''] = /data-types="\/(assets\/types\/[^"]+)"/.exec(read(out)) ?? [];
		return read(sheet);
	};
	assert.match(typesOf('docs/index.html'), 'content:"content/docs/index.md"');
	assert.match(typesOf('docs/kitchen/oven/index.html'), 'content:"content/reference/kitchen/oven.md"');
	assert.match(read('docs/index.html'), 'checked with 2.1.0');
	assert.not.match(read('docs/plain/index.html'), 'checked with');
});

providers('each finding of a provider is reported once, the failures as well', async () => {
	const annotations = { diagnostics: [finding('about a fence')], failures: [finding('why there are none')] };
	const { messages } = await build([
		kitchen({ pages: { diagnostics: [finding('about pages')] }, annotations }).extension,
	]);
	for (const message of ['about pages', 'about parts', 'about a fence', 'why there are none'])
		assert.is(messages.filter((one) => one === message).length, 1, message);
});

providers('if virtual pages cannot be made, no link is checked, and the findings say why', async () => {
	const texts = () => ({ pages: [], diagnostics: [finding('about parts')] });
	const failed = kitchen({ pages: { state: 'failed', diagnostics: [finding('no oven')], texts } });
	const { messages } = await build([failed.extension]);
	assert.ok(messages.includes('no oven'));
	assert.not.ok(
		messages.some((message) => /api:|about parts/.test(message)),
		messages.join('\n'),
	);
});

providers('a provider that a site does not use is not opened, unless a part would be lost', async () => {
	const { 'content/reference/kitchen/oven.md': _, ...plain } = FILES;
	const unused = kitchen({}, { isUsed: false });
	await build([unused.extension], plain);
	assert.equal(unused.calls, []);
	const { messages } = await build([unused.extension]);
	assert.ok(unused.calls.includes('open'));
	assert.ok(messages.includes('about parts'));
});

providers('a pass waits for what it is told to, and shows the state of the rest', async () => {
	const pending = { pages: { state: 'pending' }, annotations: { state: 'pending' } } as const;
	for (const [waitFor, calls] of [
		['all', ['make pages', 'make annotations']],
		['pages', ['make pages', 'annotations']],
		['nothing', ['pages', 'annotations']],
	] as const) {
		const one = kitchen(pending);
		const project = memoryProject(FILES);
		const session = openSession(project, openInputs(project, { env: {} }), [one.extension]);
		const updated = await update(session, { drafts: false, production: true, waitFor });
		await stopHelpers(session);
		assert.equal(one.calls, ['open', ...calls, 'stop'], waitFor);
		if (!('plan' in updated)) throw new Error('no plan');
		assert.equal([updated.virtual.state, updated.annotations.state], ['pending', 'pending']);
		assert.ok(updated.virtual.covers('/docs/kitchen/oven'));
		assert.not.ok(
			updated.diagnostics.some(({ code }) => code === 'broken-link'),
			'links to pages that are not made',
		);
	}
});

providers('several are as one: the worst state counts, and each is opened once', async () => {
	const project = memoryProject(FILES);
	const { inputs, bodies, annotations } = openSession(project, openInputs(project, { env: {} }), []);
	const all = [kitchen(), kitchen({ pages: { state: 'failed' } }), kitchen({ pages: { state: 'pending' } })];
	const opened = openProviders({ project, inputs, bodies, annotations });
	const joined = opened.of(all.map(({ extension }) => extension));
	const config = need(resolveConfig({ title: 'Site', url: 'https://example.com' }).config, 'a configuration');
	const site = { config, pages: new Map() };
	const [pages, found] = await Promise.all([joined.pages(config, true), joined.annotations(site, false)]);
	assert.is(pages.state, 'failed');
	assert.is(found.state, 'made');
	assert.is((await pages.texts([])).pages.length, 3);
	opened.stop();
	for (const { calls } of all) assert.equal(calls, ['open', 'make pages', 'annotations', 'stop']);
	await joined.annotations(site, true);
	for (const { calls } of all) assert.is(calls.length, 4, 'nothing starts after the end');
});

providers('what a provider reads without the inputs is an input, by its signature', async () => {
	const recorded = async (signature: string, isUsed: boolean): Promise<unknown> => {
		const project = memoryProject(FILES);
		const session = openSession(project, openInputs(project, { env: {} }), [
			kitchen({}, { signature, isUsed }).extension,
		]);
		await update(session, { drafts: false, production: true, waitFor: 'nothing' });
		await stopHelpers(session);
		return session.inputs.looked().values.kitchen;
	};
	const [one, other, unused] = [await recorded('1', true), await recorded('2', true), await recorded('1', false)];
	assert.is.not(one, other);
	assert.is.not(one, unused);
	assert.is.not(one, undefined);
});

providers('a virtual page is parsed again only after a change of its hash', async () => {
	const project = memoryProject(FILES);
	let hash = '1';
	const texts = () => ({ pages: [{ ...OVEN, virtual: { ...OVEN.virtual, hash } }], diagnostics: [] });
	const session = openSession(project, openInputs(project, { env: {} }), [kitchen({ pages: { texts } }).extension]);
	const parsed = async (): Promise<number | undefined> => {
		const updated = await update(session, { drafts: false, production: true, waitFor: 'all' });
		return 'plan' in updated ? updated.parsedNow : undefined;
	};
	assert.equal([await parsed(), await parsed()], [4, 0]);
	hash = '2';
	assert.is(await parsed(), 1);
	await stopHelpers(session);
});

providers.run();
