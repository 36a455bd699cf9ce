/** The command line: help, exit codes, output, and every command once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import matter from 'gray-matter';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listenForKeys } from '../src/cli/terminal/keys.ts';
import { carrySettings } from '../src/cli/version-settings.ts';
import { config } from './memory-site.ts';
import { contents, type Outcome, PROGRAM, run, runHere, start, temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

/** The parts of a workflow of GitHub that tests look at. */
interface Workflow {
	defaults: { run: Record<string, string> };
	permissions: Record<string, string>;
	jobs: Record<
		string,
		{ if?: string; permissions: Record<string, string>; steps: { with?: Record<string, unknown> }[] } | undefined
	>;
}

function workflowIn(folder: string): Workflow {
	return matter(`---\n${readFileSync(join(folder, '.github/workflows/docs.yml'), 'utf8')}---\n`).data as Workflow;
}

const COMMANDS = ['build', 'check', 'dev', 'serve', 'init', 'migrate', 'eject', 'version', 'clear'];

/** A folder with the starter site as `docsgen init` writes it. */
async function untouched(name: string): Promise<string> {
	const folder = join(temporaryFolder(name), 'my-docs');
	const { code, stderr } = await runHere(['init', folder]);
	assert.is(code, 0, stderr);
	return folder;
}

/** A folder with the starter site and a URL of its own. */
async function starter(name: string): Promise<string> {
	const folder = await untouched(name);
	const configuration = join(folder, 'site.config.ts');
	writeFileSync(configuration, readFileSync(configuration, 'utf8').replace('example.com', 'bakery.example'));
	return folder;
}

/** A site with one broken link. */
async function broken(name: string): Promise<string> {
	const folder = await starter(name);
	writeFileSync(join(folder, 'content/docs/writing.md'), '---\ntitle: Writing\n---\n\n[Nowhere](/docs/nowhere)\n');
	return folder;
}

test('every command has help with examples', async () => {
	for (const command of COMMANDS) {
		const { code, stdout, stderr } = await runHere([command, '--help']);
		assert.is(code, 0, command);
		assert.is(stderr, '', command);
		assert.ok(stdout.startsWith(`Usage: docsgen ${command}`), stdout);
		assert.match(stdout, new RegExp(`Examples:\\n {2}\\$ npx docsgen ${command}`));
		assert.ok(
			stdout.split('\n').every((line) => line.length <= 100),
			'help fits a terminal',
		);
	}
});

