/** Commands that ask other hosts, behind a proxy. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startProxies } from '../src/cli/http/proxy.ts';
import { createTerminal } from '../src/cli/terminal/terminal.ts';
import { memoryProject } from './memory-project.ts';
import { config } from './memory-site.ts';
import { PROGRAM, run, temporaryFolder } from './program.ts';
import { pushSearch } from './search/push-search.ts';
import { ADMIN, APP, SEARCH_KEY, startService } from './search/service.ts';
import { siteFiles } from './search/site.ts';
import { writeFiles } from './write-files.ts';

const servers: Server[] = [];

async function listening(server: Server): Promise<number> {
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

/** A proxy that leads every host to this port of this machine; lists the hosts that it was asked for. */
async function startProxy(port: number): Promise<{ url: string; hosts: string[] }> {
	const hosts: string[] = [];
	const server = createServer();
	server.on('connect', ({ url = '' }, socket) => {
		hosts.push(url);
		const target = connect(port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			target.pipe(socket).pipe(target);
		});
		for (const end of [target, socket]) end.on('error', () => undefined);
	});
	return { url: `127.0.0.1:${await listening(server)}`, hosts };
}

test.after(async () => {
	for (const server of servers) {
		server.closeAllConnections();
		server.close();
	}
});

test('links to other hosts are asked through the proxy, but not those in NO_PROXY', async () => {
	const port = await listening(
		createServer(({ url }, response) => response.writeHead(url === '/gone' ? 404 : 200).end('Bread.')),
	);
	const folder = temporaryFolder('proxy');
	const links = [
		'http://shop.bakery-shop.dev/',
		'http://shop.bakery-shop.dev/gone',
		'http://none.bakery-shop.test-dev/',
	];
	writeFiles(folder, {
		'site.config.ts': config({}),
		'content/docs/a.md': `# A\n\n${links.map((url) => `[a](${url})`).join(' ')}\n`,
	});
	const clean = { http_proxy: '', https_proxy: '', no_proxy: '', HTTPS_PROXY: '' };
	for (const name of ['HTTP_PROXY', 'http_proxy']) {
		const proxy = await startProxy(port);
		const env = { ...clean, [name]: proxy.url, NO_PROXY: '.test-dev' };
		const { stdout, stderr, code } = await run(['check', '--external', '--site', folder], { env });
		const said = stdout + stderr;
		assert.match(said, /shop\.bakery-shop\.dev\/gone answers with status 404/);
		assert.match(said, /none\.bakery-shop\.test-dev\/ does not answer/);
		assert.is(code, 0, said);
		assert.equal([...new Set(proxy.hosts)], ['shop.bakery-shop.dev:80']);
	}
	const wrong = await run(['check', '--external', '--site', folder], { env: { ...clean, HTTP_PROXY: 'socks5://a:1' } });
	assert.is(wrong.code, 1);
	assert.match(wrong.stdout + wrong.stderr, /HTTP_PROXY is not the URL of an HTTP proxy/);
});

test('a push goes through the proxy', async () => {
	const service = await startService();
	const proxy = await startProxy(Number(new URL(service.origin).port));
	const hosted = { appId: APP, apiKey: SEARCH_KEY, indexName: 'bread', hosts: ['http://search.bakery-shop.dev'] };
	const output = { write: () => true };
	const terminal = createTerminal({ stdout: output, stderr: output, isTTY: false, env: {} });
	const env = { DOCSGEN_SEARCH_ADMIN_KEY: ADMIN, HTTP_PROXY: proxy.url };
	const findings = await pushSearch(memoryProject(siteFiles(hosted)), { env, send: true }, terminal);
	terminal.close();
	await service.close();
	assert.equal(findings, []);
	assert.ok((service.indexes.get('bread')?.records.length ?? 0) > 0);
	assert.equal([...new Set(proxy.hosts)], ['search.bakery-shop.dev:80']);
});

test('an assistant reads a site through the proxy', async () => {
	const settings = { baseUrl: '/', versions: [{ name: 'current', label: '1', index: 'search/', isLast: true }] };
	const port = await listening(
		createServer(({ url }, response) => {
			const text =
				url === '/search.json' ? JSON.stringify(settings) : url === '/docs/bread.md' ? '# Bread\n' : undefined;
			response.writeHead(text === undefined ? 404 : 200).end(text);
		}),
	);
	const proxy = await startProxy(port);
	const client = new Client({ name: 'test', version: '1.0.0' });
	const args = [PROGRAM, 'mcp', 'http://docs.bakery-shop.dev/'];
	const env = { PATH: process.env.PATH ?? '', HTTP_PROXY: proxy.url };
	await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
	const answer = (await client.callTool({ name: 'read_page', arguments: { path: '/docs/bread' } })) as CallToolResult;
	await client.close();
	assert.equal(answer.content, [{ type: 'text', text: '# Bread\n' }]);
	assert.equal([...new Set(proxy.hosts)], ['docs.bakery-shop.dev:80']);
});

test('without a proxy in the environment, or with NO_PROXY=*, nothing changes', async () => {
	assert.is(await startProxies({}), false);
	assert.is(await startProxies({ HTTP_PROXY: '' }), false);
	assert.is(await startProxies({ HTTPS_PROXY: 'http://a.dev:1', NO_PROXY: '*' }), false);
	assert.is(typeof (await startProxies({ https_proxy: 'http://[' })), 'object');
});

test.run();
