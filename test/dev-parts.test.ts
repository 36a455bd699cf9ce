/** The parts of `docsgen dev`, each without a server: changes, the session that is kept, providers, reports. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Board } from '../src/cli/dev/board.ts';
import { FileChanges } from '../src/cli/dev/changes.ts';
import { editorCommand, openInEditor } from '../src/cli/dev/editor.ts';
import { Kept } from '../src/cli/dev/kept.ts';
import { type Cause, type DevStep, Passes } from '../src/cli/dev/passes.ts';
import { Provided } from '../src/cli/dev/provided.ts';
import { Reports } from '../src/cli/dev/reports.ts';
import { openInputs } from '../src/cli/disk/inputs.ts';
import type { Update } from '../src/cli/pipeline/pipeline.ts';
import type { JoinedProvider } from '../src/cli/pipeline/providers.ts';
import { CONFIG_FILE } from '../src/content/model/identity.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import type { Annotations } from '../src/extension.ts';
import { memoryProject } from './memory-project.ts';

const finding = (code: string): Diagnostic => ({ code, severity: 'error', message: `${code} is wrong.` });

/* ---------------------------------------------------------------- changes */

function followed(files: Record<string, string>) {
	const project = memoryProject(files);
	const inputs = openInputs(project, { now: () => 1e6 });
	const log: string[] = [];
	const passes = new Passes(async (causes) => void log.push([...causes].join()));
	const provided = { ask: () => void log.push('asked') };
	const reports = { set: (step: string, [found]: Diagnostic[]) => void log.push(`${step}: ${found?.code}`) };
	const changes = new FileChanges({ passes, kept: { inputs }, provided, reports });
	return { files: project.files, inputs, passes, changes, log };
}

test('an edit asks for a pass, and an event of a file that is as the pass has read it asks for none', async () => {
	const { files, inputs, passes, changes, log } = followed({ 'a.md': 'one', 'b.md': 'one' });
	for (const name of inputs.list('').map(({ path }) => path)) inputs.hash(name);
	changes.changed(['a.md', 'b.md']);
	assert.equal([log, changes.take()], [['asked'], []]);
	files['a.md'] = 'two';
	changes.changed(['a.md', 'b.md']);
	while (!passes.isIdle) await wait(1);
	assert.equal([log, changes.take(), changes.take()], [['asked', 'edit'], ['a.md'], []]);
});

test('in a running pass, an event of a file that it has not looked at yet compares with the pass before', () => {
	const { files, inputs, changes } = followed({ 'package.json': '{}', 'tsconfig.json': '{}', 'a.md': 'one' });
	for (const name of Object.keys(files)) inputs.hash(name);
	inputs.refresh();
	files['a.md'] = 'two';
	changes.changed(['package.json', 'tsconfig.json', 'a.md']);
	assert.equal(changes.take(), ['a.md']);
});

test('a comparison finds what no event has told of, and a system without watches is a finding, once', async () => {
	const { files, inputs, passes, changes, log } = followed({ 'a.md': 'one' });
	inputs.list('');
	let count = 0;
	const found = (): void => void count++;
	changes.settled(found);
	while (changes.comparing.isBusy) await wait(1);
	assert.is(count, 0);
	files['b.md'] = 'new';
	changes.settled(found);
	while (changes.comparing.isBusy) await wait(1);
	assert.is(count, 1);
	for (const code of ['first', 'second']) changes.watchFailed(finding(code));
	while (!passes.isIdle) await wait(1);
	await changes.close();
	assert.equal([changes.take(), log], [['b.md'], ['edit', 'watch: first']]);
});

/* ---------------------------------------------------------------- the session */