test('the program lists its commands, and without one shows its usage', async () => {
	const help = await run(['--help']);
	assert.is(help.code, 0);
	for (const command of COMMANDS) assert.match(help.stdout, new RegExp(`^ {2}${command}\\b`, 'm'));
	const none = await run([]);
	assert.is(none.code, 1);
	assert.match(none.stderr, 'Usage: docsgen');
	const version = await run(['--version']);
	assert.is(version.code, 0);
	assert.is(version.stdout.trim(), (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
});

/** Runs the program where `process.versions` has other values. */
function runWith(versions: Record<string, string>, args: string[], cwd?: string) {
	const fake = join(temporaryFolder('versions'), 'versions.mjs');
	writeFileSync(
		fake,
		`Object.defineProperty(process, 'versions', { value: { ...process.versions, ...${JSON.stringify(versions)} } });`,
	);
	return run(args, { cwd, env: { NODE_OPTIONS: `--import=${pathToFileURL(fake).href}` } });
}

test('an old Node is refused in one line', async () => {
	for (const node of ['16.20.2', '18.20.4', '20.18.3'])
		assert.equal(await runWith({ node }, ['--version']), {
			code: 1,
			stdout: '',
			stderr: `docsgen needs Node 20.19 or newer, but this is Node ${node}.\n`,
		});
	for (const node of ['20.19.0', '20.20.0', '22.0.0', '100.1.0'])
		assert.is((await runWith({ node }, ['--version'])).code, 0, node);
});

test("with Yarn's Plug'n'Play, every command for a site ends with one finding", async () => {
	const site = await starter('archives');
	for (const command of ['build', 'check', 'dev', 'version']) {
		const { code, stderr } = await runWith({ pnp: '3' }, command === 'version' ? [command, '1.x'] : [command], site);
		assert.is(code, 1, command);
		assert.match(stderr, 'nodeLinker: node-modules', command);
		assert.match(stderr, '1 error', command);
	}
	assert.is((await runWith({ pnp: '3' }, ['init', 'other'], site)).code, 0);
});

test('an unknown command or option fails with a suggestion', async () => {
	const command = await run(['biuld']);
	assert.is(command.code, 1);
	assert.match(command.stderr, /unknown command 'biuld'[\s\S]*Did you mean build\?/);
	const option = await run(['build', '--drfats']);
	assert.is(option.code, 1);
	assert.match(option.stderr, /unknown option '--drfats'[\s\S]*Did you mean --drafts\?/);
	const value = await run(['serve', '--port', 'http']);
	assert.is(value.code, 1);
	assert.match(value.stderr, 'A port is a whole number from 0 to 65535.');
	const extra = await run(['build', 'my-docs']);
	assert.is(extra.code, 1);
	assert.match(extra.stderr, 'too many arguments');
	const both = await run(['build', '--json', '--quiet']);
	assert.is(both.code, 1);
	assert.match(both.stderr, /cannot be used with/);
	for (const { stdout, stderr } of [command, option, value, extra, both]) {
		assert.is(stdout, '');
		assert.not.match(stderr, /\n {4}at /);
	}
});

test('a folder without a site fails and says how to create one', async () => {
	const folder = temporaryFolder('empty');
	for (const command of ['build', 'check']) {
		const { code, stdout, stderr } = await run([command], { cwd: folder });
		assert.is(code, 1);
		assert.is(stdout, '');
		assert.match(stderr, 'There is no site.config.ts in');
		assert.match(stderr, 'docsgen init');
	}
	assert.equal(contents(folder), new Map(), 'nothing is written there');
	const missing = await runHere(['build', '--site', join(folder, 'nowhere')]);
	assert.is(missing.code, 1);
	assert.match(missing.stderr, 'There is no site.config.ts in');
	assert.not.ok(existsSync(join(folder, 'nowhere')));
});

test('help lists only options that do something', async () => {
	const options = async (...command: string[]): Promise<string[]> =>
		[...(await runHere([...command, '--help'])).stdout.matchAll(/^ {2}(?:-h, )?(--[\w-]+)/gm)].map(
			([, name = '']) => name,
		);
	const reports = ['--json', '--format', '--quiet', '--verbose', '--help'];
	assert.equal(await options('init'), [...reports.slice(0, -1), '--title', '--look', '--accent', '--help']);
	assert.equal(await options('eject'), ['--site', ...reports]);
	assert.equal(await options('version'), ['--site', '--strict', ...reports]);
	assert.equal(await options('clear'), ['--site', '--cache-dir', ...reports.slice(0, -1), '--out-dir', '--help']);
	assert.equal(
		(await options('dev')).filter((name) => ['--strict', '--out-dir', '--url'].includes(name)),
		[],
	);
	assert.equal(
		(await options('search', 'try')).filter((name) => name === '--strict'),
		[],
	);
});

test('a site with an example as its URL is not published in silence: --url names the real one', async () => {
	const folder = await untouched('placeholder');
	const checked = await runHere(['check', '--site', folder]);
	assert.is(checked.code, 0);
	assert.match(checked.stdout, /^12 pages checked in [\d.]+ s\n$/);
	assert.match(checked.stderr, 'site.config.ts:7:2 warning: The URL of the site is https://example.com,');
	assert.is((await runHere(['build', '--strict', '--site', folder])).code, 1);
	assert.not.ok(existsSync(join(folder, 'build')));
	const url = ['--url', 'https://me.github.io', '--base-url', '/project/'];
	const built = await runHere(['build', '--strict', '--site', folder, ...url]);
	assert.is(built.code, 0, built.stderr);
	const read = (out: string): string => readFileSync(join(folder, 'build', out), 'utf8');
	assert.match(read('docs/index.html'), '<link rel="canonical" href="https://me.github.io/project/docs/">');
	for (const out of ['docs/index.html', 'sitemap.xml', 'robots.txt', 'blog/rss.xml', 'opensearch.xml'])
		assert.not.match(read(out), '//example.com');
	const again = await runHere(['build', '--site', folder, ...url]);
	assert.match(again.stdout, ' 0 written');
	const from = await runHere(['build', '--site', folder, '--url', 'https://docs.example.org']);
	assert.match(from.stderr, '\nwarning: The URL of the site is https://docs.example.org,');
	const wrong = await runHere(['build', '--site', folder, '--url', 'https://me.github.io/project']);
	assert.is(wrong.code, 1);
	assert.match(wrong.stderr, 'error: --url must be an origin without a path');
});

test('init writes the workflow where GitHub looks, for the folder of the site, with the least rights', async () => {
	const root = temporaryFolder('repository');
	mkdirSync(join(root, '.git'));
	writeFiles(root, { 'package.json': '{ "name": "own" }' });
	const { code, stdout } = await run(['init', 'web/docs'], { cwd: root });
	assert.is(code, 0);
	assert.match(stdout, 'The workflow that publishes the site: .github/workflows/docs.yml\n');
	assert.not.ok(existsSync(join(root, 'web/docs/.github')));
	assert.is(readFileSync(join(root, 'package.json'), 'utf8'), '{ "name": "own" }', 'the site is a package of its own');
	const { defaults, permissions, jobs } = workflowIn(root);
	assert.equal([defaults.run, permissions], [{ 'working-directory': 'web/docs' }, { contents: 'read' }]);
	assert.equal(jobs.build?.permissions, { contents: 'read', pages: 'read' });
	assert.equal(jobs.publish?.permissions, { pages: 'write', 'id-token': 'write' });
	assert.is(jobs.publish?.if, "github.event_name == 'push'");
	const given = Object.assign({}, ...(jobs.build?.steps ?? []).map((step) => step.with ?? {}));
	assert.equal(
		[given['fetch-depth'], given['cache-dependency-path'], given.path],
		[0, 'web/docs/package-lock.json', 'web/docs/build'],
	);
	const second = await runHere(['init', join(root, 'other')]);
	assert.match(second.stdout, 'Not changed: ../.github/workflows/docs.yml.\n');
	const alone = workflowIn(await untouched('alone'));
	assert.equal(alone.defaults.run, { 'working-directory': '.' });
});

test('annotations name files from the root of the repository', async () => {
	const root = temporaryFolder('annotations');
	mkdirSync(join(root, '.git'));
	await runHere(['init', join(root, 'docs')]);
	const github = await runHere(['check', '--site', join(root, 'docs'), '--format', 'github']);
	assert.match(github.stdout, '::warning file=docs/site.config.ts,line=7');
	const sarif = await runHere(['check', '--site', join(root, 'docs'), '--format', 'sarif']);
	assert.match(sarif.stdout, '"uri": "docs/site.config.ts"');
	const json = await runHere(['check', '--site', join(root, 'docs'), '--json']);
	assert.match(json.stdout, '"file":"site.config.ts"');
});

test('init creates a site that builds without findings, and a second build writes nothing', async () => {
	const folder = await starter('init');
	const first = await run(['build', '--site', folder]);
	assert.is(first.code, 0, first.stderr);
	assert.is(first.stderr.replace(/^\S.* in \d.* s\n/gm, ''), '', 'no findings');
	assert.match(first.stdout, /^\d+ pages: \d+ written, 0 unchanged in [\d.]+ s\n$/);
	assert.ok(existsSync(join(folder, 'build/docs/index.html')));
	const before = contents(join(folder, 'build'));
	const second = await run(['build', '--site', folder]);
	assert.is(second.code, 0);
	assert.match(second.stdout, /^\d+ pages: 0 written, \d+ unchanged in [\d.]+ s\n$/);
	assert.equal(contents(join(folder, 'build')), before);
	const inside = await run(['build'], { cwd: folder });
	assert.match(inside.stdout, ' 0 written', 'the folder itself is the default site');
});

test('init takes title, tagline and package from package.json, and colors from the command line', async () => {
	const root = temporaryFolder('project');
	mkdirSync(join(root, '.git'));
	writeFiles(root, { 'package.json': '{ "name": "@bakery/oven", "description": "Bake with types, \'warm\' ones." }' });
	assert.is((await runHere(['init', join(root, 'docs'), '--accent', 'violet'])).code, 0);
	const text = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');
	assert.match(text('site.config.ts'), /title: 'Oven',\n\ttagline: 'Bake with types, warm ones.'/);
	assert.match(text('site.config.ts'), "accent: '#6741bd'");
	assert.match(text('content/static/favicon.svg'), 'fill="#6741bd"');
	assert.match(text('content/pages/index.md'), "from '@bakery/oven'");
	const own = await runHere(['init', join(root, 'more'), '--title', 'Our oven', '--accent', 'rebeccapurple']);
	assert.is(own.code, 0, own.stderr);
	assert.match(
		readFileSync(join(root, 'more/site.config.ts'), 'utf8'),
		/title: 'Our oven'[\s\S]*accent: 'rebeccapurple'/,
	);
	for (const [option, value, message] of [
		['--accent', 'blueish', '"blueish" is not a color.'],
		['--look', 'cozy', '"cozy" is not a look.'],
	] as const) {
		const wrong = await runHere(['init', join(root, 'third'), option, value]);
		assert.is(wrong.code, 1);
		assert.match(wrong.stderr, message);
		assert.not.ok(existsSync(join(root, 'third')));
	}
});

test('init names the site after its folder, works in the current one, and overwrites nothing', async () => {
	const empty = temporaryFolder('here');
	mkdirSync(join(empty, '.git'));
	const here = await run(['init'], { cwd: empty });
	assert.is(here.code, 0, here.stderr);
	assert.match(here.stdout, 'A site is ready in this folder');
	const quoted = join(temporaryFolder('quoted'), "bob's-docs");
	assert.is((await runHere(['init', quoted])).code, 0);
	const built = await runHere(['build', '--site', quoted]);
	assert.is(built.code, 0, built.stderr);
	assert.match(readFileSync(join(quoted, 'build/index.html'), 'utf8'), '<title>Bob’s docs</title>');
	const full = temporaryFolder('full');
	const own = {
		'tsconfig.json': '{}',
		'package.json': '{\n  "name": "own",\n  "scripts": { "dev": "vite" },\n  "dependencies": { "docsgen": "1" }\n}\n',
	};
	for (const [name, text] of Object.entries(own)) writeFileSync(join(full, name), text);
	const beside = await runHere(['init', full]);
	assert.is(beside.code, 0, beside.stderr);
	assert.match(beside.stdout, 'npm run docs:dev -- --open\nNot changed: tsconfig.json.');
	const after = contents(full);
	assert.is(after.get('tsconfig.json'), own['tsconfig.json']);
	const manifest = JSON.parse(after.get('package.json') ?? '');
	assert.equal([manifest.name, manifest.dependencies, manifest.scripts.dev], ['own', { docsgen: '1' }, 'vite']);
	assert.equal(Object.keys(manifest.devDependencies), ['@types/node', '@types/react']);
	const again = await runHere(['init', full]);
	assert.is(again.code, 1);
	assert.match(again.stderr, 'already contains a site');
	assert.equal(contents(full), after);
	const damaged = temporaryFolder('damaged');
	writeFileSync(join(damaged, 'package.json'), '{ "name": own }');
	assert.match((await runHere(['init', damaged])).stderr, 'is not valid JSON');
	assert.equal([...contents(damaged).keys()], ['package.json']);
});

test('eject lists all templates, copies one once, and suggests similar names', async () => {
	const folder = await starter('eject');
	const list = (await runHere(['eject', '--site', folder])).stdout.split('\n');
	for (const name of ['Footer', 'components/Hero', 'styles/tokens.css', 'styles/looks/warm.css'])
		assert.ok(list.includes(name), name);
	assert.is((await runHere(['eject', 'Hero', '--site', folder])).stdout.split(' ')[0], 'templates/components/Hero.tsx');
	const again = await runHere(['eject', 'templates/components/Hero.tsx', '--site', folder]);
	assert.is(again.code, 1);
	assert.match(again.stderr, 'templates/components/Hero.tsx already exists.');
	assert.match(
		(await runHere(['eject', 'Fotter', '--site', folder])).stderr,
		'Did you mean "Footer"? "npx docsgen eject" lists all of them.',
	);
});

test('a configuration that does not run is a finding of every command that needs a setting of it', async () => {
	const folder = temporaryFolder('failing');
	writeFiles(folder, { 'site.config.ts': "throw new Error('Not today');" });
	for (const command of [
		['eject', 'Footer'],
		['serve', '--port', '0'],
	]) {
		const { code, stderr } = await runHere([...command, '--site', folder]);
		assert.is(code, 1, stderr);
		assert.match(stderr, 'site.config.ts:1:7 error: site.config.ts could not be run: Not today');
	}
	assert.not.ok(existsSync(join(folder, 'templates')));
});

test('B-293: a failing build exits with 1, says where, and leaves the output untouched', async () => {
	const folder = await broken('broken');
	const failed = await run(['build', '--site', folder]);
	assert.is(failed.code, 1);
	assert.is(failed.stdout, '');
	assert.match(failed.stderr, 'content/docs/writing.md:5:11 error: /docs/nowhere does not exist on this site.');
	assert.match(failed.stderr, /\n1 error\n$/);
	assert.not.ok(existsSync(join(folder, 'build')));
	const checked = await run(['check', '--site', folder]);
	assert.is(checked.code, 1);
	// On a slow machine, both may also print how long a step took.
	const findings = (text: string): string => text.replace(/^[A-Z][^\n]* in [\d.]+ s\n/gm, '');
	assert.is(findings(checked.stderr), findings(failed.stderr));
});

test('check reports the same as build and writes no output', async () => {
	const folder = await starter('check');
	const { code, stdout, stderr } = await runHere(['check', '--site', folder]);
	assert.is(code, 0, stderr);
	assert.match(stdout, /^\d+ pages: nothing wrong, in /);
	assert.not.ok(existsSync(join(folder, 'build')));
});

test('--json prints findings as JSON lines and nothing else', async () => {
	const folder = await broken('json');
	const { code, stdout, stderr } = await runHere(['build', '--site', folder, '--json']);
	assert.is(code, 1);
	assert.is(stderr, '');
	const findings = stdout
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as { code: string; file?: string; line?: number; severity: string });
	assert.ok(
		findings.some(
			(finding) => finding.code === 'broken-link' && finding.file === 'content/docs/writing.md' && finding.line === 5,
		),
	);
	const good = await runHere(['build', '--site', await starter('json-good'), '--json']);
	assert.equal(good, { code: 0, stdout: '', stderr: '' });
});

test('--profile writes a CPU profile', async () => {
	const folder = await starter('profile');
	const { code } = await run(['build', '--profile'], { cwd: folder });
	assert.is(code, 0);
	const profile = JSON.parse(readFileSync(join(folder, 'docsgen.cpuprofile'), 'utf8'));
	assert.ok(profile.samples.length > 0);
});

test('--quiet prints only findings, --verbose says what was done and why', async () => {
	const folder = await starter('quiet');
	assert.equal(await runHere(['build', '--site', folder, '--quiet']), { code: 0, stdout: '', stderr: '' });
	assert.equal(await runHere(['clear', '--site', folder, '--quiet']), { code: 0, stdout: '', stderr: '' });
	const verbose = (): Promise<Outcome> => runHere(['build', '--site', folder, '--verbose']);
	const assertSteps = ({ stderr }: Outcome, steps: string[]): void => {
		for (const step of steps) assert.match(stderr, new RegExp(`^${step}: \\d+ ms$`, 'm'));
	};
	const first = await verbose();
	assert.match(
		first.stdout,
		/^Parsed 6 pages \(new\): content.*\nMade \d+ of \d+ outputs \((?:image \d+, )?page \d+, /,
	);
	assertSteps(first, ['Reading the configuration', 'Parsing pages', 'Linking pages', 'Rendering \\S+']);
	appendFileSync(join(folder, 'content/docs/writing.md'), '\nMore.\n');
	const again = await verbose();
	assert.match(again.stdout, 'Parsed 1 page (the text has changed): content/docs/writing.md\nMade ');
	assertSteps(again, ['Parsing pages', 'Rendering', 'Writing outputs']);
	appendFileSync(join(folder, 'site.config.ts'), '\n// A comment changes nothing.\n');
	assert.not.match((await verbose()).stdout, 'Parsed');
	const quiet = await runHere(['build', '--site', await broken('quiet-broken'), '--quiet']);
	assert.is(quiet.code, 1);
	assert.match(quiet.stderr, 'Broken links found!');
});

test('--strict makes warnings fail; --format prints annotations or a SARIF log', async () => {
	const folder = await starter('strict');
	writeFiles(folder, { 'content/docs/writing.md': '---\ntitle: Writing\n---\n\n##Not a heading\n' });
	const lax = await runHere(['build', '--site', folder]);
	assert.is(lax.code, 0);
	assert.match(lax.stderr, 'no-heading');
	const output = contents(join(folder, 'build'));
	writeFiles(folder, { 'content/docs/more.md': '# More\n' });
	assert.is((await runHere(['build', '--site', folder, '--strict'])).code, 1);
	assert.equal(contents(join(folder, 'build')), output, 'the previous output is left');
	const github = await runHere(['check', '--site', folder, '--format', 'github']);
	assert.match(github.stdout, '::warning file=content/docs/writing.md,line=5');
	const sarif = await runHere(['check', '--site', folder, '--format', 'sarif']);
	assert.is(JSON.parse(sarif.stdout).runs[0].results[0].ruleId, 'no-heading');
});

test('search try prints results of a version and a language, and as many as wanted', async () => {
	const folder = temporaryFolder('try');
	writeFiles(folder, {
		'site.config.ts': "export default { title: 'Site', url: 'https://example.com', locales: ['en', 'fr'] };",
		'content/docs/one.md': '# Bread one\n',
		'content/docs/two.md': '# Bread two\n',
		'content/fr/docs/one.md': '# Du pain\n',
		'content/versions.json': '["1.x"]',
		'content/versions/1.x/old.md': '# Old bread\n',
	});
	const found = async (...more: string[]): Promise<string[]> => {
		const { code, stdout, stderr } = await runHere(['search', 'try', ...more, '--site', folder, '--json']);
		assert.is(code, 0, stderr);
		return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).url]));
	};
	assert.equal(await found('bread'), ['/docs/old']);
	assert.equal((await found('bread', '--docs-version', 'current')).sort(), ['/docs/next/one', '/docs/next/two']);
	assert.is((await found('bread', '--docs-version', 'Next', '--limit', '1')).length, 1);
	assert.equal(await found('pain', '--locale', 'fr', '--docs-version', 'current'), ['/fr/docs/next/one']);
	const { stdout } = await runHere(['search', 'try', 'old', 'bread', '--site', folder]);
	assert.match(stdout, /^ 1 {2}Documentation › .*\n.*\n {4}\/docs\/old\n/);
});

