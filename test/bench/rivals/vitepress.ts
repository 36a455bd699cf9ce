/**
 * VitePress with its default theme: Shiki, local search, one sidebar with collapsed folders. The table of contents is
 * rendered in the browser.
 */

import { writeFiles } from '../../write-files.ts';
import type { CorpusPage } from '../corpus.ts';
import { byFolder, folderLabel, fromNpm, program, type Rival } from './rival.ts';

function config(pages: CorpusPage[]): string {
	const sidebar = [...byFolder(pages)].map(([folder, list]) => ({
		text: folderLabel(folder),
		collapsed: true,
		items: list.map(({ path, title }) => ({ text: title, link: `/${path}` })),
	}));
	const settings = {
		title: 'Corpus',
		cleanUrls: true,
		sitemap: { hostname: 'https://example.com' },
		themeConfig: { search: { provider: 'local' }, outline: [2, 3], sidebar },
	};
	return `export default ${JSON.stringify(settings)};\n`;
}

/** The title as a heading of the text. */
function text(page: CorpusPage): string {
	return `---\ntitle: ${page.title}\n---\n\n# ${page.title}\n\n${page.body}\n`;
}

export const vitepress: Rival = {
	name: 'vitepress',
	label: 'VitePress',
	home: 'vitepress',
	...fromNpm({ vitepress: '1.6.4' }),
	write(pages, site) {
		writeFiles(site, {
			'package.json': '{ "private": true, "type": "module" }\n',
			'docs/.vitepress/config.js': config(pages),
			'docs/index.md': '# Home\n\nA corpus.\n',
			...Object.fromEntries(pages.map((page) => [`docs/${page.path}.md`, text(page)])),
		});
	},
	// With 1,000 pages it approaches Node's default limit of 4 GB.
	build: (site) =>
		program(site, 'vitepress/bin/vitepress.js', ['build', 'docs'], { NODE_OPTIONS: '--max-old-space-size=8192' }),
	leftovers: ['docs/.vitepress/dist', 'docs/.vitepress/cache', 'docs/.vitepress/.temp'],
	source: (page) => `docs/${page.path}.md`,
	out: 'docs/.vitepress/dist',
	html: (page) => `${page.path}.html`,
	proof: {
		code: /<span style="--shiki-light:[^"]+">/,
		contents: 'in the browser',
		sidebar: /href="\/(folder-\d+\/page-\d+)"/g,
		search: 'assets/chunks/@localSearchIndexroot',
	},
};
