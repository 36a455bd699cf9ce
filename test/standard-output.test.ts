/** Standard output belongs to programs: what the modules of a site print goes to standard error. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { config, doc } from './memory-site.ts';
import { installPackages, PROGRAM, run, temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

/** Places where a module of a site prints. */
const PLACES = ['configuration', 'module', 'render', 'stream'];

const root = temporaryFolder('standard-output');
writeFiles(root, {
	'site.config.ts': `console.log('[configuration]');\n${config({ search: {}, url: 'https://docs.test' })}`,
	'content/docs/index.md': doc('Home', '<Loud />\n\n[x](./nope.md)', 'slug: /'),
	'templates/components/Loud.tsx': `console.info('[module]');
process.stdout.write('[stream]\\n');
export function Loud() { console.log('[render]'); return <b>loud</b>; }`,
});

installPackages(root, '@modelcontextprotocol/sdk');

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

test('findings for programs are all that standard output has', async () => {
	const { code, stdout, stderr } = await run(['check', '--json', '--site', root]);
	assert.is(code, 1);
	assert.equal(
		linesOf(stdout).map((line) => JSON.parse(line).code),
		['broken-markdown-link'],
	);
	for (const place of PLACES) assert.match(stderr, `[${place}]`);
	const sarif = await run(['check', '--format', 'sarif', '--site', root]);
	assert.is(JSON.parse(sarif.stdout).runs[0].results.length, 1);
	const status = await run(['translate', 'status', '--json', '--site', root]);
	for (const line of linesOf(status.stdout)) JSON.parse(line);
	assert.match(status.stderr, '[configuration]');
});

test('results of a search are all that standard output has', async () => {
	const { stdout, stderr } = await run(['search', 'try', 'home', '--json', '--site', root]);
	const found = linesOf(stdout).map((line) => JSON.parse(line));
	assert.ok(found.length > 0, stderr);
	assert.match(stderr, '[configuration]');
});

test('an assistant reads messages of the protocol only', async () => {
	const client = new Client({ name: 'test', version: '1.0.0' });
	const problems: string[] = [];
	client.onerror = ({ message }) => problems.push(message);
	const env = { PATH: process.env.PATH ?? '' };
	const command = { command: process.execPath, args: [PROGRAM, 'mcp', root], env };
	await client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }));
	const page = await client.callTool({ name: 'read_page', arguments: { path: '/docs' } });
	assert.match(JSON.stringify(page), 'Home');
	await client.close();
	assert.equal(problems, []);
});

test.run();
