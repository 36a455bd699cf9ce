/**
 * Mistakes of authors, and the exact report: `test/errors/<code>.txt` contains a tiny site and, after `@@ expected`,
 * the report. The test writes a missing report for review; never on CI.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toText } from '../src/cli/terminal/report.ts';
import { joinFiles, splitFiles } from './files-text.ts';
import { site } from './memory-site.ts';

const FOLDER = 'test/errors';

for (const name of readdirSync(FOLDER).sort()) {
	test(`${name.replace(/\.txt$/, '')}: the report matches`, async () => {
		const path = join(FOLDER, name);
		const { expected, ...files } = splitFiles(readFileSync(path, 'utf8'));
		const result = await site(files).build();
		const report = `${toText(result.diagnostics).trim()}\n`;
		if (expected === undefined && !process.env.CI) writeFileSync(path, joinFiles({ ...files, expected: report }));
		else assert.fixture(report, expected ?? '');
		const fails = result.diagnostics.some((finding) => finding.severity === 'error');
		assert.is(result.ok, !fails, 'errors, and only errors, fail the build');
		assert.ok(result.diagnostics.length > 0, 'something is found');
	});
}

test.run();
