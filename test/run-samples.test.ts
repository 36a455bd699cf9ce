/**
 * Samples that can run, do: the servers and clients of pages, taken from the Markdown as readers would copy them,
 * bundled with the packages they are checked against, and run over real HTTP.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const LIBRARIES = resolve('content/samples/10.x');

/** Titled fences of a page, the first or the last of each name. */
function fences(page: string, which: 'first' | 'last'): Map<string, string> {
	const found = new Map<string, string>();
	for (const [, title = '', code = ''] of readFileSync(page, 'utf8').matchAll(
		/^```tsx? title="([^"]+)"[^\n]*\n([\s\S]*?)^```$/gm,
	)) {
		if (which === 'last' || !found.has(title)) found.set(title, code);
	}
	return found;
}

/** Bundles one file of a page in place; all packages but node's own come along. */
async function bundle(folder: string, entry: string): Promise<string> {
	const outfile = join(folder, 'out', entry.replace(/\.tsx?$/, '.mjs'));
	await build({
		entryPoints: [join(folder, entry)],
		outfile,
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'node20',
		logLevel: 'silent',
		nodePaths: [join(LIBRARIES, 'node_modules'), resolve('node_modules')],
		banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
	});
	return outfile;
}

function listening(port: number): Promise<boolean> {
	return new Promise((done) => {
		const socket = connect(port, 'localhost', () => {
			socket.destroy();
			done(true);
		});
		socket.on('error', () => done(false));
	});
}

async function until(port: number): Promise<void> {
	for (let attempt = 0; attempt < 200; attempt++) {
		if (await listening(port)) return;
		await new Promise((resume) => setTimeout(resume, 50));
	}
	throw new Error(`Nothing listens on port ${port}`);
}

function run(file: string): { child: ChildProcess; output: Promise<string> } {
	const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
	let text = '';
	child.stdout.on('data', (chunk: Buffer) => {
		text += chunk.toString();
	});
	child.stderr.on('data', (chunk: Buffer) => {
		text += chunk.toString();
	});
	return { child, output: new Promise((done) => child.on('close', () => done(text))) };
}

/** Starts the page's server, runs its client, returns what the client printed. */
async function serveAndCall(
	page: string,
	server: string,
	client: string,
	which: 'first' | 'last' = 'first',
): Promise<string> {
	const folder = mkdtempSync(resolve('.docsgen/samples-run-'));
	const files = fences(page, which);
	for (const [name, code] of files) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), code.replace(/^[\s\S]*^\/\/ ---cut---\n/m, ''));
	}
	const running = run(await bundle(folder, server));
	try {
		await until(3000);
		const { output } = run(await bundle(folder, client));
		return await output;
	} finally {
		running.child.kill('SIGKILL');
		await running.output;
		rmSync(folder, { recursive: true, force: true });
	}
}

const PAIRS: [page: string, server: string, client: string, which: 'first' | 'last'][] = [
	['content/docs/main/quickstart.md', 'server/index.ts', 'client/index.ts', 'first'],
	['content/docs/main/quickstart.md', 'server/index.ts', 'client/index.ts', 'last'],
	['content/docs/server/adapters/standalone.md', 'server/index.ts', 'client.ts', 'first'],
	['content/docs/server/adapters/express.md', 'server/index.ts', 'client.ts', 'first'],
	['content/docs/server/adapters/fastify.md', 'server/index.ts', 'client.ts', 'first'],
	['content/blog/tinyrpc-client.md', 'server.ts', 'use.ts', 'first'],
];

for (const [page, server, client, which] of PAIRS) {
	test(`${page}: ${which} ${server} answers ${client}`, async () => {
		const output = await serveAndCall(page, server, client, which);
		assert.ok(output.trim().length > 0, 'the client prints something');
		assert.not.match(output, /Error|at .*:\d+:\d+/);
	});
}

test.run();
