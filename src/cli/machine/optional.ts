/** Optional packages: a site installs them next to docsgen if it uses a feature that needs them. */
import { createRequire } from 'node:module';
import type { Diagnostic } from '../../content/model/page.ts';

type Optional = 'typescript' | 'algoliasearch' | '@modelcontextprotocol/sdk';

/** The finding if `user`, a part of docsgen, needs a package that is not installed; otherwise undefined. */
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
		createRequire(import.meta.url).resolve(`${name}/package.json`);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
	}
}
