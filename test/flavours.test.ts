/**
 * Pages as other tools have them, `test/flavours/<tool>`, put into a site unchanged: nothing is found wrong, and
 * nothing is lost, neither on the page nor in its Markdown twin. What a page holds is counted without the parser: words
 * of its text, of what stands between tags, and of its code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { config, type MemorySite, site } from './memory-site.ts';

const FOLDER = 'test/flavours';
const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

/** Marks and names that are no text. */
const NOTATION = new Set(['highlight', 'next', 'line', 'start', 'end', 'code', 'region', 'endregion', 'part']);

/** Words of three letters and more that a reader of the source expects to read on the page. */
function wordsOf(source: string): string[] {
	const code: string[] = [];
	const text = source
		.replace(/^---\n[\s\S]*?\n---\n/, '')
		.replace(/^<script setup>[\s\S]*?<\/script>|^<style[\s\S]*?<\/style>|<Head>[\s\S]*?<\/Head>/gm, '')
		.replace(/^( *)(```+|~~~+)(?!.*file=).*\n([\s\S]*?)\n\1\2/gm, (...[, , , lines]: string[]) => {
			code.push(lines ?? '');
			return '';
		})
		.replace(/^(?:import\s[^;]*?from[^;\n]*|import '[^']*');?$/gm, '')
		.replace(/^export [\s\S]*?^(?:\);|\];|\})$/gm, '')
		.replace(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, '')
		.replace(/^<<< .*$|^\[[^\]]+\]: .*$|\]\([^)]*\)|\{#[^}]*\}|:[\w+-]+:|^:::+ ?[\w-]+|\[!\w+\]|\[\[toc\]\]/gm, ' ')
		.replace(/\{[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}/g, ' ')
		.replace(/<\/?[A-Za-z](?:[^<>"']|"[^"]*"|'[^']*')*>/g, ' ')
		.replace(/https?:\/\/\S+|&#?\w+;/g, ' ');
	return [...new Set(`${text}\n${code.join('\n')}`.match(/\p{L}{3,}/gu) ?? [])].filter((word) => !NOTATION.has(word));
}

/** The words of a document that are not in its tags, as one text. */
function textOf(html: string): string {
	return html
		.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
		.replace(/<img[^>]*? alt="([^"]*)"[^>]*>/g, '$1')
		.replace(/<[^>]*>/g, '')
		.replace(/&lt;/g, '<')
		.replace(/&amp;/g, '&');
}

function filesOf(flavour: string): Record<string, string | Uint8Array> {
	const folder = join(FOLDER, flavour);
	const files = readdirSync(folder).map((name) => [`content/docs/${name}`, readFileSync(join(folder, name), 'utf8')]);
	return { ...Object.fromEntries(files), 'content/docs/pic.png': PIXEL, 'content/static/img/pic.png': PIXEL };
}

function lost(words: string[], shown: string): string[] {
	return words.filter((word) => !shown.includes(word));
}

for (const flavour of readdirSync(FOLDER)) {
	const files = filesOf(flavour);
	let built: MemorySite | undefined;
	const build = async (): Promise<MemorySite> => {
		if (built) return built;
		built = site({ ...files, 'site.config.ts': config({ blog: false, search: false }) });
		const { diagnostics } = await built.build();
		assert.equal(
			diagnostics.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`),
			[],
		);
		return built;
	};

	test(`${flavour}: its pages build without a finding`, async () => {
		await build();
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

test('docusaurus: a list of cards names what is beside the page', async () => {
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

test('components of a site may be .jsx with a module of styles, and an import of theirs names them', async () => {
	const made = site({
		'templates/components/Pill.jsx':
			"import styles from './pill.module.css';\nexport default ({ children }) => <b className={styles.pill}>{children}</b>;\n",
		'templates/components/pill.module.css': '.pill { color: #123456; }\n',
		'content/docs/a.mdx':
			"---\ntitle: A\n---\n\nimport Pill from '@site/src/components/Pill';\n\nA <Pill>word</Pill>.\n",
	});
	const { diagnostics } = await made.build();
	assert.equal(diagnostics, []);
	const [, name = ''] = /<b class="([\w-]+)">word<\/b>/.exec(made.read('docs/a/index.html')) ?? [];
	const sheet = made.outputs().find((out) => /^assets\/site-.*\.css$/.test(out)) ?? '';
	assert.ok(name !== '' && made.read(sheet).includes(`.${name}{color:#123456}`), name);
});

test('a component that is missing is one finding, with all its places', async () => {
	const pages = Array.from({ length: 9 }, (_, index) => [
		`content/docs/${index}.mdx`,
		`---\ntitle: T\n---\n\nimport Note from '${'../'.repeat(index)}x/Note';\n\n<Note>Text.</Note>\n\n<Other />\n`,
	]);
	const { diagnostics } = await site(Object.fromEntries(pages)).check();
	const [note, other, ...more] = diagnostics.filter(({ code }) => code === 'unknown-component');
	assert.equal([note?.file, other?.line, more], ['content/docs/0.mdx', 9, []]);
	const places = [1, 2, 3, 4, 5].map((index) => `content/docs/${index}.mdx:7`).join(', ');
	assert.equal(note?.notes, [`Also in ${places} and 3 more places.`]);
});

test('a word that is lost is seen', () => {
	const words = wordsOf(
		'---\ntitle: x\n---\n\nShown <b title="hidden">between</b>\n\n```js\ncode();\nsample();\n```\n',
	);
	assert.equal(words, ['Shown', 'between', 'sample']);
	assert.equal(lost(words, 'Shown sample'), ['between']);
});

test.run();