test('colors: none in a pipe, some if forced, none with NO_COLOR', async () => {
	const folder = await broken('colour');
	const ESC = String.fromCharCode(27);
	const plain = await runHere(['build', '--site', folder]);
	assert.not.ok(plain.stderr.includes(ESC));
	const forced = await run(['build', '--site', folder], { env: { FORCE_COLOR: '1' } });
	assert.ok(forced.stderr.includes(`${ESC}[`));
	const none = await run(['build', '--site', folder], { env: { NO_COLOR: '1' } });
	assert.not.ok(none.stderr.includes(ESC));
});

test('--out-dir, --base-url and --drafts', async () => {
	const folder = await starter('options');
	writeFileSync(
		join(folder, 'content/docs/secret.md'),
		'---\ntitle: Secret\ndescription: x\ndraft: true\n---\n\nText.\n',
	);
	const { code, stderr } = await runHere([
		'build',
		'--site',
		folder,
		'--out-dir',
		'public/site',
		'--base-url',
		'/project/',
		'--drafts',
	]);
	assert.is(code, 0, stderr);
	assert.not.ok(existsSync(join(folder, 'build')));
	assert.match(readFileSync(join(folder, 'public/site/docs/index.html'), 'utf8'), 'href="/project/docs/writing"');
	assert.ok(existsSync(join(folder, 'public/site/docs/secret/index.html')));
	const without = await runHere(['build', '--site', folder, '--out-dir', 'public/site']);
	assert.match(without.stdout, / removed in /);
	assert.not.ok(existsSync(join(folder, 'public/site/docs/secret/index.html')));
	for (const wrong of ['project', 'https://example.com/', '/project']) {
		const failed = await runHere(['build', '--site', folder, '--base-url', wrong]);
		assert.is(failed.code, 1, wrong);
		assert.match(failed.stderr, 'error: --base-url must be a path with a slash at both ends');
	}
});

