/** Attacks on the server: raw bytes on a socket, foreign names, incomplete requests, a folder that vanishes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTarget } from '../src/cli/http/address.ts';
import { createEvents } from '../src/cli/http/events.ts';
import { allowedHosts } from '../src/cli/http/guard.ts';
import { addressesOf } from '../src/cli/http/listen.ts';
import { createPreview, createServer, type Serving } from '../src/cli/http/server.ts';

type Running = Extract<Serving, { kind: 'serving' }>;
const folder = mkdtempSync(join(tmpdir(), 'hostile-test-'));
const root = join(folder, 'build');
/** In every private file; a response that contains it is a leak. */
const SECRET = 'TOP-SECRET';
const PAGE = 'an ordinary page';
const MISSING = 'the not-found page';

async function fill(base: string, files: Record<string, string>): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(base, name)), { recursive: true });
		await writeFile(join(base, name), text);
	}
}

const started: Running[] = [];

function running(serving: Serving): Running {
	if (serving.kind === 'failed') throw new Error(JSON.stringify(serving.diagnostic));
	started.push(serving);
	return serving;
}

/** Sends raw bytes and reads until the server closes; a connection that is open after `timeoutMs` is an error. */
function raw(server: Running, bytes: string, { host = '127.0.0.1', timeoutMs = 10_000 } = {}): Promise<string> {
	return new Promise((resolve, reject) => {
		const socket = connect(server.port, host);
		const parts: Buffer[] = [];
		const timer = setTimeout(() => {
			socket.destroy();
			reject(new Error(`Still open: ${JSON.stringify(bytes.slice(0, 80))}`));
		}, timeoutMs);
		socket.on('data', (part) => parts.push(part));
		// A reset after a rejection counts as a close.
		socket.on('error', () => {});
		socket.on('close', () => {
			clearTimeout(timer);
			resolve(Buffer.concat(parts).toString('latin1'));
		});
		socket.write(bytes, 'latin1');
	});
}

