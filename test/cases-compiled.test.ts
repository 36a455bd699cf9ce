/** Cases in text files with checked samples or an API reference, which need a disk and compilers: see `case-files.ts`. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import { diskProject } from '../src/cli/disk/project.ts';
import { testCases } from './case-files.ts';
import { buildFolder } from './disk-site.ts';
import { helperHere } from './helpers-here.ts';
import { sharing } from './memory-project.ts';
import { config } from './memory-site.ts';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

testCases('test/cases/compiled', async (files, options) => {
	const root = temporaryFolder('case');
	writeFiles(root, { 'site.config.ts': config({}), ...files });
	if (!existsSync(join(root, 'node_modules'))) symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
	const project = diskProject(root, join(root, 'build'));
	const store = sharing(project.store, (name) => /^(?:templates|styles|scripts)(?:-|$)/.test(name));
	const result = await buildFolder(root, options, { ...project, store, startHelper: helperHere });
	const path = (out: string): string => join(root, 'build', out);
	return { result, read: (out) => (existsSync(path(out)) ? readFileSync(path(out), 'utf8') : undefined) };
});

test.run();