test('version freezes the docs, and the site still builds without findings', async () => {
	const folder = await starter('version');
	writeFiles(folder, { 'content/fr/docs/writing.md': '# Écrire\n' });
	const frozen = await runHere(['version', '1.x', '--site', folder]);
	assert.is(frozen.code, 0, frozen.stderr);
	assert.equal(JSON.parse(readFileSync(join(folder, 'content/versions.json'), 'utf8')), ['1.x']);
	assert.ok(existsSync(join(folder, 'content/fr/versions/1.x/writing.md')));
	rmSync(join(folder, 'content/fr'), { recursive: true });
	const built = await runHere(['build', '--site', folder]);
	assert.is(built.code, 0, built.stderr);
	assert.not.match(built.stderr, /error|warning/);
	for (const out of [
		'docs/index.html',
		'docs/writing/index.html',
		'docs/next/index.html',
		'docs/next/writing/index.html',
	])
		assert.ok(existsSync(join(folder, 'build', out)), out);
	assert.match(
		readFileSync(join(folder, 'build/docs/next/index.html'), 'utf8'),
		'This is unreleased documentation for',
	);
	const before = contents(join(folder, 'content'));
	for (const label of ['1.x', 'current', '../up', '', 'a b']) {
		const refused = await runHere(['version', label, '--site', folder]);
		assert.is(refused.code, 1, label);
		assert.match(refused.stderr, 'version-not-made');
	}
	assert.equal(contents(join(folder, 'content')), before);
	assert.is((await runHere(['version', '2.x', '--site', folder])).code, 0);
	const both = await runHere(['build', '--site', folder]);
	assert.is(both.code, 0, both.stderr);
	assert.ok(existsSync(join(folder, 'build/docs/1.x/writing/index.html')));
	assert.match(
		readFileSync(join(folder, 'build/docs/1.x/index.html'), 'utf8'),
		'which is no longer actively maintained',
	);
});

