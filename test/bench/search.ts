/**
 * `npm run bench:search`: quality, size and speed of the offline search. Quality on this site's docs with the questions
 * of `test/search/questions.txt`; bytes and times there and on a generated site of 1,000 pages. Arguments select parts:
 * `quality` (every set of questions, by kind), `misses` (those of the sets that tuning may look at, too), `weight` and
 * `1000`.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from '../../src/cli/build.ts';
import { loadLanguage } from '../../src/cli/disk/languages.ts';
import { diskProject } from '../../src/cli/disk/project.ts';
import { grouped, isBeginning, OWN_HITS } from '../../src/client/search/hit.ts';
import { type FoundSection, SearchIndex } from '../../src/content/search/engine.ts';
import type { SearchSettings } from '../../src/content/search/format.ts';
import { type Question, questions } from '../search/questions.ts';
import { writeCorpus } from './corpus.ts';

const OUT = join(tmpdir(), 'docsgen-bench-search');

/** Gzipped bytes of the files that were read, by name. */
interface Traffic {
	files: Map<string, number>;
}

async function buildSite(root: string, name: string): Promise<string> {
	const outDir = join(OUT, name);
	rmSync(outDir, { recursive: true, force: true });
	const project = diskProject(root, outDir);
	const result = await build(project, { outDir, drafts: false, production: true, waitFor: 'pages', env: {} });
	const errors = result.diagnostics.filter((finding) => finding.severity === 'error');
	for (const error of errors.slice(0, 5)) console.log(`${error.file ?? ''}:${error.line ?? ''} ${error.message}`);
	if (errors.length > 0) throw new Error(`${name} could not be built: ${errors.length} errors`);
	return outDir;
}

function settingsOf(outDir: string): SearchSettings {
	return JSON.parse(readFileSync(join(outDir, 'search.json'), 'utf8')) as SearchSettings;
}

