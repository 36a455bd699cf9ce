/** The landing page's claims: the size of the client, and code that fits next to a wire. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { languageOfFence } from '../src/extensions/typescript/fences/read.ts';
import { readFence } from './fences.ts';

const PAGE = 'content/pages/index.md';
/** Characters that fit into a pane of the hero. */
const COLUMNS = 46;

const CLIENT = `
import { createTRPCProxyClient, httpBatchLink } from '@trpc/client';
console.log(createTRPCProxyClient({ links: [httpBatchLink({ url: '/trpc' })] }));
`;

const markdown = readFileSync(PAGE, 'utf8');

test('the size of the client on the page, in kB, is its actual size', async () => {
	const said = /title="([\d.]+) kB in the browser"/.exec(markdown)?.[1];
	assert.ok(said, 'the page says how large the client is');
	const { outputFiles } = await build({
		stdin: { contents: CLIENT, resolveDir: 'content/samples/10.x', loader: 'ts' },
		bundle: true,
		minify: true,
		format: 'esm',
		target: 'es2020',
		write: false,
	});
	const kilobytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length / 1000;
	assert.ok(Math.abs(Number(said) / kilobytes - 1) <= 0.05, `the page says ${said}, it is ${kilobytes.toFixed(2)}`);
});

test('no line of code on the landing page is cut off', () => {
	const long: string[] = [];
	for (const { 1: info = '', 2: code = '', index } of markdown.matchAll(/^```(\w[^\n]*)\n([\s\S]*?)^```$/gm)) {
		const lang = info.split(' ')[0] ?? '';
		const line = markdown.slice(0, index).split('\n').length + 1;
		const typed = languageOfFence(lang);
		const shown = typed ? readFence({ lang: typed, info, code, line, file: PAGE }).shown : code;
		long.push(...shown.split('\n').filter((text) => text.length > COLUMNS));
	}
	assert.equal(long, []);
});

test.run();
