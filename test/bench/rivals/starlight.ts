/** Astro Starlight with its defaults: Expressive Code (Shiki), Pagefind, a sidebar generated from folders. */

import { writeFiles } from '../../write-files.ts';
import type { CorpusPage } from '../corpus.ts';
import { addressLinks, byFolder, folderLabel, fromNpm, program, type Rival } from './rival.ts';

function config(pages: CorpusPage[]): string {
	const sidebar = [...byFolder(pages).keys()].map((folder) => ({
		label: folderLabel(folder),
		collapsed: true,
		autogenerate: { directory: folder },
	}));
	return `import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

export default defineConfig({
	site: 'https://example.com',
	integrations: [starlight({ title: 'Corpus', sidebar: ${JSON.stringify(sidebar)} })],
});
`;
}

const COLLECTIONS = `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`;

function text(page: CorpusPage): string {
	return `---\ntitle: ${page.title}\n---\n\n${addressLinks(page.body)}\n`;
}

export const starlight: Rival = {
	name: 'starlight',
	label: 'Astro Starlight',
	home: 'starlight',
	...fromNpm({ '@astrojs/starlight': '0.37.7', astro: '5.18.2' }),
	write(pages, site) {
		writeFiles(site, {
			'package.json': '{ "private": true, "type": "module" }\n',
			'astro.config.mjs': config(pages),
			'src/content.config.ts': COLLECTIONS,
			'src/content/docs/index.md': '---\ntitle: Home\n---\n\nA corpus.\n',
			...Object.fromEntries(pages.map((page) => [`src/content/docs/${page.path}.md`, text(page)])),
		});
	},
	build: (site) => program(site, 'astro/astro.js', ['build'], { ASTRO_TELEMETRY_DISABLED: '1' }),
	leftovers: ['dist', '.astro', 'node_modules'],
	source: (page) => `src/content/docs/${page.path}.md`,
	out: 'dist',
	html: (page) => `${page.path}/index.html`,
	proof: {
		code: /<span style="--0:[^"]+">/,
		contents: /<starlight-toc[\s\S]*?<a href="#[^"]+"/,
		sidebar: /href="\/(folder-\d+\/page-\d+)\/"/g,
		search: 'pagefind/pagefind.js',
	},
};
