/** Cases in text files: a site of another tool, and the files of the migrated one, with its output in `build/`. See `test/case-files.ts`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HOME, testCases } from '../../../../test/case-files.ts';
import { buildFolder } from '../../../../test/disk-site.ts';
import { temporaryFolder } from '../../../../test/program.ts';
import { writeFiles } from '../../../../test/write-files.ts';
import { createTerminal } from '../../terminal/terminal.ts';
import { migrate } from '../migrate.ts';

const silent = { write: () => undefined };

testCases('src/cli/migrate/test/cases', async (files) => {
	const folder = temporaryFolder('migrate-case');
	const [old, to] = [join(folder, 'old'), join(folder, 'new')];
	writeFiles(old, Object.fromEntries(Object.entries(files).filter(([path, text]) => HOME[path] !== text)));
	// Pages show no dates if there are no commits, which is no finding.
	execFileSync('git', ['init', to], { stdio: 'ignore' });
	const terminal = createTerminal({ stdout: silent, stderr: silent, isTTY: false, env: {} });
	assert.equal(await migrate({ folder: old, to }, terminal), []);
	const result = await buildFolder(to);
	return { result, read: (path) => (existsSync(join(to, path)) ? readFileSync(join(to, path), 'utf8') : undefined) };
});

test.run();
