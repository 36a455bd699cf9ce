/** Packages that most sites do without: whose site uses what stands on them installs them beside docsgen. */
import { createRequire } from 'node:module';
import type { Diagnostic } from '../../content/model/page.ts';

type Optional = 'typescript' | 'algoliasearch';

/** What to say where `user`, a part of docsgen, stands on a package that is not installed; undefined where it is. */
export function missingPackage(name: Optional, user: string, find = findPackage): Diagnostic | undefined {
	if (find(name)) return undefined;
	return {
		code: 'missing-package',
		severity: 'error',
		message: `${user} needs the package "${name}", which is not installed.`,
		hint: `Run: npm install --save-dev ${name}`,
	};
}

function findPackage(name: Optional): boolean {
	try {
		createRequire(import.meta.url).resolve(name);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
	}
}
