/**
 * Watches what a site is made from. Any number of events at once make one call. The library's own events leave out
 * changes that follow each other closely, so those of the system beneath it count too; and when all is quiet, the
 * files are compared with what the last pass saw.
 */
import { basename, join, relative } from 'node:path';
import { CONTENT } from '../content/identity.ts';
import { isRecord } from '../content/schema.ts';
import { bundleFolders } from './bundle.ts';
import type { Project } from './project.ts';

/** Milliseconds without an event before a call: where only pages have changed, and in all other cases. */
const SETTLE_PAGES = 4;
const SETTLE = 15;
/** Milliseconds that a call is put off at most by more events. */
const PATIENCE = 250;
/** Milliseconds of quiet after which it is made sure that no change was missed. */
const CERTAIN = 1200;
/** Paths that are told apart; more are "anything". */
const MOST = 50;

export interface Watched {
	/** True for a path, relative to the site's folder, of a page that is being shown. */
	isPage(path: string): boolean;
	/** Paths of files and folders that have changed, come or gone; undefined where there is no knowing which. */
	changed(paths: string[] | undefined): void;
	/** All has been quiet for a while. */
	quiet(): void;
}

export interface Watcher {
	/** Watches TypeScript sources below these folders, too. */
	addSources(folders: string[]): void;
	close(): Promise<void>;
}

/** Resolves when all folders are watched. `outDir` is never. */
export async function watchSite(project: Project, outDir: string, watched: Watched): Promise<Watcher> {
	const { watch } = await import('chokidar');
	const folders = [join(project.root, CONTENT), ...bundleFolders(project)];
	const sources = new Set<string>();
	const isOutside = ignoredPaths(project.root, outDir, folders);
	const isSource = (path: string, stat?: { isFile(): boolean }): boolean =>
		!isIn(path, outDir) &&
		[...sources].some((folder) => isIn(path, folder) && isSourceFile(relative(folder, path), stat));
	const ignored = (path: string, stat?: { isFile(): boolean }): boolean =>
		isOutside(path, stat) && !isSource(path, stat);
	// The folder itself, too: content and configuration may vanish and come back.
	const watcher = watch([project.root, ...folders], {
		ignoreInitial: true,
		followSymlinks: false,
		ignored,
		atomic: false,
	});
	const batch = new Batch(watched, (path) => relative(project.root, path).split('\\').join('/'));
	watcher.on('all', (event, path) => batch.add(event.endsWith('Dir') ? undefined : path));
	watcher.on('raw', (_event, name: unknown, details) => {
		const folder = isRecord(details) ? details.watchedPath : undefined;
		if (typeof folder !== 'string' || typeof name !== 'string') return;
		// A watched folder names what is in it, a watched file itself.
		const path = basename(folder) === name ? folder : join(folder, name);
		if (!ignored(path)) batch.add(path);
	});
	// A folder that vanishes under the watcher is no reason to stop.
	watcher.on('error', () => undefined);
	await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
	// Said to be ready, it may still be on its way into folders.
	batch.lookAgain();
	return {
		addSources(more) {
			const fresh = more.filter((folder) => !sources.has(folder));
			for (const folder of fresh) sources.add(folder);
			watcher.add(fresh);
		},
		async close() {
			batch.close();
			await watcher.close();
		},
	};
}

/** Events that belong together. */
class Batch {
	private timer: NodeJS.Timeout | undefined;
	private last: NodeJS.Timeout | undefined;
	private first = 0;
	/** Undefined where there is no knowing. */
	private paths: Set<string> | undefined = new Set();
	private onlyPages = true;

	constructor(
		private readonly watched: Watched,
		private readonly nameOf: (path: string) => string,
	) {}

	add(path: string | undefined): void {
		if (path === undefined || (this.paths?.size ?? 0) >= MOST) this.paths = undefined;
		else {
			const name = this.nameOf(path);
			this.paths?.add(name);
			this.onlyPages &&= this.watched.isPage(name);
		}
		const now = performance.now();
		this.first ||= now;
		const settle = this.paths && this.onlyPages ? SETTLE_PAGES : SETTLE;
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.call(), Math.max(0, Math.min(settle, this.first + PATIENCE - now)));
		this.lookAgain();
	}

	private call(): void {
		const { paths } = this;
		this.first = 0;
		this.paths = new Set();
		this.onlyPages = true;
		this.watched.changed(paths && [...paths]);
	}

	lookAgain(): void {
		clearTimeout(this.last);
		this.last = setTimeout(() => this.watched.quiet(), CERTAIN).unref();
	}

	close(): void {
		clearTimeout(this.timer);
		clearTimeout(this.last);
	}
}

const HIDDEN = /(?:^|\/)(?:node_modules|\.[^/]+)(?:\/|$)/;

function isIn(path: string, folder: string): boolean {
	return path === folder || path.startsWith(`${folder}/`);
}

/** Folders lead to sources; of files only those that the API reference is made from count. */
function isSourceFile(inside: string, stat?: { isFile(): boolean }): boolean {
	if (HIDDEN.test(inside)) return false;
	if (/(?:\.[cm]?tsx?|(?:^|\/)package\.json)$/.test(inside)) return true;
	return stat ? !stat.isFile() : !/\.\w+$/.test(inside);
}

/** Of the site's folder, only these folders and the files beside them count; outputs and what programs hide never. */
function ignoredPaths(
	root: string,
	outDir: string,
	folders: string[],
): (path: string, stat?: { isFile(): boolean }) => boolean {
	return (path, stat) => {
		const inside = relative(root, path).split('\\').join('/');
		if (inside === '') return false;
		if (inside.startsWith('..')) return !folders.some((folder) => isIn(path, folder));
		if (HIDDEN.test(inside)) return true;
		if (isIn(path, outDir) || path.startsWith(`${outDir}.`)) return true;
		if (folders.some((folder) => isIn(path, folder))) return false;
		return inside.includes('/') || (stat !== undefined && !stat.isFile());
	};
}