test('version gives the frozen docs the packages of the current ones, and nothing published disappears', async () => {
	const folder = temporaryFolder('versions');
	writeFiles(folder, {
		'site.config.ts': `const bread = { id: 'bread', package: 'bread', folder: 'bread' };
export default {
	title: 'Mine',
	url: 'https://mine.example',
	samples: { current: { folder: 'samples', package: 'none' } },
	api: [
		bread,
		{
			id: 'rolls', // and more
			package: 'rolls',
			folder: 'rolls',
		},
	],
};
`,
		'bread/package.json': '{ "name": "bread", "version": "1.0.0", "types": "index.d.ts" }',
		'bread/index.d.ts': 'export declare function bake(grams: number): string;',
		'rolls/package.json': '{ "name": "rolls", "version": "1.0.0", "types": "index.d.ts" }',
		'rolls/index.d.ts': 'export declare function roll(): void;',
		'content/docs/index.md': '---\nslug: /\n---\n\n# Start\n\n[bake](api:bread/bake)\n',
	});
	const build = async (): Promise<string[]> => {
		const { code, stderr } = await runHere(['build', '--strict', '--site', folder]);
		assert.is(code, 0, stderr);
		return [...contents(join(folder, 'build')).keys()].filter((out) => out.endsWith('.html'));
	};
	const before = await build();
	const { code, stdout, stderr } = await runHere(['version', '1.x', '--site', folder]);
	assert.is(code, 0, stderr);
	assert.match(stdout, 'site.config.ts now has samples and api of 1.x.');
	const text = readFileSync(join(folder, 'site.config.ts'), 'utf8');
	assert.match(text, `'1.x': { folder: 'samples', package: 'none' }`);
	assert.match(text, `\t\t{ ...bread, version: '1.x' },\n\t\t{\n\t\t\tid: 'rolls',\n\t\t\tversion: '1.x', // and more`);
	const after = await build();
	assert.equal(
		before.filter((out) => !after.includes(out)),
		[],
	);
	assert.ok(after.includes('docs/next/api/rolls/functions/roll/index.html'));
});

