/**
 * The bytes of the sites that a file of browser tests opens. A browser needs to run again only if they have changed, or
 * the tests, or the server: most changes of the sources change none of them. A test process records its sites with
 * their bytes; before the next run, the runner starts this file to build the sites again, in memory.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashOf } from '../src/content/model/hash.ts';
import { site } from './memory-site.ts';

/** Files of a site, in Base64, and its base URL. */
type Site = [files: Record<string, string>, baseUrl: string];

const sites = new Map<string, Site>();

/** Remembers the site in a folder, as it is now. */
export function recordSite(folder: string, baseUrl: string): void {
	if (process.env.TEST_SITES === undefined) return;
	const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.filter((path) => !/^\/(?:build|\.docsgen)\//.test(path.slice(folder.length).replaceAll('\\', '/')))
		.map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'base64')] as const);
	const recorded: Site = [Object.fromEntries(sources.sort(([a], [b]) => (a < b ? -1 : 1))), baseUrl];
	sites.set(hashOf(JSON.stringify(recorded)), recorded);
}

const known = new Map<string, Promise<string>>();

async function bytesOf([files, baseUrl]: Site): Promise<string> {
	const built = site(
		Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')])),
	);
	const { diagnostics } = await built.build({ baseUrl });
	return hashOf(JSON.stringify([diagnostics, built.outputs().map((out) => [out, built.read(out)])]));
}

/** One hash of all that a browser gets of some sites. */
async function bytesOfAll(recorded: Map<string, Site>): Promise<string> {
	let all = '';
	for (const [name, one] of recorded) {
		const bytes = known.get(name) ?? bytesOf(one);
		known.set(name, bytes);
		all += await bytes;
	}
	return hashOf(all);
}

/** Writes down which sites this process has opened. */
export async function writeSites(): Promise<void> {
	const { TEST_SITES: file } = process.env;
	if (file === undefined) return;
	writeFileSync(file, JSON.stringify({ bytes: await bytesOfAll(sites), sites: [...sites] }));
}

/** What `writeSites` has written, with the bytes of the present sources. */
async function update(file: string): Promise<void> {
	const { sites } = JSON.parse(readFileSync(file, 'utf8')) as { sites: [string, Site][] };
	writeFileSync(file, JSON.stringify({ bytes: await bytesOfAll(new Map(sites)), sites }));
}

// Not where it's bundled into a test.
if (basename(process.argv[1] ?? '') === 'site-bytes.js') for (const file of process.argv.slice(2)) await update(file);
