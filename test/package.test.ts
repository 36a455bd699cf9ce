/**
 * docsgen as a stranger gets it: packed, installed by npm and by pnpm into an empty folder outside of this repository,
 * started with `init`, typed, built, changed, and served while it is written.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eject, ejectable } from '../src/cli/eject.ts';
import { createTerminal } from '../src/cli/machine/terminal.ts';
import { contents, temporaryFolder } from './program.ts';

const exec = promisify(execFile);

/** Megabytes that a plain site may install. */
const INSTALLED = 60;

const TSC = resolve('node_modules/typescript/bin/tsc');
/** How a package manager installs what a package.json names. */
const MANAGERS: Record<string, string[]> = {
	npm: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'],
	pnpm: [
		'npm',
		'exec',
		'--yes',
		'--package=pnpm@9',
		'--',
		'pnpm',
		'install',
		'--prefer-offline',
		'--no-frozen-lockfile',
	],
};

/** Runs a command; what it printed is in the error where it fails. */
async function command(cwd: string, [name = '', ...args]: string[]): Promise<string> {
	const env = { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', CI: '1' };
	try {
		return (await exec(name, args, { cwd, env, maxBuffer: 1 << 26 })).stdout;
	} catch (error) {
		const { stdout, stderr, message } = error as Error & { stdout: string; stderr: string };
		throw new Error(`${message}\n${stdout}\n${stderr}`);
	}
}

/** The compiled program is taken as `npm run prepare` has left it: other tests may be using it. */
async function pack(): Promise<string> {
	const folder = temporaryFolder('packed');
	await command('.', ['npm', 'run', 'prepack']);
	await command('.', ['npm', 'pack', '--ignore-scripts', '--pack-destination', folder]);
	return join(folder, readdirSync(folder)[0] ?? '');
}

const nowhere = { write: () => true };
const silent = createTerminal({ stdout: nowhere, stderr: nowhere, isTTY: false, env: {}, quiet: true });

let tarball = '';

test.before(async () => {
	tarball = await pack();
});

/** Every file below a folder with size and time of its last change. */
function state(folder: string): Record<string, string> {
	return Object.fromEntries(
		readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
			const { size, mtimeMs } = statSync(join(folder, name));
			return [name, `${size} ${mtimeMs}`];
		}),
	);
}

