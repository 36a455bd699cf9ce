/** `docsgen search push` and `docsgen search try`, against a service on loopback and a site in memory. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { memoryProject } from '../../src/cli/project.ts';
import { pushSearch } from '../../src/cli/search/push.ts';
import { trySearch } from '../../src/cli/search/try.ts';
import { createTerminal } from '../../src/cli/terminal.ts';
import { ADMIN, APP, SEARCH_KEY, startService } from './service.ts';
import { siteFiles } from './site.ts';

const service = await startService();
const files = siteFiles({ appId: APP, apiKey: SEARCH_KEY, indexName: 'trpc', hosts: [service.origin] });

async function push(env: Record<string, string>, send: boolean) {
	service.asked.length = 0;
	let said = '';
	const output = { write: (text: string) => (said += text) };
	const terminal = createTerminal({ stdout: output, stderr: output, isTTY: false, env: {} });
	const findings = await pushSearch(memoryProject(files), { env, send, poll: 1 }, terminal);
	terminal.close();
	return { findings, said };
}

test('without --send nothing is sent, and it is said what would be', async () => {
	const { findings, said } = await push({ DOCSGEN_SEARCH_ADMIN_KEY: ADMIN }, false);
	assert.equal(findings, []);
	assert.equal(service.asked, []);
	assert.match(said, /docs-default-current: \d+ records/);
	assert.match(said, /Nothing was sent/);
	assert.not.match(said, new RegExp(ADMIN));
});

test('the key comes from the environment alone', async () => {
	const { findings } = await push({}, true);
	assert.match(findings[0]?.message ?? '', /DOCSGEN_SEARCH_ADMIN_KEY is not set/);
	assert.equal(service.asked, []);
});

test('the index is filled under another name, then moved', async () => {
	const { findings } = await push({ DOCSGEN_SEARCH_ADMIN_KEY: ADMIN }, true);
	assert.equal(findings, []);
	assert.equal([...service.indexes.keys()], ['trpc']);
	const writes = service.asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
	assert.equal(writes.slice(0, 2), [
		'DELETE /1/indexes/trpc_docsgen_next',
		'PUT /1/indexes/trpc_docsgen_next/settings',
	]);
	assert.is(writes.at(-1), 'POST /1/indexes/trpc_docsgen_next/operation');
	const records = service.indexes.get('trpc')?.records ?? [];
	const ids = records.map(({ objectID }) => objectID);
	assert.is(new Set(ids).size, ids.length);
	const urls = records.map(({ url }) => String(url));
	assert.ok(urls.every((url) => url.startsWith('https://docs.example.com/')));
	assert.ok(urls.includes('https://docs.example.com/docs/client#zebra-crossing'));
	assert.equal([...new Set(records.map(({ docs_tag }) => docs_tag))].sort(), [
		'default',
		'docs-default-9.x',
		'docs-default-current',
	]);
	assert.ok(records.every((record) => JSON.stringify(record).length < 10_000));
});

test('a refusal leaves the old index as it was, and no message carries the key', async () => {
	const before = service.indexes.get('trpc')?.records.length;
	const { findings, said } = await push({ DOCSGEN_SEARCH_ADMIN_KEY: 'a-wrong-key' }, true);
	assert.match(findings[0]?.message ?? '', /status 403/);
	assert.not.match(JSON.stringify(findings) + said, /a-wrong-key/);
	assert.is(service.indexes.get('trpc')?.records.length, before);
	service.behave({ status: 500 });
	assert.match((await push({ DOCSGEN_SEARCH_ADMIN_KEY: ADMIN }, true)).findings[0]?.message ?? '', /status 500/);
	service.behave(undefined);
	assert.is(service.indexes.get('trpc')?.records.length, before);
});

test('try prints what a reader would get', async () => {
	let said = '';
	const output = { write: (text: string) => (said += text) };
	const terminal = createTerminal({ stdout: output, stderr: output, isTTY: false, env: {} });
	const project = memoryProject(siteFiles());
	assert.equal(await trySearch(project, 'quokka', { env: {}, limit: 5 }, terminal), []);
	assert.match(said, /Zebra crossing/);
	assert.match(said, /\[quokka\]/);
	assert.match(said, /1 results? for "quokka" in current/);
	const findings = await trySearch(project, 'quokka', { env: {}, limit: 5, version: '7.x' }, terminal);
	assert.match(findings[0]?.message ?? '', /no docs version "7\.x"/);
	terminal.close();
});

test.after(() => service.close());

test.run();