test('a session is saved when it closes; one that cannot be saved is a warning, and a lost cache begins again', async () => {
	const project = memoryProject({ [CONFIG_FILE]: 'export default {}' });
	const saved: Diagnostic[][] = [];
	const kept = new Kept(project, {}, (findings) => saved.push(findings));
	kept.inputs.hash(CONFIG_FILE);
	project.store.put('pages', 'a', 'b');
	const { session } = kept;
	kept.startOver();
	assert.ok(kept.session !== session);
	assert.equal(project.store.keys('pages'), []);
	project.store.save = () => {
		throw new Error('no space');
	};
	kept.saveLater(50);
	while (saved.length === 0) await wait(10);
	assert.equal(
		saved.flat().map(({ severity, message }) => [severity, message]),
		[['warning', 'docsgen failed: no space']],
	);
	kept.saveLater(50);
	kept.stop();
	await wait(300);
	assert.is(saved.length, 1);
	project.store.save = () => void saved.push([finding('saved')]);
	await kept.close();
	assert.is(saved.at(-1)?.[0]?.code, 'saved');
});

/* ---------------------------------------------------------------- providers */

function served(annotated: Promise<Partial<Annotations>>) {
	const log: string[] = [];
	const passes = new Passes(async (causes) => void log.push(`pass ${[...causes].join()}`));
	const state = { state: 'pending', pages: new Map() };
	const provider = {
		pages: () => Promise.reject(new Error('never asked')),
		annotations: async (_site: unknown, _wait: boolean, told: (news: unknown) => void) => {
			told({ unchecked: 2, diagnostics: [] });
			return { state: 'made', pages: new Map(), failures: [], ...(await annotated) };
		},
	} as unknown as JoinedProvider;
	const made = { state: 'made' };
	const update = { pass: { provider }, config: {}, pages: new Map(), written: {}, annotations: state, virtual: made };
	const provided = new Provided({
		passes,
		pages: { state: { update: update as unknown as Update } },
		board: { set: (step, findings) => void log.push([step, ...findings.map(({ code }) => code)].join(' ')) },
		reports: { checking: (count) => void log.push(`checking ${count}`), report: () => void log.push('report') },
		step: ({ kind }: DevStep) => void log.push(`step ${kind}`),
		failed: (step, error) => void log.push(`${step}: ${(error as Error).message}`),
	});
	return { provided, passes, log };
}

const settled = async (provided: Provided, passes: Passes): Promise<void> => {
	while (provided.isBusy || !passes.isIdle) await wait(1);
};

test('annotations lead to a pass if a page has more of them, and to a report otherwise', async () => {
	const begun = ['annotations', 'checking 2', 'report', 'step annotations'];
	const more = served(Promise.resolve({ pages: new Map([['a.md', new Map()]]) as never }));
	more.provided.ask();
	await settled(more.provided, more.passes);
	assert.equal(more.log, [...begun, 'annotations', 'checking 0', 'pass annotations']);
	const none = served(Promise.resolve({ failures: [finding('no-compiler')] }));
	none.provided.askAfterAnswers();
	assert.ok(none.provided.isBusy);
	await settled(none.provided, none.passes);
	assert.equal(none.log, [...begun, 'annotations no-compiler', 'checking 0', 'report']);
});

test('a provider that fails is a finding, a stopped question is not asked, and a result that is dropped is ignored', async () => {
	const failing = served(Promise.reject(new Error('no disk')));
	failing.provided.ask();
	await settled(failing.provided, failing.passes);
	assert.is(failing.log.at(-1), 'annotations: no disk');
	const stopped = served(Promise.resolve({}));
	stopped.provided.askAfterAnswers();
	stopped.provided.stop();
	assert.not.ok(stopped.provided.isBusy);
	stopped.provided.ask();
	stopped.provided.drop();
	await wait(80);
	assert.equal(stopped.log, ['annotations', 'checking 2', 'report']);
	await stopped.passes.close();
	stopped.provided.ask();
	assert.not.ok(stopped.provided.isBusy, 'nothing begins after the end');
});

/* ---------------------------------------------------------------- reports */