function get(target: string, lines: string[] = []): string {
	return [`GET ${target} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n');
}

function ask(server: Running, target: string, lines: string[] = []): Promise<string> {
	return raw(server, get(target, [`Host: localhost:${server.port}`, ...lines]));
}

function statusOf(answer: string): number {
	return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

let server: Running;

test.before(async () => {
	await fill(root, {
		'index.html': PAGE,
		'404.html': MISSING,
		_headers: `/*\n  X-Note: ${SECRET.length}\n# ${SECRET}`,
		_redirects: SECRET,
		'.env': SECRET,
		'.git/config': SECRET,
		'docs/.hidden/index.html': SECRET,
		'docs/.secret.html': SECRET,
		// As a build writes it.
		'.docsgen': `Published files with a name that starts with a dot:\n.well-known/security.txt\nlinked/.a\n`,
		'.well-known/security.txt': PAGE,
		'.well-known/secret.txt': SECRET,
		'docs/index.html': PAGE,
	});
	await fill(folder, {
		'secret.txt': SECRET,
		'secret/index.html': SECRET,
		'build-old/index.html': SECRET,
		'build.html': SECRET,
	});
	const links: Record<string, string> = {
		'link.txt': join(folder, 'secret.txt'),
		'relative.txt': '../secret.txt',
		linked: join(folder, 'secret'),
		sibling: '../build-old',
		'chain.txt': 'link.txt',
		'hidden.txt': '.env',
		'instructions.txt': '_headers',
		loop: 'loop',
		'.linked': join(folder, 'secret'),
		'inner.txt': 'index.html',
		passwd: '/etc/passwd',
	};
	for (const [name, to] of Object.entries(links)) await symlink(to, join(root, name));
	server = running(await createPreview({ root, port: 0 }));
});

test.after(async () => {
	// Also those of failed tests: a failure must not keep the run alive.
	await Promise.all(started.map((serving) => serving.close()));
	rmSync(folder, { recursive: true, force: true });
});

/* ---------------------------------------------------------------- request targets */

/** Targets that must get the not-found page. */
const NOWHERE = [
	'/../secret.txt',
	'/docs/../../secret.txt',
	'/docs/../index.html',
	'/./index.html',
	'/..',
	'/../',
	'/../build-old/index.html',
	'/../build-old',
	'/%2e%2e/secret.txt',
	'/%2E%2E/secret.txt',
	'/.%2e/secret.txt',
	'/%2e/index.html',
	'/%2e%2e%2fsecret.txt',
	'/..%2fsecret.txt',
	'/..%5csecret.txt',
	'/..%5Csecret.txt',
	'/..\\secret.txt',
	'/docs\\..\\..\\secret.txt',
	'/\\secret.txt',
	'/docs\\index.html',
	'/docs%5cindex.html',
	'/docs%2findex.html',
	'/%252e%252e/secret.txt',
	'/%252e%252e%252fsecret.txt',
	'/%c0%ae%c0%ae/secret.txt',
	'/%uff0e%uff0e/secret.txt',
	'/%ef%bc%8e%ef%bc%8e/secret.txt',
	'/..;/secret.txt',
	'/....//secret.txt',
	'//',
	'//index.html',
	'//docs/',
	'//localhost/index.html',
	'///etc/passwd',
	'/docs//index.html',
	'/docs//',
	'//etc/passwd',
	'/%2fetc%2fpasswd',
	'/index.html%00',
	'/%00',
	'/index.html%00.png',
	'/.env%00.html',
	'/index.html%0a',
	'/%0d%0aX-Injected:%20yes',
	'/.env',
	'/.env?raw',
	'/.env?.html',
	'/%2eenv',
	'/.git/config',
	'/.git',
	'/docs/.hidden/',
	'/docs/.hidden/index.html',
	'/docs/.secret',
	'/docs/.secret.html',
	'/_headers',
	'/_HEADERS',
	'/_redirects',
	'/%5fheaders',
	'/instructions.txt',
	'/hidden.txt',
	'/link.txt',
	'/relative.txt',
	'/chain.txt',
	'/linked',
	'/linked/',
	'/linked/index.html',
	'/sibling',
	'/sibling/index.html',
	'/passwd',
	'/loop',
	'/loop/x',
	'/index.html/x',
	'/%',
	'/%e0%a4%a',
	'/%ff%fe',
	`/${'a'.repeat(300)}`,
	`/${'a/'.repeat(3000)}`,
	'/C:/windows/win.ini',
	'/file:///etc/passwd',
	'/index.html#/../../secret.txt',
];

for (const target of NOWHERE) {
	test(`nothing is at ${target.slice(0, 60)}`, async () => {
		const answer = await ask(server, target);
		assert.is(statusOf(answer), 404, answer.slice(0, 200));
		assert.ok(answer.endsWith(MISSING));
		assert.not.match(answer, SECRET);
		assert.not.match(answer, /x-injected|root:/i);
	});
}

test('hidden files are served if the build has published them', async () => {
	assert.is(statusOf(await ask(server, '/.well-known/security.txt')), 200);
	for (const target of ['/.well-known/secret.txt', '/.well-known/', '/.docsgen', '/linked/.a', '/.linked/index.html'])
		assert.is(statusOf(await ask(server, target)), 404, target);
});

test('the same file is served under its normal path', async () => {
	for (const target of ['/', '/docs/', '/inner.txt', '/%69ndex.html', '/?/../../secret.txt', '/?%00', '/docs?raw']) {
		const answer = await ask(server, target);
		assert.is(statusOf(answer), 200, target);
		assert.ok(answer.endsWith(PAGE), target);
	}
});

test('requests that are not valid HTTP end the connection', async () => {
	const host = `Host: localhost:${server.port}`;
	const messages = [
		get('', [host]),
		get('index.html', [host]),
		get('/\u0000', [host]),
		get('/ /../secret.txt', [host]),
		'\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n',
		`GET /\r\n\r\n`,
		`GET / HTTP/9.9\r\n${host}\r\n\r\n`,
		get('/', []),
		get('/', [host, 'Content-Length: 5', 'Transfer-Encoding: chunked']),
		get('/', [host, 'Bad Header: x']),
		get('/', [host, 'X: a\u0000b']),
		get(`/${'a'.repeat(20_000)}`, [host]),
		get('/', [host, `X: ${'a'.repeat(20_000)}`]),
	];
	for (const message of messages) {
		const answer = await raw(server, message);
		assert.not.match(answer, SECRET);
		assert.not.match(answer, PAGE, JSON.stringify(message.slice(0, 60)));
		assert.match(answer, /^HTTP\/1\.1 4\d\d /, JSON.stringify(message.slice(0, 60)));
	}
	assert.is(statusOf(await ask(server, '/')), 200, 'the server goes on');
});

test('the parser returns a plain path', () => {
	assert.is(parseTarget('/a%20b/?x=/../'), '/a b/');
	assert.is(parseTarget('/'), '/');
	for (const target of [
		'',
		'a',
		'*',
		'a/b',
		'http://a:1/b',
		'HTTPS://a',
		'/a//b',
		'/.',
		'/a/..',
		'/%00',
		'/a%2fb',
		'/a\\b',
		'/\u007f',
		'/%',
	]) {
		assert.is(parseTarget(target), undefined, target);
	}
});

/* ---------------------------------------------------------------- methods, names, origins */

test('only GET and HEAD are allowed', async () => {
	const host = `Host: localhost:${server.port}`;
	for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE']) {
		const answer = await raw(
			server,
			`${method} / HTTP/1.1\r\n${host}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi`,
		);
		assert.is(statusOf(answer), 405, method);
		assert.match(answer, /\r\nAllow: GET, HEAD\r\n/);
		assert.not.match(answer, PAGE);
	}
	assert.is(statusOf(await raw(server, `OPTIONS * HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`)), 405);
	assert.is(await raw(server, `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n\r\n`), '');
});

test('a loopback server answers to its own names only', async () => {
	const { port } = server;
	const names = ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]', 'docs.localhost', 'a.b.localhost'];
	// A container or a proxy may publish another port, and a browser leaves out port 80.
	for (const host of names.flatMap((name) => [name, `${name}:${port}`, `${name}:8080`]))
		assert.is(statusOf(await raw(server, get('/', [`Host: ${host}`]))), 200, host);
	const foreign = [
		'',
		`.localhost:${port}`,
		`evil.example/.localhost:${port}`,
		`evil.example@a.localhost:${port}`,
		`evil-localhost:${port}`,
		`192.0.2.7:${port}`,
		'localhost:',
		`localhost.:${port}`,
		`localhost.example.com:${port}`,
		`evil.example:${port}`,
		`127.0.0.1.nip.io:${port}`,
		`127.1:${port}`,
		`0.0.0.0:${port}`,
		`user@localhost:${port}`,
		`localhost:${port}/`,
		`localhost:0${port}`,
		`localhost:${port}, evil.example`,
		`[::1%25lo]:${port}`,
	];
	for (const host of foreign) {
		const answer = await raw(server, get('/', [`Host: ${host}`]));
		assert.is(statusOf(answer), 403, host);
		assert.not.match(answer, PAGE);
		assert.not.match(answer, /evil|nip\.io/, 'nothing of the request is repeated');
		assert.match(answer, '--allowed-host docs.example.com');
	}
	assert.is(statusOf(await raw(server, 'GET / HTTP/1.0\r\n\r\n')), 403, 'HTTP/1.0 without Host');
	const two = await raw(server, get('/', [`Host: localhost:${port}`, 'Host: evil.example']));
	assert.is(statusOf(two), 400);
	assert.not.match(two, PAGE);
});