test('version keeps entries that are there, and says which ones it could not copy', () => {
	const settings = (text: string): string[] => {
		const carried = carrySettings(text, '1.x');
		return [
			carried.text,
			`copied: ${carried.copied.map(([name]) => name)}`,
			`left: ${carried.left.map(([name]) => name)}`,
		];
	};
	const there = `export default { samples: { current: a, '1.x': a }, api: [{ id: 'a' }, { id: 'a', version: '1.x' }] };`;
	assert.equal(settings(there), [there, 'copied: ', 'left: ']);
	const elsewhere = `import { api } from './api.ts';\nexport default { api, samples: samplesOf('a') };`;
	assert.equal(settings(elsewhere), [elsewhere, 'copied: ', 'left: samples,api']);
	assert.equal(settings('export default {} satisfies SiteConfig;')[2], 'left: ');
	const versions = `export default defineConfig({ api: [{ id: 'a', version: 'current' }, { id: 'b', version: '0.x' }] });`;
	assert.equal(settings(versions), [
		versions.replace(`'0.x' }`, `'0.x' }, { id: 'a', version: '1.x' }`),
		'copied: api',
		'left: ',
	]);
});

test('clear removes only what docsgen wrote', async () => {
	const folder = await starter('clear');
	// Not the page by which docsgen could tell its own output.
	writeFiles(folder, { 'content/static/404.html': '<p>mine</p>' });
	const before = contents(folder);
	await runHere(['build', '--site', folder]);
	assert.ok(contents(folder).size > before.size);
	const cleared = await runHere(['clear', '--site', folder]);
	assert.is(cleared.code, 0, cleared.stderr);
	assert.equal(contents(folder), before);
	assert.is((await runHere(['clear', '--site', folder])).code, 0, 'nothing to clear is fine');
	mkdirSync(join(folder, 'build'));
	writeFileSync(join(folder, 'build/thesis.md'), 'Precious.');
	const refused = await runHere(['clear', '--site', folder]);
	assert.is(refused.code, 1);
	assert.ok(existsSync(join(folder, 'build/thesis.md')));
});

