/** The server with well-behaved clients: pages, statuses and headers, over HTTP on loopback. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createBoundedCache } from '../src/cli/cache/bounded-cache.ts';
import { prefersMarkdown } from '../src/cli/http/accept.ts';
import { filesFor, findOutput } from '../src/cli/http/address.ts';
import { createEvents } from '../src/cli/http/events.ts';
import { cacheControl } from '../src/cli/http/files.ts';
import { matchHeaders, parseHeaders } from '../src/cli/http/headers-file.ts';
import { DEFAULT_PORT, listenOn } from '../src/cli/http/listen.ts';
import { compressible, contentType } from '../src/cli/http/send.ts';
import { createPreview, createServer, type Serving } from '../src/cli/http/server.ts';
import type { Diagnostic } from '../src/content/model/page.ts';

type Running = Extract<Serving, { kind: 'serving' }>;
const folder = mkdtempSync(join(tmpdir(), 'server-test-'));
const root = join(folder, 'build');
const LONG = 'All work and no play makes a page. '.repeat(60);

const FILES: Record<string, string> = {
	'index.html': `home ${LONG}`,
	'404.html': `missing ${LONG}`,
	_headers: [
		'# comment',
		'/*',
		"  Content-Security-Policy: default-src 'self'",
		'  X-Everywhere: yes',
		'  Access-Control-Allow-Origin: *',
		'  Vary: Cookie',
		'  Bad Name: x',
		'/docs/quickstart',
		'  X-Page: quickstart',
		'/docs/*',
		'  X-Everywhere: docs',
		'/plain/*',
		'  ! X-Everywhere',
		'  Cache-Control: public, max-age=60',
		'  Content-Type: text/x-plain',
	].join('\n'),
	'docs/index.html': 'docs',
	'docs/quickstart/index.html': `quickstart ${LONG}`,
	'docs/quickstart.md': '# quickstart',
	'docs/flat.html': 'flat',
	'docs/exact.html/index.html': 'exact.html',
	'docs/exact/index.html': 'exact',
	'docs/grüße/index.html': 'hello',
	'plain/LICENSE': 'MIT',
	'assets/app-1a2b3c4d.js': `/* ${LONG} */`,
	'assets/photo-landscape.txt': 'unhashed',
	'digits.txt': '0123456789',
	'empty.txt': '',
	'picture.png': LONG,
};

async function fill(base: string, files: Record<string, string>): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		const file = join(base, name);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}
}

const started: Running[] = [];

function running(serving: Serving): Running {
	if (serving.kind === 'failed') throw new Error(JSON.stringify(serving.diagnostic));
	started.push(serving);
	return serving;
}

function refused(serving: Serving): Diagnostic {
	if (serving.kind === 'failed') return serving.diagnostic;
	started.push(serving);
	throw new Error(`Started: ${serving.url}`);
}

interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
	text: string;
}

interface Ask {
	method?: string;
	headers?: Record<string, string>;
	agent?: Agent;
}

function ask(server: Running, path: string, { method = 'GET', headers = {}, agent }: Ask = {}): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const sent = request(
			{ host: '127.0.0.1', port: server.port, path, method, headers, agent, timeout: 20_000 },
			(response) => {
				const parts: Buffer[] = [];
				response.on('data', (part) => parts.push(part));
				response.on('error', reject);
				response.on('end', () => {
					const body = Buffer.concat(parts);
					resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
				});
			},
		);
		sent.on('error', reject);
		sent.on('timeout', () => sent.destroy(new Error(`No answer: ${path}`)));
		sent.end();
	});
}

/** Waits until a condition is true; fails if it never is. */
async function until(condition: () => boolean): Promise<void> {
	for (let tries = 0; !condition(); tries++) {
		if (tries === 2000) throw new Error(`Never happened: ${condition}`);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

let server: Running;

test.before(async () => {
	await fill(root, FILES);
	server = running(await createPreview({ root, port: 0 }));
});

test.after(async () => {
	// Also those of failed tests: a failure must not keep the run alive.
	await Promise.all(started.map((serving) => serving.close()));
	rmSync(folder, { recursive: true, force: true });
});

/* ---------------------------------------------------------------- pages */

const PAGES: Record<string, string> = {
	'/': 'index.html',
	'/index.html': 'index.html',
	'/index': 'index.html',
	'/?q=%00..': 'index.html',
	'/docs': 'docs/index.html',
	'/docs/': 'docs/index.html',
	'/docs.html': 'docs/index.html',
	'/docs/index.html': 'docs/index.html',
	'/docs/quickstart': 'docs/quickstart/index.html',
	'/docs/quickstart/': 'docs/quickstart/index.html',
	'/docs/quickstart.html': 'docs/quickstart/index.html',
	'/docs/quickstart/index.html': 'docs/quickstart/index.html',
	'/docs/quickstart.md': 'docs/quickstart.md',
	'/docs/flat': 'docs/flat.html',
	'/docs/flat/': 'docs/flat.html',
	'/docs/flat.html': 'docs/flat.html',
	'/docs/flat/index.html': 'docs/flat.html',
	'/docs/exact.html': 'docs/exact.html/index.html',
	'/docs/exact': 'docs/exact/index.html',
	'/docs/gr%C3%BC%C3%9Fe': 'docs/grüße/index.html',
	'/plain/LICENSE': 'plain/LICENSE',
};

for (const [path, file] of Object.entries(PAGES)) {
	test(`${path} shows ${file} without a redirect`, async () => {
		const answer = await ask(server, path);
		assert.is(answer.status, 200);
		assert.is(answer.text, FILES[file]);
	});
}

for (const path of [
	'/nothing',
	'/docs/nothing',
	'/docs/quickstart/nothing',
	'/%',
	'/docs/%zz',
	'/%ff',
	'/digits.txt/',
]) {
	test(`${path} shows the not-found page with status 404`, async () => {
		const answer = await ask(server, path);
		assert.is(answer.status, 404);
		assert.is(answer.text, FILES['404.html']);
		assert.is(answer.headers['content-type'], 'text/html; charset=utf-8');
		assert.is(answer.headers['cache-control'], 'no-cache');
		assert.is(answer.headers.etag, undefined);
		assert.is(answer.headers['accept-ranges'], undefined);
		assert.is(answer.headers['content-security-policy'], "default-src 'self'");
	});
}

test('conditions and ranges do not apply to the not-found page', async () => {
	const answer = await ask(server, '/nothing', { headers: { 'If-None-Match': '*', Range: 'bytes=0-1' } });
	assert.is(answer.status, 404);
	assert.is(answer.text, FILES['404.html']);
});

test('a build without 404.html gets a plain-text response', async () => {
	const other = join(folder, 'bare');
	await fill(other, { 'index.html': 'x' });
	const bare = running(await createPreview({ root: other, port: 0 }));
	const answer = await ask(bare, '/nothing');
	await bare.close();
	assert.is(answer.status, 404);
	assert.is(answer.text, 'Not found.\n');
	assert.is(answer.headers['content-type'], 'text/plain; charset=utf-8');
});

test('candidate files are tried best first, each only once', async () => {
	assert.equal(filesFor('/'), ['index.html']);
	assert.equal(filesFor('/a'), ['a', 'a/index.html', 'a.html']);
	assert.equal(filesFor('/a/'), ['a/index.html', 'a.html']);
	assert.equal(filesFor('/a.html'), ['a.html', 'a.html/index.html', 'a.html.html', 'a/index.html']);
	assert.equal(filesFor('/a/index.html').at(-1), 'a.html');
	const asked: string[] = [];
	const found = await findOutput('/a', (out) => {
		asked.push(out);
		return out === 'a/index.html' ? 'yes' : undefined;
	});
	assert.is(found, 'yes');
	assert.equal(asked, ['a', 'a/index.html']);
});

/* ---------------------------------------------------------------- base URL */

for (const baseUrl of ['/my project/', '/my%20project/'])
	test(`${baseUrl} as base URL: no page is served outside it`, async () => {
		const based = running(await createPreview({ root, port: 0, baseUrl }));
		assert.is(based.url, `http://localhost:${based.port}/my%20project/`);
		for (const path of ['/', '/my%20project']) {
			const entry = await ask(based, path);
			assert.is(entry.status, 302);
			assert.is(entry.headers.location, '/my%20project/');
			assert.is(entry.headers['cache-control'], 'no-store');
		}
		assert.is((await ask(based, '/my%20project/')).text, FILES['index.html']);
		const page = await ask(based, '/my%20project/docs/quickstart');
		assert.is(page.text, FILES['docs/quickstart/index.html']);
		assert.is(page.headers['x-page'], undefined, 'patterns of _headers count from the origin');
		for (const path of ['/docs/quickstart', '/my%20project-x/docs', '/my', '/nothing']) {
			const outside = await ask(based, path);
			assert.is(outside.status, 404);
			assert.is(outside.text, 'Not found: this site is served under /my project/\n');
		}
		const missing = await ask(based, '/my%20project/nothing');
		assert.is(missing.status, 404);
		assert.is(missing.text, FILES['404.html']);
		await based.close();
	});

