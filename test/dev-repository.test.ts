/** `docsgen dev` on the site of this repository: each edit takes at most two passes, and its page does not wait. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diskProject } from '../src/cli/disk/project.ts';
import { closeAll, devIn } from './dev-server.ts';
import { temporaryFolder } from './program.ts';
import { copyRepositorySite, repositorySite } from './repository-site.ts';

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
	copyRepositorySite(root);
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

test.run();
