/** The program of this repository, as compiled by `npm run prepare`, with default options. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkOut } from '../../checkout.ts';
import { writeFiles } from '../../write-files.ts';
import { docsgenSite } from '../corpus.ts';
import type { Rival } from './rival.ts';

export const docsgen: Rival = {
	name: 'docsgen',
	label: 'docsgen',
	home: 'docsgen',
	version: () => (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
	install: () => {},
	write: (pages, site) => writeFiles(site, docsgenSite(pages)),
	build: (site) => ({ file: process.execPath, args: [resolve('dist/docsgen.js'), 'build'], cwd: site }),
	leftovers: ['build', '.docsgen'],
	source: (page) => `content/docs/${page.path}.md`,
	out: 'build',
	html: (page) => `docs/${page.path}/index.html`,
	proof: {
		code: /<span class="[\w-]+">(?:import|const|return)<\/span>/,
		contents: /<a [^>]*href="#[^"]+"/,
		sidebar: /href="\/docs\/(folder-\d+\/page-\d+)\/?"/g,
		search: 'search.json',
	},
};

/** The program of another commit of this repository. */
export function docsgenAt(commit: string): Rival {
	const short = commit.slice(0, 7);
	const tree = (home: string): string => join(home, 'tree');
	return {
		...docsgen,
		name: short,
		label: 'docsgen',
		home: `docsgen-${short}`,
		version: (home) => (existsSync(join(tree(home), 'dist/docsgen.js')) ? short : undefined),
		install: (home) => checkOut(commit, tree(home)),
		build(site) {
			const file = join(tree(join(site, '..')), 'dist/docsgen.js');
			return { file: process.execPath, args: [file, 'build'], cwd: site };
		},
	};
}
