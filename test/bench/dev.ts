/**
 * `npm run bench:dev -- [scenarios] [--edits 30] [--program dist/docsgen.js]`: the time until `docsgen dev` shows the first
 * page, and from saving a file until a client that listens like an open page has the change, with the processor time of
 * the server until then. On Linux only. Build the program first (`npm run prepare`).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeFiles } from '../write-files.ts';
import { docsgenSite, makeCorpus } from './corpus.ts';
import { median } from './measure.ts';

const ORIGIN = 'http://localhost:4711';
/** Starts of each kind; the results are medians. */
const STARTS = 3;
/** Pages that are edited in turn. */
const EDITED = 10;
/** Range of milliseconds between two edits, like an author who saves now and then. */
const EDIT_PAUSE_MS = [400, 1200] as const;
/** Milliseconds until the server has saved its cache; it trusts file times that are two seconds old. */
const CACHE_SAVED_MS = 2200;
/** Milliseconds without processor time after which a server has nothing left to do. */
const QUIET_MS = 3000;

interface Place {
	file: string;
	url: string;
}

/** An edit of a page or of another file of the site; the page, its style sheets or the overlay then contain `sign`. */
interface Edit {
	file?: string;
	sign: string;
	text(source: string): string;
}

interface Site {
	folder: string;
	/** Pages to edit. */
	places: [Place, ...Place[]];
}

interface Scenario {
	site(): Site;
	edit(turn: number): Edit;
	/** Whether the first edit waits until all pages are checked. */
	isSettled?: boolean;
}

const body = (turn: number): Edit => paragraph(`Words of edit ${turn}.`);
const heading = (turn: number): Edit => ({
	...paragraph(`## Heading of edit ${turn}`),
	sign: `Heading of edit ${turn}`,
});
const style = (turn: number): Edit => ({
	file: 'content/theme.css',
	sign: `.edit-${turn}{`,
	text: () => `.edit-${turn} { color: red }\n`,
});
/** Has a type error where each sample of the quickstart starts its router. */
const sample = (turn: number): Edit => ({
	sign: `wrong${turn}`,
	text: (source) => source.replace('const appRouter =', `const wrong${turn}: string = ${turn};\n$&`),
});

const SCENARIOS: Record<string, Scenario> = {
	'body-1000': { site: corpus(1000), edit: body },
	'heading-1000': { site: corpus(1000), edit: heading },
	'style-1000': { site: corpus(1000), edit: style },
	'links-1000': { site: corpus(1000, { brokenLinks: 3 }), edit: body, isSettled: true },
	'body-10000': { site: corpus(10_000), edit: body },
	'heading-10000': { site: corpus(10_000), edit: heading },
	'style-10000': { site: corpus(10_000), edit: style },
	'body-languages': { site: corpus(1000, { languages: 10 }), edit: body },
	'heading-languages': { site: corpus(1000, { languages: 10 }), edit: heading },
	'style-languages': { site: corpus(1000, { languages: 10 }), edit: style },
	'sample-error': { site: thisSite, edit: sample, isSettled: true },
};

/** Writes a corpus; each page has so many broken links. */
function corpus(count: number, { languages = 1, brokenLinks = 0 } = {}): Scenario['site'] {
	const broken = Array.from({ length: brokenLinks }, (_, index) => `[Gone](../folder-000/paje-${index}.md)\n`).join('');
	const locales = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da'].slice(0, languages);
	return () => {
		const folder = join(tmpdir(), `docsgen-bench-dev-${count}-${languages}-${brokenLinks}`);
		rmSync(folder, { recursive: true, force: true });
		const pages = makeCorpus(count).map((page) => ({ ...page, body: `${broken}\n${page.body}` }));
		const translations = locales
			.slice(1)
			.map((locale) => [`content/${locale}/docs/index.md`, '---\ntitle: Home\n---\n']);
		writeFiles(folder, {
			...docsgenSite(pages),
			...Object.fromEntries(translations),
			'content/theme.css': '',
			'site.config.ts': `export default ${JSON.stringify({ title: 'Corpus', url: 'https://example.com', blog: false, locales })};\n`,
		});
		const edited = pages.filter((_, index) => index % Math.floor(count / EDITED) === 7);
		const places = edited.map(({ path }): Place => ({ file: `content/docs/${path}.md`, url: `/docs/${path}` }));
		return { folder, places: places as Site['places'] };
	};
}

/** This repository, with the cache that it has. */
function thisSite(): Site {
	return { folder: '.', places: [{ file: 'content/docs/main/quickstart.md', url: '/docs/quickstart' }] };
}

