/**
 * Watches the inputs of a site. Events in quick succession cause one call. chokidar drops changes that follow each other
 * closely, and is ready before it has entered all folders: so after each pause, the files are compared with the last pass.
 */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { Diagnostic } from '../../content/model/page.ts';
import { type Inputs, MANIFEST } from './inputs.ts';
import { isIn, nameFrom } from './paths.ts';
import type { Project } from './project.ts';

/** Milliseconds from an event to the call with all events until then. */
const SETTLE_MS = 5;
/** Milliseconds of the pauses after the last event or added folder, each followed by a comparison of the files. */
const PAUSES_MS = [300, 1200, 3500];

interface Watched {
	/** Names of files that were changed, added or removed. */
	changed(names: string[]): void;
	/** Called after a pause in events. */
	settled(): void;
	/** The system no longer reports all changes. */
	watchFailed(finding: Diagnostic): void;
}

export interface Watcher {
	/**
	 * Watches the inputs of a pass, wherever they are, including files that do not exist yet, and the TypeScript sources
	 * below more folders.
	 */
	follow(inputs: Inputs, sources?: readonly string[]): void;
	close(): Promise<void>;
}

/** Follows the inputs of the first pass. Resolves when chokidar is ready. `outDir` is absolute, and never watched. */
export async function watchSite(
	project: Project,
	{ outDir, inputs }: { outDir: string; inputs: Inputs },
	watched: Watched,
): Promise<Watcher> {
	const { watch } = await import('chokidar');
	/** Absolute folders that contain inputs, their parents, folders of sources, and the package.json of installed packages. */
	const places = new Set<string>();
	const sources = new Set<string>();
	let followed = inputs;
	let closed = false;
	const isWanted = (path: string, stat?: { isFile(): boolean }): boolean =>
		places.has(path) ||
		[...sources].some((folder) => isIn(path, folder) && isSourceFile(nameFrom(folder, path), stat)) ||
		followed.isTracked(followed.nameOf(path));
	// Once closed, ignore everything: chokidar watches vanished paths again, even while it closes.
	const ignored = (path: string, stat?: { isFile(): boolean }): boolean =>
		closed || isIn(path, outDir) || path.startsWith(`${outDir}.`) || !isWanted(path, stat);
	const watcher = watch([], { ignoreInitial: true, followSymlinks: false, ignored, atomic: false });

	let names = new Set<string>();
	let calling: NodeJS.Timeout | undefined;
	let comparing: NodeJS.Timeout | undefined;
	const compareLater = ([pause, ...later] = PAUSES_MS): void => {
		clearTimeout(comparing);
		if (closed || pause === undefined) return;
		const compare = (): void => {
			compareLater(later);
			watched.settled();
		};
		comparing = setTimeout(compare, pause).unref();
	};
	const call = (): void => {
		const changed = [...names];
		names = new Set();
		calling = undefined;
		watched.changed(changed);
	};
	watcher.on('all', (event, path) => {
		if (closed) return;
		compareLater();
		if (event.endsWith('Dir')) return;
		names.add(followed.nameOf(path));
		calling ??= setTimeout(call, SETTLE_MS);
	});
	// A folder that vanishes while it is watched is not a failure.
	watcher.on('error', (error) => {
		const { code = '' } = error as NodeJS.ErrnoException;
		if (code === 'ENOSPC' || code === 'EMFILE') watched.watchFailed(outOfWatches(code));
	});

	const follow = (inputs: Inputs, more: readonly string[] = []): void => {
		// Adding paths would reopen a closed watcher, and the process would never end.
		if (closed) return;
		followed = inputs;
		for (const folder of more) sources.add(resolve(folder));
		const fresh = [...placesOf(inputs, project.root), ...sources].filter((place) => !places.has(place));
		for (const place of fresh) {
			places.add(place);
			for (let at = place; isIn(at, project.root); at = dirname(at)) places.add(at);
		}
		if (fresh.length === 0) return;
		watcher.add(fresh);
		compareLater();
	};
	const ready = new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
	follow(inputs);
	await ready;
	return {
		follow,
		async close() {
			closed = true;
			clearTimeout(calling);
			clearTimeout(comparing);
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

/**
 * Absolute folders of inputs. Of installed packages only the files themselves: their folders hold thousands of others.
 */
function placesOf(inputs: Inputs, root: string): string[] {
	const places = inputs.names().flatMap((name) => {
		const path = inputs.pathOf(name);
		const isInstalled = relative(root, path).split(sep).includes('node_modules');
		return isInstalled ? (MANIFEST.test(name) ? path : []) : dirname(path);
	});
	return [...new Set([root, ...places])].filter((place) => existsSync(place));
}

const HIDDEN = /(?:^|\/)(?:node_modules|\.[^/]+)(?:\/|$)/;

/** Whether to watch a path in a source folder: a folder, or a file that the API reference reads. */
function isSourceFile(inside: string, stat?: { isFile(): boolean }): boolean {
	if (HIDDEN.test(inside)) return false;
	if (/(?:\.[cm]?tsx?|(?:^|\/)package\.json)$/.test(inside)) return true;
	return stat ? !stat.isFile() : !/\.\w+$/.test(inside);
}
