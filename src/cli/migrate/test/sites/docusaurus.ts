/** Invented Docusaurus sites with every documented feature. */

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0z"/></svg>\n';

/** Version 3: TypeScript, versions, two docs plugins, blog, redirects, translations, swizzled components. */
export const DOCUSAURUS_3: Record<string, string> = {
	'website/package.json': '{ "name": "website", "version": "2.4.0" }\n',
	'website/docusaurus.config.ts': `import path from 'node:path';
import type { Config } from '@docusaurus/types';
import type * as Preset from '@docusaurus/preset-classic';
import { themes as prismThemes } from 'prism-react-renderer';
import npm2yarn from '@docusaurus/remark-plugin-npm2yarn';
import { version } from './package.json';
import versions from './versions.json';

const isPreview = process.env.CONTEXT === 'deploy-preview';
const repository = 'https://github.com/acme/rocket';

function versionLabels() {
	return Object.fromEntries(versions.map((name, index) => [name, { label: name, banner: index > 0 ? 'unmaintained' : 'none' }]));
}

export default async function createConfig(): Promise<Config> {
	const config = {
		title: 'Rocket',
		tagline: \`Launch things with Rocket \${version}\`,
		url: process.env.SITE_URL ?? 'https://rocket.example.com',
		baseUrl: isPreview ? '/preview/' : '/',
		favicon: 'img/rocket.svg',
		onBrokenLinks: 'throw',
		i18n: { defaultLocale: 'en', locales: ['en', 'de'] },
		staticDirectories: ['static', path.join(__dirname, '_generated').slice(__dirname.length + 1)],
		customFields: { build: isPreview },
		stylesheets: ['https://fonts.example.com/css?family=Rocket'],
		headTags: [{ tagName: 'meta', attributes: { name: 'theme-color', content: '#123456' } }],
		markdown: { mermaid: true },
		themes: ['@docusaurus/theme-mermaid'],
		plugins: [
			['@docusaurus/plugin-content-docs', { id: 'community', path: 'community', routeBasePath: 'community', sidebarPath: './sidebarsCommunity.ts', editUrl: ({ docPath }) => \`\${repository}/edit/main/\${docPath}\` }],
			['client-redirects', { fromExtensions: ['html'], redirects: [{ from: ['/docs/start', '/docs/begin'], to: '/docs/' }, { from: '/old-blog', to: '/blog' }] }],
			function myPlugin() {
				return { name: 'my-plugin', configureWebpack: () => ({}) };
			},
			isPreview && ['@docusaurus/plugin-debug', {}],
		],
		presets: [
			[
				'classic',
				{
					docs: {
						sidebarPath: './sidebars.ts',
						editUrl: repository + '/edit/main/website/',
						remarkPlugins: [[npm2yarn, { sync: true }]],
						lastVersion: versions[0],
						versions: { current: { label: \`\${version}-next\`, path: 'next' }, ...versionLabels() },
						showLastUpdateTime: true,
					},
					blog: { blogTitle: 'Flight log', postsPerPage: 5, feedOptions: { type: 'all', copyright: \`Copyright © \${new Date().getFullYear()} Acme\` } },
					theme: { customCss: require.resolve('./src/css/custom.css') },
					gtag: { trackingID: 'G-ABC' },
				} satisfies Preset.Options,
			],
		],
		themeConfig: {
			image: 'img/rocket.svg',
			metadata: [{ name: 'keywords', content: 'rockets' }],
			docs: { sidebar: { hideable: true } },
			navbar: {
				title: 'Rocket',
				logo: { src: 'img/rocket.svg', alt: 'A rocket', width: 32 },
				hideOnScroll: true,
				items: [
					{ type: 'docSidebar', sidebarId: 'main', label: 'Docs', position: 'left' },
					{ type: 'doc', docId: 'guides/steer', label: 'Steering', position: 'left' },
					{ type: 'docSidebar', sidebarId: 'people', docsPluginId: 'community', label: 'Community' },
					{ to: 'blog', label: 'Blog', position: 'left' },
					{ type: 'dropdown', label: 'More', items: [{ to: '/help', label: 'Help' }, { href: repository, label: 'Source' }] },
					{ type: 'docsVersionDropdown', position: 'right', dropdownItemsAfter: [{ to: '/versions', label: 'All versions' }] },
					{ type: 'localeDropdown', position: 'right' },
					{ type: 'custom-star-button', position: 'right' },
					{ href: repository, className: 'header-github-link', 'aria-label': 'Source code', position: 'right' },
				],
			},
			footer: {
				style: 'dark',
				links: [
					{ title: 'Docs', items: [{ label: 'Introduction', to: 'docs/' }] },
					{ title: 'More', items: [{ html: '<span>Made in orbit</span>' }, { label: 'Source', href: repository }] },
				],
				copyright: \`Copyright © \${new Date().getFullYear()} Acme\`,
			},
			announcementBar: { id: 'launch', content: 'We have <b>launched</b>', isCloseable: false },
			prism: { theme: prismThemes.github, additionalLanguages: ['java'] },
			algolia: { appId: 'APP', apiKey: 'key', indexName: 'rocket', contextualSearch: true },
		} satisfies Preset.ThemeConfig,
	} satisfies Config;
	return config;
}
`,
	'website/sidebars.ts': `import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';

const guides = ['steer', 'land'].map((name) => \`guides/\${name}\`);

const sidebars: SidebarsConfig = {
	main: [
		'intro',
		{ type: 'category', label: 'Guides', key: 'guides', collapsed: false, link: { type: 'generated-index', description: 'How to fly' }, items: [...guides, 'guides/gone'], customProps: { beta: true } },
		{ type: 'autogenerated', dirName: 'parts' },
		{ type: 'link', label: 'Source', href: 'https://github.com/acme/rocket' },
		{ type: 'html', value: '<hr>', defaultStyle: true },
	],
};

export default sidebars;
`,
	'website/sidebarsCommunity.ts': "export default { people: [{ type: 'autogenerated', dirName: '.' }] };\n",
	'website/versions.json': '["2.0", "1.0"]\n',
	'website/docs/intro.mdx': `---
id: intro
title: Introduction
description: What Rocket is.
slug: /
keywords:
  - rocket
---

import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';
import Shared from './\\_shared.mdx';
import Badge from '@site/src/components/Badge';
import Counter from '@site/src/components/Counter';
import Link from '@docusaurus/Link';

Rocket flies. Read [steering](./guides/steer.md#left-and-right), the [guide](@site/docs/guides/land.md) and the
[log](../blog/2024-01-02-first.md).

<Badge text="stable">Stable since the first flight</Badge>

<Counter start={3}>Three engines</Counter>

<Shared name="Rocket" />

<Tabs groupId="os">
  <TabItem value="mac" label="macOS">
    Use brew.
  </TabItem>
  <TabItem value="linux" label="Linux">Use apt.</TabItem>
</Tabs>

:::tip[Before you fly]

Check the fuel.

:::

![Rocket](./img/rocket.svg)
![Plan](@site/static/img/rocket.svg)

\`\`\`js title="launch.js" {1}
launch();
\`\`\`
`,
	'website/docs/_shared.mdx': 'Words that several pages share.\n',
	'website/docs/img/rocket.svg': SVG,
	'website/docs/guides/steer.md': `---
sidebar_label: Steer
tags: [flight]
---

# Steering

## Left and right {#left-and-right}

Turn the wheel. See [landing](land.md) and [nothing](./nowhere.md).
`,
	'website/docs/guides/land.md': '# Landing\n\nSlow down first. <br/> Then [contribute](/community/team).\n',
	'website/docs/parts/_category_.json':
		'{ "label": "Parts", "position": 3, "key": "parts", "link": { "type": "generated-index" } }\n',
	'website/docs/parts/01-engine.md': '# Engine\n\nIt burns.\n',
	'website/docs/parts/02-tank.md': '# Tank\n\nIt holds.\n',
	'website/versioned_docs/version-2.0/intro.md':
		'---\nslug: /\n---\n\n# Introduction\n\nRocket two. [Steer](guides/steer.md).\n',
	'website/versioned_docs/version-2.0/guides/steer.md':
		'# Steering\n\nTurn. ![Rocket](../../../static/img/rocket.svg)\n',
	'website/versioned_docs/version-1.0/intro.md': '---\nid: intro\n---\n\n# Introduction\n\nRocket one.\n',
	'website/versioned_sidebars/version-2.0-sidebars.json': '{ "main": [{ "type": "autogenerated", "dirName": "." }] }\n',
	'website/versioned_sidebars/version-1.0-sidebars.json':
		'{ "version-1.0/main": { "Start": ["version-1.0/intro"] } }\n',
	'website/community/team.md': '# Team\n\nWho flies. Read the [introduction](../docs/intro.mdx).\n',
	'website/community/rules.md': '---\nslug: /conduct\n---\n\n# Rules\n\nBe kind.\n',
	'website/blog/authors.yml': `ada:
  name: Ada
  title: Pilot
  url: https://example.com/ada
  image_url: /img/rocket.svg
  socials:
    github: ada
  page: true
benBolt:
  name: Ben
  page: true
`,
	'website/blog/tags.yml': 'flight:\n  label: Flight\n  permalink: /flight\n',
	'website/blog/2024-01-02-first.md':
		'---\nslug: first-flight\nauthors: [ada]\ntags: [flight]\n---\n\n# The first flight\n\nUp.\n\n<!-- truncate -->\n\nAnd down.\n',
	'website/blog/2024/03-04-second/index.mdx':
		'---\ntitle: Second\nauthors: [ada, benBolt]\n---\n\nAgain. ![Rocket](./rocket.svg)\n\n{/* truncate */}\n\nFar.\n',
	'website/blog/2024/03-04-second/rocket.svg': SVG,
	'website/src/pages/index.tsx':
		"import React from 'react';\nimport Layout from '@theme/Layout';\nexport default () => <Layout>Home</Layout>;\n",
	'website/src/pages/help.tsx':
		"import React from 'react';\nexport default function Help() { return <p>Help yourself</p>; }\n",
	'website/src/pages/versions.mdx': '# Versions\n\nTwo, one.\n',
	'website/src/components/Badge/index.tsx':
		'import React from \'react\';\n\nexport default function Badge({ text, children }) {\n\treturn <div className="badge" title={text}>{children}</div>;\n}\n',
	'website/src/components/Counter.tsx':
		"import React, { useState } from 'react';\nimport clsx from 'clsx';\nexport default function Counter({ start, children }) { const [n] = useState(start); return <div className={clsx('c')}>{n}{children}</div>; }\n",
	'website/src/theme/Footer/index.js': 'export default () => null;\n',
	'website/src/css/custom.css': ':root { --ifm-color-primary: #123456; }\n',
	'website/i18n/de/docusaurus-plugin-content-docs/current/intro.md': '# Einleitung\n\nRakete.\n',
	'website/static/img/rocket.svg': SVG,
	'website/static/.nojekyll': '',
};

