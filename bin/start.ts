/**
 * Runs the program, which is one script, with what V8 compiled of it the last time: Node 20 has no compile cache of its
 * own. Each process and thread of docsgen starts here.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import vm from 'node:vm';
import type { Start } from './docsgen.ts';

/** The name of the script. It contains a hash of the content, so this file's text differs with each version. */
declare const SCRIPT: string;

const HASH_BYTES = 20;

/** The value of an option of the command. */
function option(name: string): string | undefined {
	const at = process.argv.findIndex((argument) => argument === name || argument.startsWith(`${name}=`));
	return at < 0 ? undefined : process.argv[at]?.slice(name.length + 1) || process.argv[at + 1];
}

/** V8 verifies neither the data nor the source that they are of, and a changed bit crashes it. */
function hashOf(data: Buffer): Buffer {
	return createHash('sha1').update(SCRIPT).update(data).digest();
}

function keptIn(cache: string): Buffer | undefined {
	try {
		const bytes = readFileSync(cache);
		const data = bytes.subarray(HASH_BYTES);
		return hashOf(data).equals(bytes.subarray(0, HASH_BYTES)) ? data : undefined;
	} catch {
		return undefined;
	}
}

const file = fileURLToPath(new URL(SCRIPT, import.meta.url));
// `compile.mjs` escapes all but ASCII, and Latin 1 is read in a third of the time of UTF-8.
const source = `0,function (module, require, start) {${readFileSync(file, 'latin1')}\n}`;
const named = option('--cache-dir') ?? process.env.DOCSGEN_CACHE;
const folder = resolve(option('--site') ?? '.', named || '.docsgen');
const cache = join(folder, `program-${cachedDataVersionTag()}.cache`);
const script = new vm.Script(source, { filename: file, cachedData: keptIn(cache) });

const start: Start = {
	url: import.meta.url,
	resolve: import.meta.resolve,
	// A script with a cache can't import.
	load: (path) => import(path),
	keep() {
		if (script.cachedDataRejected === false || !existsSync(folder)) return;
		const own = `${cache}.${process.pid}`;
		try {
			const data = script.createCachedData();
			writeFileSync(own, Buffer.concat([hashOf(data), data]));
			renameSync(own, cache);
		} catch {
			// The next start is slower, and nothing else.
			rmSync(own, { force: true });
		}
	},
};

script.runInThisContext()({ exports: {} }, createRequire(file), start);
