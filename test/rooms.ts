/**
 * The rooms of the code and their ceilings. `npm run rooms` prints the lines of each room now and in the last commits:
 * `npm run rooms -- 20` goes back twenty commits of the main line, in ten steps.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Room → the most lines of code that it may have; the longest prefix wins, and `src/cli` is the files directly in it.
 *
 * A ceiling is the next multiple of 250. To raise one, say in the body of the commit which idea came into the room, why
 * it belongs there and not in a room of its own, and what you looked at that could have gone instead.
 */
export const CEILINGS: Record<string, number> = {
	bin: 750,
	src: 500,
	'src/extensions': 250,
	'src/extensions/math': 500,
	'src/extensions/mermaid': 1500,
	'src/extensions/openapi': 4000,
	'src/extensions/social-cards': 1000,
	'src/cli': 1250,
	'src/cli/init': 500,
	'src/cli/dev': 2000,
	'src/cli/commands': 750,
	'src/cli/pipeline': 3015,
	'src/cli/disk': 2000,
	'src/cli/bundle': 2500,
	'src/cli/cache': 500,
	'src/cli/terminal': 1000,
	'src/cli/http': 1000,
	'src/extensions/typescript': 14100,
	'src/extensions/typescript/client/node': 750,
	'src/cli/search': 250,
	'src/extensions/mcp': 750,
	'src/extensions/hosted-search': 1000,
	'src/cli/migrate': 12520,
	'src/content/model': 4750,
	'src/content/site': 2590,
	'src/content/markdown': 7605,
	'src/content/code': 1500,
	'src/content/search': 2000,
	'src/render': 5275,
	'src/render/search': 1250,
	'src/client': 5250,
	templates: 3250,
	'templates/styles': 3750,
	'templates/styles/looks': 500,
};

const names = Object.keys(CEILINGS).sort((a, b) => b.length - a.length);

/** Whether a source is a test, which no room counts. */
export function isTest(path: string): boolean {
	return /^src\/.*\/test\//.test(path);
}

/** Lines of each room, from the path and lines of every file. Style sheets count in `templates/styles` alone. */
export function linesOfRooms(files: Iterable<[path: string, lines: number]>): Map<string, number> {
	const rooms = new Map(Object.keys(CEILINGS).map((room) => [room, 0]));
	for (const [path, lines] of files) {
		if (!/\.(?:tsx?|mjs|css)$/.test(path) || isTest(path)) continue;
		const room = names.find((name) => path.startsWith(`${name}/`));
		if (room !== undefined) rooms.set(room, (rooms.get(room) ?? 0) + lines);
	}
	return rooms;
}

/** Path and text of the sources in the working tree. */
export function sourceTexts(): [string, string][] {
	return ['bin', 'src', 'templates'].flatMap((folder) =>
		readdirSync(folder, { withFileTypes: true, recursive: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name).split('\\').join('/'))
			.map((path): [string, string] => [path, readFileSync(path, 'utf8')]),
	);
}

/** Path and lines of the sources in the working tree. */
export function sourceLines(): [string, number][] {
	return sourceTexts().map(([path, text]) => [path, text.split('\n').length - 1]);
}

/** Path and lines of the sources in a commit, counted by one process of git. */
function linesAt(revision: string): [string, number][] {
	const options = ['--full-name', '--count', '-e', ''];
	const counted = execFileSync('git', ['grep', ...options, revision, '--', 'bin', 'src', 'templates'], {
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	return [...counted.matchAll(/^[^:]+:(.+):(\d+)$/gm)].map(([, path = '', lines]) => [path, Number(lines)]);
}

/** Prints a table with a column for each of at most ten commits, the oldest first, and one for the working tree. */
function printTrend(commits: number): void {
	const list = execFileSync('git', ['log', '--first-parent', '--format=%h', `-${commits}`], { encoding: 'utf8' });
	const all = list.trim().split('\n').reverse();
	const step = Math.max(1, Math.ceil(all.length / 10));
	const shown = all.filter((_, index) => index % step === 0);
	const columns = [...shown.map((revision) => linesOfRooms(linesAt(revision))), linesOfRooms(sourceLines())];
	const row = (name: string, cells: (string | number)[]): string =>
		name.padEnd(24) + cells.map((cell) => String(cell).padStart(9)).join('');
	console.log(row('', [...shown, 'now', 'ceiling']));
	for (const [room, ceiling] of Object.entries(CEILINGS))
		console.log(row(room, [...columns.map((lines) => lines.get(room) ?? 0), ceiling]));
	const sum = (lines: Map<string, number>): number => [...lines.values()].reduce((total, count) => total + count, 0);
	console.log(row('all', columns.map(sum)));
}

// Not where it's bundled into a test.
if (basename(process.argv[1] ?? '') === 'rooms.js') printTrend(Number(process.argv[2] ?? 50));
