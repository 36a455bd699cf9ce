/**
 * Pages of other tools, `test/flavours/<tool>`. In an unchanged page, each notation of the other tool is a finding that
 * names it. After `docsgen migrate --pages`, there are no false findings, and nothing is lost on the page or in its
 * Markdown copy.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migratePages } from '../src/cli/migrate/pages.ts';
import { createTerminal } from '../src/cli/terminal/terminal.ts';
import type { Diagnostic } from '../src/content/model/page.ts';
import { config, type MemorySite, site } from './memory-site.ts';
import { temporaryFolder } from './program.ts';
import { lost, textOf, wordsOf } from './words.ts';
import { writeFiles } from './write-files.ts';

const FOLDER = 'test/flavours';
const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

function filesOf(flavour: string): Record<string, string | Uint8Array> {
	const folder = join(FOLDER, flavour);
	const files = readdirSync(folder).map((name) => [`content/docs/${name}`, readFileSync(join(folder, name), 'utf8')]);
	return { ...Object.fromEntries(files), 'content/docs/pic.png': PIXEL, 'content/static/img/pic.png': PIXEL };
}

interface Translation {
	files: Record<string, string | Uint8Array>;
	findings: Diagnostic[];
	/** Output of a second run. */
	again: string;
}

/** Runs `docsgen migrate --pages` twice on the files. */
async function translate(files: Record<string, string | Uint8Array>): Promise<Translation> {
	const folder = temporaryFolder('flavours');
	writeFiles(folder, files);
	let said = '';
	const stream = { write: (text: string) => (said += text) };
	const terminal = createTerminal({ stdout: stream, stderr: { write() {} }, isTTY: false, env: {} });
	const pages = Object.keys(files).filter((path) => /\.mdx?$/.test(path));
	const options = { site: folder, files: pages.map((path) => join(folder, path)) };
	const findings = await migratePages(options, terminal);
	said = '';
	await migratePages(options, terminal);
	const texts = pages.map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
	return { files: { ...files, ...Object.fromEntries(texts) }, findings, again: said };
}

/** Expected findings: notations without effect, notations that no translation can know to be text, errors in any tool. */
const SAID: Record<string, string[]> = {
	docusaurus: [
		// An admonition's own icon.
		'content/docs/mdx.mdx warning unknown-prop',
		'content/docs/mdx.mdx info interactive',
		'content/docs/mdx.mdx warning fence-info',
		'content/docs/mdx.mdx warning truncate',
		'content/docs/styles.module.css warning unused-file',
	],
	github: ['content/docs/project.md warning expression', 'content/docs/project.md warning expression'],
	starlight: [
		'content/docs/guide.mdx info refused-attribute',
		// Icons, sizes and colors that docsgen's components don't have.
		'content/docs/guide.mdx warning unknown-prop',
		'content/docs/guide.mdx warning unknown-prop',
		'content/docs/guide.mdx warning prop-value',
		'content/docs/guide.mdx warning unknown-prop',
		'content/docs/guide.mdx warning unknown-prop',
		'content/docs/guide.mdx warning prop-value',
		'content/docs/guide.mdx warning unknown-prop',
		'content/docs/guide.mdx warning unknown-prop',
		'content/docs/guide.mdx warning unknown-prop',
		...Array<string>(3).fill('content/docs/guide.mdx warning fence-info'),
	],
	vitepress: [
		// `outline`, `head` and `prev` have no effect.
		...Array<string>(3).fill('content/docs/guide.md warning unknown-field'),
		'content/docs/guide.md warning split-cell',
		...Array<string>(2).fill('content/docs/guide.md warning foreign-notation'),
		'content/docs/guide.md warning no-link',
		'content/docs/guide.md warning expression',
		'content/docs/guide.data.js warning unused-file',
	],
};
/** Text in the syntax of a template is shown as it is. */
const CONFIG = config({ blog: false, search: false, onExpressions: 'warn' });

