/** "Your own site" of the README, as it stands: in a clone of this repository, with each package manager. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from './program.ts';
import { command } from './programs.ts';

/** Commands in the first section of the README, a line each. */
function shownCommands(): string[] {
	const [, section = ''] = /^## Your own site\n([\s\S]*?)^## /m.exec(readFileSync('README.md', 'utf8')) ?? [];
	const [, fence = ''] = /^```sh\n([\s\S]*?)^```/m.exec(section) ?? [];
	return fence.trim().split('\n');
}

/** The files of this working tree that a commit would have, without packages. */
function clone(): string {
	const folder = join(temporaryFolder('clone'), 'docsgen');
	const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
	for (const name of names.trim().split('\n')) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		cpSync(name, join(folder, name));
	}
	return folder;
}

const run = (folder: string, line: string): Promise<string> =>
	command(folder, ['bash', '-c', `set -e; ${line}`], { npm_config_prefer_offline: 'true' });

/** Runs a server until it prints a URL that answers; resolves to the page. */
function served(folder: string, line: string): Promise<string> {
	const child = spawn('bash', ['-c', `exec ${line}`], {
		cwd: folder,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const stop = (): void => {
		if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
	};
	process.on('exit', stop);
	return new Promise((done, fail) => {
		let said = '';
		const hear = (chunk: Buffer): void => {
			said += chunk.toString();
			const [url] = /http:\S+/.exec(said) ?? [];
			if (!url) return;
			child.stdout.off('data', hear);
			fetch(url)
				.then((response) => response.text())
				.then(done, fail)
				.finally(stop);
		};
		child.stdout.on('data', hear);
		child.stderr.on('data', (chunk: Buffer) => {
			said += chunk.toString();
		});
		child.on('close', () => {
			process.off('exit', stop);
			fail(new Error(said));
		});
	});
}

/** Other package managers: how to run one that may not be installed, and settings without a lock file. */
const OTHERS: Record<string, [run: string, env: Record<string, string>]> = {
	pnpm: ['npm exec --yes --package=pnpm@10 -- pnpm', {}],
	yarn: [
		'npm exec --yes --package=@yarnpkg/cli-dist@4 -- yarn',
		{ YARN_NODE_LINKER: 'node-modules', YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', YARN_ENABLE_GLOBAL_CACHE: 'true' },
	],
};

test('the commands of the README run in a clone, and the site installs with each package manager', async () => {
	const [create = '', install = '', dev = '', ...more] = shownCommands();
	assert.equal(more, []);
	const docsgen = clone();
	const said = await run(docsgen, create);
	assert.match(said, 'No registry has docsgen yet');
	const site = join(docsgen, '../my-docs');
	for (const [name, [manager, env]] of Object.entries(OTHERS)) {
		const copy = join(docsgen, `../with-${name}`);
		cpSync(site, copy, { recursive: true });
		const registry = (await command('.', ['npm', 'config', 'get', 'registry'])).trim();
		const settings = {
			...env,
			YARN_NPM_REGISTRY_SERVER: registry,
			YARN_UNSAFE_HTTP_WHITELIST: new URL(registry).hostname,
		};
		await command(copy, [...manager.split(' '), 'install'], { npm_config_prefer_offline: 'true', ...settings });
		await command(copy, [...manager.split(' '), 'run', 'build'], settings);
		assert.match(readFileSync(join(copy, 'build/docs/index.html'), 'utf8'), '<title>', name);
	}
	await run(docsgen, install);
	assert.match(await served(site, dev), '<title>My docs</title>');
});

test.run();
