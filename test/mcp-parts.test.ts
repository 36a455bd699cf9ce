/** Long answers of `docsgen mcp`, which come in parts. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { answerParts } from '../src/extensions/mcp/sections.ts';
import { buildFolder } from './disk-site.ts';
import { config, doc } from './memory-site.ts';
import { PROGRAM, temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

test('a text is cut before headings, else at blank lines, else where it must, and never in a character', () => {
	const sections = ['# Bread\n\nOne.\n\n', '## Rye\n\nTwo.\n\n', '```sh\n# no heading\n```\n\n', '## Oats\n\nThree.\n'];
	const [bread = '', rye = '', code = '', oats = ''] = sections;
	assert.equal(answerParts(sections.join(''), 60), [bread + rye + code, oats]);
	assert.equal(answerParts(sections.join(''), 40), [bread, rye + code, oats]);
	assert.equal(answerParts('First.\n\nSecond.\n', 10), ['First.\n', '\nSecond.\n']);
	assert.equal(answerParts('abc\ndef\n', 5), ['abc\n', 'def\n']);
	assert.equal(answerParts('🍞🍞🍞', 9), ['🍞🍞', '🍞']);
	assert.equal(answerParts(''), ['']);
	for (const text of [
		sections.join(''),
		'麦'.repeat(100),
		`${'x'.repeat(70)}\n\n# A\n`,
		'\n'.repeat(200),
		'# A\n'.repeat(50),
	])
		for (const max of [4, 7, 30, 64]) {
			const parts = answerParts(text, max);
			assert.is(parts.join(''), text);
			assert.ok(parts.every((part) => part !== '' && Buffer.byteLength(part) <= max));
		}
});

test('a long page and a long list come in parts, each of which names the next', async () => {
	const root = temporaryFolder('mcp-parts');
	const oven = (n: number): string => `## Oven ${n}\n\n${`Oven ${n} bakes bread. `.repeat(60)}`;
	const files = Object.fromEntries(
		Array.from({ length: 400 }, (_, n) => [
			`content/docs/p${n}.md`,
			doc(`Page ${n}`, 'Words.', `description: ${'What this page is about. '.repeat(9)}`),
		]),
	);
	writeFiles(root, {
		'site.config.ts': config({}),
		'content/docs/big.md': doc('Big', Array.from({ length: 150 }, (_, n) => oven(n)).join('\n\n')),
		...files,
	});
	const { ok } = await buildFolder(root, { outDir: join(root, 'build') });
	assert.ok(ok);
	const client = new Client({ name: 'test', version: '1.0.0' });
	const args = [PROGRAM, 'mcp', join(root, 'build')];
	await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
	const ask = async (name: string, given: Record<string, unknown>): Promise<string> => {
		const { content } = (await client.callTool({ name, arguments: given })) as CallToolResult;
		return content[0]?.type === 'text' ? content[0].text : '';
	};
	try {
		for (const [tool, given, word, count] of [
			['read_page', { path: '/docs/big' }, /^## Oven \d+$/gm, 150],
			['list_pages', {}, /\/docs\/p\d+\.md/g, 400],
		] as const) {
			const found: string[] = [];
			let part = 1;
			for (let more = true; more; part++) {
				const text = await ask(tool, part === 1 ? given : { ...given, part });
				assert.ok(Buffer.byteLength(text) < 61_000, `${tool} ${text.length}`);
				assert.match(text, `This is part ${part} of `);
				more = text.includes(`call ${tool} with the same arguments and "part": ${part + 1}.`);
				found.push(...(text.match(word) ?? []));
			}
			assert.ok(part > 2);
			assert.is(new Set(found).size, count, tool);
			assert.is(found.length, count, tool);
			assert.match(await ask(tool, { ...given, part: 99 }), /There is no part 99: the text has \d+\./);
		}
		assert.not.match(await ask('read_page', { path: '/docs/big', heading: 'Oven 7' }), /This is part/);
		assert.ok((await ask('read_page', { path: '/docs/big', heading: 'Kettle' })).length < 10_000);
		await client.callTool({ name: 'read_page', arguments: { path: '/docs/big', part: 0 } }).then(
			() => assert.unreachable(),
			(error: Error) => assert.match(error.message, /whole number above 0/),
		);
	} finally {
		await client.close();
		rmSync(root, { recursive: true, force: true });
	}
});

test.run();
