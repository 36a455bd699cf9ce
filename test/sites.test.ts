/**
 * Builds `test/sites/<case>/site` from disk and compares it with `expected`, file by file. The sites have small custom
 * templates, so that differences are readable. The test writes a missing `expected` folder for review; never on CI.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildFolder } from './disk-site.ts';
import { lostIn } from './words.ts';

const FOLDER = 'test/sites';
/** Styles, scripts and the policy with their hashes change with every edit of the theme. */
const LEFT_OUT = /^(?:assets\/(?!media\/)|_headers$|(?:manifest|sheets)\.json$|\.docsgen$)/;

function filesOf(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

for (const name of readdirSync(FOLDER)) {
	test(`${name}: the output matches the expected folder`, async () => {
		const root = mkdtempSync(join(tmpdir(), 'docsgen-site-'));
		try {
			cpSync(join(FOLDER, name, 'site'), root, { recursive: true });
			const outDir = join(root, 'build');
			const result = await buildFolder(root);
			assert.is(result.ok, true, JSON.stringify(result.diagnostics, undefined, 1));
			const expected = join(FOLDER, name, 'expected');
			const outs = filesOf(outDir).filter((out) => !LEFT_OUT.test(out));
			if (!existsSync(expected) && !process.env.CI) {
				for (const out of outs) {
					mkdirSync(dirname(join(expected, out)), { recursive: true });
					writeFileSync(join(expected, out), readFileSync(join(outDir, out)));
				}
			}
			assert.equal(outs, filesOf(expected));
			for (const out of outs)
				assert.fixture(readFileSync(join(outDir, out), 'utf8'), readFileSync(join(expected, out), 'utf8'), out);
			assert.equal(await lostIn(root, outDir), []);
		} finally {
			rmSync(root, { recursive: true, force: true });
		}
	});
}

test.run();