for (const flavour of readdirSync(FOLDER)) {
	const files = filesOf(flavour);
	let built: MemorySite | undefined;
	const build = async (): Promise<MemorySite> => {
		if (built) return built;
		const { files: translated } = await translate(files);
		built = site({ ...translated, 'site.config.ts': CONFIG });
		const { diagnostics } = await built.build();
		assert.equal(
			diagnostics.map(({ file, severity, code }) => `${file} ${severity} ${code}`),
			SAID[flavour] ?? [],
		);
		return built;
	};

	test(`${flavour}: its pages build after translation, with only the expected findings`, async () => {
		await build();
	});

	test(`${flavour}: a second translation changes nothing`, async () => {
		assert.match((await translate(files)).again, /^0 of /);
	});

	for (const [path, source] of Object.entries(files)) {
		const [, name] = /^content\/docs\/([^_].*)\.mdx?$/.exec(path) ?? [];
		if (name === undefined) continue;
		test(`${flavour}: no word of ${name} is lost`, async () => {
			const { read, outputs } = await build();
			const words = wordsOf(String(source));
			assert.ok(words.length > 0);
			const page = outputs().find((out) => out === `docs/${name}/index.html` || out === `docs/${name}.html`) ?? '';
			assert.equal(lost(words, textOf(read(page))), [], 'on the page');
			assert.equal(lost(words, read(`docs/${name}.md`)), [], 'in its Markdown twin');
		});
	}
}

/** Notations of other tools, one per page. */
const CONSTRUCTS = [
	'<<< @/content/docs/part.ts',
	'<!--@include: ./_part.md-->',
	'[[toc]]',
	'!!! note "Title"\n    Text.',
	'??? note\n    Text.',
	'=== "Tab"\n    Text.',
	'Text {{< ref "x" >}}.',
	'{{< note >}}\nText.\n{{< /note >}}',
	'Text {{ $frontmatter.title }}.',
	'Text {"quoted"}.',
	"Text {[1, 2].join(' ')}.",
	'Text {1 + 1 > 1 ? <b>yes</b> : null}.',
	'<><b>Text</b></>',
	'<Aside>Text.</Aside>',
	'<BrowserOnly>Text.</BrowserOnly>',
	'<CardGrid>\n\nText.\n\n</CardGrid>',
	'<ClientOnly>Text.</ClientOnly>',
	'<Code code="a()" lang="js" />',
	'<Fragment>Text.</Fragment>',
	'<Redirect to="/docs/x" />',
	'<Redirect to="/docs/x">Text.</Redirect>',
	'<TOCInline toc={toc} />',
	'<Translate>Text.</Translate>',
	'<script setup>\nconst n = 1;\n</script>\n\nText {{ n }}.',
	'<b v-if="true">Text.</b>',
	'<a :href="\'/x\'">Text.</a>',
	'<b @click="go">Text.</b>',
	'<b {...{ id: "x" }}>Text.</b>',
	'<b className="x">Text.</b>',
	'<Card title={1 + 1} />',
	'<b title={"a" + 1}>Text.</b>',
	"import text from './part.ts?raw';\n\nText.",
	'export const n = 1;\n\nText {n}.',
	"<head>\n<title>{'Text'}</title>\n</head>",
	'<style>{`b { color: red }`}</style>',
	'```mdx-code-block\n<b>Text.</b>\n```',
];

test('docsgen migrate --pages translates every notation whose hint says so', async () => {
	const pages = CONSTRUCTS.map((text, index) => [`content/docs/${index}.mdx`, `---\ntitle: T\n---\n\n${text}\n`]);
	const files = {
		...Object.fromEntries(pages),
		'content/docs/_part.md': 'Part.\n',
		'content/docs/part.ts': 'export const a = 1;\n',
	};
	const told = async (texts: Record<string, string | Uint8Array>): Promise<Map<string, string>> => {
		const { diagnostics } = await site({ ...texts, 'site.config.ts': config({ blog: false }) }).check();
		const hinted = diagnostics.filter(({ hint }) => hint?.includes('docsgen migrate --pages'));
		return new Map(hinted.map(({ file = '', message }) => [file, message]));
	};
	const before = await told(files);
	const after = await translate(files);
	const still = await told(after.files);
	const wrong = CONSTRUCTS.flatMap((text, index) => {
		const file = `content/docs/${index}.mdx`;
		const isChanged = after.files[file] !== files[file];
		return before.has(file) && isChanged && !still.has(file)
			? []
			: [[text, before.get(file), String(after.files[file])]];
	});
	assert.equal(wrong, []);
});

