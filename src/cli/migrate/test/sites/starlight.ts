/** An invented Starlight site with every documented feature. */

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0z"/></svg>\n';

export const STARLIGHT: Record<string, string> = {
	'astro.config.mjs': `import react from '@astrojs/react';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import starlightLinksValidator from 'starlight-links-validator';

const site = process.env.DEPLOY_URL || 'https://lens.example.com';

// https://astro.build/config
export default defineConfig({
	site,
	base: '/lens',
	redirects: { '/start': '/guides/first-steps/', '/old': { status: 301, destination: 'https://example.com/new' } },
	integrations: [
		starlight({
			title: { en: 'Lens' },
			description: 'See things',
			logo: { light: './src/assets/lens.svg', dark: './src/assets/lens.svg', replacesTitle: true },
			social: [{ icon: 'github', label: 'GitHub', href: 'https://github.com/acme/lens' }],
			editLink: { baseUrl: 'https://github.com/acme/lens/edit/main/' },
			customCss: ['./src/styles/custom.css'],
			components: { Footer: './src/components/Footer.astro' },
			plugins: [starlightLinksValidator()],
			head: [{ tag: 'meta', attrs: { name: 'theme-color', content: '#123456' } }, { tag: 'script', attrs: { src: 'https://cdn.example.com/a.js', defer: true } }],
			defaultLocale: 'root',
			locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch' } },
			sidebar: [
				'guides/first-steps',
				{ label: 'Guides', collapsed: true, badge: 'New', items: [{ slug: 'guides/first-steps' }, { label: 'Focus', link: '/guides/focus/' }, { label: 'Lost', slug: 'guides/lost' }] },
				{ label: 'Reference', translations: { de: 'Referenz' }, autogenerate: { directory: 'reference' } },
				{ label: 'Source', link: 'https://github.com/acme/lens', attrs: { target: '_blank' } },
			],
		}),
		react(),
	],
});
`,
	'src/content/docs/index.mdx': `---
title: Welcome to Lens
description: See things clearly
template: splash
hero:
  tagline: Look closer
  image: { file: ../../assets/lens.svg }
  actions:
    - { text: First steps, link: /guides/first-steps/, icon: right-arrow }
    - { text: Source, link: 'https://github.com/acme/lens', variant: minimal }
---

import { Card, CardGrid } from '@astrojs/starlight/components';

<CardGrid stagger>
	<Card title="Sharp" icon="star">
		Words of a card.
	</Card>
	<Card title="Small">More words.</Card>
</CardGrid>
`,
	'src/content/docs/guides/First Steps.mdx': `---
title: First steps
sidebar:
  order: 1
  label: Begin
  badge: New
tableOfContents: false
prev: false
---

import { Aside, Badge, FileTree, Icon, LinkButton, LinkCard, Steps, Tabs, TabItem } from '@astrojs/starlight/components';
import Chart from '../../../components/Chart.astro';
import Frame from '~/components/Frame';

<Aside type="caution" title="Glass">It breaks.</Aside>

:::tip[Clean it]
With a cloth.
:::

<Steps>

1. Take it out.
2. Look through it.

</Steps>

<Tabs syncKey="pkg">
	<TabItem label="npm">Use npm.</TabItem>
	<TabItem label="pnpm">Use pnpm.</TabItem>
</Tabs>

<FileTree>

- src
  - lens.ts the lens
- package.json

</FileTree>

<LinkCard title="Focus" href="/guides/focus/" description="Sharper" />
<LinkButton href="/guides/focus/">Go on</LinkButton>
<Badge text="Beta" /> <Icon name="star" />

<Chart value={3}>Words of a chart</Chart>

<Frame title="Framed">Words in a frame</Frame>

![Lens](../../../assets/lens.svg) and [focus](/guides/focus/#sharp--near).

\`\`\`js title="lens.js" ins={1} "look"
look();
\`\`\`
`,
	'src/content/docs/guides/focus.md':
		'---\ntitle: Focus\nslug: guides/focus\nsidebar: { hidden: true }\n---\n\n## Sharp & near\n\nNear things.\n',
	'src/content/docs/reference/02-api.v1.md': '---\ntitle: API\n---\n\nAll of it.\n',
	'src/content/docs/404.md': '---\ntitle: Nothing here\ntemplate: splash\n---\n\nNothing.\n',
	'src/content/docs/de/index.mdx': '---\ntitle: Willkommen\n---\n\nHallo.\n',
	'src/pages/about.astro': '<p>About</p>\n',
	'src/assets/lens.svg': SVG,
	'src/components/Chart.astro': '<div><slot /></div>\n',
	'src/components/Frame.tsx':
		"import type { ReactNode } from 'react';\nimport { caption } from './caption';\n\nexport default function Frame({ title, children }: { title: string; children?: ReactNode }) {\n\treturn <figure>{children}<figcaption>{caption(title)}</figcaption></figure>;\n}\n",
	'src/components/caption.ts': "export const caption = (text: string): string => 'Picture: ' + text;\n",
	'src/components/Footer.astro': '<footer />\n',
	'src/styles/custom.css': ':root { --sl-color-accent: red; }\n',
	'public/favicon.svg': SVG,
};

/** A folder of Markdown for GitHub. */
export const PLAIN: Record<string, string> = {
	'README.md':
		'# Notes on **glass**\n\n[Grinding](docs/grinding.md), [tools](docs/tools/), [licence](LICENSE).\n\n![Lens](docs/img/lens.svg)\n\n> [!TIP]\n> Wear gloves.\n',
	LICENSE: 'MIT\n',
	'docs/grinding.md':
		'# Grinding\n\nSlowly. <kbd>Ctrl</kbd>\n\n<div align="center">\n\n**Words in the middle**\n\n</div>\n\n[Up](../README.md#notes-on-glass)\n',
	'docs/tools/README.md': '# Tools\n\n1. Sand\n2. Water\n\n- [ ] Buy more\n',
	'docs/01-old_name.md': '# Old name\n\nGeneric<T> in text, and a < b.\n',
	'docs/img/lens.svg': SVG,
};