/** A paragraph in the middle of the page, where authors write, outside fences and lists. */
function paragraph(sign: string): Edit {
	const text = (source: string): string => {
		const places = [...source.matchAll(/\n(?=#{2,3} )/g)].map(({ index }) => index);
		const at = places[Math.floor(places.length / 2)] ?? source.length;
		return `${source.slice(0, at)}\n${sign}\n${source.slice(at)}`;
	};
	return { sign, text };
}

/** A running server, and what an open page hears of it. */
class Server {
	private heard = (_news: News): void => {};

	private constructor(private readonly process: ChildProcess) {}

	/** Resolves when the page at `url` is there. */
	static async start(program: string, folder: string, url: string): Promise<Server> {
		const args = [resolve(program), 'dev', '--site', folder, '--port', new URL(ORIGIN).port];
		const server = new Server(spawn(process.execPath, args, { stdio: 'ignore' }));
		while ((await fetch(ORIGIN + url).catch(() => undefined))?.ok !== true) await wait(2);
		return server;
	}

	/** Milliseconds of processor time until now, of all threads. */
	get busy(): number {
		const threads = readdirSync(`/proc/${this.process.pid}/task`);
		const file = (thread: string): string => `/proc/${this.process.pid}/task/${thread}/schedstat`;
		return threads.reduce((sum, thread) => sum + Number(readFileSync(file(thread), 'utf8').split(' ')[0]) / 1e6, 0);
	}

	/** Resolves when the server has nothing left to do. */
	async quiet(): Promise<void> {
		for (let before = -QUIET_MS; this.busy - before > QUIET_MS / 8; await wait(QUIET_MS)) before = this.busy;
	}

	async listen(): Promise<void> {
		const { body } = await fetch(`${ORIGIN}/__docsgen/events`);
		const read = async (): Promise<void> => {
			let rest = '';
			for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
				const events = (rest + chunk).split('\n\n');
				rest = events.pop() ?? '';
				for (const event of events) {
					const [, data] = /^event: update\ndata: (.*)/.exec(event) ?? [];
					if (data !== undefined) this.heard(JSON.parse(data));
				}
			}
		};
		// The stream ends with the server.
		read().catch(() => {});
	}

	/** Resolves when the page at `url`, one of its style sheets or the overlay contains a text. */
	seen(url: string, sign: string): Promise<void> {
		const get = async (path: string): Promise<string> => (await fetch(ORIGIN + path)).text();
		const look = async ({ overlay, pages = {} }: News): Promise<boolean> => {
			if (overlay.includes(sign)) return true;
			const html = pages[url] ?? (await get(url));
			if (html.includes(sign)) return true;
			const [, sheet] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
			return sign.startsWith('.') && sheet !== undefined && (await get(sheet)).includes(sign);
		};
		return new Promise((resume) => {
			this.heard = (news) => void look(news).then((isSeen) => isSeen && resume());
		});
	}

	/** A browser shows the page at `url`. */
	async open(url: string): Promise<void> {
		for (const path of [url, `/__docsgen/state${url}`]) await (await fetch(ORIGIN + path)).text();
	}

	async stop(): Promise<void> {
		const ended = new Promise((resume) => this.process.once('close', resume));
		this.process.kill('SIGTERM');
		await ended;
	}
}

/** News of the server; older versions send no pages. */
interface News {
	overlay: string;
	pages?: Record<string, string | null>;
}

/** A number for people. */
const whole = (value = Number.NaN): string => value.toFixed(0);

async function starts(name: string, program: string, { folder, places: [place] }: Site): Promise<void> {
	const times: Record<string, number[]> = { 'nothing remembered': [], 'started before': [] };
	for (let round = 0; round < STARTS; round++) {
		rmSync(join(folder, '.docsgen'), { recursive: true, force: true });
		for (const list of Object.values(times)) {
			const start = performance.now();
			const server = await Server.start(program, folder, place.url);
			list.push(performance.now() - start);
			await wait(CACHE_SAVED_MS);
			await server.stop();
		}
	}
	for (const [what, list] of Object.entries(times))
		console.log(`${name}, first page, ${what}: ${whole(median(list))} ms`);
}

async function edits(name: string, program: string, { folder, places }: Site, count: number): Promise<void> {
	const { edit, isSettled } = SCENARIOS[name] as Scenario;
	const server = await Server.start(program, folder, places[0].url);
	const sources = new Map<string, string>();
	const times: number[] = [];
	const busy: number[] = [];
	try {
		await server.listen();
		for (let turn = 0; turn < count; turn++) {
			const place = places[Math.floor((turn * places.length) / count)] ?? places[0];
			await server.open(place.url);
			// The pauses differ, but are the same in every run.
			await wait(EDIT_PAUSE_MS[0] + ((turn * 7919) % (EDIT_PAUSE_MS[1] - EDIT_PAUSE_MS[0])));
			if (turn === 0 && isSettled) await server.quiet();
			const { file = place.file, sign, text } = edit(turn);
			const path = join(folder, file);
			const source = sources.get(path) ?? readFileSync(path, 'utf8');
			sources.set(path, source);
			const seen = server.seen(place.url, sign);
			const [start, before] = [performance.now(), server.busy];
			writeFileSync(path, text(source));
			await seen;
			times.push(performance.now() - start);
			busy.push(server.busy - before);
		}
	} finally {
		await server.stop();
		for (const [path, source] of sources) writeFileSync(path, source);
	}
	const most = times.toSorted((a, b) => a - b)[Math.ceil(count * 0.95) - 1] ?? 0;
	console.log(
		`${name}: median ${whole(median(times))} ms, first ${whole(times[0])}, 95 % ${whole(most)}, of ${count}; processor time until then, median ${whole(median(busy))} ms, first ${whole(busy[0])}; load ${loadavg()[0]?.toFixed(1)}`,
	);
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		edits: { type: 'string', default: '30' },
		program: { type: 'string', default: 'dist/docsgen.js' },
	},
});
for (const name of positionals.length > 0 ? positionals : Object.keys(SCENARIOS)) {
	const site = SCENARIOS[name]?.site();
	if (!site) throw new Error(`The scenarios are ${Object.keys(SCENARIOS).join(', ')}.`);
	if (name.startsWith('body')) await starts(name, values.program, site);
	await edits(name, values.program, site, Number(values.edits));
	if (site.folder !== '.') rmSync(site.folder, { recursive: true });
}
