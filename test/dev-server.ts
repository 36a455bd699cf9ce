/** `docsgen dev` on a folder, in the test's own process: its responses, findings and steps. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DevOptions, DevStep } from '../src/cli/dev/dev.ts';
import { diskProject, type Project } from '../src/cli/disk/project.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import { type Serving, serveDevFolder } from './disk-site.ts';
import { temporaryFolder } from './program.ts';
import { writeFiles } from './write-files.ts';

type Files = Record<string, string>;

export interface Dev {
	root: string;
	url: string;
	/** Findings of the last report. */
	findings: Diagnostic[];
	/** Reports so far. */
	passes: number;
	/** Steps so far, in order. */
	steps: DevStep[];
	get(path: string): Promise<{ status: number; text: string; type: string }>;
	write(files: Files): void;
	remove(path: string): void;
	/** Waits until a condition is true; fails with `what` if it never is. */
	until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void>;
	/** Waits until the page at `path` contains `text`. */
	shows(path: string, text: string): Promise<void>;
	/** Waits until all that the server does is done: passes, helper processes, links. */
	settles(): Promise<void>;
	/** Waits until the server has compared all files with those of the last pass, and done what follows. */
	compares(): Promise<void>;
	/** Waits until an edit is seen and all is done; returns the number of passes that it took. */
	edit(write: () => void): Promise<number>;
	refresh(): Promise<void>;
	close(): Promise<void>;
}

/** Passes after which a server that has not settled never will. */
const MANY_PASSES = 50;

const open = new Set<Dev>();

/** Serves a site with these files, in a new folder. */
export function dev(files: Files, options: Partial<DevOptions> = {}): Promise<Dev> {
	const root = temporaryFolder('dev');
	writeFiles(root, files);
	return devIn(diskProject(root, join(root, 'build')), options);
}

/** Serves the site of a project. */
export async function devIn(project: Project, options: Partial<DevOptions> = {}): Promise<Dev> {
	const { root } = project;
	const state = { findings: [] as Diagnostic[], passes: 0, isSettled: false };
	const steps: DevStep[] = [];
	let comparisons = 0;
	const watched: Project = {
		...project,
		list(folder, include) {
			if (folder === 'content') comparisons++;
			return project.list(folder, include);
		},
	};
	const server: Serving = await serveDevFolder(
		root,
		{
			...options,
			onUpdate(findings, news) {
				Object.assign(state, { findings, isSettled: news.isSettled });
				state.passes++;
				options.onUpdate?.(findings, news);
			},
			onStep(step) {
				steps.push(step);
				options.onStep?.(step);
			},
		},
		watched,
	);
	const get = async (path: string): Promise<{ status: number; text: string; type: string }> => {
		const response = await fetch(server.url.replace(/\/$/, '') + path);
		return { status: response.status, text: await response.text(), type: response.headers.get('content-type') ?? '' };
	};
	const until = async (what: string, isSo: () => Promise<boolean> | boolean): Promise<void> => {
		for (let turn = 0; turn < 4800; turn++) {
			if (await isSo()) return;
			await wait(25);
		}
		throw new Error(`Never so: ${what}. Findings: ${JSON.stringify(state.findings)}`);
	};
	const passes = (): number => steps.filter(({ kind }) => kind === 'pass').length;
	const settles = (): Promise<void> =>
		until('all is done', () => {
			if (passes() > MANY_PASSES) throw new Error(`${passes()} passes, and no end`);
			return state.isSettled;
		});
	const result: Dev = {
		root,
		url: server.url,
		get findings() {
			return state.findings;
		},
		get passes() {
			return state.passes;
		},
		steps,
		get,
		write: (files) => writeFiles(root, files),
		remove: (path) => rmSync(join(root, path), { recursive: true }),
		until,
		shows: (path, text) => until(`${path} shows ${text}`, async () => (await get(path)).text.includes(text)),
		settles,
		async compares() {
			await settles();
			const before = comparisons;
			const text = readFileSync(join(root, 'site.config.ts'));
			// An event without a change.
			writeFileSync(join(root, 'site.config.ts'), text);
			await until('all files are compared', () => comparisons > before);
			// A response waits for the pass that the comparison may have started.
			await get('/__docsgen/state');
			await settles();
		},
		async edit(write) {
			steps.length = 0;
			write();
			await until('the edit is seen', () => steps.length > 0);
			await settles();
			return passes();
		},
		refresh: () => server.refresh(),
		async close() {
			open.delete(result);
			await server.close();
		},
	};
	open.add(result);
	return result;
}

/** Stops all servers of a test. */
export async function closeAll(): Promise<void> {
	for (const server of open) await server.close();
}