/* ---------------------------------------------------------------- types and caching */

test('content types', async () => {
	const types: Record<string, string> = {
		'a.html': 'text/html; charset=utf-8',
		'a.md': 'text/markdown; charset=utf-8',
		'a.txt': 'text/plain; charset=utf-8',
		'a.css': 'text/css; charset=utf-8',
		'a.js': 'text/javascript; charset=utf-8',
		'a.mjs': 'text/javascript; charset=utf-8',
		'a.xml': 'application/xml; charset=utf-8',
		'a.json': 'application/json; charset=utf-8',
		'a.svg': 'image/svg+xml; charset=utf-8',
		'a.webmanifest': 'application/manifest+json; charset=utf-8',
		'a.AVIF': 'image/avif',
		'a.woff2': 'font/woff2',
		'a.ico': 'image/x-icon',
		'a.b/c': 'application/octet-stream',
		'a.constructor': 'application/octet-stream',
		LICENSE: 'application/octet-stream',
	};
	for (const [file, type] of Object.entries(types)) assert.is(contentType(file), type, file);
	assert.is((await ask(server, '/docs/quickstart.md')).headers['content-type'], types['a.md']);
	assert.ok(compressible('image/svg+xml; charset=utf-8'));
	assert.not(compressible('image/avif'));
});