test('an absolute URL as the target is no page, whatever its host', async () => {
	const { port } = server;
	const own = `Host: localhost:${port}`;
	for (const host of [`localhost:${port}`, 'evil.example', `evil.example:${port}`, '']) {
		const answer = await raw(server, get(`http://${host}/docs`, [own]));
		assert.is(statusOf(answer), 404, host);
		assert.not.match(answer, /evil/, 'nothing of the request is repeated');
		assert.is(statusOf(await raw(server, get(`http://${host}/docs`, ['Host: evil.example']))), 403, host);
	}
});

test('pages of other origins can read nothing', async () => {
	const { port } = server;
	const foreign = [
		['Origin: http://evil.example'],
		['Origin: null'],
		['Origin: http://localhost'],
		[`Origin: http://localhost:${port + 1}`],
		[`Origin: http://localhost.evil.example:${port}`],
		['Origin: nonsense'],
		['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'],
		['Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: cors'],
	];
	for (const lines of foreign) {
		const answer = await ask(server, '/', lines);
		assert.is(statusOf(answer), 403, lines.join());
		assert.not.match(answer, PAGE);
		assert.not.match(answer, /access-control/i);
	}
	const own = [
		[],
		[`Origin: http://localhost:${port}`],
		['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors'],
		['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate'],
		['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'],
	];
	for (const lines of own) {
		const answer = await ask(server, '/', lines);
		assert.is(statusOf(answer), 200, lines.join());
		assert.not.match(answer, /access-control/i);
	}
});

