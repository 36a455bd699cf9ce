/**
 * Hugo with Chroma (classes), its built-in table of contents, and a sidebar partial that lists all pages, opens the
 * page's folder and marks the page, like Hugo's documentation themes. Hugo has no search; Pagefind indexes its output.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeFiles } from '../../write-files.ts';
import type { CorpusPage } from '../corpus.ts';
import { addressLinks, byFolder, folderLabel, fromNpm, quotedAdmonitions, type Rival } from './rival.ts';

/** The program; `HUGO` overrides the one in the path. */
const PROGRAM = process.env.HUGO ?? 'hugo';

const CONFIG = `
baseURL = 'https://example.com/'
title = 'Corpus'
languageCode = 'en'
disableKinds = ['taxonomy', 'term', 'RSS']

[markup.highlight]
noClasses = false

[markup.tableOfContents]
startLevel = 2
endLevel = 3
`;

const BASE = `<!DOCTYPE html>
<html lang="{{ .Site.LanguageCode }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} | {{ .Site.Title }}</title>
<link rel="canonical" href="{{ .Permalink }}">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/">{{ .Site.Title }}</a></header>
{{ SIDEBAR }}
<main>{{ block "main" . }}{{ end }}</main>
</body>
</html>
`;

const PAGE = `{{ define "main" }}<article>
<h1>{{ .Title }}</h1>
{{ .Content }}
</article>
<aside>{{ .TableOfContents }}</aside>
<nav>{{ with .NextInSection }}<a rel="prev" href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}
{{ with .PrevInSection }}<a rel="next" href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav>
{{ end }}
`;

const LIST = `{{ define "main" }}<h1>{{ .Title }}</h1>
{{ .Content }}
<ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>
{{ end }}
`;

/** All pages, on every page. */
const WHOLE_SIDEBAR = `{{ $page := . }}<nav class="sidebar">
{{- range .Site.Sections }}
<details{{ if eq . $page.CurrentSection }} open{{ end }}><summary>{{ .Title }}</summary>
<ul>
{{- range .RegularPages }}
<li><a href="{{ .RelPermalink }}"{{ if eq . $page }} aria-current="page"{{ end }}>{{ .Title }}</a></li>
{{- end }}
</ul></details>
{{- end }}
</nav>
`;

/** The folders, and the pages of the page's own folder. */
const BRANCH_SIDEBAR = `{{ $page := . }}<nav class="sidebar">
{{- range .Site.Sections }}
{{- if eq . $page.CurrentSection }}
<details open><summary>{{ .Title }}</summary>
<ul>
{{- range .RegularPages }}
<li><a href="{{ .RelPermalink }}"{{ if eq . $page }} aria-current="page"{{ end }}>{{ .Title }}</a></li>
{{- end }}
</ul></details>
{{- else }}
<a href="{{ .RelPermalink }}">{{ .Title }}</a>
{{- end }}
{{- end }}
</nav>
`;

function text(page: CorpusPage): string {
	return `---\ntitle: ${page.title}\n---\n\n${quotedAdmonitions(addressLinks(page.body))}\n`;
}

function variant(name: string, label: string, call: string, partial: string): Rival {
	return {
		name,
		label,
		home: 'hugo',
		version: () => /v(\d+\.\d+\.\d+)/.exec(spawnSync(PROGRAM, ['version'], { encoding: 'utf8' }).stdout ?? '')?.[1],
		install() {
			const { status } = spawnSync('apt-get', ['install', '--yes', 'hugo'], { stdio: 'inherit' });
			if (status !== 0) throw new Error('Hugo could not be installed; install it, or name it in HUGO.');
		},
		write(pages, site) {
			writeFiles(site, {
				'hugo.toml': CONFIG,
				'layouts/_default/baseof.html': BASE.replace('{{ SIDEBAR }}', call),
				'layouts/_default/single.html': PAGE,
				'layouts/_default/list.html': LIST,
				'layouts/partials/sidebar.html': partial,
				'content/_index.md': '---\ntitle: Home\n---\n\nA corpus.\n',
				...Object.fromEntries(
					[...byFolder(pages).keys()].map((folder) => [
						`content/${folder}/_index.md`,
						`---\ntitle: ${folderLabel(folder)}\n---\n`,
					]),
				),
				...Object.fromEntries(pages.map((page) => [`content/${page.path}.md`, text(page)])),
			});
			const styles = spawnSync(PROGRAM, ['gen', 'chromastyles', '--style=github'], { encoding: 'utf8' }).stdout;
			// Without Hugo, nothing is built, but the pages are still written.
			writeFiles(site, { 'static/style.css': styles ?? '' });
		},
		build: (site) => ({ file: PROGRAM, args: ['--cacheDir', join(site, 'cache')], cwd: site }),
		leftovers: ['public', 'resources', 'cache', '.hugo_build.lock'],
		source: (page) => `content/${page.path}.md`,
		out: 'public',
		html: (page) => `${page.path}/index.html`,
		proof: {
			code: /<span class="\w+">(?:import|const|return)<\/span>/,
			contents: /<li><a href="#[^"]+">/,
			sidebar: /href="\/(folder-\d+\/page-\d+)\/"/g,
		},
	};
}

export const hugo = variant('hugo', 'Hugo', '{{ partial "sidebar.html" . }}', WHOLE_SIDEBAR);

/** One cached sidebar for all pages, which therefore cannot mark the current page. */
export const hugoCached = variant(
	'hugo-cached',
	'Hugo, one sidebar for all pages',
	'{{ partialCached "sidebar.html" .Site.Home }}',
	WHOLE_SIDEBAR,
);

/** A sidebar that does not grow with the site, like docsgen's. */
export const hugoBranch = variant(
	'hugo-branch',
	'Hugo, sidebar of the folder',
	'{{ partial "sidebar.html" . }}',
	BRANCH_SIDEBAR,
);

const pagefind = fromNpm({ pagefind: '1.6.0' });

/** The same with a search. */
export const hugoPagefind: Rival = {
	...hugoBranch,
	name: 'hugo-pagefind',
	label: `${hugoBranch.label}, and Pagefind`,
	home: 'hugo-pagefind',
	version: (home) => (pagefind.version(home) === undefined ? undefined : hugoBranch.version(home)),
	install(home) {
		if (hugoBranch.version(home) === undefined) hugoBranch.install(home);
		pagefind.install(home);
	},
	build(site) {
		const bin = join(site, '../node_modules/pagefind/lib/runner/bin.cjs');
		const both = '"$0" --cacheDir "$PWD/cache" && "$1" "$2" --site public';
		return { file: 'sh', args: ['-c', both, PROGRAM, process.execPath, bin], cwd: site };
	},
	proof: { ...hugoBranch.proof, search: 'pagefind/pagefind-entry.json' },
};
