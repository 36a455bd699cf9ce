/**
 * Watches the inputs of a site. Events in quick succession cause one call. chokidar drops changes that follow each other
 * closely, and is ready before it has entered all folders: so after each pause, the files are compared with the last pass.
 */
import { existsSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import type { Diagnostic } from '../../content/model/page.ts';
import type { Inputs } from './inputs.ts';
import { isIn } from './paths.ts';
import { MANIFEST, type Project } from './project.ts';

/** Milliseconds from an event to the call with all events until then. */
const SETTLE_MS = 5;
/** Milliseconds of the pauses after the last event or added folder, each followed by a comparison of the files. */
const PAUSES_MS = [300, 1200, 3500];
/** Milliseconds between comparisons until a first event shows that the system reports changes. */
const DOUBT_MS = 2500;
/** Milliseconds that an event may come later than the change that a comparison finds. */
const LATE_MS = 1000;

interface Watched {
	/** Names of files that were changed, added or removed. */
	changed(names: string[]): void;
	/** Called after a pause in events. Calls `found` if a file has changed that no event has told of. */
	settled(found: () => void): void;
	/** The system no longer reports all changes. */
	watchFailed(finding: Diagnostic): void;
}

export interface Watcher {
	/** Watches the inputs of a pass, wherever they are, including files that do not exist yet. */
	follow(inputs: Inputs): void;
	close(): Promise<void>;
}

/** Follows the inputs of the first pass. Resolves when chokidar is ready. `outDir` is absolute, and never watched. */
export async function watchSite(
	project: Project,
	{ outDir, inputs }: { outDir: string; inputs: Inputs },
	watched: Watched,
): Promise<Watcher> {
	const { watch } = await import('chokidar');
	/** Absolute folders that contain inputs, their parents, and the package.json of installed packages. */
	const places = new Set<string>();
	/** Inputs that chokidar knows, by absolute path. */
	const files = new Set<string>();
	let followed = inputs;
	let closed = false;
	const isWanted = (path: string): boolean => places.has(path) || followed.isTracked(followed.nameOf(path));
	// Once closed, ignore everything: chokidar watches vanished paths again, even while it closes.
	const ignored = (path: string): boolean =>
		closed || isIn(path, outDir) || path.startsWith(`${outDir}.`) || !isWanted(path);
	const watcher = watch([], { ignoreInitial: true, followSymlinks: false, ignored, atomic: false });

	let names = new Set<string>();
	let calling: NodeJS.Timeout | undefined;
	let comparing: NodeJS.Timeout | undefined;
	let doubting: NodeJS.Timeout | undefined;
	const compareLater = ([pause, ...later] = PAUSES_MS): void => {
		clearTimeout(comparing);
		if (closed || pause === undefined) return;
		const compare = (): void => {
			compareLater(later);
			look();
		};
		comparing = setTimeout(compare, pause).unref();
	};
	/** Compares all files. A change without an event means that there are none: on network drives, in some containers. */
	const look = (): void =>
		watched.settled(() => {
			if (doubting === undefined) return;
			clearTimeout(doubting);
			doubting = setTimeout(() => watched.watchFailed(withoutEvents()), LATE_MS).unref();
		});
	const doubt = (): void => {
		doubting = setTimeout(() => {
			doubt();
			look();
		}, DOUBT_MS).unref();
	};
	const call = (): void => {
		const changed = [...names];
		names = new Set();
		calling = undefined;
		watched.changed(changed);
	};
	// As the system reports it: chokidar may need seconds to make an event of it.
	watcher.on('raw', () => {
		clearTimeout(doubting);
		doubting = undefined;
	});
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

	const follow = (inputs: Inputs): void => {
		// Adding paths would reopen a closed watcher, and the process would never end.
		if (closed) return;
		followed = inputs;
		const known = new Set(places);
		const fresh = new Set(known.size === 0 ? [project.root] : []);
		places.add(project.root);
		for (const path of inputs.names().map(inputs.pathOf)) {
			if (files.has(path)) continue;
			files.add(path);
			const wanted = placesOf(path, project.root);
			for (const place of wanted) places.add(place);
			// chokidar has left the file out when it entered the folder.
			if (wanted.length > 0 && wanted.every((place) => known.has(place))) wanted.push(path);
			for (const place of wanted) if (!known.has(place) && existsSync(place)) fresh.add(place);
		}
		for (const place of fresh) for (let at = place; isIn(at, project.root); at = dirname(at)) places.add(at);
		if (fresh.size === 0) return;
		watcher.add([...fresh]);
		compareLater();
	};
	const ready = new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
	follow(inputs);
	await ready;
	doubt();
	return {
		follow,
		async close() {
			closed = true;
			clearTimeout(calling);
			clearTimeout(comparing);
			clearTimeout(doubting);
			await watcher.close();
		},
	};
}

function withoutEvents(): Diagnostic {
	return {
		code: 'file-watches',
		severity: 'warning',
		message: 'A file has changed, and the system has not reported it: docsgen polls the files every second instead.',
		hint: 'Network drives and folders that a container or WSL shares with its host have no file events. Start with --poll.',
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
 * The folders to watch for a file: its own or, if that does not exist, those up to one that does. Of installed packages only
 * the files themselves, because their folders hold thousands of others.
 */
function placesOf(path: string, root: string): string[] {
	if (relative(root, path).split(sep).includes('node_modules')) return MANIFEST.test(path) ? [path] : [];
	// A missing file above the site would have others watched that are no part of it.
	if (isIn(root, dirname(path)) && dirname(path) !== root && !existsSync(path)) return [];
	const places = [dirname(path)];
	for (let [at] = places; at !== undefined && !existsSync(at) && at !== dirname(at); at = places.at(-1))
		places.push(dirname(at));
	return places;
}
