/** An invented VitePress site with every documented feature. */

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0z"/></svg>\n';

export const VITEPRESS: Record<string, string> = {
	'package.json': '{ "name": "kiln", "version": "4.1.0" }\n',
	'docs/.vitepress/config/index.ts': `import { createRequire } from 'node:module';
import { defineConfig } from 'vitepress';
import { groupIconMdPlugin, groupIconVitePlugin } from 'vitepress-plugin-group-icons';
import { withMermaid } from 'vitepress-plugin-mermaid';
import { sidebarGuide, sidebarReference } from './sidebar';

const require = createRequire(import.meta.url);
const ogDescription = 'Bakes things';
const links = [
	{ icon: 'github', link: 'https://github.com/acme/kiln' },
	{ icon: 'mastodon', link: 'https://social.example/@kiln' },
];

export default withMermaid(
	defineConfig({
		title: 'Kiln',
		description: ogDescription,
		lang: 'en-US',
		base: '/kiln/',
		srcDir: 'src',
		srcExclude: ['**/snippets/**'],
		cleanUrls: false,
		lastUpdated: true,
		rewrites: { 'packages/:name/guide.md': ':name/guide.md' },
		sitemap: { hostname: 'https://kiln.example.com' },
		head: [
			['link', { rel: 'icon', href: '/kiln/kiln.svg', type: 'image/svg+xml' }],
			['meta', { property: 'og:description', content: ogDescription }],
			['script', {}, "console.log('hello')"],
			['script', { src: 'https://cdn.example.com/widget.js', defer: '' }],
		],
		markdown: {
			config(md) {
				md.use(groupIconMdPlugin);
			},
		},
		vite: { plugins: [groupIconVitePlugin()] },
		locales: { root: { label: 'English' }, fr: { label: 'Français', lang: 'fr', link: '/fr/' } },
		themeConfig: {
			logo: { light: '/kiln.svg', dark: '/kiln.svg', alt: 'Kiln' },
			siteTitle: 'Kiln',
			nav: [
				{ text: 'Guide', link: '/guide/', activeMatch: '^/guide/' },
				{ text: 'Reference', link: '/reference/options.html#heat' },
				{ text: 'v4', items: [{ text: 'Changelog', link: 'https://github.com/acme/kiln/releases' }, { items: [{ text: 'Guide', link: '/guide/' }] }] },
			],
			sidebar: {
				'/guide/': { base: '/guide/', items: sidebarGuide() },
				'/reference/': sidebarReference(),
				'/': [{ text: 'Everything', collapsed: true, items: [{ text: 'Guide', link: '/guide/' }, { text: 'Lost', link: '/lost' }] }],
			},
			socialLinks: links,
			editLink: { pattern: 'https://github.com/acme/kiln/edit/main/docs/src/:path', text: 'Edit' },
			footer: { message: 'Released under the MIT licence.', copyright: \`Copyright © \${new Date().getFullYear()} Acme\` },
			search: { provider: 'algolia', options: { appId: 'APP', apiKey: 'key', indexName: 'kiln' } },
		},
	}),
);
`,
	'docs/.vitepress/config/sidebar.ts': `import type { DefaultTheme } from 'vitepress';

export function sidebarGuide(): DefaultTheme.SidebarItem[] {
	return [
		{ text: 'Start', collapsed: false, items: [{ text: 'Introduction', link: '' }, { text: '<b>Firing</b>', link: 'firing' }] },
		{ text: 'Heat', link: 'firing#how-hot' },
	];
}

export const sidebarReference = (): DefaultTheme.SidebarItem[] => [
	{ text: 'Reference', items: [{ text: 'Options', link: '/reference/options' }, { text: 'Core', link: '/core/guide' }] },
];
`,
	'docs/.vitepress/theme/index.ts':
		"import DefaultTheme from 'vitepress/theme';\nimport Banner from './Banner.vue';\nexport default { extends: DefaultTheme, enhanceApp({ app }) { app.component('Banner', Banner); } };\n",
	'docs/.vitepress/theme/Banner.vue': '<template><div>Banner</div></template>\n',
	'docs/src/index.md': `---
layout: home
title: Kiln
hero:
  name: Kiln
  text: Bakes anything
  tagline: Quickly & evenly
  image: { src: /kiln.svg, alt: Kiln }
  actions:
    - { theme: brand, text: Get started, link: /guide/ }
    - { theme: alt, text: Source, link: 'https://github.com/acme/kiln' }
features:
  - icon: 🔥
    title: Hot
    details: As hot as <b>you</b> like
  - title: Even
    details: On all sides
    link: /guide/firing
---

Used by potters everywhere.
`,
	'docs/src/guide/index.md': `---
outline: deep
prev: false
---

# Introduction

<script setup>
import { ref } from 'vue'
const count = ref(0)
</script>

Bake. See [firing](./firing), [how hot](./firing.html#how-hot), [options](/reference/options) and
[heat](/reference/options.md#heat).

<Banner />

[[toc]]

## 1. Fill it

::: tip Careful
It is hot.
:::

::: details More
Hidden words.
:::

::: code-group

\`\`\`sh [npm]
npm i kiln
\`\`\`

\`\`\`sh [pnpm]
pnpm add kiln
\`\`\`

:::

## \`bake()\` & wait <Badge type="tip" text="4.1+" />

> [!NOTE]
> Words of a note.

<!--@include: ../snippets/part.md-->

<<< @/snippets/bake.ts#main{1}

![Kiln](/kiln.svg) ![Near](./near.svg)

The title is {{ $frontmatter.title }}.

<style scoped>
h1 { color: red; }
</style>
`,
	'docs/src/guide/firing.md':
		'---\ntitle: Firing\neditLink: false\n---\n\n# Firing\n\n## How hot?\n\nVery. [Back](./index.md) to [fill](./index.md#_1-fill-it).\n\n## How hot?\n\nAgain.\n\n## Café au lait\n\nWarm.\n',
	'docs/src/guide/near.svg': SVG,
	'docs/src/guide/README.md': '# Read me\n\nNot an index.\n',
	'docs/src/reference/options.md': '# Options\n\n## heat\n\n- **Type:** `number`\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
	'docs/src/packages/core/guide.md': '# Core\n\nInside.\n',
	'docs/src/packages/[name].md': '# Generated\n',
	'docs/src/snippets/part.md': 'Words of a part.\n',
	'docs/src/snippets/bake.ts': '// #region main\nexport const bake = 1;\n// #endregion main\n',
	'docs/src/fr/guide/index.md': '# Introduction en français\n',
	'docs/src/public/kiln.svg': SVG,
};