/** Version 2: CommonJS, docs next to the site's folder at the root, sidebars from code, no blog. */
export const DOCUSAURUS_2: Record<string, string> = {
	'docs/README.md': '# Welcome\n\nTo [usage](usage.md) and [the API](api/store.md#create-store).\n',
	'docs/usage.md':
		'---\nid: usage\ntitle: Usage\nhide_title: true\n---\n\n## Install\n\nUse **npm**.\n\n![Logo](../website/static/img/logo.svg)\n',
	'docs/api/store.md':
		'---\ntitle: Store\nauthor: [someone, else]\n---\n\n## `createStore()` {#create-store}\n\nMakes one.\n\n<details><summary>More</summary>\n\nHidden words.\n\n</details>\n',
	'docs/recipes/index.md': '# Recipes\n\nCook.\n\n<Unclosed>\n\nStill here.\n',
	'website/docusaurus.config.js': `// @ts-check
const { resolve } = require('path');
const links = [{ label: 'Usage', to: 'usage' }];

/** @type {import('@docusaurus/types').Config} */
module.exports = {
	title: 'Store',
	tagline: 'A place for things',
	url: 'https://acme.github.io',
	baseUrl: '/store/',
	organizationName: 'acme',
	onBrokenLinks: 'throw',
	favicon: 'img/logo.svg',
	themeConfig: {
		navbar: { title: 'Store', items: [...links, { href: 'https://www.github.com/acme/store', label: 'GitHub', position: 'right' }] },
		footer: { style: 'dark', links: [{ title: 'Docs', items: links }], copyright: \`Copyright (c) 2015-\${new Date().getFullYear()}\` },
		prism: { theme: require('./src/js/theme') },
	},
	presets: [
		[
			'@docusaurus/preset-classic',
			{
				docs: {
					path: '../docs',
					routeBasePath: '/',
					sidebarPath: require.resolve('./sidebars.js'),
					editUrl: ({ versionDocsDirPath, docPath }) => \`https://github.com/acme/store/edit/master/docs/\${docPath}\`,
					include: ['{api,recipes}/*.{md,mdx}', '*.md'],
				},
				theme: { customCss: resolve(__dirname, './src/css/custom.css') },
				blog: false,
			},
		],
	],
	plugins: [require.resolve('./plugins/analytics')],
};
`,
	'website/sidebars.js': `const fs = require('fs');
const path = require('path');

const recipes = fs.readdirSync(path.join(__dirname, '../docs/recipes')).filter((name) => name.endsWith('.md'));

module.exports = {
	docs: {
		Start: ['README', 'usage'],
		Recipes: recipes.map((name) => 'recipes/' + name.replace(/\\.md$/, '')),
		API: [{ type: 'category', label: 'Store', items: ['api/store'] }],
	},
};
`,
	'website/plugins/analytics.js': 'module.exports = () => ({ name: "analytics" });\n',
	'website/src/js/theme.js': 'module.exports = { plain: {}, styles: [] };\n',
	'website/src/css/custom.css': 'body { margin: 0; }\n',
	'website/static/img/logo.svg': SVG,
};
