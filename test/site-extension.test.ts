/** Extensions of a site: the example of the guide, and what is refused. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { config, site } from './memory-site.ts';

const GUIDE = readFileSync('guide/content/docs/customize/extensions.md', 'utf8');

/** The files that the guide shows, by the titles of their fences. */
function example(): Record<string, string> {
	const fences = GUIDE.matchAll(/^(`{3,4})\w+ title="([^"]+)"\n([\s\S]*?)^\1$/gm);
	return Object.fromEntries([...fences].map(([, , title = '', text = '']) => [title, text]));
}

const told = ({ diagnostics }: { diagnostics: { code: string; file?: string; line?: number; message: string }[] }) =>
	diagnostics.map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`);

test('the glossary of the guide uses every slot, and its site has no finding', async () => {
	const bakery = site(example());
	assert.equal(told(await bakery.build()), []);
	const bread = bakery.read('docs/bread/index.html');
	assert.match(bread, '<dfn title="Glossary">dough</dfn>');
	assert.match(bread, '<p>Terms</p><ul><li>dough</li><li>proofing</li></ul>');
	assert.match(bread, '<a href="/docs/glossary">time</a>');
	assert.match(bread, '<a href="/docs/glossary">glossary</a>');
	const page = bakery.read('docs/glossary/index.html');
	assert.match(page, 'The rest in which dough rises.');
	assert.match(page, 'id="proofing"');
	const slots = GUIDE.matchAll(/^\| `(\w+)` \|/gm);
	for (const [, slot = ''] of slots)
		assert.match(example()['extensions/glossary.ts'] ?? '', new RegExp(`^  ${slot}[:(]`, 'm'));
});

test('a made page is made again when a file that it reads has changed', async () => {
	const bakery = site(example());
	await bakery.build();
	bakery.files['content/terms.json'] = '{ "dough": "Another text.", "proofing": "A rest." }';
	assert.equal(told(await bakery.build()), []);
	assert.match(bakery.read('docs/glossary/index.html'), 'Another text.');
	bakery.files['content/terms.json'] = '{ "dough": "Another text." }';
	assert.equal(told(await bakery.build()), [
		'broken-markdown-link content/docs/bread.md:5 The link to "api:glossary/proofing" in content/docs/bread.md does not point to a symbol of the API reference.',
	]);
});

test('a field of front matter is checked, and pages show its value', async () => {
	const level = `(value, path, report) => {
			if (['1', '2'].includes(String(value))) return 'L' + value;
			report({ path, message: 'must be 1 or 2' });
		}`;
	const page = (text: string): Record<string, string> => ({
		'site.config.ts': config({ extensions: ['./level.ts'] }),
		'level.ts': `export default { name: 'level', dialect: { frontMatter: { level: ${level} } } };`,
		'content/docs/bread.md': text,
	});
	const bakery = site(page('---\nlevel: 2\n---\n\n# Bread\n\nIt has {frontMatter.level}.\n'));
	assert.equal(told(await bakery.build()), []);
	assert.match(bakery.read('docs/bread/index.html'), 'It has L2.');
	assert.equal(told(await site(page('---\nlevel: 3\nlevl: 1\n---\n\n# Bread\n')).build()), [
		'front-matter content/docs/bread.md:2 The front matter contains invalid values for field(s): level.',
		'unknown-field content/docs/bread.md:3 "levl" is not a known field; did you mean "level"?',
	]);
});

test('a page of the author replaces the made one', async () => {
	const bakery = site({
		...example(),
		'content/docs/glossary.md': '# My terms\n',
		'content/docs/bread.md': '# Bread\n',
	});
	await bakery.build();
	assert.match(bakery.read('docs/glossary/index.html'), 'My terms');
});

test('fields and fences of an extension have findings like any other', async () => {
	const files = example();
	const wrongField = site({
		...files,
		'site.config.ts': files['site.config.ts']?.replace('terms.json', 'terms.txt') ?? '',
	});
	assert.equal(told(await wrongField.build()), [
		'invalid-configuration site.config.ts:7 glossary must be the path of a JSON file.',
	]);
	const text = files['content/docs/bread.md']?.replace('\nproofing\n', '\nProofing!\n') ?? '';
	const wrongTerm = site({ ...files, 'content/docs/bread.md': text });
	assert.equal(told(await wrongTerm.build()), [`term content/docs/bread.md:9 "Proofing!" isn't a term.`]);
});

test('words of an extension are in the language of the page, and a site replaces them', async () => {
	const files = example();
	const german = site({
		...files,
		'site.config.ts': files['site.config.ts']?.replace('title:', "locales: ['de'], title:") ?? '',
	});
	assert.equal(told(await german.build()), []);
	assert.match(german.read('docs/bread/index.html'), '<p>Begriffe</p>');
	const own = site({ ...files, 'content/words.json': '{ "terms": "Our terms" }' });
	assert.equal(told(await own.build()), []);
	assert.match(own.read('docs/bread/index.html'), '<p>Our terms</p>');
});

test('a module that is no extension is refused with the number of its entry, and never with a stack', async () => {
	const refused: [module: string, message: RegExp][] = [
		['export default 1;', /^extension site.config.ts:\S+ extensions: Number 1 is not an extension\.$/],
		['export default { name: "Big" };', /extensions: Number 1 has no valid name\.$/],
		['export default { name: "math" };', /extensions: Number 1 has the name "math", which is taken\.$/],
		['export default { name: "x", fence: {} };', /extensions: Number 1 has no slot "fence"\.$/],
		['export default { name: "x", pages: [] };', /extensions: Number 1 must have a function as "pages"\.$/],
		['throw new Error("Alas");', /extensions: A module could not be run: Alas$/],
		[
			'export default { name: "x", pages: () => { throw new Error("Alas"); } };',
			/The extension "x" could not make its pages: Alas$/,
		],
		[
			'export default { name: "x", pages: () => [{ name: "../up", text: "", file: "a" }] };',
			/makes a page with the name "\.\.\/up"/,
		],
	];
	for (const [module, message] of refused) {
		const made = site({
			'site.config.ts': config({ extensions: ['./x.ts'] }),
			'x.ts': module,
			'content/docs/a.md': '# A\n',
		});
		const [first = ''] = told(await made.build());
		assert.match(first, message, module);
	}
	const twice = site({
		'site.config.ts': config({ extensions: ['./x.ts', './y.ts'] }),
		...Object.fromEntries(['x.ts', 'y.ts'].map((name) => [name, 'export default { name: "x" };'])),
	});
	assert.match(told(await twice.build())[0] ?? '', /extensions: Number 2 has the name "x", which is taken\.$/);
	const throwing = site({
		'site.config.ts': config({ extensions: ['./x.ts'] }),
		'x.ts': 'export default { name: "x", fences: { spice: () => { throw new Error("Alas"); } } };',
		'content/docs/a.md': '# A\n\n```spice\nsalt\n```\n',
	});
	assert.match(told(await throwing.build())[0] ?? '', /an extension failed on this page: Alas$/);
	const nowhere = site({ 'site.config.ts': config({ extensions: ['./nowhere.ts'] }), 'content/docs/a.md': '# A\n' });
	assert.match(told(await nowhere.build())[0] ?? '', 'extensions: Could not resolve "./nowhere.ts"');
	const options = site({
		'site.config.ts': config({ extensions: [{ extension: './x.ts', options: { word: 'salt' } }] }),
		'x.ts':
			'export default ({ word }) => ({ name: "x", fences: { spice: () => ({ html: { drawing: word, words: word } }) } });',
		'content/docs/a.md': '# A\n\n```spice\n```\n',
	});
	assert.equal(told(await options.build()), []);
	assert.match(options.read('docs/a/index.html'), 'salt');
});

test.run();
