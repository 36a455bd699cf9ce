/** Follows the tutorial of the guide, "Your first real site": its commands, files and outputs, in their order. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { guidePage } from './guide/pages.ts';
import { run, temporaryFolder } from './program.ts';
import { command, freePort } from './programs.ts';
import { writeFiles } from './write-files.ts';

const REMOTE = 'https://github.com/me/bakery-docs.git';
/** Commands that other tests walk: packages of this state of docsgen are in no registry. */
const INSTALL = /^cd \.\.\/bakery-docs && npm install$/;
/** A server ends once it has printed its URL. */
const SERVER = /^(?:npm run dev|npx docsgen serve)$/;

/** A reader who types each command; Git pushes to a folder in place of GitHub. */
class Reader {
	readonly #outside = temporaryFolder('first-site');
	readonly site = join(this.#outside, 'bakery-docs');
	readonly repository = join(this.#outside, 'github');
	/** What the last command printed. */
	said = '';

	write(name: string, text: string): void {
		writeFiles(this.site, { [name]: text });
	}

	async type(line: string): Promise<void> {
		const [, args] = /npx docsgen (.*)$/.exec(line) ?? [];
		const create = /docsgen (init) \.\.\/(bakery-docs) (--title) (\w+) (--look) (\w+) (--accent) "(.+)"$/.exec(line);
		if (INSTALL.test(line)) return;
		if (create) await this.#docsgen(create.slice(1), this.#outside);
		else if (SERVER.test(line)) await this.#serve(line.split(' ').at(-1) ?? '');
		else if (args !== undefined) await this.#docsgen(args.split(' '), this.site);
		else this.said = await command(this.site, ['sh', '-c', line], this.#git());
	}

	async #docsgen(args: string[], cwd: string): Promise<void> {
		const { stdout, stderr } = await run(args, { cwd });
		this.said = stdout + stderr;
	}

	async #serve(name: string): Promise<void> {
		const url = `http://localhost:${await freePort()}`;
		const { stdout } = await run([name, '--port', url.slice(17)], { cwd: this.site, until: url });
		assert.match(stdout, url);
	}

	#git(): Record<string, string> {
		if (!existsSync(this.repository)) execFileSync('git', ['init', '--quiet', '--bare', this.repository]);
		return {
			GIT_CONFIG_COUNT: '3',
			GIT_CONFIG_KEY_0: `url.${this.repository}.insteadOf`,
			GIT_CONFIG_VALUE_0: REMOTE,
			GIT_CONFIG_KEY_1: 'user.name',
			GIT_CONFIG_VALUE_1: 'Ada',
			GIT_CONFIG_KEY_2: 'user.email',
			GIT_CONFIG_VALUE_2: 'ada@bakery.example',
		};
	}
}

test('the tutorial ends with a pushed site that has a sidebar, a search and two versions', async () => {
	const reader = new Reader();
	let commands = 0;
	for (const { lang, info, code, line } of guidePage('start/first-site.md').fences) {
		const [, name] = /title="(.+?)"/.exec(info) ?? [];
		if (name !== undefined) reader.write(name, code);
		else if (lang === 'text')
			assert.ok(reader.said.includes(code.trimEnd()), `first-site.md:${line} was\n${reader.said}`);
		else
			for (const typed of code.trim().split('\n')) {
				commands++;
				await reader.type(typed);
			}
	}
	assert.ok(commands > 14);
	const html = (page: string): string => readFileSync(join(reader.site, 'build', page), 'utf8');
	assert.match(html('index.html'), 'Bread is a function call.');
	assert.match(html('docs/next/index.html'), 'Give a loaf away');
	assert.not.match(html('docs/index.html'), 'Give a loaf away');
	for (const version of ['1.0', '2.0']) assert.match(html('docs/index.html'), `>${version}<`);
	const pushed = execFileSync('git', ['ls-tree', '-r', '--name-only', 'main'], {
		cwd: reader.repository,
		encoding: 'utf8',
	}).split('\n');
	assert.ok(pushed.includes('content/versions/1.0/guides/cancel.md'));
	assert.not.ok(pushed.some((name) => name.startsWith('build/')));
	const workflow = readFileSync(join(reader.site, '.github/workflows/docs.yml'), 'utf8');
	const [, build = ''] = /npx docsgen (build .*)$/m.exec(workflow) ?? [];
	const url = { origin: 'https://me.github.io', base_path: '/bakery-docs' };
	await reader.type(
		`npx docsgen ${build.replaceAll('"', '').replace(/\$\{\{ steps\.pages\.outputs\.(\w+) \}\}/g, (_, name: 'origin' | 'base_path') => url[name])}`,
	);
	assert.match(html('docs/index.html'), 'https://me.github.io/bakery-docs/docs/');
});

test.run();