test('only hashed names under /assets/ are immutable', async () => {
	const immutable = 'public, max-age=31536000, immutable';
	assert.is((await ask(server, '/assets/app-1a2b3c4d.js')).headers['cache-control'], immutable);
	assert.is((await ask(server, '/assets/photo-landscape.txt')).headers['cache-control'], 'no-cache');
	assert.is((await ask(server, '/')).headers['cache-control'], 'no-cache');
	assert.is((await ask(server, '/assets/gone-1a2b3c4d.js')).headers['cache-control'], 'no-cache');
	for (const out of ['assets/media/logo-1a2b3c4d.svg', 'assets/chunk-QWERTY23.js', 'assets/a.1a2b3c4d5e.css.map']) {
		assert.is(cacheControl(out), immutable, out);
	}
	for (const out of ['assets/app.js', 'assets/logo-1a2b3c.svg', 'app-1a2b3c4d.js', 'docs/assets/app-1a2b3c4d.js']) {
		assert.is(cacheControl(out), 'no-cache', out);
	}
});

test('every page has validators, and forbids sniffing and use by other origins', async () => {
	const { headers } = await ask(server, '/');
	assert.is(headers['x-content-type-options'], 'nosniff');
	assert.is(headers['cross-origin-resource-policy'], 'same-origin');
	assert.is(headers['access-control-allow-origin'], undefined);
	assert.is(headers['accept-ranges'], 'bytes');
	assert.is(headers['content-length'], String(Buffer.byteLength(FILES['index.html'] ?? '')));
	assert.match(headers.etag ?? '', /^"[\w-]{22}"$/);
	assert.ok(headers.date);
});

test('HEAD has the headers of GET and no body', async () => {
	for (const path of ['/', '/nothing', '/docs/quickstart.md']) {
		const [get, head] = [await ask(server, path), await ask(server, path, { method: 'HEAD' })];
		assert.is(head.status, get.status);
		assert.is(head.body.length, 0);
		const { date: _, ...expected } = get.headers;
		const { date: __, ...actual } = head.headers;
		assert.equal(actual, expected);
	}
	const ranged = await ask(server, '/digits.txt', { method: 'HEAD', headers: { Range: 'bytes=0-1' } });
	assert.is(ranged.status, 200);
});

/* ---------------------------------------------------------------- Markdown copies */

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

test('only a client that names Markdown before HTML prefers it', () => {
	for (const accept of [
		'text/markdown',
		'TEXT/Markdown ; charset=utf-8',
		'text/markdown, text/html, */*',
		'text/markdown, */*',
		'*/*, text/markdown',
		'text/html;q=0.9, text/markdown',
		'text/markdown;q=0.2, text/html;q=0.1',
		'text/markdown;q=1.000, text/html;q=0',
		'text/markdown;q=0.5, text/*;q=0.4, */*',
	])
		assert.is(prefersMarkdown(accept), true, accept);
	for (const accept of [
		undefined,
		'',
		'*/*',
		'text/*',
		BROWSER,
		`${BROWSER},text/markdown;q=0.7`,
		'text/html, text/markdown',
		'text/markdown;q=0.5, */*',
		'text/markdown;q=0, */*;q=0',
		'text/markdown;q=0.000',
		'text/markdown;q=2',
		'text/markdown;q=-1, text/html',
		'text/markdown;q=0x1',
		'text/markdown;q=1e0',
		'text/markdown;q=',
		'text/markdownish',
		'text/plain;x="text/markdown"',
		'application/text/markdown',
		';;;,,,=',
		','.repeat(16_000),
		`text/html,${'text/markdown;q=0,'.repeat(800)}`,
	])
		assert.is(prefersMarkdown(accept), false, accept?.slice(0, 80));
});