test('only pages of this server receive events', async () => {
	const events = createEvents();
	const dev = running(
		await createServer({ port: 0, resolve: async () => undefined, routes: { '/events': events.subscribe } }),
	);
	const answers = [
		await ask(dev, '/events', ['Origin: http://evil.example']),
		await raw(dev, get('/events', [`Host: evil.example:${dev.port}`])),
		await raw(dev, `POST /events HTTP/1.1\r\nHost: localhost:${dev.port}\r\nConnection: close\r\n\r\n`),
	];
	assert.equal(answers.map(statusOf), [403, 403, 405]);
	assert.is(events.size, 0);
	await dev.close();
});

test('a stalled stream does not fill the memory', async () => {
	const events = createEvents();
	const dev = running(
		await createServer({ port: 0, resolve: async () => undefined, routes: { '/events': events.subscribe } }),
	);
	const socket = connect(dev.port, '127.0.0.1');
	socket.on('error', () => {});
	socket.pause();
	socket.write(get('/events', [`Host: localhost:${dev.port}`]));
	for (let tries = 0; events.size === 0 && tries < 1000; tries++) await delay(5);
	assert.is(events.size, 1);
	for (let sent = 0; events.size > 0 && sent < 1000; sent++) {
		events.send('big', 'x'.repeat(2 ** 18));
		await delay(1);
	}
	assert.is(events.size, 0);
	socket.destroy();
	await dev.close();
});

test('F14: the accepted Host names depend on the bound address', () => {
	const bound = (address: string) => ({ address, port: 3000, family: '' });
	const accepts = (host: string, address: string, header: string): boolean =>
		allowedHosts(host, bound(address), ['Docs.Example', 'one.example:8080', '2001:db8::7'])(header);
	for (const header of ['localhost:3000', '127.0.0.1', '[::1]:8080'])
		assert.ok(accepts('localhost', '127.0.0.1', header));
	assert.ok(accepts('Docs.Local', '127.0.1.1', 'docs.local:3000'));
	assert.not(accepts('localhost', '127.0.0.1', '192.168.0.9:3000'), 'nobody else can reach this one');
	for (const address of ['127.0.0.1', '0.0.0.0', '::', '192.168.0.2']) {
		for (const header of ['docs.example', 'docs.example:3000', 'one.example:8080', '[2001:db8::7]:1'])
			assert.ok(accepts(address, address, header), `${address}: ${header}`);
		for (const header of ['evil.example:3000', 'one.example', 'one.example:8081', 'sub.docs.example'])
			assert.not(accepts(address, address, header), `${address}: ${header}`);
	}
	// The address of the machine that publishes the port of a container is no name that a stranger could have chosen.
	for (const header of ['192.168.0.9:8080', '[2001:db8::1]:8080', '10.0.0.1'])
		assert.ok(accepts('0.0.0.0', '0.0.0.0', header), header);
});

test('bound to all addresses: its own and allowed names, no others, and no foreign origin', async () => {
	const open = running(await createPreview({ root, port: 0, host: '0.0.0.0', allowedHosts: ['docs.example'] }));
	const named = await raw(open, get('/', ['Host: docs.example']));
	const other = await raw(open, get('/', ['Host: evil.example']));
	const foreign = await raw(open, get('/', ['Host: docs.example', 'Origin: http://evil.example']));
	await open.close();
	assert.equal([named, other, foreign].map(statusOf), [200, 403, 403]);
	assert.is(open.url, `http://localhost:${open.port}/`);
});

test('A-17: bound to all addresses, it prints each that browsers can use, and serves there', async () => {
	const open = running(await createPreview({ root, port: 0, host: '0.0.0.0' }));
	const own = Object.values(networkInterfaces()).flatMap((all = []) =>
		all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
	);
	assert.equal(
		[open.url, ...open.others],
		['localhost', ...own].map((name) => `http://${name}:${open.port}/`),
	);
	const answers = await Promise.all(
		own.map((host) => raw(open, get('/', [`Host: ${host}:${open.port}`, 'Connection: close']), { host })),
	);
	await open.close();
	for (const answer of answers) assert.is(statusOf(answer), 200);
});