test('docusaurus: a list of cards shows the page’s siblings', async () => {
	const made = site({
		'content/docs/guide/a.md': '---\ntitle: Aa\ndescription: About a.\n---\n',
		'content/docs/guide/b.md': '---\ntitle: Bb\n---\n\n<DocCardList />\n',
		'content/docs/other.md': '---\ntitle: Other\n---\n',
	});
	await made.build();
	const cards = [
		...made.read('docs/guide/b/index.html').matchAll(/card-title.*?<a href="([^"]+)">(.*?)<\/a>.*?<p>(.*?)<\/p>/gs),
	];
	assert.equal(
		cards.map(([, ...card]) => card),
		[['/docs/guide/a', 'Aa', 'About a.']],
	);
});

test('components of a site can be .jsx with a CSS module', async () => {
	const made = site({
		'templates/components/Pill.jsx':
			"import styles from './pill.module.css';\nexport default ({ children }) => <b className={styles.pill}>{children}</b>;\n",
		'templates/components/pill.module.css': '.pill { color: #123456; }\n',
		'content/docs/a.mdx': '---\ntitle: A\n---\n\nA <Pill>word</Pill>.\n',
	});
	const { diagnostics } = await made.build();
	assert.equal(diagnostics, []);
	const [, name = ''] = /<b class="([\w-]+)">word<\/b>/.exec(made.read('docs/a/index.html')) ?? [];
	const sheet = made.outputs().find((out) => /^assets\/site-.*\.css$/.test(out)) ?? '';
	assert.ok(name !== '' && made.read(sheet).includes(`.${name}{color:#123456}`), name);
});

test('a missing component is one finding, with all its positions', async () => {
	const pages = Array.from({ length: 9 }, (_, index) => [
		`content/docs/${index}.mdx`,
		`---\ntitle: T\n---\n\n<Note>Text.</Note>\n\n<Other />\n`,
	]);
	const { diagnostics } = await site(Object.fromEntries(pages)).check();
	const [note, other, ...more] = diagnostics.filter(({ code }) => code === 'unknown-component');
	assert.equal([note?.file, other?.line, more], ['content/docs/0.mdx', 7, []]);
	const places = [1, 2, 3, 4, 5].map((index) => `content/docs/${index}.mdx:5`).join(', ');
	assert.equal(note?.notes, [`Also in ${places} and 3 more places.`]);
});

test('vitepress: loops and conditions over data of the page are replaced by their result', async () => {
	const { files } = await translate(filesOf('vitepress'));
	const made = site({ ...files, 'site.config.ts': CONFIG });
	await made.build();
	const html = made.read('docs/guide/index.html');
	assert.match(html, '<li title="Ada">1: Ada is here</li>');
	assert.match(html, '<li title="Grace">2: Grace is here</li>');
	assert.match(html, '<p>5.1.2</p>');
	assert.match(html, 'Fewer than six.');
	assert.equal(
		[...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text).filter((text) => text?.includes('long')),
		['Grace has a long name on Guide of VitePress.'],
	);
	assert.not.match(html, '<p>2</p>');
});

test('docusaurus: a partial wraps the content between its tags', async () => {
	const made = site((await translate(filesOf('docusaurus'))).files);
	await made.build();
	const around =
		/<details[^>]*>(?:(?!<details)[\s\S])*?Around this[\s\S]*?<\/details>/.exec(
			made.read('docs/mdx/index.html'),
		)?.[0] ?? '';
	assert.match(around, '<strong>between</strong>');
	assert.match(around, 'Below the children.');
});

test('the test detects a lost word', () => {
	const words = wordsOf(
		'---\ntitle: x\n---\n\nShown <b title="hidden">between</b>\n\n```js\ncode();\nsample();\n```\n',
	);
	assert.equal(words, ['Shown', 'between', 'sample']);
	assert.equal(lost(words, 'Shown sample'), ['between']);
});

test.run();