/** Starts a server command and waits for the URL that it prints. */
async function serving(
	args: string[],
): Promise<{ url: string; output(): string; stop(signal: NodeJS.Signals): Promise<number | string | null> }> {
	const child = start(args);
	let output = '';
	child.stderr?.on('data', (chunk: Buffer) => {
		output += chunk.toString();
	});
	const url = await new Promise<string>((resolve, reject) => {
		child.stdout?.on('data', (chunk: Buffer) => {
			output += chunk.toString();
			const address = /http:\/\/\S+/.exec(output)?.[0];
			if (address !== undefined) resolve(address);
		});
		child.on('close', () => reject(new Error(`It ended before it served: ${output}`)));
	});
	return {
		url,
		output: () => output,
		async stop(signal) {
			const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
			child.kill(signal);
			const [code, by] = await closed;
			return code ?? by;
		},
	};
}

test('serve serves the built site under its base URL and stops on a signal', async () => {
	const folder = await starter('serve');
	const none = await runHere(['serve', '--site', folder, '--port', '0']);
	assert.is(none.code, 1);
	assert.match(none.stderr, 'There is no built site');
	await runHere(['build', '--site', folder, '--base-url', '/project/']);
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		const server = await serving(['serve', '--site', folder, '--port', '0', '--base-url', '/project/']);
		assert.match(server.url, /\/project\/$/);
		const page = await fetch(`${server.url}docs`);
		assert.is(page.status, 200);
		assert.is(await page.text(), readFileSync(join(folder, 'build/docs/index.html'), 'utf8'));
		assert.is((await fetch(`${server.url}nothing`)).status, 404);
		assert.is(await server.stop(signal), 0);
	}
});

