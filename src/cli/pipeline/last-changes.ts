/** When pages were last changed, and by whom, as git says. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { CONTENT } from '../../content/model/identity.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import type { Workbench } from '../machine/compile.ts';

/** Begins the line of a commit; below it stand the files that it changed. */
const COMMIT = '\x01';
/** Bytes of history that are read at most. */
const MOST = 1 << 30;

type Changes = ReadonlyMap<string, { date: string; author: string }>;

/** The history that was read last, the files that tell its state, and that state: `docsgen dev` asks after every edit. */
let last: { root: string; log: string; shallow: string; state: string; changes: Changes } | undefined;

/**
 * Pages with the date and author of their last commit, where their front matter has no `last_update`; all of them by one
 * call. In a shallow clone they stay without: files would seem to be as old as the oldest commit that came.
 */
export function withLastChanges(bench: Workbench, pages: Page[]): { pages: Page[]; diagnostics: Diagnostic[] } {
	const { inputs, project } = bench;
	// A repository that begins here is seen, too.
	inputs.hash('.git/logs/HEAD');
	const places = last?.root === project.root ? last : placesOf(bench);
	if (places === undefined) return { pages, diagnostics: [] };
	const { root, log, shallow } = places;
	// Both are inputs: the next build looks whether they are the same.
	const state = `${inputs.hash(log)}`;
	if (inputs.hash(shallow) !== undefined) return { pages, diagnostics: [SHALLOW] };
	if (last?.root !== root || last.state !== state) last = { root, log, shallow, state, changes: readChanges(root) };
	const { changes } = last;
	return {
		pages: pages.map((page) => {
			const change = changes.get(page.path);
			return change ? { ...page, data: { ...page.data, last_update: { ...change, ...page.data.last_update } } } : page;
		}),
		diagnostics: [],
	};
}

/** Names of the files that tell of every move of the branch, and of a history that was cut off. */
function placesOf({
	inputs,
	project: { root },
}: Workbench): Pick<NonNullable<typeof last>, 'root' | 'log' | 'shallow'> | undefined {
	const [log, shallow] = git(root, 'rev-parse', '--git-path', 'logs/HEAD', '--git-path', 'shallow');
	const nameOf = (path: string): string => inputs.nameOf(resolve(root, path));
	return log === undefined || shallow === undefined ? undefined : { root, log: nameOf(log), shallow: nameOf(shallow) };
}

const SHALLOW: Diagnostic = {
	code: 'shallow-clone',
	severity: 'warning',
	message: 'Pages show no date of their last change: this clone has only part of the history.',
	hint: 'Fetch the whole history: "git fetch --unshallow", or "fetch-depth: 0" for actions/checkout.',
};

function readChanges(root: string): Changes {
	const changes = new Map<string, { date: string; author: string }>();
	let change = { date: '', author: '' };
	const format = `--format=${COMMIT}%cI\t%an`;
	for (const line of git(
		root,
		'-c',
		'core.quotePath=false',
		'log',
		'--relative',
		'--name-only',
		format,
		'--',
		CONTENT,
	)) {
		const [date = '', author = ''] = line.slice(COMMIT.length).split('\t');
		if (line.startsWith(COMMIT)) change = { date: new Date(date).toISOString(), author };
		else if (line !== '' && !changes.has(line)) changes.set(line, change);
	}
	return changes;
}

/** Lines that git answers; none where there is no git, or no repository. */
function git(folder: string, ...args: string[]): string[] {
	try {
		return execFileSync('git', args, { cwd: folder, maxBuffer: MOST, stdio: ['ignore', 'pipe', 'ignore'] })
			.toString()
			.trimEnd()
			.split('\n');
	} catch {
		return [];
	}
}
