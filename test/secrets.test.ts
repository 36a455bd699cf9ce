/**
 * A page cannot access files outside the site (SECURITY.md). Every syntax and every field that takes a path names a
 * secret in every spelling; the secret must not be in the output, the cache or the printed text.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { refusalOf } from '../src/cli/disk/access.ts';
import { buildFolder, serveDevFolder } from './disk-site.ts';
import { config, doc } from './memory-site.ts';
import { contents, run, start, temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

/** In every file that must stay private, and nowhere else. */
const SECRET = 'hunter2-secret';
const TEXT = `# ${SECRET}\nexport const key = '${SECRET}';\n`;
const CONFIG = "title: 'S', url: 'https://example.com'";

/** Private files, relative to the site's folder. */
const PRIVATE = [
	'.env',
	'.git/config',
	'secret.md',
	'secret.json',
	'node_modules/package/secret.txt',
	'content/.hidden/secret.txt',
	'content/docs/.env',
	'../outside/secret.txt',
];
/** Symbolic links in `content/`, and their targets. */
const LINKS: Record<string, string> = {
	'content/docs/link.txt': '.env',
	'content/docs/link.md': 'secret.md',
	'content/docs/link.png': '../outside/secret.txt',
	'content/docs/folder': '.git',
	'content/static/link.txt': '.env',
	'content/docs/category/_category_.json': 'secret.json',
};

/** Ways to write the path of a private file on a page of `content/docs`. */
function spellings(path: string): string[] {
	const relative = posix.relative('content/docs', path);
	return [
		relative,
		`./${relative}`,
		relative.replaceAll('.', '%2E'),
		relative.replaceAll('/', '%2f'),
		relative.replaceAll('/', '\\'),
		relative.toUpperCase(),
		`${relative}?raw`,
		`${relative}#top`,
		`@site/${path}`,
		`@/${path}`,
		`/../../${path}`,
	];
}

/** Every syntax in a page that takes a path. */
const PLACES: Record<string, (path: string) => string> = {
	image: (path) => `![x](${path})`,
	'image in angle brackets': (path) => `![x](<${path}>)`,
	link: (path) => `[x](${path})`,
	reference: (path) => `[x][r] ![y][r]\n\n[r]: ${path}`,
	'img element': (path) => `<img src="${path}" alt="x">`,
	'link element': (path) => `<a href="${path}">x</a>`,
	video: (path) => `<video src="${path}" poster="${path}"></video>`,
	audio: (path) => `<audio src="${path}"></audio>`,
	srcset: (path) => `<picture><source srcset="${path} 2x"><img src="${path}" alt="x"></picture>`,
	object: (path) => `<object data="${path}"></object><embed src="${path}">`,
	fence: (path) => `\`\`\`sh file=${path}\n\`\`\``,
	'fence in quotes': (path) => `\`\`\`ts file="${path}"\n\`\`\``,
	partial: (path) => `import Part from '${path}';\n\n<Part />`,
	'card link': (path) => `<Card title="x" href="${path}">x</Card>`,
	'themed image': (path) => `<ThemedImage alt="x" sources={{ light: "${path}", dark: "${path}" }} />`,
	'front matter image': (path) => `---\nimage: "${path.replaceAll('\\', '\\\\')}"\n---\n\n# A`,
	'author image': (path) => `---\nauthor_image_url: "${path.replaceAll('\\', '\\\\')}"\n---\n\n# A`,
	'inside a partial': (path) => `import Inner from './_inner.md';\n\n<Inner />\n\n![x](${path})`,
};

/** A site with a page for each place, file and spelling. */
function site(spellingsOf: (path: string) => string[]): string {
	const root = join(temporaryFolder('secrets'), 'site');
	const pages = Object.entries(PLACES).flatMap(([place, write], number) => [
		[`content/docs/place-${number}.md`, `# ${place}\n`],
		...[...PRIVATE, ...Object.keys(LINKS)].flatMap((path, file) =>
			spellingsOf(path).map((spelling, index) => [
				`content/docs/p${number}-${file}-${index}.md`,
				`${write(spelling)}\n`,
			]),
		),
	]);
	writeFiles(root, {
		'site.config.ts': `export default { ${CONFIG} };`,
		'content/docs/index.md': '---\nslug: /\n---\n\n# Home\n',
		'content/docs/_inner.md': 'Inner.\n',
		'content/docs/category/a.md': '# A\n',
		...Object.fromEntries(PRIVATE.map((path) => [path, TEXT])),
		...(Object.fromEntries(pages) as Record<string, string>),
	});
	for (const [link, target] of Object.entries(LINKS)) {
		mkdirSync(dirname(join(root, link)), { recursive: true });
		symlinkSync(posix.relative(posix.dirname(link), target), join(root, link));
	}
	return root;
}

