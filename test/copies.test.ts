/**
 * Files of the tRPC docs that are made from others: the downloads, and the set-up that the Next.js pages share. After a
 * change of their sources, `UPDATE=1 npm test -- copies` makes them again.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fencesOf } from './page-samples.ts';

const KIT = 'content/static/media-kit';
const IMAGES = 'content/static/img';

/** Bytes by the path in a folder's archive, in an order that is the same on each machine. */
function filesOf(folder: string, wanted: RegExp): [string, Buffer][] {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => wanted.test(name));
	return names.sort().map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name))]);
}

/** 1 January 2026, so that the same files make the same archive. */
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;

/** An archive with one folder. Files are not compressed: versions of zlib differ in their bytes. */
function zip(folder: string, files: readonly (readonly [string, Buffer])[]): Buffer {
	const local: Buffer[] = [];
	const central: Buffer[] = [];
	let offset = 0;
	for (const [path, bytes] of files) {
		const name = Buffer.from(`${folder}/${path}`);
		// Version, flags, method and time, date, checksum, both sizes, length of the name, no extra field.
		const shared = Buffer.alloc(26);
		shared.writeUInt16LE(20, 0);
		shared.writeUInt16LE(DATE, 8);
		shared.writeUInt32LE(crc32(bytes), 10);
		shared.writeUInt32LE(bytes.length, 14);
		shared.writeUInt32LE(bytes.length, 18);
		shared.writeUInt16LE(name.length, 22);
		// In the list: made on Unix, and after `shared` the comment, disk, attributes, mode of the file and its place.
		const entry = Buffer.alloc(14);
		entry.writeUInt32LE((0o100644 << 16) >>> 0, 6);
		entry.writeUInt32LE(offset, 10);
		local.push(Buffer.from('PK\x03\x04'), shared, name, bytes);
		central.push(Buffer.from('PK\x01\x02\x14\x03'), shared, entry, name);
		offset += 30 + name.length + bytes.length;
	}
	const list = Buffer.concat(central);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(files.length, 4);
	end.writeUInt16LE(files.length, 6);
	end.writeUInt32LE(list.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...local, list, Buffer.from('PK\x05\x06'), end]);
}

/** The files of the server and the hooks, as the page shows them. */
function nextSetup(page: string): Buffer {
	const fences = fencesOf(readFileSync(page, 'utf8'));
	const files = fences.flatMap(({ info, code }) => {
		const [, title] = /^tsx? .*?title="((?:server|utils)\/[^"]+)"/.exec(info) ?? [];
		return title === undefined ? [] : [`// @filename: ${title}\n${code}\n`];
	});
	return Buffer.from(`// Made from ${page.replace('content/', '')} by test/copies.test.ts.\n${files.join('')}`);
}

const COPIES: Record<string, () => Buffer> = {
	'content/static/bakery.zip': () =>
		zip('bakery', filesOf('content/samples/10.x/bakery', /^(?!node_modules)\S+\.(?:tsx?|json|html|md)$/)),
	[`${KIT}/trpc-media-kit.zip`]: () => zip('trpc-media-kit', [...filesOf(KIT, /\.png$/), ...filesOf(IMAGES, /\.svg$/)]),
	'content/samples/10.x/setups/next-server.ts': () => nextSetup('content/docs/nextjs/setup.md'),
};

for (const [file, make] of Object.entries(COPIES)) {
	test(`${basename(file)} is what its sources make`, () => {
		const made = make();
		if (process.env.UPDATE) writeFileSync(file, made);
		const isSame = made.equals(readFileSync(file));
		assert.ok(isSame, `${file} is not current: UPDATE=1 npm test -- copies`);
	});
}

test.run();
