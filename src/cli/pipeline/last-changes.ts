/** Dates and authors of the pages' last changes, from git. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../content/model/config.ts';
import { isoDate } from '../../content/model/fields.ts';
import { CONFIG_FILE, CONTENT } from '../../content/model/identity.ts';
import type { Mount } from '../../content/model/mounts.ts';
import type { Diagnostic, Page } from '../../content/model/page.ts';
import type { CompileContext } from '../bundle/compile.ts';

/** Prefix of a commit's line; the lines after it are the changed files. */
const COMMIT = '\x01';
/** Maximum bytes of history. */
const MAX_HISTORY_BYTES = 1 << 30;
/** Milliseconds that git may take: far more than a long history needs, but a file system may hang. */
const PATIENCE_MS = 120_000;

type Changes = ReadonlyMap<string, { date: string; author: string }>;

/** The last history read, with the files that show its state: `docsgen dev` asks for it after every edit. */
let last: { root: string; log: string; shallow: string; state: string; changes: Changes } | undefined;

/**
 * Adds the date and author of the last commit to pages without `last_update` in their front matter. Calls git once.
 * Pages of a shallow clone get none: files would seem to be as old as the oldest fetched commit. If docs would show a date
 * and git does not tell it, the reason is a finding.
 */
export function withLastChanges(
	context: CompileContext,
	config: Config,
	pages: Page[],
): { pages: Page[]; diagnostics: Diagnostic[] } {
	if (!config.docs?.showLastUpdate) return { pages, diagnostics: [] };
	try {
		const changes = changesOf(context, [{ folder: CONTENT, at: CONTENT }, ...config.include.mounts]);
		return { pages: pages.map((page) => withChange(page, changes.get(page.path))), diagnostics: [] };
	} catch (error) {
		if (!(error instanceof NoHistory)) throw error;
		const isMissed = pages.some(({ collection, data }) => collection === 'docs' && !data.last_update?.date);
		return { pages, diagnostics: isMissed ? [error.finding] : [] };
	}
}

/** Why git does not tell the history of the site; empty if it does. A build asks again, because no file may tell. */
export function historyProblem({ project }: CompileContext): string {
	try {
		placesOf(project.root);
		return '';
	} catch (error) {
		if (!(error instanceof NoHistory)) throw error;
		return error.finding.message;
	}
}

/** The name of the reason among the values of the inputs; it is there only if there is a reason. */
export const HISTORY = 'git:history';

function withChange(page: Page, change: { date: string; author: string } | undefined): Page {
	return change ? { ...page, data: { ...page.data, last_update: { ...change, ...page.data.last_update } } } : page;
}

/** The last change by path. Throws `NoHistory`. */
function changesOf({ inputs, project: { root } }: CompileContext, mounts: readonly Mount[]): Changes {
	// An input, so that a repository created later is noticed.
	inputs.hash('.git/logs/HEAD');
	try {
		const places = last?.root === root ? last : placesOf(root);
		const nameOf = (path: string): string => inputs.nameOf(resolve(root, path));
		// Both files are inputs: the next build checks whether they have changed.
		const state = `${inputs.hash(nameOf(places.log))} ${JSON.stringify(mounts)}`;
		if (inputs.hash(nameOf(places.shallow)) !== undefined) throw new NoHistory(SHALLOW);
		if (last?.root !== root || last.state !== state)
			last = { ...places, root, state, changes: readChanges(root, mounts) };
		return last.changes;
	} catch (error) {
		if (error instanceof NoHistory && error.finding !== SHALLOW) inputs.value(HISTORY, error.finding.message);
		throw error;
	}
}

/** Git's files that record every move of the branch, and that exist in shallow clones: relative to the site, or absolute. */
function placesOf(root: string): { log: string; shallow: string } {
	const [log = '', shallow = ''] = git(root, 'rev-parse', '--git-path', 'logs/HEAD', '--git-path', 'shallow');
	return { log, shallow };
}

/** The last changes of the files in folders, which may be in several repositories. */
function readChanges(root: string, mounts: readonly Mount[]): Changes {
	const changes = new Map<string, { date: string; author: string }>();
	let change = { date: '', author: '' };
	const format = `--format=${COMMIT}%cI\t%an`;
	const args = ['-c', 'core.quotePath=false', 'log', '--relative', '--name-only', format, '--', '.'];
	for (const { folder, at } of mounts)
		for (const line of git(resolve(root, folder), ...args)) {
			const [date = '', author = ''] = line.slice(COMMIT.length).split('\t');
			const name = `${at}/${line}`;
			if (line.startsWith(COMMIT)) change = { date: isoDate(date) ?? date, author };
			else if (line !== '' && !changes.has(name)) changes.set(name, change);
		}
	return changes;
}

