/** The files of a new site: small, whole, and a sample of what authors use most. */
export const STARTER: Record<string, string> = {
	'site.config.ts': `import { defineConfig } from 'docsgen';

export default defineConfig({
	title: '{{title}}',
	tagline: 'Documentation that is a pleasure to read',
	url: 'https://example.com',
	navbar: {
		items: [
			{ type: 'doc', docId: 'index', label: 'Docs', position: 'left' },
			{ to: '/blog', label: 'Blog', position: 'left' },
		],
	},
	footer: { copyright: 'Made with docsgen.' },
});
`,
	'.gitignore': 'build/\n.docsgen/\nnode_modules/\n',
	'content/pages/index.md': `---
title: {{title}}
description: The home page of {{title}}.
---

Welcome. The documentation starts at [Introduction](../docs/index.md).
`,
	'content/docs/index.md': `---
title: Introduction
description: What this is, and where to go next.
slug: /
---

This page is \`content/docs/index.md\`. Change it, save it, and look at your browser: \`docsgen dev\` shows every change
at once.

## Pages are files

Each Markdown file in \`content/docs\` is a page; folders become categories of the sidebar. The next page is
[Writing](./writing.md).

:::tip

Links between files are checked when the site is built, anchors included: [Pages are files](#pages-are-files).

:::
`,
	'content/docs/writing.md': `---
title: Writing
description: Code, tabs, notes and tables.
---

## Code

\`\`\`ts title="greet.ts" {2}
export function greet(name: string): string {
	return \`Hello, \${name}\`;
}
\`\`\`

## Tabs

<Tabs groupId="package-manager">
<TabItem value="npm" label="npm" default>

\`\`\`sh
npm install
\`\`\`

</TabItem>
<TabItem value="pnpm" label="pnpm">

\`\`\`sh
pnpm install
\`\`\`

</TabItem>
</Tabs>

## Tables

| What | Where |
| --- | --- |
| Settings | \`site.config.ts\` |
| Pages | \`content/\` |
`,
	'content/blog/2024-01-01-hello.md': `---
title: Hello
description: The first post.
authors:
  name: The team
---

The first post of this blog.

<!-- truncate -->

Everything after the marker shows on the post's own page only.
`,
};
