/**
 * `npm run bench`: builds generated sites with docsgen and the named rivals, and measures whole processes. See
 * README.md in this folder.
 */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { commitOf } from '../checkout.ts';
import { type CorpusPage, makeCorpus } from './corpus.ts';
import { type Cost, run } from './measure.ts';
import { docsgen, docsgenAt, rivals } from './rivals/all.ts';
import type { Rival } from './rivals/rival.ts';
import { measureSite } from './site.ts';
import { HEAD, type Result, row, SITE_HEAD } from './table.ts';
import { outputSize, verify, verifyEdit } from './verify.ts';

/** Default rivals: the fastest, without and with a search. */
const NEAREST = ['hugo-branch', 'hugo-pagefind'];

const USAGE = `npm run bench -- [sizes] [rivals]    docsgen and rivals (${NEAREST.join(' ')}), with sites of these numbers of pages (100 1000)
npm run bench -- --site              this repository's own site
npm run bench -- --tables            the tables of the guide: all rivals, 100 to 10,000 pages, and this site
npm run bench -- --install [rivals]  only installs rivals (all)

--against <commit>  docsgen of that commit as well
--folder <path>     where rivals and sites live (${join(tmpdir(), 'docsgen-rivals')}, or DOCSGEN_RIVALS)
--rounds <number>   at most so many rounds (5)
--cold              cold builds only

Rivals: all, ${rivals.map(({ name }) => name).join(', ')}`;

/** Seconds of building per size after which a contestant skips the remaining rounds. */
const ROUNDS_LIMIT_S = 45;
/** Seconds of a cold build after which a contestant skips the other kinds of builds. */
const COLD_LIMIT_S = 20;
/** Milliseconds after which docsgen trusts file times. All contestants get this pause. */
const PAUSE_MS = 2200;

/** Sizes and rivals of the guide's table; at larger sizes, only those that finish in minutes. */
const TABLES: [size: number, names: string[]][] = [
	[100, rivals.map(({ name }) => name)],
	[1000, rivals.map(({ name }) => name)],
	[5000, ['hugo', 'hugo-branch', 'eleventy']],
	[10_000, ['hugo-branch']],
];

class Contestant {
	readonly result: Result;
	readonly #site: string;