function openIndex(outDir: string, address: string, traffic: Traffic): Promise<SearchIndex> {
	return SearchIndex.open(async (name) => {
		const bytes = readFileSync(join(outDir, new URL(name, new URL(address, 'http://site')).pathname));
		traffic.files.set(name, gzipSync(bytes).length);
		return JSON.parse(bytes.toString());
	}, loadLanguage);
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
const kilo = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
const at = (sorted: number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** Pages in the order in which readers see them, by interface. */
const DOORS: Record<string, (hits: FoundSection[]) => string[]> = {
	try: (hits) => hits.map(({ page }) => page),
	modal: (hits) => grouped(hits).flatMap((group) => group.hits.map(({ hit }) => hit.page)),
};
/** Ranks within which an expected page must be. */
const TOP_RANKS = [1, 3, 10];

/** Sets whose misses may be read. */
const OPEN_SETS = ['tuning', 'looked', 'nowhere'];

/** Prints how often an expected page is found. `sets` are questions by name. */
async function quality(outDir: string, sets: ReadonlyMap<string, Question[]>, misses: boolean): Promise<void> {
	const settings = settingsOf(outDir);
	const version = settings.versions.find(({ isLast }) => isLast);
	if (!version) return;
	const index = await openIndex(outDir, version.index, { files: new Map() });
	for (const [set, asked] of sets) {
		for (const [door, pagesOf] of Object.entries(DOORS)) {
			const ranks = new Map<string, number[]>();
			for (const { kind, query, pages } of asked) {
				const found = [
					...new Set(pagesOf((await index.search(query)).hits).map((page) => page.replace(/(.)\/$/, '$1'))),
				];
				const isNowhere = pages.length === 0;
				const rank = isNowhere ? Number(found.length === 0) : found.findIndex((page) => pages.includes(page)) + 1;
				for (const sort of ['all', kind]) ranks.set(sort, [...(ranks.get(sort) ?? []), rank]);
				if (misses && OPEN_SETS.includes(set) && door === 'modal' && (rank > 3 || rank === 0))
					console.log(`  ${rank || '–'}  ${kind}: ${query}  →  ${found.slice(0, 4).join('  ')}`);
			}
			for (const [kind, list] of ranks) {
				const shares = TOP_RANKS.map((most) =>
					(list.filter((rank) => rank > 0 && rank <= most).length / list.length).toFixed(3),
				);
				console.log(
					`${set} ${door} ${kind}: ${list.length} questions, success at ${TOP_RANKS.join(', ')}: ${shares.join(', ')}`,
				);
			}
		}
	}
}

/** How often each query is timed. */
const ROUNDS = 5;

async function weight(name: string, outDir: string, queries: string[]): Promise<void> {
	const settings = settingsOf(outDir);
	const version = settings.versions.find(({ isLast }) => isLast);
	if (!version) return;
	const own = gzipSync(readFileSync(join(outDir, 'search.json'))).length;
	const first: number[] = [];
	const whole: number[] = [];
	for (const query of queries) {
		const traffic: Traffic = { files: new Map() };
		const index = await openIndex(outDir, version.index, traffic);
		await index.search(query, { limit: OWN_HITS });
		first.push(own + sum(traffic.files.values()));
		await index.search(query);
		whole.push(own + sum(traffic.files.values()));
	}
	const typed: number[] = [];
	for (const query of queries.filter(({ length }) => length >= 22 && length <= 28)) {
		const traffic: Traffic = { files: new Map() };
		const index = await openIndex(outDir, version.index, traffic);
		for (let end = 1; end < query.length; end++) {
			const part = query.slice(0, end);
			// The modal waits here, and the next key arrives first.
			if (isBeginning(part)) continue;
			await index.search(part, { limit: OWN_HITS });
		}
		await index.search(query);
		typed.push(own + sum(traffic.files.values()));
	}
	const index = await openIndex(outDir, version.index, { files: new Map() });
	for (const query of queries) await index.search(query);
	const times: number[] = [];
	for (const query of queries) {
		const rounds: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const start = performance.now();
			await index.search(query);
			rounds.push(performance.now() - start);
		}
		// The best round, because other processes may slow the others down.
		times.push(Math.min(...rounds));
	}
	for (const list of [first, whole, typed, times]) list.sort((a, b) => a - b);
	const bytes = (list: number[]): string =>
		`median ${kilo(at(list, 0.5))}, 95 % ${kilo(at(list, 0.95))}, most ${kilo(at(list, 1))}`;
	console.log(
		`${name}: bytes to the first results ${bytes(first)}; to all twenty ${bytes(whole)}; about 25 letters typed at some 200 ms each ${bytes(typed)}`,
	);
	console.log(
		`${name}: a query takes median ${at(times, 0.5).toFixed(1)} ms, 95 % ${at(times, 0.95).toFixed(1)} ms, most ${at(times, 1).toFixed(1)} ms`,
	);
}

/** Prints the gzipped size of the scripts that opening the modal loads. */
function code(outDir: string): void {
	const folder = join(outDir, 'assets');
	const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
	const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
	const imports = (name: string): string[] =>
		[...text(name).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map((match) => match[1] ?? '');
	const all = (name: string): string[] => [name, ...imports(name).flatMap(all)];
	const size = (list: string[]): number => sum(list.map((name) => gzipSync(text(name), { level: 9 }).length));
	const named = (start: string): string => names.find((name) => name.startsWith(start)) ?? '';
	const page = new Set(all(named('main-')));
	const modal = [...new Set(all(names.find((name) => /^(?:search|index)-(?!worker)/.test(name)) ?? ''))];
	const fresh = modal.filter((name) => !page.has(name));
	console.log(
		`scripts: the modal ${kilo(size(fresh))}, its worker ${kilo(size([named('search-worker-')]))}, the hosted client ${kilo(size([named('hosted-')]))}`,
	);
}

async function main(names: string[]): Promise<void> {
	const sets = questions();
	const all = [...sets.values()].flat().map(({ query }) => query);
	const isAsked = (name: string): boolean => names.length === 0 || names.includes(name);
	if (isAsked('quality') || isAsked('misses') || isAsked('weight')) {
		const outDir = await buildSite(resolve(process.env.SITE ?? '.'), 'site');
		if (isAsked('quality') || isAsked('misses')) await quality(outDir, sets, names.includes('misses'));
		if (isAsked('weight')) {
			code(outDir);
			await weight('this site', outDir, all);
		}
	}
	if (isAsked('1000')) {
		const site = join(OUT, 'corpus-1000');
		writeCorpus(site, 1000);
		const outDir = await buildSite(site, 'corpus-1000-built');
		await weight('1,000 pages', outDir, all);
	}
}

await main(process.argv.slice(2));
