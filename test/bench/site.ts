/**
 * Builds of this repository's site into another folder, with cached compiler results for samples and API reference. The
 * rest of the site's cache is removed, so the site's next build is a cold one as well.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBodies } from '../../src/cli/cache/bodies.ts';
import { DiskStore } from '../../src/cli/disk/store.ts';
import { type Cost, run } from './measure.ts';
import { siteRow } from './table.ts';

const CACHE = '.docsgen';
/** Kinds of entries that stay: what compilers made of templates, samples and the API reference. */
const COMPILERS = ['api', 'samples', 'annotations', 'units', 'live', 'livefiles', 'compiled'];
/** Of these, only those of the API reference stay. */
const BODIES = ['html', 'markdown', 'sections', 'fences', 'terms'];
const KEPT = new Set([...COMPILERS, ...BODIES]);
/** Heap limit in megabytes. */
const SMALL_HEAP_MB = 128;

/** Removes the cache, except compiler results and the pages of the API reference. */
function forget(): void {
	for (const name of readdirSync(CACHE)) {
		const [, kind] = /^([a-z]+)-\d+-\w+\.pack$/.exec(name) ?? [];
		if (kind !== undefined && !KEPT.has(kind)) rmSync(join(CACHE, name));
	}
	const store = new DiskStore(CACHE);
	const { pages } = JSON.parse(store.get('api', 'made')?.toString() ?? '') as { pages: { bodyHash: string }[] };
	openBodies(store).sweep(new Set(pages.map(({ bodyHash }) => bodyHash)));
	store.save();
}

/** Prints a row per kind of build. */
export async function measureSite(folder: string, pause: number, rounds: number): Promise<void> {
	const outDir = join(folder, 'this-site');
	const costs = new Map<string, Cost[]>();
	const build = async (what: string, ...flags: string[]): Promise<void> => {
		const args = [...flags, resolve('dist/docsgen.js'), 'build', '--out-dir', outDir];
		const cost = await run({ file: process.execPath, args, cwd: process.cwd() });
		costs.set(what, [...(costs.get(what) ?? []), cost]);
		const { wall, cpu, memory, output } = cost;
		const said = output.trim().split('\n').at(-1);
		console.error(`this site, ${what}: ${wall.toFixed(2)} s, CPU ${cpu.toFixed(2)} s, ${memory.toFixed(0)} MB ${said}`);
	};
	const cold = async (what: string, ...flags: string[]): Promise<void> => {
		await sleep(pause);
		rmSync(outDir, { recursive: true, force: true });
		forget();
		await build(what, ...flags);
	};
	await build('to fill the cache');
	costs.clear();
	for (let round = 0; round < rounds; round++) {
		await cold('cold');
		await build('unchanged');
		await cold(`cold, heap of ${SMALL_HEAP_MB} MB`, `--max-old-space-size=${SMALL_HEAP_MB}`);
	}
	for (const [what, list] of costs) console.log(siteRow(what, list));
	rmSync(outDir, { recursive: true });
}