test('A-17: addresses in the form that browsers need', () => {
	const bound = { address: '::', family: 'IPv6', port: 3000 };
	const [first, ...others] = addressesOf('::', bound, '/base/');
	assert.is(first, 'http://localhost:3000/base/');
	for (const url of others) assert.ok(URL.canParse(url) && !url.includes('[fe80'), url);
	assert.equal(addressesOf('::1', bound, '/'), ['http://[::1]:3000/']);
	assert.equal(addressesOf('docs.local', bound, '/'), ['http://docs.local:3000/']);
});

/* ---------------------------------------------------------------- base URL */

test('paths cannot leave the base URL', async () => {
	const based = running(await createPreview({ root, port: 0, baseUrl: '/docs/' }));
	for (const target of [
		'/docs/../index.html',
		'/docs/..',
		'/docs//',
		'/docs//evil.example',
		'/docs/.env',
		'/docs/%2e%2e/secret.txt',
	]) {
		const answer = await ask(based, target);
		assert.is(statusOf(answer), 404, target);
		assert.not.match(answer, SECRET);
		assert.not.match(answer, /location:/i);
	}
	const entry = await ask(based, '/?//evil.example');
	assert.match(entry, /\r\nLocation: \/docs\/\r\n/);
	const outside = await ask(based, '/<script>alert(1)</script>');
	assert.is(statusOf(outside), 404);
	assert.not.match(outside, /<script>/);
	await based.close();
});

/* ---------------------------------------------------------------- time */

const TIMEOUTS = { headers: 200, request: 60_000, idle: 200 };

test('an incomplete request does not hold a connection', async () => {
	const quick = running(await createPreview({ root, port: 0, timeouts: TIMEOUTS }));
	const host = `Host: localhost:${quick.port}`;
	const halves = ['', 'G', 'GET / HTTP/1.1\r\n', `GET / HTTP/1.1\r\n${host}\r\nX-Slow: `];
	const answers = await Promise.all(halves.map((half) => raw(quick, half)));
	for (const answer of answers) assert.match(answer, /^(HTTP\/1\.1 408 |$)/);
	const idle = await raw(quick, `GET / HTTP/1.1\r\n${host}\r\n\r\n`);
	assert.is(statusOf(idle), 200, 'and an idle connection is closed');
	await quick.close();
});

for (const [what, head] of [
	['headers drip', 'X: '],
	['body drips', 'Content-Length: 100000\r\n\r\n'],
] as const) {
	test(`a request whose ${what} does not hold a connection`, async () => {
		const quick = running(await createPreview({ root, port: 0, timeouts: { headers: 200, request: 400, idle: 200 } }));
		const socket = connect(quick.port, '127.0.0.1');
		socket.on('error', () => {});
		let open = true;
		socket.on('close', () => {
			open = false;
		});
		socket.resume();
		socket.write(`GET / HTTP/1.1\r\nHost: localhost:${quick.port}\r\n${head}`);
		for (let drops = 0; open && drops < 500; drops++) {
			await delay(20);
			if (open) socket.write('a');
		}
		socket.destroy();
		await quick.close();
		assert.not(open, 'ten seconds of drops, and still listening');
	});
}

test('clients that disconnect early do not harm the server', async () => {
	const socketsGone = Array.from({ length: 50 }, (_, index) => {
		const socket = connect(server.port, '127.0.0.1');
		socket.on('error', () => {});
		socket.write(get('/', [`Host: localhost:${server.port}`]).slice(0, index * 2));
		if (index % 2) socket.resetAndDestroy();
		else socket.destroy();
		return new Promise((resolve) => socket.on('close', resolve));
	});
	await Promise.all(socketsGone);
	assert.is(statusOf(await ask(server, '/')), 200);
});

/* ---------------------------------------------------------------- files that change */

