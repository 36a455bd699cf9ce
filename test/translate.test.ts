import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { diskProject } from '../src/cli/disk/project.ts';
import { createTerminal } from '../src/cli/terminal/terminal.ts';
import { TRANSLATE_COMMANDS, withRecord } from '../src/cli/translate.ts';
import { config, doc, site } from './memory-site.ts';
import { writeFiles } from './write-files.ts';

const test = suite<{ root: string }>('translate');

const INSTALL = '---\ntitle: Install\n---\n\nFirst.\n\n## On Linux\n\nUse apt.\n\n## On Windows\n\nUse winget.\n';
const FILES = {
	'site.config.ts': config({ locales: ['en', 'fr', 'de'] }),
	'content/docs/install.md': INSTALL,
	'content/docs/bake.md': '# Bake\n\nText.\n',
	'content/fr/docs/install.md': '---\ntitle: Installer\n---\n\nD’abord.\n\n## Linux\n\nApt.\n\n## Windows\n\nWinget.\n',
};

test.before.each((context) => {
	context.root = mkdtempSync(join(tmpdir(), 'docsgen-translate-'));
	writeFiles(context.root, FILES);
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

async function run(
	root: string,
	name: keyof typeof TRANSLATE_COMMANDS,
	what: { locale?: string; files?: string[] } = {},
) {
	const printed: string[] = [];
	const stdout = { write: (chunk: string) => void printed.push(chunk) };
	const terminal = createTerminal({ stdout, stderr: { write() {} }, isTTY: false, env: {} });
	const lines: string[] = [];
	const how = { ...what, env: {} };
	const findings = await TRANSLATE_COMMANDS[name](diskProject(root, join(root, 'build')), how, terminal);
	await TRANSLATE_COMMANDS.status(
		diskProject(root, join(root, 'build')),
		{ ...how, json: (line) => void lines.push(line) },
		terminal,
	);
	return { text: printed.join(''), findings, open: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('status counts pages by state; mark records the originals, and a changed section is named', async ({ root }) => {
	const first = await run(root, 'status');
	assert.match(first.text, /^ +current +outdated +unrecorded +untranslated +orphan +texts outside of pages$/m);
	assert.match(first.text, /^Français +0 +0 +1 +1 +0 +0 of 1$/m);
	assert.match(first.text, /^Deutsch +0 +0 +0 +2 +0 +0 of 1$/m);
	assert.match(first.text, 'content/fr/docs/install.md  no record of its original');

	const marked = await run(root, 'mark', { files: [join(root, 'content/fr/docs/install.md')] });
	assert.equal(marked.findings, []);
	assert.match(
		readFileSync(join(root, 'content/fr/docs/install.md'), 'utf8'),
		/^---\ntitle: Installer\ntranslated_from: "/,
	);
	assert.match((await run(root, 'status')).text, /^Français +1 +0 +0 +1 +0 +0 of 1$/m);

	writeFileSync(
		join(root, 'content/docs/install.md'),
		`${INSTALL.replace('winget', 'scoop')}\n## On BSD\n\nUse pkg.\n`,
	);
	const { text, open } = await run(root, 'status', { locale: 'fr' });
	assert.match(text, 'content/fr/docs/install.md  2 of 4 sections: "On Windows" changed, "On BSD" is new');
	assert.equal(open, [
		{
			locale: 'fr',
			path: 'content/fr/docs/bake.md',
			state: 'untranslated',
			original: 'content/docs/bake.md',
			sections: [{ heading: 'Bake', text: 'Text.' }],
		},
		{
			locale: 'fr',
			path: 'content/fr/docs/install.md',
			state: 'outdated',
			original: 'content/docs/install.md',
			sections: [
				{ heading: 'On Windows', text: 'Use scoop.' },
				{ heading: 'On BSD', text: 'Use pkg.' },
			],
		},
		{ locale: 'fr', path: 'content/fr/texts.json', state: 'untranslated', translated: 0, missing: ['Site'] },
	]);
});

test('a translation with a moved original is named with its new place', async ({ root }) => {
	await run(root, 'mark');
	rmSync(join(root, 'content/docs/install.md'));
	const gone = await run(root, 'status', { locale: 'fr' });
	assert.match(gone.text, 'content/fr/docs/install.md  its original is gone');
	// One of three sections is another, and a page with one of them is further away.
	writeFiles(root, {
		'content/docs/set/up.md': INSTALL.replace('winget', 'scoop'),
		'content/docs/linux.md': '# Linux\n\nFirst.\n\n## On Linux\n\nUse apt.\n',
	});
	const { text, open } = await run(root, 'status', { locale: 'fr' });
	assert.match(text, 'content/fr/docs/install.md  its original has moved; move it to content/fr/docs/set/up.md');
	const orphan = { locale: 'fr', path: 'content/fr/docs/install.md', state: 'orphan' };
	assert.equal(
		open.filter(({ state }) => state === 'orphan'),
		[{ ...orphan, movedTo: 'content/fr/docs/set/up.md' }],
	);
	const added = await run(root, 'add', { locale: 'fr' });
	assert.match(added.text, 'content/fr/docs/set/up.md  not copied; move content/fr/docs/install.md there');
	assert.not(existsSync(join(root, 'content/fr/docs/set/up.md')));
	// Of two copies, none is the one.
	writeFileSync(join(root, 'content/docs/copy.md'), INSTALL.replace('winget', 'choco'));
	assert.match((await run(root, 'status', { locale: 'fr' })).text, 'its original is gone');
});

test('mark leaves front matter that cannot be read as it is, and says so', async ({ root }) => {
	const broken = '---\ntitle: [x\n---\n\nD’abord.\n';
	writeFileSync(join(root, 'content/fr/docs/install.md'), broken);
	const { findings, text } = await run(root, 'mark');
	assert.equal(
		findings.map(({ code, severity, file }) => [code, severity, file]),
		[['front-matter', 'error', 'content/fr/docs/install.md']],
	);
	assert.is(readFileSync(join(root, 'content/fr/docs/install.md'), 'utf8'), broken);
	assert.match(text, '0 of 1 translations marked');
});

test('add copies pages with their record, and overwrites nothing', async ({ root }) => {
	const own = readFileSync(join(root, 'content/fr/docs/install.md'), 'utf8');
	const { findings, text } = await run(root, 'add', { locale: 'fr' });
	assert.equal(findings, []);
	assert.match(text, 'content/fr/docs/bake.md  copied from content/docs/bake.md');
	assert.is(readFileSync(join(root, 'content/fr/docs/install.md'), 'utf8'), own);
	assert.match(
		readFileSync(join(root, 'content/fr/docs/bake.md'), 'utf8'),
		/^---\ntranslated_from: "[\da-f.]+"\n---\n\n# Bake\n/,
	);
	// A copy counts as a translation once its text differs.
	const texts = join(root, 'content/fr/texts.json');
	assert.is(readFileSync(texts, 'utf8'), '{\n\t"Site": ""\n}\n');
	assert.match((await run(root, 'status')).text, /^Français +0 +0 +1 +1 +0 +0 of 1$/m);
	const copy = join(root, 'content/fr/docs/bake.md');
	assert.match((await run(root, 'mark', { files: [copy] })).text, '0 of 1 translations');
	writeFileSync(copy, readFileSync(copy, 'utf8').replace('# Bake', '# Cuire'));
	assert.match((await run(root, 'status')).text, /^Français +1 +0 +1 +0 +0 +0 of 1$/m);
});

test('texts outside of pages: add writes what is missing, and status counts what is translated', async ({ root }) => {
	const texts = join(root, 'content/fr/texts.json');
	const written = '{ "More": "Plus",\r\n  "Docs": "Docs"\r\n}';
	const items = [{ label: 'Docs', to: '/docs/install' }];
	writeFiles(root, {
		'site.config.ts': config({
			locales: ['en', 'fr'],
			tagline: 'Bread for {all}',
			navbar: { items: [...items, { label: 'Guides 2', to: '/docs/bake' }] },
			footer: { links: [{ title: 'More', items }], copyright: '2026' },
		}),
		'content/docs/dough/rye.md': '# Rye\n\nText.\n',
		'content/docs/dough/_category_.json': '{ "label": "Dough", "description": "All about dough" }',
		'content/fr/docs/dough/_category_.json': '{ "label": "La pâte" }',
		'content/docs/tags.yml': 'heat:\n  description: How hot\nrye: {}\n',
		'content/fr/texts.json': written,
	});
	const missing = ['Site', 'Bread for {all}', 'Guides 2', 'All about dough', 'How hot', 'heat', 'rye'];
	const first = await run(root, 'status', { locale: 'fr' });
	assert.match(first.text, /^Français .* 2 of 9$/m);
	const path = 'content/fr/texts.json';
	assert.equal(
		first.open
			.filter((one) => one.path === path)
			.map((one) => ({ ...one, missing: [...(one.missing as string[])].sort() })),
		[{ locale: 'fr', path, state: 'untranslated', translated: 2, missing: [...missing].sort() }],
	);
	await run(root, 'add', { locale: 'fr', files: [join(root, 'content/docs/bake.md')] });
	assert.is(readFileSync(texts, 'utf8'), written);

	const { text } = await run(root, 'add', { locale: 'fr' });
	assert.match(text, 'content/fr/texts.json  texts to translate: 7');
	const added = readFileSync(texts, 'utf8');
	assert.ok(added.startsWith('{ "More": "Plus",\r\n  "Docs": "Docs",\r\n  "Site": "",\r\n'), added);
	assert.equal(Object.keys(JSON.parse(added)).slice(2).sort(), [...missing].sort());
	// A text without a translation is shown as it is, and nobody is told of a lost placeholder.
	assert.match((await run(root, 'status')).text, /^Français .* 2 of 9$/m);
	const made = site({ ...FILES, 'content/fr/texts.json': '{ "Site": "" }' });
	assert.equal(
		(await made.build()).diagnostics.map(({ code }) => code),
		['no-translations'],
	);
	assert.match(made.read('fr/docs/install/index.html'), '<title>Installer | Site</title>');

	writeFileSync(texts, added.replace('"heat": ""', '"heat": "chaleur"'));
	const then = await run(root, 'add', { locale: 'fr' });
	assert.match(then.text, /^Français .* 3 of 9$/m);
	assert.is(readFileSync(texts, 'utf8'), added.replace('"heat": ""', '"heat": "chaleur"'));

	const commented = '{\n  # mine\n  "More": "Plus"\n}\n';
	writeFileSync(texts, commented);
	assert.equal(
		(await run(root, 'add', { locale: 'fr' })).findings.map(({ code, file }) => [code, file]),
		[['invalid-texts', path]],
	);
	assert.is(readFileSync(texts, 'utf8'), commented);
});

test('an unknown language, an unknown file, and a site in one language are findings', async ({ root }) => {
	const { findings } = await run(root, 'status', { locale: 'it' });
	assert.equal(
		findings.map(({ code, hint }) => [code, hint]),
		[['no-language', 'Add it to "locales" in the configuration; its translations are fr, de.']],
	);
	const other = await run(root, 'mark', { files: [join(root, 'content/docs/nope.md')] });
	assert.equal(
		other.findings.map(({ code, file }) => [code, file]),
		[['no-page', 'content/docs/nope.md']],
	);
	writeFileSync(join(root, 'site.config.ts'), config({}));
	assert.is((await run(root, 'status')).findings[0]?.message, 'The site has one language.');
});

test('a record is set in any front matter, and nothing else changes', () => {
	const cases: [text: string, expected: string][] = [
		['# A\n', '---\ntranslated_from: "abcdef"\n---\n\n# A\n'],
		['---\ntitle: A\n---\nText', '---\ntitle: A\ntranslated_from: "abcdef"\n---\nText'],
		['---\r\ntitle: A\r\n---\r\nText', '---\r\ntitle: A\r\ntranslated_from: "abcdef"\r\n---\r\nText'],
		['---\ntranslated_from: 000000\ntitle: A\n---\n', '---\ntranslated_from: "abcdef"\ntitle: A\n---\n'],
		['---\n---\n\nText', '---\ntranslated_from: "abcdef"\n---\n\nText'],
	];
	for (const [text, expected] of cases) assert.is(withRecord(text, 'abcdef'), expected);
});

test('check: an outdated translation is a log entry by default, one without an original a warning', async () => {
	const from = 'translated_from: "000000.000000.000000"';
	const french = FILES['content/fr/docs/install.md'].replace('---\n\n', `${from}\n---\n\n`);
	const files = {
		...FILES,
		'content/fr/docs/install.md': french,
		'content/fr/docs/gone.md': `---\n${from}\n---\n\nText\n`,
	};
	const found = async (more: Record<string, unknown>) =>
		(await site({ ...files, 'site.config.ts': config({ locales: ['en', 'fr'], ...more }) }).check()).diagnostics
			.filter(({ code }) => code.startsWith('translation-'))
			.map(({ severity, code, file, line }) => `${severity} ${code} ${file}:${line}`);
	const orphan = 'warning translation-orphan content/fr/docs/gone.md:1';
	const outdated = 'translation-outdated content/fr/docs/install.md:3';
	assert.equal((await found({})).sort(), [`info ${outdated}`, orphan]);
	assert.equal((await found({ onOutdatedTranslations: 'throw' })).sort(), [`error ${outdated}`, orphan]);
});

test('a translation without text is not published, and not current', async () => {
	const record = 'translated_from: "000000"';
	for (const text of [`---\n${record}\n---\n`, '---\ntitle: Installer\n---\n\n<!-- à faire -->\n', '']) {
		const made = site({ ...FILES, 'content/fr/docs/install.md': text });
		const { diagnostics } = await made.build();
		assert.equal(
			diagnostics.map(({ code, file, line }) => [code, file, line]).filter(([code]) => code !== 'no-translations'),
			[['translation-empty', 'content/fr/docs/install.md', 1]],
			text,
		);
		assert.match(made.read('fr/docs/install/index.html'), 'Use apt.');
	}
	const both = site({
		...FILES,
		'content/docs/install.md': doc('Install', ' '),
		'content/fr/docs/install.md': doc('Installer', ' '),
	});
	await both.build();
	assert.match(both.read('fr/docs/install/index.html'), 'Installer');
});

test('an outdated translation has a notice with a link to the original', async () => {
	const made = site({
		...FILES,
		'content/fr/docs/install.md': FILES['content/fr/docs/install.md'].replace(
			'---\n\n',
			'translated_from: "000000"\n---\n\n',
		),
	});
	await made.build();
	assert.match(
		made.read('fr/docs/install/index.html'),
		/role="note"><p>L’original de cette page a changé[^<]*<\/p><p><a href="\/docs\/install" hreflang="en">/,
	);
	assert.not.match(made.read('de/docs/install/index.html'), 'hat sich seit der Übersetzung');
	made.files['content/fr/docs/install.md'] = FILES['content/fr/docs/install.md'];
	await made.build();
	assert.not.match(made.read('fr/docs/install/index.html'), 'a changé');
});

test.run();
