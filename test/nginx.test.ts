/** A real nginx, with the nginx.conf that docsgen writes for it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toText } from '../src/cli/terminal/report.ts';
import { installFromDebian, onPath } from './browser/chromium.ts';
import { buildFolder } from './disk-site.ts';
import { config, doc } from './memory-site.ts';
import { RICH } from './rich-site.ts';
import { writeFiles } from './write-files.ts';

/** Where Debian has it, which is not on the path of every user. */
const PLACE = '/usr/sbin/nginx';

function findNginx(): string | undefined {
	const present = (): string | undefined => onPath(['nginx']) ?? (existsSync(PLACE) ? PLACE : undefined);
	if (present() === undefined && onPath(['apt-get']) !== undefined) installFromDebian('nginx', ['nginx']);
	return present();
}

const nginx = findNginx();
if (nginx === undefined) console.log('Skipped: there is no nginx, and it could not be installed.');
const check = nginx === undefined ? test.skip : test;

interface Answer {
	status: number | undefined;
	headers: Record<string, unknown>;
	text: string;
}
type Get = (path: string) => Promise<Answer>;

/** Builds a site, and serves it by nginx on a socket of its own while `work` runs. */
async function served(files: Record<string, string | Uint8Array>, work: (get: Get) => Promise<void>): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'docsgen-nginx-'));
	const at = (name: string): string => join(folder, name);
	try {
		writeFiles(folder, files);
		const { ok, diagnostics } = await buildFolder(folder, { outDir: at('build') });
		assert.ok(ok, toText(diagnostics));
		const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
			(name) => `${name}_temp_path ${at(name)};`,
		);
		const server = `server { listen unix:${at('socket')}; root ${at('build')}; include ${at('build/nginx.conf')}; }`;
		const types = 'types { text/html html; text/css css; text/markdown md; application/json json; }';
		const http = `http { ${types} access_log off; ${temporary.join(' ')} ${server} }`;
		const user = process.getuid?.() === 0 ? 'user root;' : '';
		writeFileSync(at('main.conf'), `${user} pid ${at('pid')}; error_log ${at('errors')}; events {} ${http}\n`);
		const run = (...args: string[]) =>
			spawnSync(nginx ?? '', ['-c', at('main.conf'), '-e', at('errors'), ...args], { encoding: 'utf8' });
		// It returns when it listens.
		const { status, stderr } = run();
		assert.is(status, 0, stderr);
		try {
			await work((path) => get(at('socket'), path));
		} finally {
			run('-s', 'stop');
			while (existsSync(at('pid'))) await wait(20);
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function get(socketPath: string, path: string): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const sent = request({ socketPath, path, headers: { host: 'docs.bakery.example' } }, (response) => {
			let text = '';
			response.setEncoding('utf8').on('data', (chunk: string) => {
				text += chunk;
			});
			response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
		});
		sent.on('error', reject).end();
	});
}

check('nginx starts with the policy of 200 style attributes, and sends it whole', async () => {
	const styles = Array.from({ length: 200 }, (_, n) => `<span style="letter-spacing: ${n}px">x</span>`);
	const files = {
		'site.config.ts': config({ hosts: ['nginx'] }),
		'content/docs/styles.md': doc('Styles', styles.join('\n')),
	};
	await served(files, async (ask) => {
		const { status, headers, text } = await ask('/docs/styles');
		assert.is(status, 200);
		assert.match(text, 'letter-spacing: 199px');
		assert.match(String(headers['content-security-policy']), /style-src [^;]*'sha256-[^;]*;.*frame-ancestors/);
	});
});

check(
	'nginx serves pages, redirects with their queries, and the not-found page of a site with everything',
	async () => {
		const redirects = [
			...Array.from({ length: 300 }, (_, n) => ({
				from: `/alte-bäckerei/${'weit/'.repeat(20)}${n}`,
				to: '/docs/next/tabs',
			})),
			{ from: '/old', to: '/docs/next/tabs' },
			{ from: '/money', to: 'https://shop.bakery.example/$1?a=b' },
		];
		const own = { ...RICH, 'site.config.ts': config({ hosts: ['nginx'], redirects }) };
		await served(own, async (ask) => {
			for (const path of ['/', '/docs', '/docs/next/tabs', '/docs/next/tabs.md', '/blog', '/sitemap.xml']) {
				const { status, headers } = await ask(path);
				assert.is(status, 200, path);
				assert.ok(headers['content-security-policy'], path);
			}
			const moved = async (path: string): Promise<unknown[]> => {
				const { status, headers } = await ask(path);
				return [status, headers.location];
			};
			assert.equal(await moved('/old?x=1&y=%C3%A4'), [301, '/docs/next/tabs?x=1&y=%C3%A4']);
			assert.equal(await moved('/old'), [301, '/docs/next/tabs']);
			assert.equal(await moved('/money'), [301, 'https://shop.bakery.example/%241?a=b']);
			assert.equal(await moved(`/alte-b%C3%A4ckerei/${'weit/'.repeat(20)}299?q`), [301, '/docs/next/tabs?q']);
			const none = await ask('/nothing');
			assert.is(none.status, 404);
			assert.match(none.text, 'Page Not Found');
		});
	},
);

test.run();
