/** `docsgen dev` on the site of this repository: each edit takes at most two passes, and its page does not wait. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diskProject } from '../src/cli/disk/project.ts';
import { closeAll, devIn } from './dev-server.ts';
import { start, temporaryFolder } from './program.ts';
import { copyRepositorySite, repositorySite } from './repository-site.ts';
import { writeFiles } from './write-files.ts';

test.after.each(closeAll);

const PAGE = 'content/docs/server/middlewares.md';
const URL_OF_PAGE = '/docs/server/middlewares';
const NOTE = 'content/reference/client/createTRPCProxyClient.md';
const CONFIG = 'site.config.ts';

const before: Record<string, string> = Object.fromEntries(
	[PAGE, NOTE, CONFIG].map((file) => [file, readFileSync(file, 'utf8')]),
);
const edited = (file: string, from: string | RegExp, to: string): Record<string, string> => {
	const text = (before[file] ?? '').replace(from, to);
	assert.not.equal(text, before[file], `${file} has ${from}`);
	return { [file]: text };
};
/** The first line of the first sample. */
const SAMPLE = /(?<=```tsx? [^\n]*\n)/;

test('each edit of the site of this repository, and each mend, takes at most two passes', async () => {
	assert.equal(repositorySite().diagnostics, []);
	const root = temporaryFolder('repository');
	copyRepositorySite(root, 'linked packages');
	const server = await devIn(diskProject(root, join(root, 'build')));
	const overlay = async (): Promise<string> => JSON.parse((await server.get('/__docsgen/state')).text).overlay;
	assert.is((await server.get(URL_OF_PAGE)).status, 200);
	await server.settles();
	assert.equal(server.findings, []);
	server.steps.length = 0;
	await server.compares();
	assert.equal(server.steps, [], 'nothing has changed');
	const edits: [what: string, files: Record<string, string>, passes: number, finding?: string][] = [
		['prose', edited(PAGE, /\n## /, '\nWords of the first edit.\n\n## '), 1],
		['a valid line in a sample', edited(PAGE, SAMPLE, 'const fine: number = 1; void fine;\n'), 2],
		['a type error in a sample', edited(PAGE, SAMPLE, 'const wrong: number = true; void wrong;\n'), 2, 'sample-error'],
		['front matter', edited(PAGE, /\ntitle:/, '\nhide_title: maybe\ntitle:'), 1, 'front-matter'],
		['prose of a note', edited(NOTE, /$/, '\nWords of the note.\n'), 1],
		['a sample of a note', edited(NOTE, /(?<=---cut---\n)/, 'const fine: number = 1; void fine;\n'), 2],
		['the configuration', edited(CONFIG, /title: 'tRPC'/, "title: 'Other'"), 1],
		['a mistake in the configuration', edited(CONFIG, /title: 'tRPC'/, "titel: 'tRPC'"), 1, 'invalid-configuration'],
	];
	const seen = async (files: Record<string, string>, passes: number): Promise<unknown> => {
		const count = server.edit(() => server.write(files));
		await server.until('the edit is seen', () => server.steps.length > 0);
		const { status } = await server.get(URL_OF_PAGE);
		const isFew = (await count) <= passes;
		const codes = [...new Set(server.findings.map(({ code }) => code))];
		return { status, codes, overlay: (await overlay()) !== '', passes: isFew ? passes : await count };
	};
	for (const [what, files, passes, finding] of edits) {
		const mend = Object.fromEntries(Object.keys(files).map((file) => [file, before[file] ?? '']));
		const codes = finding === undefined ? [] : [finding];
		const expected = { status: 200, codes, overlay: finding !== undefined, passes };
		assert.equal(await seen(files, passes), expected, what);
		assert.equal(await seen(mend, passes), { ...expected, codes: [], overlay: false }, `the mend of ${what}`);
	}
	server.steps.length = 0;
	await server.compares();
	assert.equal(server.steps, [], 'nothing has changed since');
});

test('the same as a program, with a linked node_modules, and a signal ends it', async () => {
	repositorySite();
	const root = temporaryFolder('repository');
	copyRepositorySite(root, 'linked folder');
	const server = start(['dev', '--site', root, '--port', '0', '--verbose']);
	let output = '';
	for (const stream of [server.stdout, server.stderr])
		stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const ended = once(server, 'close');
	const until = async (what: RegExp): Promise<string> => {
		while (!what.test(output) && server.exitCode === null) await wait(10);
		return what.exec(output)?.[0] ?? '';
	};
	const url = await until(/http:\/\/\S+(?=\/ )/);
	const shows = async (text: string): Promise<void> => {
		while (!(await (await fetch(url + URL_OF_PAGE)).text()).includes(text)) await wait(10);
	};
	await until(/Generated pages \(\d+ ms\)/);
	output = '';
	writeFiles(root, edited(PAGE, SAMPLE, 'const fine: number = 1; void fine;\n'));
	await shows('fine');
	await until(/Checked code \(\d+ ms\)/);
	writeFiles(root, edited(PAGE, SAMPLE, 'const wrong: number = true; void wrong;\n'));
	await shows('wrong');
	await until(/sample-error[\s\S]*1 error\n/);
	writeFiles(root, { [PAGE]: before[PAGE] ?? '' });
	await until(/Nothing is wrong any more/);
	assert.is(output.match(/ms\)\n/g)?.length, 6, output);
	server.kill('SIGTERM');
	const [code, signal] = (await ended) as [number | null, string | null];
	assert.ok(code === 0 || signal === 'SIGTERM', `${code} ${signal}`);
});

test.run();