/* ---------------------------------------------------------------- git */

/** Git does not tell the history. */
class NoHistory extends Error {
	constructor(readonly finding: Diagnostic) {
		super(finding.message);
	}
}

/** The setting that asks for dates. */
const ASKED = { file: CONFIG_FILE, about: { words: ['showLastUpdate'] } };

const SHALLOW: Diagnostic = {
	code: 'shallow-clone',
	severity: 'warning',
	...ASKED,
	message: 'Pages show no date of their last change: this clone has only part of the history.',
	hint: 'Fetch the whole history: "git fetch --unshallow", or "fetch-depth: 0" for actions/checkout.',
};

/** A git that hangs is asked once: `docsgen dev` would hang after every edit. */
const hanging = new Map<string, NoHistory>();

/** Lines of git's output. Throws `NoHistory` if it fails; a repository without a commit has no lines, and neither has a folder that does not exist. */
function git(folder: string, ...args: string[]): string[] {
	// Started in a folder that does not exist, git would seem to be missing.
	if (!existsSync(folder)) return [];
	const known = hanging.get(folder);
	if (known) throw known;
	const result = spawnSync('git', args, {
		cwd: folder,
		env: environment(process.env),
		encoding: 'utf8',
		maxBuffer: MAX_HISTORY_BYTES,
		timeout: PATIENCE_MS,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	if (result.status === 0) return result.stdout.trimEnd().split('\n');
	if (result.stderr?.includes('does not have any commits yet')) return [];
	const problem = new NoHistory(explain(result));
	if (codeOf(result) === 'ETIMEDOUT') hanging.set(folder, problem);
	throw problem;
}

/**
 * English messages, and no questions. Git sets `GIT_DIR` for its hooks, and would take the site's folder for the top of the
 * repository; an author who means it sets `GIT_WORK_TREE` as well.
 */
function environment({ GIT_DIR, GIT_INDEX_FILE, GIT_PREFIX, ...rest }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const own = rest.GIT_WORK_TREE === undefined ? {} : { GIT_DIR, GIT_INDEX_FILE, GIT_PREFIX };
	return { ...rest, ...own, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
}

/** Why git could not be started, or did not end. */
function codeOf({ error }: SpawnSyncReturns<string>): unknown {
	return error && 'code' in error ? error.code : undefined;
}

/** The finding for a failure of git: its own reason, and a way out. */
function explain(result: SpawnSyncReturns<string>): Diagnostic {
	const code = codeOf(result);
	const finding = (reason: string, hint: string, notes?: string[]): Diagnostic => ({
		code: 'no-history',
		severity: 'warning',
		...ASKED,
		message: `Pages show no date of their last change: ${reason}.`,
		hint: `${hint}, or remove "showLastUpdate" from the configuration.`,
		notes,
	});
	if (code === 'ENOENT') return finding('git is not installed', 'Install git where the site is built');
	if (code === 'ETIMEDOUT') return finding('git did not answer within two minutes', 'Check the disk of the repository');
	// Without a process, there is no output.
	const said = result.stderr?.trim() ?? '';
	if (said === '')
		return finding(`git failed (${code ?? result.signal ?? `exit code ${result.status}`})`, 'Repair the repository');
	const lines = said.split('\n');
	const first = lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines[0] ?? '';
	const reason = first.replace(/^(?:fatal|error): |[.:]$/g, '');
	if (reason.startsWith('not a git repository')) {
		const isNamed = process.env.GIT_DIR !== undefined;
		const hint = isNamed ? 'Set both GIT_DIR and GIT_WORK_TREE, or neither' : 'Build in a clone of the repository';
		return finding(`git says "${reason}"`, hint);
	}
	const [way] = /git config --global --add safe\.directory .+/.exec(said) ?? [];
	if (way !== undefined) return finding(`git says "${reason}"`, `If you trust this folder, run ${way}`);
	return finding(`git says "${reason}"`, 'Repair the repository', said === first ? undefined : [said]);
}
