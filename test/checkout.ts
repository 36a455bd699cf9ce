/** Compiled checkouts of other commits of this repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const MODULES = ['node_modules', 'content/samples/10.x/node_modules', 'content/samples/9.x/node_modules'];

/** The full hash of a revision; throws if there is none. */
export function commitOf(revision: string): string {
	const args = ['rev-parse', '--verify', `${revision}^{commit}`];
	return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

/** Checks out a commit with the packages of this checkout, and compiles `dist/docsgen.js` there. */
export function checkOut(commit: string, tree: string): void {
	rmSync(tree, { recursive: true, force: true });
	execFileSync('git', ['worktree', 'prune']);
	execFileSync('git', ['worktree', 'add', '--force', '--detach', tree, commit], { stdio: 'ignore' });
	// Hard links: through a symbolic link, the compiler would find the types of a package twice.
	for (const name of MODULES) if (existsSync(name)) execFileSync('cp', ['-al', name, join(tree, name)]);
	execFileSync('npm', ['run', '--silent', 'prepare'], { cwd: tree, stdio: 'inherit' });
}

export function removeCheckout(tree: string): void {
	execFileSync('git', ['worktree', 'remove', '--force', tree]);
}