test('a pipe, a folder and an unreadable name are not pages', async () => {
	const { execFileSync } = await import('node:child_process');
	const other = join(folder, 'odd');
	await fill(other, { '404.html': MISSING, 'folder/x.txt': 'x', 'folder.html/y.txt': 'y' });
	execFileSync('mkfifo', [join(other, 'pipe')]);
	execFileSync('mkfifo', [join(other, '_headers')]);
	const odd = running(await createPreview({ root: other, port: 0 }));
	for (const target of ['/pipe', '/folder', '/folder/', '/folder.html', '/']) {
		assert.is(statusOf(await ask(odd, target)), 404, target);
	}
	await odd.close();
});

/** Writes a build whose files all contain its number. */
async function build(number: number): Promise<string> {
	const base = join(folder, `.build-${number}`);
	await fill(base, {
		'index.html': `build ${number} home`,
		'docs/a/index.html': `build ${number} page ${'x'.repeat(5000)}`,
		'404.html': `build ${number} missing`,
		_headers: `/*\n  X-Build: ${number}\n`,
	});
	return base;
}

const SWAPS = 6;

for (const way of ['rename', 'symlink'] as const) {
	test(`200 concurrent requests while the folder is replaced (${way})`, async () => {
		const live = join(folder, `live-${way}`);
		const swap = {
			async rename(number: number): Promise<void> {
				const next = await build(number);
				const old = join(folder, `.old-${number}`);
				await rename(live, old);
				// A busy machine may pause a build here.
				await delay(60);
				await rename(next, live);
				await rm(old, { recursive: true });
			},
			async symlink(number: number): Promise<void> {
				await symlink(await build(number), `${live}.new`);
				await rename(`${live}.new`, live);
				await rm(join(folder, `.build-${number - 1}`), { recursive: true, force: true });
			},
		}[way];
		if (way === 'rename') await rename(await build(0), live);
		else await symlink(await build(0), live);
		const errors: unknown[] = [];
		const swapped = running(await createPreview({ root: live, port: 0, onError: (error) => errors.push(error) }));

		let asked = 0;
		let swapping = true;
		const targets = ['/', '/docs/a', '/docs/a.html', '/nothing'];
		const client = async (index: number): Promise<void> => {
			const target = targets[index % targets.length] ?? '/';
			do {
				const answer = await ask(swapped, target, index % 3 ? [] : ['Accept-Encoding: gzip']);
				asked++;
				assert.is(statusOf(answer), target === '/nothing' ? 404 : 200, `${target}\n${answer.slice(0, 300)}`);
				const [, header] = /\r\nx-build: (\d+)/i.exec(answer) ?? [];
				assert.ok(header, 'the headers of a build');
				if (/content-encoding/i.test(answer)) continue;
				assert.is(/\r\n\r\nbuild (\d+) /.exec(answer)?.[1], header, 'headers and page of the same build');
			} while (swapping);
		};
		const swaps = (async () => {
			for (let number = 1; number <= SWAPS; number++) await swap(number);
			swapping = false;
		})();
		const results = await Promise.allSettled([swaps, ...Array.from({ length: 200 }, (_, index) => client(index))]);
		swapping = false;
		for (const result of results) if (result.status === 'rejected') throw result.reason;
		assert.ok(asked >= 200);
		assert.equal(errors, []);
		assert.match(await ask(swapped, '/'), `build ${SWAPS} home`);
		await swapped.close();
	});
}

test('files that vanish under 200 requests', async () => {
	const other = join(folder, 'vanishing');
	await fill(other, { 'index.html': PAGE, '404.html': MISSING });
	const errors: unknown[] = [];
	const vanishing = running(await createPreview({ root: other, port: 0, onError: (error) => errors.push(error) }));
	let over = false;
	const flicker = (async () => {
		for (let round = 0; round < 60; round++) {
			await rm(join(other, 'index.html'));
			await writeFile(join(other, 'index.html'), PAGE);
		}
		over = true;
	})();
	const clients = Array.from({ length: 200 }, async () => {
		do {
			const answer = await ask(vanishing, '/');
			assert.ok([200, 404].includes(statusOf(answer)), answer.slice(0, 200));
		} while (!over);
	});
	await Promise.all([flicker, ...clients]);
	assert.equal(errors, []);
	await rm(other, { recursive: true });
	assert.is(statusOf(await ask(vanishing, '/')), 404, 'the whole folder gone');
	await vanishing.close();
});

test.run();