test('open pages are told of new findings and of each pass, and nothing is told after the end', () => {
	const inputs = openInputs(memoryProject({}));
	const board = new Board();
	const moves = { all: new Map([['/docs/old', '/docs/new']]) };
	const pages = { baseUrl: '/base/', revision: 7, news: () => ({ revision: 7, before: 6, pages: {} }) };
	const told: string[] = [];
	const site = { board, kept: { inputs }, pages, moves, isSettled: true };
	const reports = new Reports(
		site,
		(findings, { pass, unchecked }) =>
			told.push([findings.map(({ code }) => code).join(), pass ? 'pass' : '', unchecked].join()),
		(text) => text,
	);
	const sent: [string, unknown][] = [];
	reports.events.send = (event, data) => void sent.push([event, data]);
	reports.set('pass', [finding('broken')]);
	reports.report();
	reports.report({ causes: new Set<Cause>(['edit']), milliseconds: 1, changed: [] });
	reports.checking(1);
	reports.checking(1);
	assert.equal(told, ['broken,,0', 'broken,,0', 'broken,pass,0']);
	assert.equal(
		sent.map(([event]) => event),
		['update', 'update', 'checking'],
	);
	const { overlay, ...state } = reports.state();
	assert.match(overlay, /broken is wrong/);
	assert.equal(
		[state.moved, state.revision, state.checking],
		[{ '/base/docs/old': '/base/docs/new' }, 7, 'Checking a block of code'],
	);
	reports.close();
	reports.checking(0);
	reports.set('pass', []);
	assert.is(told.length + sent.length, 6);
});

/* ---------------------------------------------------------------- the editor */

test('an editor with a window is opened at the line of a finding; one that needs the terminal is not', () => {
	const place = { path: '/site/a b.md', line: '12', column: '5' };
	for (const [env, command] of [
		[{ EDITOR: 'code --wait' }, ['code', '--goto', '/site/a b.md:12:5']],
		[{ EDITOR: 'vim', VISUAL: '/opt/zed' }, ['/opt/zed', '/site/a b.md:12:5']],
		[{ EDITOR: 'webstorm' }, ['webstorm', '--line', '12', '--column', '5', '/site/a b.md']],
		[{ EDITOR: 'emacsclient -c' }, ['emacsclient', '-c', '--no-wait', '+12:5', '/site/a b.md']],
		[{ TERM_PROGRAM: 'vscode' }, ['code', '--goto', '/site/a b.md:12:5']],
		[{ EDITOR: 'vim' }, undefined],
		[{}, undefined],
	] as const)
		assert.equal(editorCommand(place, env), command, JSON.stringify(env));
});

test('only the files of findings are opened, and never by a link on another site', async () => {
	const status = async (at: string, headers = {}, EDITOR = process.execPath): Promise<number> => {
		let sent = 0;
		const response = {
			writeHead(code: number) {
				sent = code;
				return { end: () => undefined };
			},
		};
		await openInEditor(
			{ url: `/__docsgen/open?${new URLSearchParams({ at })}`, headers } as IncomingMessage,
			response as unknown as ServerResponse,
			{ inputs: { pathOf: (name) => `/site/${name}` }, files: ['a.md'], env: { EDITOR } },
		);
		return sent;
	};
	// A folder has no program of this name.
	assert.is(await status('a.md:1:2', {}, '/nowhere/code'), 404);
	assert.is(await status('a.md:1:2', {}, 'vim'), 404);
	const { mkdtempSync, readFileSync, rmSync, writeFileSync } = await import('node:fs');
	const folder = mkdtempSync('/tmp/docsgen-editor-');
	const code = `${folder}/code`;
	writeFileSync(code, `#!/bin/sh\necho "$@" >> ${folder}/said\n`, { mode: 0o755 });
	const said = async (): Promise<string> => {
		for (let left = 200; left > 0; left--) {
			await wait(20);
			try {
				const text = readFileSync(`${folder}/said`, 'utf8');
				if (text !== '') return text;
			} catch {}
		}
		return '';
	};
	assert.is(await status('b.md:1:2', {}, code), 404);
	assert.is(await status('../a.md', {}, code), 404);
	assert.is(await status('a.md:3:1', { 'sec-fetch-mode': 'navigate' }, code), 404);
	assert.is(await status('a.md:3:4', { 'sec-fetch-mode': 'cors' }, code), 204);
	assert.is(await said(), '--goto /site/a.md:3:4\n');
	rmSync(folder, { recursive: true });
});

test.run();