test('T1, T2: no syntax and no spelling of a path publishes a secret', async () => {
	const root = site(spellings);
	const { code, stdout, stderr } = await run(['build', '--json', '--site', root], { env: { SECRET } });
	assert.is(code, 1);
	assert.not.match(stdout + stderr, SECRET);
	assert.not.ok(existsSync(join(root, 'build')), 'a page that names a secret fails the build');
	const cached = [...contents(join(root, '.docsgen'))].filter(([, text]) => text.includes(SECRET));
	assert.equal(cached, []);
	const findings = stdout
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as { code: string; file?: string; line?: number });
	for (const [number, place] of Object.keys(PLACES).entries()) {
		// An author's image is a URL of the site: no file is read.
		if (place === 'author image') continue;
		const found = findings.filter(({ code, file }) => code === 'refused-file' && file?.includes(`/p${number}-`));
		assert.ok(found[0]?.line, `${place} is refused with its line`);
	}
});

test('T1, T3: no format of the findings prints a secret', async () => {
	const root = site((path) => spellings(path).slice(0, 1));
	for (const format of [[], ['--format', 'github'], ['--format', 'sarif'], ['--verbose']]) {
		const { code, stdout, stderr } = await run(['build', ...format, '--site', root], { env: { SECRET } });
		assert.is(code, 1);
		assert.not.match(stdout + stderr, SECRET, `printed with ${format}`);
	}
});

test('T1: dev serves no secret while findings are open', async () => {
	const root = site((path) => spellings(path).slice(0, 1));
	const server = await serveDevFolder(root);
	try {
		for (const number of Object.keys(PLACES).keys())
			for (const file of [...PRIVATE, ...Object.keys(LINKS)].keys()) {
				const text = await (await fetch(`${server.url}docs/p${number}-${file}-0`)).text();
				assert.not.ok(text.includes(SECRET), `p${number}-${file}-0`);
			}
		for (const path of ['link.txt', '.env', '..%2f.env', 'assets/media/.env'])
			assert.not.match(await (await fetch(server.url + path)).text(), SECRET);
	} finally {
		await server.close();
	}
});

test('a folder that the configuration includes can be shown, but no private file in it', async () => {
	const root = join(temporaryFolder('include'), 'site');
	writeFiles(root, {
		'site.config.ts': `export default { ${CONFIG}, include: ['../src', 'samples'] };`,
		'content/docs/index.md':
			'---\nslug: /\n---\n\n# Home\n\n```ts file=../../../src/a.ts\n```\n\n```ts file=../../samples/b.ts\n```\n',
		'samples/b.ts': 'const shown = 2;\n',
		'../src/a.ts': 'const shown = 1;\n',
		'../src/.env': TEXT,
		'../src/node_modules/p/x.ts': TEXT,
		'../secret.ts': TEXT,
	});
	symlinkSync('../../src/a.ts', join(root, 'content/linked.ts'));
	assert.is((await run(['build', '--site', root])).code, 0);
	assert.match(readFileSync(join(root, 'build/docs/index.html'), 'utf8'), 'shown');
	for (const path of [
		'../../../src/.env',
		'../../../src/node_modules/p/x.ts',
		'../../../secret.ts',
		'../../../src/../secret.ts',
	]) {
		writeFiles(root, { 'content/docs/bad.md': `# Bad\n\n\`\`\`ts file=${path}\n\`\`\`\n` });
		const { code, stdout, stderr } = await run(['build', '--site', root]);
		assert.is(code, 1);
		assert.match(stdout + stderr, /bad\.md:3:\d+ error: A page cannot use/);
		assert.not.match(stdout + stderr, SECRET);
	}
});

