/**
 * Watches what a site is made from. Any number of events at once make one call. The library leaves out changes that
 * follow each other closely, so when all is quiet, the files are compared with what the last pass saw.
 */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Diagnostic } from '../../content/model/page.ts';
import type { Inputs } from './inputs.ts';
import { isIn, nameFrom } from './paths.ts';
import type { Project } from './project.ts';

/** Milliseconds without an event before a call. */
const SETTLE_MS = 5;
/** Milliseconds that a call is put off at most by more events. */
const PATIENCE_MS = 250;
/** Milliseconds of quiet after which the files are compared. */
const QUIET_MS = 300;
/** Paths that are told apart; more are "anything". */
const MOST = 50;

export interface Watched {
	/** Paths of files and folders that have changed, come or gone; undefined where there is no knowing which. */
	changed(paths: string[] | undefined): void;
	/** All has been quiet for a while. */
	quiet(): void;
	/** The system does not tell of all changes any more. */
	blind(finding: Diagnostic): void;
}

export interface Watcher {
	/** Watches what a pass has looked at, wherever it lies, and what it looked for in vain. */
	follow(inputs: Inputs): void;
	/** Watches TypeScript sources below these folders, too. */
	addSources(folders: string[]): void;
	close(): Promise<void>;
}

export interface WatchOptions {
	/** Absolute; never watched. */
	outDir: string;
	/** What the first pass has looked at. */
	inputs: Inputs;
}

/** Resolves when all that has been looked at is watched. */
export async function watchSite(
	project: Project,
	{ outDir, inputs }: WatchOptions,
	watched: Watched,
): Promise<Watcher> {
	const { watch } = await import('chokidar');
	const sources = new Set<string>();
	/** Absolute folders that a pass has looked into, and those above them. */
	const folders = new Set<string>();
	let followed = inputs;
	let closed = false;
	const isWanted = (path: string, stat?: { isFile(): boolean }): boolean => {
		if (path === project.root || folders.has(path)) return true;
		if ([...sources].some((folder) => isIn(path, folder))) {
			return [...sources].some((folder) => isIn(path, folder) && isSourceFile(nameFrom(folder, path), stat));
		}
		return followed.concerns(followed.nameOf(path));
	};
	// Once closed, all is ignored: the library adds again what it sees vanish, also while it is being closed.
	const ignored = (path: string, stat?: { isFile(): boolean }): boolean =>
		closed || isIn(path, outDir) || path.startsWith(`${outDir}.`) || !isWanted(path, stat);
	/** Folders that were not looked into before. */
	const fresh = (): string[] => {
		const found = foldersOf(followed, project.root).filter((folder) => !folders.has(folder));
		for (const folder of found) for (let at = folder; isIn(at, project.root); at = dirname(at)) folders.add(at);
		for (const folder of found) folders.add(folder);
		return found;
	};
	const watcher = watch(fresh(), { ignoreInitial: true, followSymlinks: false, ignored, atomic: false });
	const batch = new Batch(watched, (path) => followed.nameOf(path));
	watcher.on('all', (event, path) => batch.add(event.endsWith('Dir') ? undefined : path));
	// A folder that vanishes under the watcher is no reason to stop.
	watcher.on('error', (error) => {
		const { code = '' } = error as NodeJS.ErrnoException;
		if (code === 'ENOSPC' || code === 'EMFILE') watched.blind(outOfWatches(code));
	});
	await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
	// Said to be ready, it may still be on its way into folders.
	batch.lookAgain();
	return {
		// What is added opens a closed watcher again, and the process would never end.
		follow(inputs) {
			if (closed) return;
			followed = inputs;
			const more = fresh();
			if (more.length > 0) watcher.add(more);
		},
		addSources(more) {
			if (closed) return;
			const fresh = more.map((folder) => resolve(folder)).filter((folder) => !sources.has(folder));
			for (const folder of fresh) sources.add(folder);
			if (fresh.length > 0) watcher.add(fresh);
		},
		async close() {
			closed = true;
			batch.close();
			await watcher.close();
		},
	};
}

function outOfWatches(code: string): Diagnostic {
	return {
		code: 'file-watches',
		severity: 'warning',
		message: `The system has no file watches left (${code}): docsgen polls the files every second instead.`,
		hint: 'On Linux: sudo sysctl fs.inotify.max_user_watches=524288. Elsewhere: ulimit -n 4096.',
	};
}

/** Absolute folders of what was looked at, installed packages left out: they do not change under a running server. */
function foldersOf(inputs: Inputs, root: string): string[] {
	const folders = new Set([root, ...inputs.names().map((name) => dirname(inputs.pathOf(name)))]);
	return [...folders].filter((folder) => !relative(root, folder).includes('node_modules') && existsSync(folder));
}

/** Events that belong together. */
class Batch {
	private timer: NodeJS.Timeout | undefined;
	private last: NodeJS.Timeout | undefined;
	private first = 0;
	/** Undefined where there is no knowing. */
	private paths: Set<string> | undefined = new Set();

	constructor(
		private readonly watched: Watched,
		private readonly nameOf: (path: string) => string,
	) {}

	add(path: string | undefined): void {
		if (path === undefined || (this.paths?.size ?? 0) >= MOST) this.paths = undefined;
		else {
			this.paths?.add(this.nameOf(path));
		}
		const now = performance.now();
		this.first ||= now;
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.call(), Math.max(0, Math.min(SETTLE_MS, this.first + PATIENCE_MS - now)));
		this.lookAgain();
	}

	private call(): void {
		const { paths } = this;
		this.first = 0;
		this.paths = new Set();
		this.watched.changed(paths && [...paths]);
	}

	lookAgain(): void {
		clearTimeout(this.last);
		this.last = setTimeout(() => this.watched.quiet(), QUIET_MS).unref();
	}

	close(): void {
		clearTimeout(this.timer);
		clearTimeout(this.last);
	}
}

const HIDDEN = /(?:^|\/)(?:node_modules|\.[^/]+)(?:\/|$)/;

/** Folders lead to sources; of files only those that the API reference is made from count. */
function isSourceFile(inside: string, stat?: { isFile(): boolean }): boolean {
	if (HIDDEN.test(inside)) return false;
	if (/(?:\.[cm]?tsx?|(?:^|\/)package\.json)$/.test(inside)) return true;
	return stat ? !stat.isFile() : !/\.\w+$/.test(inside);
}