/** Resolves to the address of `docsgen dev` in a folder. */
function startDev(folder: string): Promise<{ url: string; child: ChildProcess }> {
	const child = spawn(join(folder, 'node_modules/.bin/docsgen'), ['dev', '--port', '0'], {
		cwd: folder,
		env: { ...process.env, NODE_OPTIONS: '' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	process.on('exit', () => child.kill('SIGKILL'));
	return new Promise((done, fail) => {
		let output = '';
		const hear = (chunk: Buffer): void => {
			output += chunk.toString();
			const [url] = /http:\S+/.exec(output) ?? [];
			if (url) done({ url, child });
		};
		child.stdout.on('data', hear);
		child.stderr.on('data', hear);
		child.on('close', () => fail(new Error(output)));
	});
}

/** Pages by name; scripts are named after where they were compiled, too. */
const pagesOf = (folder: string): [string, string][] =>
	[...contents(join(folder, 'build'))]
		.filter(([name]) => name.endsWith('.html'))
		.map(([name, text]) => [name, text.replace(/-[0-9A-Z]{8}\.js/g, '.js')]);

for (const [manager, install] of Object.entries(MANAGERS)) {
	test(`installed by ${manager}: init, types, build, own templates and components, dev`, async () => {
		const folder = temporaryFolder(`consumer-${manager}`);
		const docsgen = (...args: string[]) => command(folder, [join(folder, 'node_modules/.bin/docsgen'), ...args]);
		const types = () => command(folder, [process.execPath, TSC, '-p', '.', '--skipLibCheck', 'false']);
		const html = (page: string): string => readFileSync(join(folder, 'build', page), 'utf8');
		const manifest = {
			name: 'mine',
			private: true,
			scripts: { dev: 'mine' },
			dependencies: { docsgen: `file:${tarball}` },
		};
		writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
		await command(folder, install);
		const [size = ''] = (await command(folder, ['du', '-sm', 'node_modules'])).split('\t');
		assert.ok(Number(size) <= INSTALLED, `${size} MB`);
		await docsgen('init');
		const { scripts, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
		assert.is(scripts.dev, 'mine');
		assert.is(scripts['docs:dev'], 'docsgen dev');
		assert.equal(dependencies, manifest.dependencies);
		await command(folder, install);

		const installed = realpathSync(join(folder, 'node_modules/docsgen'));
		const before = state(installed);
		await command(folder, ['chmod', '-R', 'a-w', 'node_modules']);
		await types();
		await docsgen('build', '--strict');
		const plain = pagesOf(folder);

		// A template of one's own, which wraps the packaged one, and a component: both typed.
		await docsgen('eject', 'BackToTop');
		writeFileSync(
			join(folder, 'templates/Footer.tsx'),
			`import { Footer as Packaged, type FooterView } from 'docsgen/templates';
export function Footer({ view }: { view: FooterView }) {
	return <div className="wrapped"><Packaged view={view} /></div>;
}
`,
		);
		writeFileSync(
			join(folder, 'templates/components/Hello.tsx'),
			`import { useId } from 'react';
export function Hello({ name }: { name: string }) { return <p id={useId()}>Hello, {name}!</p>; }
`,
		);
		writeFileSync(
			join(folder, 'templates/components/Counter.island.tsx'),
			`import { useState } from 'react';
export function Counter() { const [count, set] = useState(0); return <button onClick={() => set(count + 1)}>{count}</button>; }
`,
		);
		writeFileSync(
			join(folder, 'content/docs/hello.md'),
			'---\ntitle: Hello\n---\n\n<Hello name="reader" />\n\n<Counter />\n',
		);
		await types();
		await docsgen('build', '--strict');
		assert.match(html('docs/hello/index.html'), 'Hello, reader!');
		assert.match(html('docs/hello/index.html'), '<div class="wrapped">');
		assert.match(html('docs/hello/index.html'), /<docsgen-island [^>]*props="{}"><button>0</);
		assert.ok(existsSync(join(folder, 'templates/BackToTop.tsx')));

		const { url, child } = await startDev(folder);
		const page = await (await fetch(new URL('docs/hello', url))).text();
		assert.match(page, 'Hello, reader!');
		child.removeAllListeners('close');
		child.kill();

		if (manager === 'npm') {
			// A site whose every template is a copy is the same site.
			const own = ['Footer.tsx', 'BackToTop.tsx', 'components/Counter.island.tsx', 'components/Hello.tsx'];
			await command(join(folder, 'templates'), ['rm', ...own, '../content/docs/hello.md']);
			for (const name of ejectable().keys()) assert.equal(await eject(folder, name, silent), []);
			await types();
			await docsgen('build', '--strict');
			const copied = new Map(pagesOf(folder));
			for (const [name, text] of plain) assert.is(copied.get(name), text, name);

			// What a plain site does without is asked for where it is needed.
			const configuration = readFileSync(join(folder, 'site.config.ts'), 'utf8');
			const samples = "samples: { current: { folder: 'content/samples', package: 'x' } },";
			writeFileSync(join(folder, 'site.config.ts'), configuration.replace('title:', `${samples} title:`));
			const refused = await docsgen('check').catch((error: Error) => error.message);
			assert.match(refused, 'Run: npm install --save-dev typescript');
		}
		await command(folder, ['chmod', '-R', 'u+w', 'node_modules']);
		assert.equal(state(installed), before, 'nothing in node_modules has changed');
	});
}

test('the tarball holds what is exported, and no export is a TypeScript source', async () => {
	const list = (await command('.', ['tar', '-tf', tarball])).split('\n');
	const { exports, bin, files } = JSON.parse(readFileSync('package.json', 'utf8'));
	const targets = [...Object.values<string | Record<string, string>>(exports), ...Object.values<string>(bin)].flatMap(
		(target) => (typeof target === 'string' ? [target] : Object.values(target)),
	);
	for (const target of targets) {
		assert.ok(list.includes(join('package', target)), target);
		assert.not.match(target, /(?<!\.d)\.tsx?$/);
	}
	for (const file of files)
		assert.ok(
			list.some((path) => path.startsWith(`package/${file}`)),
			file,
		);
	assert.ok(list.includes('package/dist/LICENSES.txt'));
});

test('what the program imports when it runs is installed with it', () => {
	const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
	const imports = readFileSync('dist/docsgen.js', 'utf8').matchAll(
		/(?:\b(?:import|require|load\d*)\(|\bfrom ?)["'](@[\w-]+\/[\w-]+|[a-z][\w-]*)[\w./-]*["']/g,
	);
	const names = new Set([...imports].map(([, name = '']) => name).filter((name) => !isBuiltin(name)));
	// The YAML parser tries the one, and does without; texts for sites speak of the other.
	for (const name of ['esprima', 'docsgen']) names.delete(name);
	assert.ok(names.size > 4, [...names].join());
	for (const name of names) assert.ok(name in dependencies || name in peerDependencies, name);
});

test('every template and component is in docsgen/templates', () => {
	const text = readFileSync('templates/public/index.ts', 'utf8');
	for (const file of ejectable().values()) if (file.endsWith('.tsx')) assert.ok(text.includes(`'../${file}'`), file);
});

test.run();