test('T3: a finding about a refused link prints no line of the link’s target', async () => {
	const root = join(temporaryFolder('environ'), 'site');
	writeFiles(root, {
		'site.config.ts': `export default { ${CONFIG} };`,
		'content/docs/index.md': '---\nslug: /\n---\n\n# Home\n',
		'../outside/secret.txt': `secret_key = ${SECRET}\n`,
	});
	mkdirSync(join(root, 'content/static'));
	symlinkSync('/proc/self/environ', join(root, 'content/static/"MY_TOKEN"'));
	symlinkSync('../../../outside/secret.txt', join(root, 'content/static/"secret_key"'));
	symlinkSync('../../../outside/secret.txt', join(root, 'content/docs/secret_key.md'));
	for (const format of [[], ['--json'], ['--format', 'sarif'], ['--format', 'github']]) {
		const { code, stdout, stderr } = await run(['build', ...format, '--site', root], { env: { MY_TOKEN: SECRET } });
		assert.is(code, 1);
		assert.match(stdout + stderr, 'refused-link');
		assert.not.match(stdout + stderr, SECRET);
	}
});

test('H2: anything but a regular file is a finding before it is opened', async () => {
	const { execFileSync } = await import('node:child_process');
	const root = join(temporaryFolder('pipe'), 'site');
	writeFiles(root, {
		'site.config.ts': `export default { ${CONFIG} };`,
		'content/docs/index.md': '---\nslug: /\n---\n\n# Home\n\n![x](./zero.png)\n',
		'content/docs/c/a.md': '# A\n',
	});
	execFileSync('mkfifo', [join(root, 'content/docs/pipe.md'), join(root, 'pipe')]);
	symlinkSync('/dev/zero', join(root, 'content/docs/z.md'));
	symlinkSync('/dev/zero', join(root, 'content/docs/zero.png'));
	symlinkSync('/dev/random', join(root, 'content/docs/c/_category_.json'));
	symlinkSync('../../pipe', join(root, 'content/docs/linked.md'));
	const { code, stdout, stderr } = await run(['build', '--site', root]);
	assert.is(code, 1);
	for (const name of ['pipe.md', 'z.md', 'zero.png', 'linked.md', 'c/_category_.json'])
		assert.match(stdout + stderr, `content/docs/${name}`);
});

test('T4: a static file cannot remove the policy unless the configuration allows it', async () => {
	const root = join(temporaryFolder('headers'), 'site');
	const own = '/*\n  X-Own: 1\n';
	writeFiles(root, {
		'site.config.ts': `export default { ${CONFIG} };`,
		'content/docs/index.md': '---\nslug: /\n---\n\n# Home\n',
		'content/static/_headers': own,
		'content/static/deep/.htaccess': 'Header unset Content-Security-Policy',
		'content/static/_worker.js': 'export default {}',
	});
	const { code, stdout, stderr } = await run(['build', '--site', root]);
	assert.is(code, 1);
	for (const name of ['_headers', 'deep/.htaccess', '_worker.js'])
		assert.match(stdout + stderr, `content/static/${name} configures your host`);
	writeFiles(root, {
		'site.config.ts': `export default { ${CONFIG}, ownHostFiles: ['_headers', 'deep/.htaccess', '_worker.js'] };`,
	});
	assert.is((await run(['build', '--site', root])).code, 0);
	assert.is(readFileSync(join(root, 'build/_headers'), 'utf8'), own);
});

test('T5: one page cannot redirect the whole site', async () => {
	const root = join(temporaryFolder('redirects'), 'site');
	for (const from of ['/*', '/:x', '/docs/*', '/old/:page/more']) {
		writeFiles(root, {
			'site.config.ts': `export default { ${CONFIG}, hosts: ['netlify', 'cloudflare'] };`,
			'content/docs/index.md': `---\nslug: /\nredirect_from: ['${from}']\n---\n\n# Home\n`,
		});
		const { code, stdout, stderr } = await run(['build', '--site', root]);
		assert.is(code, 1, from);
		assert.match(stdout + stderr, /index\.md:3.* error: .* is a pattern/);
	}
	writeFiles(root, { 'content/docs/index.md': '---\nslug: /\nredirect_from: ["/a:b", "/c d"]\n---\n\n# Home\n' });
	assert.is((await run(['build', '--site', root])).code, 0);
	assert.is(readFileSync(join(root, 'build/_redirects'), 'utf8'), '/a:b /docs/ 301\n/c%20d /docs/ 301\n');
});

