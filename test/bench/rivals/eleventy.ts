/**
 * Eleventy with markdown-it, highlight.js (only the languages of the corpus), and a layout in JavaScript, its fastest
 * kind. The sidebar is rendered once and marked per page; the table of contents is collected while Markdown is parsed.
 * Eleventy has no search.
 */

import { writeFiles } from '../../write-files.ts';
import type { CorpusPage } from '../corpus.ts';
import { addressLinks, byFolder, folderLabel, fromNpm, program, quotedAdmonitions, type Rival } from './rival.ts';

const CONFIG = `
import markdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';

for (const [name, language] of Object.entries({ bash, json, typescript, xml })) hljs.registerLanguage(name, language);

const markdown = markdownIt({
	html: true,
	highlight: (code, language) =>
		hljs.getLanguage(language) ? hljs.highlight(code, { language, ignoreIllegals: true }).value : '',
});
let headings = [];
markdown.use(anchor, {
	level: [2, 3],
	callback: (token, { slug, title }) => headings.push({ level: token.tag, slug, title }),
});
const plain = markdown.render.bind(markdown);
markdown.render = (text, env) => {
	headings = [];
	const html = plain(text, env);
	const list = headings.map(
		({ level, slug, title }) =>
			'<li class="' + level + '"><a href="#' + slug + '">' + markdown.utils.escapeHtml(title) + '</a></li>',
	);
	return html + '<nav class="contents"><ul>' + list.join('') + '</ul></nav>';
};

export default function (config) {
	config.setLibrary('md', markdown);
	config.addPassthroughCopy({ 'static': '/' });
	config.setQuietMode(true);
	return {
		dir: { input: 'content', includes: '../includes', output: 'build' },
		markdownTemplateEngine: false,
		htmlTemplateEngine: false,
		templateFormats: ['md'],
	};
}
`;

const LAYOUT = `
import folders from '../folders.json' with { type: 'json' };

const sidebar = folders
	.map(
		({ label, pages }) =>
			'<details><summary>' + label + '</summary><ul>' +
			pages.map(({ path, title }) => '<li><a href="/' + path + '/">' + title + '</a></li>').join('') +
			'</ul></details>',
	)
	.join('');

export default function ({ title, page, content }) {
	const link = 'href="' + page.url + '"';
	return \`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>\${title} | Corpus</title>
<link rel="canonical" href="https://example.com\${page.url}">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/">Corpus</a></header>
<nav class="sidebar">\${sidebar.replace(link, link + ' aria-current="page"')}</nav>
<main><h1>\${title}</h1>
\${content}</main>
</body>
</html>\`;
}
`;

function text(page: CorpusPage): string {
	const body = quotedAdmonitions(addressLinks(page.body)).replace(/^(\s*```)tsx$/gm, '$1typescript');
	return `---\ntitle: ${page.title}\n---\n\n${body.replace(/^(\s*```)ts$/gm, '$1typescript')}\n`;
}

export const eleventy: Rival = {
	name: 'eleventy',
	label: 'Eleventy',
	home: 'eleventy',
	...fromNpm({
		'@11ty/eleventy': '3.1.7',
		'highlight.js': '11.12.0',
		'markdown-it': '15.0.3',
		'markdown-it-anchor': '10.0.0',
	}),
	write(pages, site) {
		const folders = [...byFolder(pages)].map(([folder, list]) => ({
			label: folderLabel(folder),
			pages: list.map(({ path, title }) => ({ path, title })),
		}));
		writeFiles(site, {
			'package.json': '{ "private": true, "type": "module" }\n',
			'eleventy.config.js': CONFIG,
			'folders.json': JSON.stringify(folders),
			'includes/page.11ty.js': LAYOUT,
			'static/style.css': '.hljs-keyword { color: #a0a; }\n',
			'content/content.json': '{ "layout": "page.11ty.js" }\n',
			'content/index.md': '---\ntitle: Home\n---\n\nA corpus.\n',
			...Object.fromEntries(pages.map((page) => [`content/${page.path}.md`, text(page)])),
		});
	},
	build: (site) => program(site, '@11ty/eleventy/cmd.cjs', []),
	leftovers: ['build', '.cache'],
	source: (page) => `content/${page.path}.md`,
	out: 'build',
	html: (page) => `${page.path}/index.html`,
	proof: {
		code: /<span class="hljs-keyword">/,
		contents: /<li class="h\d"><a href="#[^"]+">/,
		sidebar: /href="\/(folder-\d+\/page-\d+)\/"/g,
	},
};
