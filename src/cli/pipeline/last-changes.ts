/** Dates and authors of the pages' last changes, from git. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Config } from '../../content/model/config.ts';
import { isoDate } from '../../content/model/fields.ts';
import { CONTENT } from '../../content/model/identity.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import type { Workbench } from '../machine/compile.ts';

/** Prefix of a commit's line; the lines after it are the changed files. */
const COMMIT = '\x01';
/** Maximum bytes of history. */
const MAX_HISTORY_BYTES = 1 << 30;

type Changes = ReadonlyMap<string, { date: string; author: string }>;

/** The last history read, with the files that show its state: `docsgen dev` asks for it after every edit. */
let last: { root: string; log: string; shallow: string; state: string; changes: Changes } | undefined;

/**
 * Adds the date and author of the last commit to pages whose front matter has no `last_update`, with one call of git.
 * Pages of a shallow clone get none: files would seem to be as old as the oldest fetched commit.
 */
export function withLastChanges(
	bench: Workbench,
	config: Config,
	pages: Page[],
): { pages: Page[]; diagnostics: Diagnostic[] } {
	if (!config.docs?.showLastUpdate) return { pages, diagnostics: [] };
	const { inputs, project } = bench;
	// An input, so that a repository created later is noticed.
	inputs.hash('.git/logs/HEAD');
	const places = last?.root === project.root ? last : placesOf(bench);
	if (places === undefined) return { pages, diagnostics: [] };
	const { root, log, shallow } = places;
	// Both files are inputs: the next build checks whether they have changed.
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

/** Names of git's files that record every move of the branch, and that exist in shallow clones. */
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
	const args = ['-c', 'core.quotePath=false', 'log', '--relative', '--name-only', format, '--', CONTENT];
	for (const line of git(root, ...args)) {
		const [date = '', author = ''] = line.slice(COMMIT.length).split('\t');
		if (line.startsWith(COMMIT)) change = { date: isoDate(date) ?? date, author };
		else if (line !== '' && !changes.has(line)) changes.set(line, change);
	}
	return changes;
}

/** Lines of git's output; none if git or a repository is missing. */
function git(folder: string, ...args: string[]): string[] {
	try {
		return execFileSync('git', args, { cwd: folder, maxBuffer: MAX_HISTORY_BYTES, stdio: ['ignore', 'pipe', 'ignore'] })
			.toString()
			.trimEnd()
			.split('\n');
	} catch {
		return [];
	}
}
