/**
 * Watches the inputs of a site. Events in quick succession cause one call. chokidar drops changes that follow each other
 * closely, so after a pause in events, the files are compared with the last pass.
 */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Diagnostic } from '../../content/model/page.ts';
import type { Inputs } from './inputs.ts';
import { isIn, nameFrom } from './paths.ts';
import type { Project } from './project.ts';

/** Milliseconds without an event before a call. */
const SETTLE_MS = 5;
/** Maximum delay of a call by further events, in milliseconds. */
const MAX_DELAY_MS = 250;
/** Milliseconds without an event before the files are compared. */
const QUIET_MS = 300;
/** Maximum number of paths in a call; more are reported as unknown. */
const MAX_PATHS = 50;

export interface Watched {
	/** Paths of files and folders that were changed, added or removed; undefined if they are unknown. */
	changed(paths: string[] | undefined): void;
	/** Called after a pause in events. */
	settled(): void;
	/** The system no longer reports all changes. */
	watchFailed(finding: Diagnostic): void;
}

export interface Watcher {
	/** Watches the inputs of a pass, wherever they are, including files that do not exist yet. */
	follow(inputs: Inputs): void;
	/** Watches TypeScript sources below these folders as well. */
	addSources(folders: string[]): void;
	close(): Promise<void>;
}

export interface WatchOptions {
	/** Absolute; never watched. */
	outDir: string;
	/** Inputs of the first pass. */
	inputs: Inputs;
}

/** Resolves when all inputs are watched. */
export async function watchSite(
	project: Project,
	{ outDir, inputs }: WatchOptions,
	watched: Watched,
): Promise<Watcher> {
	const { watch } = await import('chokidar');
	const sources = new Set<string>();
	/** Absolute folders that contain inputs, and their parents. */
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
	// Once closed, ignore everything: chokidar watches vanished paths again, even while it closes.
	const ignored = (path: string, stat?: { isFile(): boolean }): boolean =>
		closed || isIn(path, outDir) || path.startsWith(`${outDir}.`) || !isWanted(path, stat);
	/** Folders that were not watched before. */
	const fresh = (): string[] => {
		const found = foldersOf(followed, project.root).filter((folder) => !folders.has(folder));
		for (const folder of found) for (let at = folder; isIn(at, project.root); at = dirname(at)) folders.add(at);
		for (const folder of found) folders.add(folder);
		return found;
	};
	const watcher = watch(fresh(), { ignoreInitial: true, followSymlinks: false, ignored, atomic: false });
	const batch = new Batch(watched, (path) => followed.nameOf(path));
	watcher.on('all', (event, path) => batch.add(event.endsWith('Dir') ? undefined : path));
	// A folder that vanishes while it is watched is not a failure.
	watcher.on('error', (error) => {
		const { code = '' } = error as NodeJS.ErrnoException;
		if (code === 'ENOSPC' || code === 'EMFILE') watched.watchFailed(outOfWatches(code));
	});
	await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
	// chokidar may report that it is ready before it has entered all folders.
	for (const ms of [QUIET_MS, 1500, 5000]) setTimeout(() => closed || watched.settled(), ms).unref();
	return {
		// Adding paths would reopen a closed watcher, and the process would never end.
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

/** Absolute folders of inputs, without installed packages: they do not change while the server runs. */
function foldersOf(inputs: Inputs, root: string): string[] {
	const folders = new Set([root, ...inputs.names().map((name) => dirname(inputs.pathOf(name)))]);
	return [...folders].filter((folder) => !relative(root, folder).includes('node_modules') && existsSync(folder));
}

/** Collects events into one call. */
class Batch {
	private timer: NodeJS.Timeout | undefined;
	private last: NodeJS.Timeout | undefined;
	private first = 0;
	/** Undefined if the paths are unknown. */
	private paths: Set<string> | undefined = new Set();

	constructor(
		private readonly watched: Watched,
		private readonly nameOf: (path: string) => string,
	) {}

	add(path: string | undefined): void {
		if (path === undefined || (this.paths?.size ?? 0) >= MAX_PATHS) this.paths = undefined;
		else this.paths?.add(this.nameOf(path));
		const now = performance.now();
		this.first ||= now;
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.call(), Math.max(0, Math.min(SETTLE_MS, this.first + MAX_DELAY_MS - now)));
		this.compareLater();
	}

	private call(): void {
		const { paths } = this;
		this.first = 0;
		this.paths = new Set();
		this.watched.changed(paths && [...paths]);
	}

	compareLater(): void {
		clearTimeout(this.last);
		this.last = setTimeout(() => this.watched.settled(), QUIET_MS).unref();
	}

	close(): void {
		clearTimeout(this.timer);
		clearTimeout(this.last);
	}
}

const HIDDEN = /(?:^|\/)(?:node_modules|\.[^/]+)(?:\/|$)/;

/** Whether to watch a path in a source folder: a folder, or a file that the API reference reads. */
function isSourceFile(inside: string, stat?: { isFile(): boolean }): boolean {
	if (HIDDEN.test(inside)) return false;
	if (/(?:\.[cm]?tsx?|(?:^|\/)package\.json)$/.test(inside)) return true;
	return stat ? !stat.isFile() : !/\.\w+$/.test(inside);
}