	constructor(
		private readonly rival: Rival,
		private readonly pages: CorpusPage[],
		folder: string,
	) {
		const home = join(folder, rival.home);
		this.#site = join(home, `${rival.name}-${pages.length}`);
		this.result = { rival, version: rival.version(home) ?? '', cold: [], warm: [], edit: [], bytes: 0, failed: false };
		mkdirSync(home, { recursive: true });
		this.remove();
		rival.write(pages, this.#site);
	}

	/** Whether it skips the remaining rounds. */
	get isOut(): boolean {
		const { cold, warm, edit, failed } = this.result;
		return failed || [...cold, ...warm, ...edit].reduce((sum, { wall }) => sum + wall, 0) > ROUNDS_LIMIT_S;
	}

	/** Runs a round; a failed or wrong build is reported, and the others continue. */
	async round(number: number, coldOnly: boolean): Promise<void> {
		try {
			await this.#cold(number);
			const isSlow = (this.result.cold.at(-1)?.wall ?? 0) > COLD_LIMIT_S;
			if (!coldOnly && !isSlow) await this.#again(number);
		} catch (error) {
			if (this.rival === docsgen) throw error;
			console.error(String(error));
			this.result.failed = true;
			process.exitCode = 1;
		}
	}

	/** A cold build; verifies the output of the first one. */
	async #cold(round: number): Promise<void> {
		const { rival, pages, result } = this;
		await sleep(PAUSE_MS);
		for (const path of rival.leftovers) rmSync(join(this.#site, path), { recursive: true, force: true });
		result.cold.push(await this.#build(`cold ${round}`));
		if (round > 0) return;
		verify(rival, pages, this.#site);
		result.bytes = outputSize(rival, this.#site);
	}

	/** A build without changes, and one after an edit. */
	async #again(round: number): Promise<void> {
		const { rival, pages, result } = this;
		result.warm.push(await this.#build(`unchanged ${round}`));
		const page = pages[(round * 7) % pages.length] as CorpusPage;
		const sentence = `Edited in round ${round}.`;
		appendFileSync(join(this.#site, rival.source(page)), `\n${sentence}\n`);
		result.edit.push(await this.#build(`edited ${round}`));
		verifyEdit(rival, page, this.#site, sentence);
	}

	async #build(what: string): Promise<Cost> {
		const cost = await run(this.rival.build(this.#site));
		const { wall, cpu, memory } = cost;
		const said = this.rival === docsgen ? ` ${cost.output.trim().split('\n').at(-1)}` : '';
		console.error(
			`${this.pages.length} ${this.rival.name}, ${what}: ${wall.toFixed(2)} s, CPU ${cpu.toFixed(2)} s, ${memory.toFixed(0)} MB${said}`,
		);
		return cost;
	}

	remove(): void {
		rmSync(this.#site, { recursive: true, force: true });
	}
}

interface Settings {
	folder: string;
	rounds: number;
	/** Measure cold builds only. */
	cold: boolean;
}

/** Runs rounds in which all contestants build one after another, in alternating order. */
async function compare(size: number, list: Rival[], { folder, rounds, cold }: Settings): Promise<void> {
	const pages = makeCorpus(size);
	const contestants = [docsgen, ...list].map((rival) => new Contestant(rival, pages, folder));
	for (let number = 0; number < rounds; number++) {
		const order = number % 2 === 0 ? contestants : contestants.toReversed();
		for (const contestant of order) if (!contestant.isOut) await contestant.round(number, cold);
	}
	const [own] = contestants;
	for (const contestant of contestants) {
		if (own) console.log(row(size, contestant.result, own.result));
		contestant.remove();
	}
}

function install(list: Rival[], folder: string, again: boolean): void {
	for (const rival of list) {
		const home = join(folder, rival.home);
		if (again || rival.version(home) === undefined) rival.install(home);
	}
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			against: { type: 'string' },
			tables: { type: 'boolean' },
			site: { type: 'boolean' },
			install: { type: 'boolean' },
			folder: { type: 'string', default: process.env.DOCSGEN_RIVALS ?? join(tmpdir(), 'docsgen-rivals') },
			rounds: { type: 'string', default: '5' },
			cold: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h' },
		},
	});
	const names = positionals.filter((word) => !/^\d+$/.test(word));
	const sizes = positionals.filter((word) => /^\d+$/.test(word)).map(Number);
	const unknown = names.filter((name) => name !== 'all' && !rivals.some((rival) => rival.name === name));
	if (values.help || unknown.length > 0) {
		console.log(unknown.length > 0 ? `Unknown: ${unknown.join(', ')}\n\n${USAGE}` : USAGE);
		process.exitCode = unknown.length > 0 ? 1 : 0;
		return;
	}
	const named = (list: string[]): Rival[] => rivals.filter(({ name }) => list.includes('all') || list.includes(name));
	if (values.install) return install(named(names.length > 0 ? names : ['all']), values.folder, true);

	const settings = { folder: values.folder, rounds: Number(values.rounds), cold: values.cold };
	if (values.site) return site(settings);
	const plan = values.tables
		? TABLES
		: (sizes.length > 0 ? sizes : [100, 1000]).map((size) => [size, names.length > 0 ? names : NEAREST] as const);
	const earlier = values.against === undefined ? [] : [docsgenAt(commitOf(values.against))];
	install([...earlier, ...named(plan.flatMap(([, list]) => list))], values.folder, false);
	console.log(HEAD);
	for (const [size, list] of plan) await compare(size, [...earlier, ...named([...list])], settings);
	console.log(`\n${availableParallelism()} cores, Node ${process.versions.node}.`);
	if (values.tables) await site(settings);
}

async function site({ folder, rounds }: Settings): Promise<void> {
	console.log(`\n${SITE_HEAD}`);
	await measureSite(folder, PAUSE_MS, rounds);
}

await main();
