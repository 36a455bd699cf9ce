/** A small site with live samples, checked and compiled as any other. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { diskProject } from '../../src/cli/disk/project.ts';
import { toText } from '../../src/cli/terminal/report.ts';
import { buildFolder } from '../disk-site.ts';
import { writeFiles } from '../write-files.ts';
import { serveFolder } from './browser.ts';

const SERVER = `import { z } from 'zod';

export const Greeting = z.object({ name: z.string() });

export function greet(name: string): string {
  return \`Hello, \${name}\`;
}`;

const CLIENT = `// @include: setup
// ---cut-start---
import { secret } from './setup';
console.log(secret);
// ---cut-end---
import { greet } from './server';

const said = greet('Ada');
console.log(said); // a long comment that goes on and on, so that it is wider than the block on a narrow screen
// ---cut-start---
const hidden = 1;
const more = hidden;
// ---cut-end---
console.log(more);`;

const PAGE = `---
title: Live
---

Words above.

\`\`\`ts title="server.ts" run {5-7}
${SERVER}
\`\`\`

More words.

\`\`\`ts title="client.ts" run="server.ts" showLineNumbers
${CLIENT}
\`\`\`

A block with an error:

\`\`\`ts twoslash
// @errors: 2322
const wrong: number = 'text';
\`\`\`

A program that never ends:

\`\`\`ts run
for (;;) {
}
\`\`\`

Words below.
`;

export const SITE: Record<string, string> = {
	'site.config.ts': `export default {
	title: 'Live',
	url: 'https://example.org',
	locales: ['en', 'ar'],
	samples: { current: { folder: 'samples', package: 'zod', live: {} } },
};`,
	'samples/package.json': '{ "private": true, "dependencies": { "zod": "*" } }',
	'samples/setups/setup.ts': "// @filename: setup.ts\nexport const secret = 'setup';\n",
	'content/docs/index.md': PAGE,
	'content/docs/other.md': '---\ntitle: Other\n---\n\nText.\n',
	'content/docs/variants.md': `---
title: Variants
---

<Tabs>
<TabItem label="One">

Text.

</TabItem>
<TabItem label="Two">
<Variants>

\`\`\`ts title="price.ts" run
// @variant: write a word
export const price: string = 'five';
// @otherwise
export const price: number = 5;
// @variant-end
console.log(price);
\`\`\`

</Variants>
</TabItem>
</Tabs>
`,
	'content/docs/try.md': `---
title: Try
---

\`\`\`ts title="said.ts" run
const said = 'Hello';
console.log(said);
\`\`\`

:::try
Say **good night**.

\`\`\`ts try
-const said = 'Hello';
+const said = 'Good night';
\`\`\`

\`\`\`text
Good night
\`\`\`

The program prints the new word.
:::
`,
	'content/ar/docs/index.md': PAGE,
};

/** Writes it into a folder that sees the packages of this repository; returns the folder, and its removal. */
export function liveFolder(): { folder: string; remove(): void } {
	const folder = mkdtempSync(join(tmpdir(), 'docsgen-live-'));
	writeFiles(folder, SITE);
	symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
	return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Builds and serves it. */
export async function liveSite(): Promise<{ origin: string; outDir: string; remove(): void }> {
	const { folder, remove } = liveFolder();
	const outDir = join(folder, 'build');
	const { ok, diagnostics } = await buildFolder(folder, { outDir }, diskProject(folder, outDir));
	if (!ok || diagnostics.length > 0) throw new Error(toText(diagnostics));
	return { origin: await serveFolder(outDir), outDir, remove };
}
