/** Processes that a build starts for compilers: their memory, their end, and the end of who started them. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startHelper, withoutHeapLimit } from '../src/cli/disk/helper-process.ts';
import { hasEnded } from '../src/cli/disk/processes.ts';
import { diskProject, type Project } from '../src/cli/disk/project.ts';
import { serveDevFolder } from './disk-site.ts';
import { config, doc } from './memory-site.ts';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

test('a heap limit applies to the build, not to its compiler processes', () => {
	assert.is(withoutHeapLimit('--max-old-space-size=128 --enable-source-maps'), '--enable-source-maps');
	assert.is(withoutHeapLimit('--no-warnings --max_old_space_size 128'), '--no-warnings');
	assert.is(withoutHeapLimit('--max-old-space-size=128'), '');
	assert.is(withoutHeapLimit('--stack-size=2000'), '--stack-size=2000');
});

test('an idle compiler ends with the build that started it', async () => {
	const folder = temporaryFolder('alone');
	const deaf = join(folder, 'deaf.mjs');
	const code =
		"import { endWithParent } from './src/cli/disk/processes.ts'; endWithParent(); process.send(0, () => { for (;;); });";
	const bundle = { bundle: true, platform: 'node', format: 'esm', packages: 'external' } as const;
	buildSync({ stdin: { contents: code, resolveDir: '.' }, outfile: deaf, ...bundle });
	const start = `const child = require('node:child_process').fork(process.argv[1], { stdio: 'ignore' });
		child.once('message', () => console.log(child.pid));`;
	const parent = spawn(process.execPath, ['-e', start, deaf], { stdio: ['ignore', 'pipe', 'inherit'] });
	const [text] = (await once(parent.stdout, 'data')) as [Buffer];
	const pid = Number(text.toString());
	assert.not.ok(hasEnded(pid));
	parent.kill('SIGKILL');
	await once(parent, 'exit');
	for (let turn = 0; turn < 400 && !hasEnded(pid); turn++) await wait(50);
	const ended = hasEnded(pid);
	if (!ended) process.kill(pid, 'SIGKILL');
	assert.ok(ended);
});

test('a server that stops while samples are checked does not report that', async () => {
	const root = temporaryFolder('stopped');
	writeFiles(root, {
		'lib/node_modules/a-library/package.json': '{ "name": "a-library", "version": "1.0.0", "types": "index.d.ts" }',
		'lib/node_modules/a-library/index.d.ts': 'export const size: number;',
		'lib/package.json': '{ "dependencies": { "a-library": "1.0.0" } }',
		'site.config.ts': config({ samples: { current: { folder: 'lib', package: 'a-library' } } }),
		'content/docs/a.md': doc('A', "```ts\nimport { size } from 'a-library';\nsize;\n```"),
	});
	let told = 0;
	const checker = new EventEmitter();
	const [begun, ended] = [once(checker, 'start'), once(checker, 'exit')];
	const project: Project = {
		...diskProject(root, join(root, 'build')),
		startHelper(...about) {
			const child = startHelper(...about);
			child.on('exit', () => checker.emit('exit'));
			checker.emit('start');
			return child;
		},
	};
	const server = await serveDevFolder(root, { onUpdate: () => told++ }, project);
	await begun;
	told = 0;
	await server.close();
	await ended;
	await new Promise((resolve) => setImmediate(resolve));
	assert.is(told, 0);
});

test.run();
