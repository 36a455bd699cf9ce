/**
 * `npm run bench:dev [pages] [edits]`: the time until `docsgen dev` shows the first page, and from saving an edit until
 * the document in an open browser has the new text. Build the program first (`npm run prepare`); nothing else should
 * run on the machine.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import { openBrowser } from '../browser/open.ts';
import { makeCorpus, writeCorpus } from './corpus.ts';

const PROGRAM = resolve('dist/docsgen.js');
const PORT = 4711;
const ORIGIN = `http://localhost:${PORT}`;
/** Starts of each kind; the results are medians. */
const ROUNDS = 5;
/** Pages that are edited in turn. */
const EDITED = 10;
/** Range of milliseconds between two edits, like an author who saves now and then. */
const EDIT_PAUSE_MS = [400, 1200] as const;
/** Milliseconds until the server has saved its cache; it trusts file times that are two seconds old. */
const CACHE_SAVED_MS = 2200;

interface Place {
	file: string;
	url: string;
}

function startServer(site: string): ChildProcess {
	return spawn(process.execPath, [PROGRAM, 'dev', '--site', site, '--port', String(PORT)], { stdio: 'ignore' });
}

async function stopServer(server: ChildProcess): Promise<void> {
	const ended = new Promise((resume) => server.once('close', resume));
	server.kill('SIGTERM');
	await ended;
}

/** Resolves when the server responds. */
async function answered(url: string): Promise<void> {
	for (;;) {
		const response = await fetch(url).catch(() => undefined);
		if (response?.ok) {
			await response.text();
			return;
		}
		await wait(2);
	}
}

/** Milliseconds until the first page; the server then runs for another `stay` milliseconds, to save its cache. */
async function firstPage(site: string, url: string, stay = 0): Promise<number> {
	const start = performance.now();
	const server = startServer(site);
	await answered(url);
	const milliseconds = performance.now() - start;
	await wait(stay);
	await stopServer(server);
	return milliseconds;
}

/** Records when the document first has a text, in milliseconds since 1970. */
async function lookFor(page: Page, text: string): Promise<() => Promise<number>> {
	await page.evaluate((wanted) => {
		const seen = new Promise<number>((resume) => {
			const look = (): void => {
				if (document.querySelector('main')?.textContent?.includes(wanted)) resume(Date.now());
			};
			new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
		});
		Object.assign(window, { seen });
	}, text);
	return () => page.evaluate(() => (window as unknown as { seen: Promise<number> }).seen);
}

async function edits(site: string, places: Place[], count: number): Promise<number[]> {
	const server = startServer(site);
	const times: number[] = [];
	const browser = await openBrowser();
	try {
		const [first] = places;
		await answered(first?.url ?? ORIGIN);
		const page = await browser.newPage();
		for (let turn = 0; turn < count; turn++) {
			const place = places[Math.floor((turn * places.length) / count)];
			if (!place) break;
			if (page.url() !== place.url) {
				await page.goto(place.url);
				await wait(EDIT_PAUSE_MS[1]);
			}
			const text = `Words of edit ${turn}.`;
			const seen = await lookFor(page, text);
			const source = readFileSync(place.file, 'utf8').replace(/\nWords of edit \d+\.\n/, '');
			const start = Date.now();
			// In the middle of the page, where authors write.
			writeFileSync(place.file, insert(source, `\nWords of edit ${turn}.\n`));
			times.push((await seen()) - start);
			// The pauses differ, but are the same in every run.
			await wait(EDIT_PAUSE_MS[0] + ((turn * 7919) % (EDIT_PAUSE_MS[1] - EDIT_PAUSE_MS[0])));
		}
	} finally {
		await browser.close();
		await stopServer(server);
	}
	return times;
}

/** Inserts a paragraph before the second half of a page, outside fences and lists. */
function insert(source: string, paragraph: string): string {
	const places = [...source.matchAll(/\n(?=#{2,3} )/g)].map(({ index }) => index);
	const at = places[Math.floor(places.length / 2)] ?? source.length;
	return source.slice(0, at) + paragraph + source.slice(at);
}

const at = (sorted: number[], share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

function report(name: string, times: number[]): void {
	const sorted = times.toSorted((a, b) => a - b);
	const [median, most] = [at(sorted, 0.5), at(sorted, 0.95)].map((time) => Math.round(time));
	const load = loadavg()[0]?.toFixed(1);
	console.log(`${name}: median ${median} ms, 95 % ${most} ms, of ${times.length}; load ${load}`);
}

async function main(pages: number, count: number): Promise<void> {
	const site = join(tmpdir(), `docsgen-bench-dev-${pages}`);
	writeCorpus(site, pages);
	const corpus = makeCorpus(pages);
	const places = Array.from({ length: EDITED }, (_, index): Place => {
		const path = corpus[Math.floor(((index + 0.5) * pages) / EDITED)]?.path ?? '';
		return { file: join(site, 'content/docs', `${path}.md`), url: `${ORIGIN}/docs/${path}` };
	});
	const [first] = places;
	if (!first) return;
	const cold: number[] = [];
	const warm: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		rmSync(join(site, '.docsgen'), { recursive: true, force: true });
		cold.push(await firstPage(site, first.url, CACHE_SAVED_MS));
		warm.push(await firstPage(site, first.url));
	}
	report(`first page of ${pages}, nothing remembered`, cold);
	report(`first page of ${pages}, started before`, warm);
	report(`edit of one of ${pages} pages`, await edits(site, places, count));
	rmSync(site, { recursive: true, force: true });
}

const [pages = 1000, count = 200] = process.argv.slice(2).map(Number);
await main(pages, count);