test('T6: migrate copies nothing from outside the repository, and says so', async () => {
	const machine = temporaryFolder('machine');
	writeFiles(machine, {
		'.ssh/id_rsa': TEXT,
		'notes.txt': TEXT,
		'repo/.git/config': TEXT,
		'repo/.env': TEXT,
		'repo/package.json': '{ "dependencies": { "@docusaurus/core": "3.0.0" } }',
		'repo/docusaurus.config.js':
			"module.exports = { title: 'Old', url: 'https://example.com', baseUrl: '/', presets: [['classic', {}]] };",
		'repo/docs/a.md':
			"import { key } from '../../notes.js';\nimport raw from '!!raw-loader!../.env';\n\n# A\n\n[k](../../.ssh/id_rsa) [n](../../notes.txt) ![e](../.env) [g](../.git/config)\n\n[l](./link.txt)\n",
		'repo/docs/data.js':
			"import { readFileSync } from 'node:fs';\nexport const all = readFileSync('../notes.txt', 'utf8').split('x');\n",
		'repo/docs/b.md': "import { all } from './data.js';\n\n# B\n\n{all}\n",
	});
	symlinkSync('../../notes.txt', join(machine, 'repo/docs/link.txt'));
	mkdirSync(join(machine, 'repo/static'));
	symlinkSync('../../notes.txt', join(machine, 'repo/static/notes.txt'));
	const { stdout, stderr } = await run(['migrate', join(machine, 'repo'), '--to', join(machine, 'new')]);
	assert.match(stdout + stderr, 'Files outside of the repository');
	const holding = [...contents(join(machine, 'new'))].filter(([, text]) => text.includes(SECRET)).map(([name]) => name);
	assert.equal(holding, []);
	assert.not.match(stdout + stderr, SECRET);
});

test('H3: a module that never finishes, or exits the process, is an error with its name', async () => {
	const root = join(temporaryFolder('unfinished'), 'site');
	const files = {
		'site.config.ts': `export default { ${CONFIG} };`,
		'content/docs/index.md': '---\nslug: /\n---\n\n# Home\n\n<Stamp />\n',
		'content/docs/sidebars.ts': "export default { docs: ['index'] };",
		'templates/components/Stamp.tsx': 'export function Stamp() { return <b>x</b>; }',
	};
	for (const statement of ['await new Promise(() => {});', 'process.exit(0);']) {
		for (const file of ['site.config.ts', 'content/docs/sidebars.ts', 'templates/components/Stamp.tsx'] as const) {
			writeFiles(root, { ...files, [file]: `${statement}\n${files[file]}` });
			for (const command of ['build', 'check']) {
				const { code, stderr } = await run([command, '--site', root]);
				assert.is(code, 1, `${command}, ${file}`);
				assert.match(stderr, file.startsWith('templates') ? 'templates/' : file);
			}
		}
		writeFiles(root, { ...files, 'templates/components/Stamp.tsx': 'export function Stamp() { process.exit(0); }' });
		const { code, stderr } = await run(['build', '--site', root]);
		assert.is(code, 1);
		assert.match(stderr, 'stopped before its work was done');
	}
});

test('a module that keeps a timer, a server or a thread does not hold a command', async () => {
	const root = join(temporaryFolder('holds'), 'site');
	const holds = [
		'setInterval(() => {}, 1000);',
		"import { createServer } from 'node:http';\ncreateServer().listen(0, '127.0.0.1');",
		"import { Worker } from 'node:worker_threads';\nnew Worker('setInterval(() => {}, 1000)', { eval: true });",
	];
	for (const [index, text] of holds.entries()) {
		writeFiles(root, { 'site.config.ts': `${text}\n${config({})}` });
		// A page that has changed, because an unchanged site loads no modules of templates.
		writeFiles(root, { 'content/docs/a.md': doc(`Turn ${index}`) });
		for (const command of ['build', 'check']) {
			const { code, stderr } = await run([command, '--site', root]);
			assert.is(code, 0, `${text}\n${stderr}`);
		}
	}
});

test('a reader that closes the pipe early changes no exit code', async () => {
	const root = join(temporaryFolder('pipe'), 'site');
	const exits = async (args: string[]): Promise<number | null> => {
		const child = start(args);
		child.stdout?.destroy();
		const [code] = (await once(child, 'exit')) as [number | null];
		return code;
	};
	const broken = Array.from({ length: 600 }, (_, index) => `[broken](./no-${index}.md)`).join('\n\n');
	for (const [text, code] of [
		['Fine.', 0],
		[broken, 1],
	] as const) {
		writeFiles(root, { 'site.config.ts': config({}), 'content/docs/a.md': doc('A', text) });
		for (const command of ['check', 'build'])
			assert.is(await exits([command, '--json', '--site', root]), code, command);
	}
	// Nobody could see what a server says.
	assert.is(await exits(['dev', '--port', '0', '--site', root]), 0);
});