test('a page is its Markdown copy for clients that prefer it', async () => {
	const get = (path: string, Accept: string, method = 'GET') => ask(server, path, { method, headers: { Accept } });
	for (const path of [
		'/docs/quickstart',
		'/docs/quickstart/',
		'/docs/quickstart.html',
		'/docs/quickstart/index.html',
	]) {
		const copy = await get(path, 'text/markdown, text/html, */*');
		assert.is(copy.text, FILES['docs/quickstart.md'], path);
		assert.is(copy.headers['content-type'], 'text/markdown; charset=utf-8');
		assert.is(copy.headers.vary, 'Cookie, Accept, Accept-Encoding');
		for (const accept of [BROWSER, '*/*', 'text/markdown;q=x']) {
			const page = await get(path, accept);
			assert.is(page.text, FILES['docs/quickstart/index.html'], `${path} ${accept}`);
			assert.is(page.headers.vary, 'Cookie, Accept-Encoding');
		}
	}
	assert.is((await get('/docs/quickstart', 'text/markdown', 'HEAD')).headers['content-length'], '12');
	assert.is((await get('/docs/flat', 'text/markdown')).text, 'flat', 'no copy');
	assert.is((await get('/', 'text/markdown')).text, FILES['index.html'], 'no copy');
	assert.is((await get('/digits.txt', 'text/markdown')).text, FILES['digits.txt']);
	assert.is((await get('/nothing', 'text/markdown')).status, 404);
	const page = await get('/docs/quickstart', BROWSER);
	const headers = { Accept: 'text/markdown', 'If-None-Match': page.headers.etag ?? '' };
	assert.is((await ask(server, '/docs/quickstart', { headers })).status, 200, 'the copy has its own tag');
});

test('copies of pages from memory', async () => {
	const html = { bytes: Buffer.from('<p>'), type: 'text/html; charset=utf-8' };
	const copy = { bytes: Buffer.from('# A'), type: 'text/markdown; charset=utf-8' };
	const memory = running(
		await createServer({
			port: 0,
			baseUrl: '/base/',
			resolve: async (path) =>
				path === '/a.md' ? copy : path === '/a' || path === '/b' ? html : { ...html, status: 404 },
		}),
	);
	const headers = { Accept: 'text/markdown' };
	assert.is((await ask(memory, '/base/a', { headers })).text, '# A');
	assert.is((await ask(memory, '/base/b', { headers })).text, '<p>');
	assert.is((await ask(memory, '/base/c', { headers })).status, 404);
});

/* ---------------------------------------------------------------- _headers */

test('_headers is applied and not served', async () => {
	assert.is((await ask(server, '/_headers')).status, 404);
	assert.is((await ask(server, '/_HEADERS')).status, 404);
	const page = await ask(server, '/docs/quickstart.html');
	assert.is(page.headers['x-page'], 'quickstart', 'a page’s rule holds for all its spellings');
	assert.is(page.headers['x-everywhere'], 'yes, docs');
	assert.is(page.headers['content-security-policy'], "default-src 'self'");
	assert.is(page.headers.vary, 'Cookie, Accept-Encoding');
	assert.is((await ask(server, '/docs/quickstart/')).headers['x-page'], 'quickstart');
	assert.is((await ask(server, '/docs/flat')).headers['x-page'], undefined);
	const plain = await ask(server, '/plain/LICENSE');
	assert.is(plain.headers['x-everywhere'], undefined);
	assert.is(plain.headers['cache-control'], 'public, max-age=60');
	assert.is(plain.headers['content-type'], 'text/x-plain');
	const etag = page.headers.etag ?? '';
	const same = await ask(server, '/docs/quickstart', { headers: { 'If-None-Match': etag } });
	assert.is(same.status, 304);
	assert.is(same.headers['content-security-policy'], "default-src 'self'");
});

test('patterns of _headers', () => {
	const rules = parseHeaders(
		'  Orphan: 1\r\n/*\r\n\tA: 1\r\n/a/*/c\n  B: x: y\n/a/*\n  A: 2\n  C: \u0001\n  Content-Length: 5\n/a/b/c\n  A: 3\n*.png\n  P: 1\n',
	);
	assert.equal(matchHeaders(rules, '/'), { a: '1' });
	assert.equal(matchHeaders(rules, '/a'), { a: '1' });
	assert.equal(matchHeaders(rules, '/a/'), { a: '1, 2' });
	assert.equal(matchHeaders(rules, '/a/b/c'), { a: '1, 2, 3', b: 'x: y' });
	assert.equal(matchHeaders(rules, '/a/c'), { a: '1, 2' });
	assert.equal(matchHeaders(rules, '/x.png'), { a: '1', p: '1' });
	assert.equal(matchHeaders(parseHeaders('/\n  A: home'), '/index.html'), { a: 'home' });
	assert.equal(matchHeaders(parseHeaders('/a\n  A: 1\n/*\n  A: 2'), '/a'), { a: '1, 2' }, 'in the order of the file');
	assert.equal(matchHeaders(parseHeaders('/*\n# no pattern\n  # no header: x\n\n  A: 1'), '/b'), { a: '1' });
	const middle = parseHeaders('/p/*/q/*\n  A: 1');
	assert.equal([matchHeaders(middle, '/p/x/q/y'), matchHeaders(middle, '/p/x/r/y')], [{ a: '1' }, {}]);
	assert.equal(matchHeaders(parseHeaders('/gr%C3%BC\n  A: 1'), '/grü'), { a: '1' });
	const stars = parseHeaders(`/${'*a'.repeat(30)}\n  A: 1`);
	assert.equal(matchHeaders(stars, `/${'a'.repeat(8000)}b`), {}, 'a long path needs no long time');
	assert.equal(matchHeaders(parseHeaders(''), '/'), {});
});