test('a built site can be previewed where its sources are not', async () => {
	const folder = await starter('built');
	await runHere(['build', '--site', folder]);
	const elsewhere = temporaryFolder('unpacked');
	cpSync(join(folder, 'build'), join(elsewhere, 'build'), { recursive: true });
	const server = await serving(['serve', '--site', elsewhere, '--port', '0']);
	assert.is((await fetch(`${server.url}docs/writing`)).status, 200);
	assert.is(await server.stop('SIGTERM'), 0);
});

test('dev serves the site and stops on a signal', async () => {
	const folder = await untouched('dev');
	const server = await serving(['dev', '--site', folder, '--port', '0']);
	const page = await fetch(`${server.url}docs/writing`);
	assert.is(page.status, 200);
	assert.match(await page.text(), '<h1');
	assert.not.match(server.output(), 'placeholder-url');
	// During a pass, or while it checks links, the system ends it.
	assert.ok([0, 'SIGTERM'].includes((await server.stop('SIGTERM')) ?? ''));
	assert.not.ok(existsSync(join(folder, 'build')), 'dev writes no output');
});

test('A-18: in a terminal, dev handles o, r and q', async () => {
	const heard: string[] = [];
	const input = new PassThrough();
	const key = (name: string) => ({ does: `does ${name}`, run: () => heard.push(name) });
	const stopListening = listenForKeys(input, { o: key('o'), q: key('q') }, (text) => heard.push(text));
	input.write('o\n\n Q \nx\nconstructor\n');
	await new Promise((resolve) => setImmediate(resolve));
	const list = 'Keys, with Enter: o does o, q does q';
	assert.equal(heard, ['o', 'q', list, list]);
	stopListening();
	input.write('o\n');
	await new Promise((resolve) => setImmediate(resolve));
	assert.is(heard.length, 4);
});

test('A-18: dev in a terminal lists its keys and quits on q; elsewhere it reads no input', async () => {
	const folder = await starter('keys');
	const dev = [process.execPath, PROGRAM, 'dev', '--site', folder, '--port', '0'];
	const terminal = spawn('script', ['-qec', dev.join(' '), '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
	const isThere = await new Promise<boolean>((resolve) => {
		terminal.on('error', () => resolve(false));
		terminal.on('spawn', () => resolve(true));
	});
	// `script` from util-linux provides a terminal.
	if (!isThere || process.platform !== 'linux') return;
	let output = '';
	const ended = once(terminal, 'close') as Promise<[number | null]>;
	for await (const chunk of terminal.stdout) {
		output += String(chunk);
		if (!output.includes('r rebuilds from all files') || terminal.stdin.writableEnded) continue;
		terminal.stdin.write('r\n');
		terminal.stdin.end('q\n');
	}
	assert.equal(await ended, [0, null], output);
	assert.match(output, 'Keys, with Enter: o opens the site, r rebuilds from all files, q stops');
});

test('a port in use is reported in one line', async () => {
	const folder = await starter('port');
	await runHere(['build', '--site', folder]);
	const server = await serving(['serve', '--site', folder, '--port', '0']);
	const { port } = new URL(server.url);
	for (const command of ['serve', 'dev']) {
		const second = await runHere([command, '--site', folder, '--port', port]);
		assert.is(second.code, 1, command);
		assert.match(second.stderr, `Port ${port} is in use.`);
	}
	await server.stop('SIGTERM');
});

const SMALL: Record<string, string> = {
	'site.config.ts': config({}),
	'content/docs/index.md': '---\nslug: /\n---\n\n# Home\n',
	'content/docs/a.md': '# A\n',
};

test('a version that was copied but not listed is listed by the same command; one that differs is left alone', async () => {
	const root = temporaryFolder('copied');
	writeFiles(root, { ...SMALL, 'content/versions/1.x/index.md': '---\nslug: /\n---\n\n# Home\n' });
	writeFiles(root, { 'content/versions/1.x/a.md': '# A\n' });
	assert.is((await runHere(['version', '1.x', '--site', root])).code, 0);
	assert.equal(JSON.parse(readFileSync(join(root, 'content/versions.json'), 'utf8')), ['1.x']);
	writeFiles(root, { 'content/versions/2.x/index.md': 'another' });
	assert.is((await runHere(['version', '2.x', '--site', root])).code, 1);
});

test('an unusable output folder is a finding', async () => {
	const root = temporaryFolder('unusable');
	writeFiles(root, SMALL);
	for (const outDir of ['/dev/null/x', 'n'.repeat(300), '/proc/self/x']) {
		const { code, stderr } = await runHere(['build', '--site', root, '--out-dir', outDir]);
		assert.is(code, 1, outDir);
		assert.match(stderr, /^error: /m, outDir);
		assert.not.match(stderr, /docsgen failed|\n {4}at /, outDir);
	}
});

test.run();
