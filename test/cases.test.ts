/** Cases in text files that need no disk and no compiler: see `case-files.ts`. */
import { test } from 'uvu';
import { testCases } from './case-files.ts';
import { site } from './memory-site.ts';

testCases('test/cases/pages', async (files, options) => {
	const { build, outputs, read } = site(files);
	const result = await build(options);
	return { result, read: (out) => (outputs().includes(out) ? read(out) : undefined) };
});

test.run();