test('a sample cannot read files of the machine', async () => {
	const root = join(temporaryFolder('sample'), 'site');
	writeFiles(root, {
		'site.config.ts': `export default { ${CONFIG}, samples: { current: { folder: '.', package: 'typescript' } } };`,
		'package.json': '{ "dependencies": { "typescript": "*" } }',
		'../outside/secret.ts': `declare global { const key: '${SECRET}'; }\nexport {};\n`,
		'content/docs/index.md': [
			'---\nslug: /\n---\n\n# Home\n',
			`\`\`\`ts\n/// <reference path="${join(root, '../outside/secret.ts')}" />\nconst a = key;\n//    ^?\n\`\`\`\n`,
			"```ts\nimport { x } from '../../outside/secret';\nconst b = x;\n//    ^?\n```\n",
			'```ts\n/// <reference types="../../outside/secret" />\nconst c = key;\n//    ^?\n```\n',
		].join('\n'),
	});
	symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
	for (const format of [[], ['--json']]) {
		const { code, stdout, stderr } = await run(['build', ...format, '--site', root]);
		assert.is(code, 1);
		assert.match(stdout + stderr, 'sample-error');
		assert.not.match(stdout + stderr, SECRET);
	}
});

test('build and check open no connection', async () => {
	const folder = temporaryFolder('offline');
	const guard = "net.Socket.prototype.connect = () => { process.stderr.write('CONNECTED'); process.exit(3); };";
	writeFiles(folder, {
		'offline.cjs': `const net = require('node:net'); ${guard}`,
		'site/site.config.ts': `export default { ${CONFIG}, analytics: { trackingId: 'G-1' }, scripts: ['https://example.org/a.js'] };`,
		'site/content/docs/index.md': '---\nslug: /\n---\n\n# Home\n\n[Away](https://203.0.113.7/none)\n',
	});
	const env = { NODE_OPTIONS: `--require=${join(folder, 'offline.cjs')}` };
	const site = ['--site', join(folder, 'site')];
	for (const command of ['build', 'check']) {
		const { code, stderr } = await run([command, ...site], { env });
		assert.is(code, 0, stderr);
	}
	const asked = await run(['check', '--external', ...site], { env });
	assert.match(asked.stderr, 'CONNECTED', 'the guard works');
});

test('the access rule, by name and behind links', () => {
	const links = {
		real: (path: string) =>
			path.replace('/site/content/link', '/site/secret').replace('/site/content/dev', '/dev/zero'),
		stat: (path: string) => ({ isFile: () => !path.startsWith('/dev'), isDirectory: () => false }),
	};
	const cases: [string, string | undefined][] = [
		['content/a.md', undefined],
		['content/static/.well-known/x', undefined],
		['content/link', 'outside'],
		['content/dev', 'outside'],
		['content/a\0.md', 'nul'],
		['content/../.env', 'outside'],
		['contents/a.md', 'outside'],
		['content/.a/b', 'hidden'],
		['content/Node_Modules/x', 'packages'],
		['../src/a.ts', undefined],
		['../src/.git/config', 'hidden'],
		['../src2/a.ts', 'outside'],
		['/etc/passwd', 'outside'],
	];
	for (const [name, expected] of cases) assert.is(refusalOf('/site', name, ['../src'], links), expected, name);
});

test('symbolic links that point outside the site, to a folder or to nothing are findings', async () => {
	const root = join(temporaryFolder('links'), 'site');
	writeFiles(root, {
		'../secret': 'SECRET',
		'site.config.ts': `export default { ${CONFIG} };`,
		'content/docs/index.md': '---\nslug: /\n---\n\n# Home\n',
		'content/docs/a.md': '# A\n',
		'content/static/a.txt': 'a',
	});
	symlinkSync('/etc', join(root, 'content/docs/etc'));
	symlinkSync(join(root, '../secret'), join(root, 'content/static/leak.txt'));
	symlinkSync('/nowhere/at/all.md', join(root, 'content/docs/gone.md'));
	const { ok, diagnostics } = await buildFolder(root);
	assert.not.ok(ok);
	assert.equal(
		diagnostics.map(({ code }) => code),
		['refused-link', 'refused-link', 'refused-link'],
	);
	rmSync(join(root, 'content/docs/etc'));
	rmSync(join(root, 'content/docs/gone.md'));
	rmSync(join(root, 'content/static/leak.txt'));
	symlinkSync(join(root, 'content/docs/a.md'), join(root, 'content/docs/again.md'));
	assert.ok((await buildFolder(root)).ok, 'a link to a file of the site is that file');
});

test.run();
