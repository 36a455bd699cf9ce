/** A site that uses each feature that needs files or packages of docsgen's, or packages of the site's. */

/** What its authors install, besides docsgen. */
const PACKAGES = {
	'@codemirror/lang-javascript': '6',
	'@modelcontextprotocol/sdk': '1',
	'@typescript/vfs': '1',
	algoliasearch: '5',
	'beautiful-mermaid': '1',
	codemirror: '6',
	typescript: '6',
};

/** Its files; `docsgen` is what package.json says about docsgen. */
export function everything(docsgen: string): Record<string, string> {
	return {
		'package.json': JSON.stringify({
			name: 'bakery-docs',
			private: true,
			type: 'module',
			dependencies: { bread: 'file:./bread', nanoid: '5' },
			devDependencies: { ...PACKAGES, docsgen },
		}),
		'site.config.ts': `import { defineConfig } from 'docsgen';

export default defineConfig({
	title: 'Bakery',
	url: 'https://docs.bakery.test',
	locales: ['en', 'fr'],
	include: [{ folder: 'notes', at: 'docs/notes' }],
	samples: { current: { folder: '.', package: 'nanoid', live: true } },
	api: [{ id: 'bread', package: 'bread', folder: '.', entryPoints: { '.': 'src/index.ts' } }],
	markdown: { plugins: [{ plugin: './plugins/signs.js', options: { sign: '©' } }] },
	search: { hosted: { appId: 'BAKERY', apiKey: 'may-search', indexName: 'bakery', hosts: ['http://127.0.0.1:9'] } },
});
`,
		'plugins/signs.js': `export default function signs(md, { sign }) {
	md.core.ruler.push('signs', ({ tokens }) => {
		for (const token of tokens.flatMap(({ children }) => children ?? []))
			token.content = token.content.replaceAll('(c)', sign);
	});
}
`,
		'templates/components/Counter.island.tsx': `import { useState } from 'react';
import { Icon } from 'docsgen/templates';

export function Counter() {
	const [count, setCount] = useState(0);
	return (
		<button type="button" onClick={() => setCount(count + 1)}>
			{count} <Icon name="check" />
		</button>
	);
}
`,
		'bread/package.json': '{ "name": "bread", "version": "1.0.0", "type": "module" }',
		'bread/src/index.ts': `/** Bakes a loaf. */
export function bake(grams: number): Loaf {
	return { grams };
}

/** What comes out of the oven. */
export interface Loaf {
	/** Its weight. */
	grams: number;
}
`,
		'notes/index.md': '# Notes\n\nKept outside of the content.\n',
		'content/versions.json': '["1.x"]',
		'content/versions/1.x/index.md': '---\ntitle: Start\nslug: /\n---\n\nThe old oven.\n',
		'content/fr/docs/index.md': '---\ntitle: Début\nslug: /\n---\n\nLe four.\n',
		'content/docs/index.md': `---
title: Start
slug: /
---

(c) Bakery. $x^2$ is a formula, and [bake](api:bread/bake) a symbol.

\`\`\`ts title="id.ts" run
import { nanoid } from 'nanoid';

const id = nanoid();
//    ^?
console.log(id.length);
// 21
\`\`\`

\`\`\`mermaid
flowchart LR
  Flour --> Loaf
\`\`\`

<Counter />
`,
	};
}

/** Page → texts of its HTML, each of which one of the features has made. */
export const SHOWN: Record<string, string[]> = {
	'docs/index.html': ['The old oven.'],
	'docs/next/index.html': [
		'© Bakery',
		'<math',
		'>Flour</text>',
		'const id: string',
		'href="/docs/next/api/bread/functions/bake"',
		'<docsgen-island',
		'data-sample=',
	],
	'docs/next/notes/index.html': ['Kept outside of the content.'],
	'docs/next/api/bread/functions/bake/index.html': ['Bakes a loaf.'],
	'fr/docs/next/index.html': ['Le four.'],
};