test('a changed _headers file applies immediately', async () => {
	const other = join(folder, 'changing');
	await fill(other, { 'index.html': 'x', _headers: '/*\n  X-Build: 1' });
	const changing = running(await createPreview({ root: other, port: 0 }));
	const first = await ask(changing, '/');
	await writeFile(join(other, '_headers'), '/*\n  X-Build: 2');
	const second = await ask(changing, '/');
	await rm(join(other, '_headers'));
	const third = await ask(changing, '/');
	await changing.close();
	assert.equal(
		[first, second, third].map(({ headers }) => headers['x-build']),
		['1', '2', undefined],
	);
});

/* ---------------------------------------------------------------- compression */

const ACCEPTED: [string | undefined, string][] = [
	[undefined, 'identity'],
	['', 'identity'],
	['gzip, deflate, br, zstd', 'gzip'],
	['gzip', 'gzip'],
	['GZIP;Q=0.5', 'gzip'],
	['gzip ; q = 0.001', 'gzip'],
	['br, gzip;q=0', 'identity'],
	['gzip;q=0.0, br', 'identity'],
	['identity;q=0, gzip;q=0', 'identity'],
	['br', 'identity'],
	['deflate', 'identity'],
	['xgzip, gzipped', 'identity'],
	[',,;q=1,', 'identity'],
];

for (const [header, encoding] of ACCEPTED) {
	test(`Accept-Encoding ${JSON.stringify(header)} gets ${encoding}`, async () => {
		const answer = await ask(server, '/', { headers: header === undefined ? {} : { 'Accept-Encoding': header } });
		assert.is(answer.headers['content-encoding'] ?? 'identity', encoding);
		assert.is(answer.headers.vary, 'Cookie, Accept-Encoding');
		assert.is(answer.headers['content-length'], String(answer.body.length));
		const body = encoding === 'gzip' ? gunzipSync(answer.body) : answer.body;
		assert.is(body.toString(), FILES['index.html']);
	});
}

test('each coding has its own strong entity tag', async () => {
	const tags = await Promise.all(
		['gzip', 'identity'].map(
			async (coding) => (await ask(server, '/', { headers: { 'Accept-Encoding': coding } })).headers.etag ?? '',
		),
	);
	const plain = tags[1]?.slice(1, -1);
	assert.equal(tags, [`"${plain}-gzip"`, `"${plain}"`]);
});

test('small and already compressed files are sent unchanged', async () => {
	const headers = { 'Accept-Encoding': 'gzip' };
	const small = await ask(server, '/digits.txt', { headers });
	assert.is(small.headers['content-encoding'], undefined);
	assert.is(small.headers.vary, 'Cookie, Accept-Encoding');
	const packed = await ask(server, '/picture.png', { headers });
	assert.is(packed.headers['content-encoding'], undefined);
	assert.is(packed.headers.vary, 'Cookie');
});

test('the cache evicts the least recently used entry', () => {
	const cache = createBoundedCache<string>(10);
	cache.set('a', 'A', 4);
	cache.set('b', 'B', 4);
	cache.get('a');
	cache.set('c', 'C', 4);
	assert.equal(
		['a', 'b', 'c'].map((key) => cache.get(key)),
		['A', undefined, 'C'],
	);
	cache.set('a', 'AA', 6);
	assert.equal(
		['a', 'c'].map((key) => cache.get(key)),
		['AA', 'C'],
	);
	cache.set('huge', 'H', 11);
	assert.is(cache.get('huge'), undefined);
});

/* ---------------------------------------------------------------- conditions */

test('conditional requests', async () => {
	const etag = (await ask(server, '/digits.txt')).headers.etag ?? '';
	const other = '"other"';
	const cases: [Record<string, string>, number][] = [
		[{ 'If-None-Match': etag }, 304],
		[{ 'If-None-Match': `W/${etag}` }, 304],
		[{ 'If-None-Match': `${other}, ${etag}` }, 304],
		[{ 'If-None-Match': '*' }, 304],
		[{ 'If-None-Match': other }, 200],
		[{ 'If-None-Match': etag.slice(1, -1) }, 200],
		[{ 'If-Modified-Since': 'Tue, 07 May 2024 07:08:09 GMT' }, 200],
		[{ 'If-Match': other }, 200],
	];
	for (const [headers, status] of cases) {
		for (const method of ['GET', 'HEAD']) {
			const answer = await ask(server, '/digits.txt', { method, headers });
			assert.is(answer.status, status, `${method} ${JSON.stringify(headers)}`);
			assert.is(answer.text, status === 200 && method === 'GET' ? '0123456789' : '');
		}
	}
});

test('304 has the headers that a cache needs to renew its copy', async () => {
	const headers = { 'Accept-Encoding': 'gzip' };
	const full = await ask(server, '/', { headers });
	const same = await ask(server, '/', { headers: { ...headers, 'If-None-Match': full.headers.etag ?? '' } });
	assert.is(same.status, 304);
	for (const name of ['etag', 'vary', 'cache-control'] as const) {
		assert.is(same.headers[name], full.headers[name]);
	}
	for (const name of ['content-type', 'content-length', 'content-encoding'] as const) assert.not(name in same.headers);
	const plain = await ask(server, '/', { headers: { 'If-None-Match': full.headers.etag ?? '' } });
	assert.is(plain.status, 200, 'the tag of one coding is not that of another');
});

/* ---------------------------------------------------------------- ranges */

const SINGLE: [string, number, string, string?][] = [
	['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
	['bytes=2-2', 206, '2', 'bytes 2-2/10'],
	['bytes=4-', 206, '456789', 'bytes 4-9/10'],
	['bytes=8-99', 206, '89', 'bytes 8-9/10'],
	['bytes=-3', 206, '789', 'bytes 7-9/10'],
	['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
	['BYTES=0-0', 206, '0', 'bytes 0-0/10'],
	['bytes=0-1,99-', 200, '0123456789'],
	['bytes=0-5,3-8', 200, '0123456789'],
	['bytes=10-', 200, '0123456789'],
	['bytes=-0', 200, '0123456789'],
	['bytes=5-2', 200, '0123456789'],
	['bytes=', 200, '0123456789'],
	['bytes=-', 200, '0123456789'],
	['bytes=a-b', 200, '0123456789'],
	['bytes=0-1,x', 200, '0123456789'],
	['bytes=0x0-3', 200, '0123456789'],
	['lines=0-1', 200, '0123456789'],
];

for (const [range, status, text, place] of SINGLE) {
	test(`Range ${range.slice(0, 40)} gets ${status}`, async () => {
		const answer = await ask(server, '/digits.txt', { headers: { Range: range } });
		assert.is(answer.status, status);
		assert.is(answer.text, text);
		assert.is(answer.headers['content-range'], place);
		assert.is(answer.headers['content-length'], String(text.length));
		assert.is(answer.headers['content-type'], 'text/plain; charset=utf-8');
	});
}

test('a range of an empty file', async () => {
	const answer = await ask(server, '/empty.txt', { headers: { Range: 'bytes=0-' } });
	assert.equal([answer.status, answer.text], [200, '']);
});

test('ranges apply to the uncompressed bytes', async () => {
	const answer = await ask(server, '/', { headers: { Range: 'bytes=0-3', 'Accept-Encoding': 'gzip' } });
	assert.is(answer.status, 206);
	assert.is(answer.text, 'home');
	assert.is(answer.headers['content-encoding'], undefined);
});

test('If-Range: a range only of the version that the client has', async () => {
	const etag = (await ask(server, '/digits.txt')).headers.etag ?? '';
	const cases: [string, number][] = [
		[etag, 206],
		[`W/${etag}`, 200],
		['"other"', 200],
		['Mon, 06 May 2024 07:08:10 GMT', 200],
		['nonsense', 200],
	];
	for (const [value, status] of cases) {
		const answer = await ask(server, '/digits.txt', { headers: { Range: 'bytes=0-1', 'If-Range': value } });
		assert.is(answer.status, status, value);
		assert.is(answer.text, status === 206 ? '01' : '0123456789');
	}
	const same = await ask(server, '/digits.txt', { headers: { Range: 'bytes=0-1', 'If-None-Match': etag } });
	assert.is(same.status, 304);
});

/* ---------------------------------------------------------------- change and failure */

test('an edit shows immediately, also one of equal size', async () => {
	const other = join(folder, 'edited');
	await fill(other, { 'a.txt': 'one' });
	const edited = running(await createPreview({ root: other, port: 0 }));
	const first = await ask(edited, '/a.txt');
	await writeFile(join(other, 'a.txt'), 'two');
	const second = await ask(edited, '/a.txt');
	await rm(join(other, 'a.txt'));
	const third = await ask(edited, '/a.txt');
	await edited.close();
	assert.equal([first.text, second.text, third.status], ['one', 'two', 404]);
	assert.is.not(first.headers.etag, second.headers.etag);
});

test('while a build replaces files, a request waits for the end of it', async () => {
	const commit = join(root, '.docsgen.commit');
	await mkdir(commit);
	const asked = ask(server, '/docs/flat');
	const ended = new Promise<void>((resolve) => {
		setTimeout(async () => {
			await fill(root, { 'docs/flat.html': 'new' });
			await rm(commit, { recursive: true });
			resolve();
		}, 100);
	});
	assert.is((await asked).text, 'new');
	await ended;
	await fill(root, { 'docs/flat.html': 'flat' });
});

test('pages from memory: the resolver decides type and status', async () => {
	const asked: string[] = [];
	const memory = running(
		await createServer({
			port: 0,
			baseUrl: '/x/',
			resolve: async (path) => {
				asked.push(path);
				if (path === '/broken') return { bytes: Buffer.from('oops'), type: 'text/html', status: 500 };
				if (path !== '/a b') return undefined;
				return { bytes: Buffer.from(LONG), type: 'text/html', cacheControl: 'no-store' };
			},
			routes: { '/own': (_, response) => void response.end('own') },
		}),
	);
	const page = await ask(memory, '/x/a%20b?v=1');
	const broken = await ask(memory, '/x/broken');
	const own = await ask(memory, '/x/own');
	const none = await ask(memory, '/x/constructor');
	await memory.close();
	assert.equal(asked, ['/a b', '/broken', '/constructor', '/404.html']);
	assert.equal([page.text, page.headers['cache-control']], [LONG, 'no-store']);
	assert.equal([broken.status, broken.text, broken.headers.etag], [500, 'oops', undefined]);
	assert.is(own.text, 'own');
	assert.equal([none.status, none.text], [404, 'Not found.\n']);
});

test('a not-found page from memory is not cached', async () => {
	const page = { bytes: Buffer.from('gone'), type: 'text/html', cacheControl: 'public, max-age=99' };
	const memory = running(
		await createServer({ port: 0, resolve: async (path) => (path === '/404.html' ? page : undefined) }),
	);
	const answer = await ask(memory, '/x');
	await memory.close();
	assert.equal([answer.status, answer.text, answer.headers['cache-control']], [404, 'gone', 'no-cache']);
});

test('a missing page gets the not-found page of its language, and no other page of that name', async () => {
	const html = (text: string) => ({ bytes: Buffer.from(`<html class="${text}">`), type: 'text/html' });
	const pages = new Map([
		['/404.html', html('page-not-found first')],
		['/fr/404.html', html('page-not-found french')],
		['/docs/404.html', html('page-doc')],
	]);
	const memory = running(await createServer({ port: 0, resolve: async (path) => pages.get(path) }));
	const shown = async (path: string): Promise<string> => (await ask(memory, path)).text;
	const answers = [await shown('/fr/x'), await shown('/fr/docs/x'), await shown('/docs/x'), await shown('/fr')];
	await memory.close();
	assert.equal(
		answers.map((text) => /(\w+)">/.exec(text)?.[1]),
		['french', 'french', 'first', 'first'],
	);
});

test('a resolver that throws gives 500, logs the error, and reveals nothing to the client', async () => {
	const errors: unknown[] = [];
	const failing = running(
		await createServer({
			port: 0,
			onError: (error) => errors.push(error),
			resolve: async (path) => {
				if (path === '/header')
					return { bytes: Buffer.from('x'), type: 'text/html', headers: { 'x-good': 'yes', 'x-bad': 'a\nb' } };
				throw new Error('secret path');
			},
		}),
	);
	const answers = [await ask(failing, '/'), await ask(failing, '/header'), await ask(failing, '/')];
	await failing.close();
	for (const answer of answers) {
		assert.is(answer.status, 500);
		assert.is(answer.text, 'The server could not respond.\n');
		assert.is(answer.headers['x-good'], undefined);
	}
	assert.is(errors.length, 3);
});

/* ---------------------------------------------------------------- starting and stopping */

test('without a build, there is no server', async () => {
	const nowhere = join(folder, 'nowhere');
	assert.equal(refused(await createPreview({ root: nowhere, port: 0 })), {
		code: 'no-build',
		severity: 'error',
		message: `There is no built site in "${nowhere}".`,
		hint: 'Run "npx docsgen build" first.',
	});
});

test('a port that is taken, forbidden or invalid is a diagnostic', async () => {
	assert.equal(refused(await createPreview({ root, port: server.port })), {
		code: 'port-in-use',
		severity: 'error',
		message: `Port ${server.port} is in use.`,
		hint: 'Stop the program that uses it, or choose another with --port.',
	});
	assert.is(refused(await createPreview({ root, port: 70_000 })).message, '70000 is not a port.');
	assert.is(refused(await createPreview({ root, port: 0, host: '192.0.2.1' })).code, 'host-not-found');
});

test('without a requested port, the next free one is used', async () => {
	const first = running(await createPreview({ root }));
	const second = running(await createPreview({ root }));
	await Promise.all([first.close(), second.close()]);
	assert.ok(first.port >= DEFAULT_PORT);
	assert.ok(second.port > first.port && second.port <= DEFAULT_PORT + 20, `${first.port}, ${second.port}`);
});

test('a port that another program has on the other localhost is in use', async () => {
	const other = createTcpServer();
	const isThere = await new Promise<boolean>((resolve) => {
		other.once('error', () => resolve(false)).listen(0, '::1', () => resolve(true));
	});
	if (!isThere) return;
	const { port } = other.address() as { port: number };
	for (const host of ['localhost', '0.0.0.0'])
		assert.is(refused(await createPreview({ root, port, host })).message, `Port ${port} is in use.`);
	await new Promise((resolve) => other.close(resolve));
	const ours = running(await createPreview({ root, port }));
	const statuses = await Promise.all(
		['127.0.0.1', '[::1]'].map(async (name) => (await fetch(`http://${name}:${port}/`)).status),
	);
	assert.equal(statuses, [200, 200], 'both are ours');
	const agent = new Agent({ keepAlive: true });
	await new Promise<void>((resolve, reject) => {
		const idle = request({ host: '::1', port, path: '/', agent }, (answer) => answer.resume().on('end', resolve));
		idle.on('error', reject).end();
	});
	// The idle connection doesn't hold it.
	await ours.close();
	agent.destroy();
	const again = running(await createPreview({ root, port }));
	await again.close();
});

test('it gives up after twenty more ports', async () => {
	const tried: number[] = [];
	const full = createTcpServer();
	full.listen = ((options: { port: number }) => {
		tried.push(options.port);
		queueMicrotask(() => full.emit('error', Object.assign(new Error('busy'), { code: 'EADDRINUSE' })));
		return full;
	}) as typeof full.listen;
	const result = await listenOn(full as never, { host: 'localhost' });
	assert.is(tried.length, 21);
	assert.is(result.kind === 'failed' && result.diagnostic.message, 'Ports 3000 to 3020 are all in use.');
	assert.equal([full.listenerCount('listening'), full.listenerCount('error')], [0, 0]);
});

test('closing ends idle and open connections, and can be called twice', async () => {
	const events = createEvents();
	const closing = running(
		await createServer({
			port: 0,
			resolve: async () => ({ bytes: Buffer.from('x'), type: 'text/plain' }),
			routes: { '/events': events.subscribe },
		}),
	);
	const agent = new Agent({ keepAlive: true });
	await ask(closing, '/', { agent });
	const stream = ask(closing, '/events', { agent }).catch((error: Error) => error.message);
	await until(() => events.size === 1);
	const closed = closing.close();
	assert.is(closing.close(), closed);
	await closed;
	assert.is(await stream, 'aborted');
	await until(() => events.size === 0);
	agent.destroy();
	const refused = await ask(closing, '/').catch((error: NodeJS.ErrnoException) => error.code);
	assert.is(refused, 'ECONNREFUSED');
});

/* ---------------------------------------------------------------- events */

test('events reach all listeners, as JSON, with heartbeats', async () => {
	const events = createEvents({ heartbeat: 20 });
	const dev = running(
		await createServer({ port: 0, resolve: async () => undefined, routes: { '/events': events.subscribe } }),
	);
	const heard = [ask(dev, '/events'), ask(dev, '/events')];
	await until(() => events.size === 2);
	events.send('reload', { path: '/a\nb' });
	events.send('nothing', undefined);
	await new Promise((resolve) => setTimeout(resolve, 100));
	const head = await ask(dev, '/events', { method: 'HEAD' });
	events.close();
	for (const answer of await Promise.all(heard)) {
		assert.is(answer.status, 200);
		assert.is(answer.headers['content-type'], 'text/event-stream; charset=utf-8');
		assert.is(answer.headers['cache-control'], 'no-store');
		assert.is(answer.headers['x-accel-buffering'], 'no');
		assert.is(answer.headers['access-control-allow-origin'], undefined);
		const start = 'retry: 500\n\nevent: reload\ndata: {"path":"/a\\nb"}\n\nevent: nothing\ndata: null\n\n';
		assert.is(answer.text.replaceAll(':\n\n', ''), start);
		assert.match(answer.text, /^:$/m, 'a heartbeat');
	}
	assert.equal([head.status, head.text], [200, '']);
	await dev.close();
	await until(() => events.size === 0);
});

test('clients that disconnect are forgotten', async () => {
	const events = createEvents();
	const dev = running(
		await createServer({ port: 0, resolve: async () => undefined, routes: { '/events': events.subscribe } }),
	);
	const agent = new Agent();
	const open = Array.from({ length: 100 }, () => ask(dev, '/events', { agent }).catch(() => undefined));
	await until(() => events.size === 100);
	agent.destroy();
	await Promise.all(open);
	await until(() => events.size === 0);
	events.send('reload', 1);
	await dev.close();
});

test.run();
