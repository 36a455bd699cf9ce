/**
 * The guide: docsgen's own documentation, a site in `guide/`. It is checked against the source: its reference is
 * generated from it (`UPDATE=1 npm test -- guide` writes it), and its examples are tried.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transformSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMANDS } from '../src/cli/commands/main.ts';
import { loadLanguage } from '../src/cli/disk/languages.ts';
import { starterFiles, WORKFLOW } from '../src/cli/init/starter.ts';
import { packageManagerOf } from '../src/cli/terminal/package-manager.ts';
import { readFrontMatter } from '../src/content/model/frontmatter.ts';
import type { Problem } from '../src/content/model/schema.ts';
import { checkSidebars } from '../src/content/model/sidebars.ts';
import { SearchIndex } from '../src/content/search/engine.ts';
import { findVersion, type SearchSettings } from '../src/content/search/format.ts';
import { registry } from '../templates/components/index.ts';
import { configuredFields, readConfig } from './configs.ts';
import example from './guide/example.config.ts';
import { readFindings } from './guide/findings.ts';
import { guidePage, guidePages } from './guide/pages.ts';
import { cuttings, EXAMPLE, generated } from './guide/reference.ts';
import { guideSite } from './guide/site.ts';
import type { Field } from './guide/tables.ts';
import { pagesOf, tellingPages } from './telling-pages.ts';
import { invalidities } from './validator.ts';
import { lostIn } from './words.ts';

let built: ReturnType<typeof guideSite> | undefined;
/** The site, built once. */
function guide(): ReturnType<typeof guideSite> {
	built ??= guideSite();
	return built;
}

const made = generated();
const CONFIGURATION = configuredFields();

test('the reference matches the source', () => {
	for (const [file, text] of Object.entries(made)) {
		if (process.env.UPDATE) writeFileSync(file, text);
		const now = existsSync(file) ? readFileSync(file, 'utf8') : '';
		assert.is(now, text, `${file} is not current: UPDATE=1 npm test -- guide`);
	}
});

test('the example configuration is valid, and has every field', () => {
	assert.equal(readConfig(example).problems, []);
	const examples = cuttings(EXAMPLE);
	const missing = (fields: Field[], text: string): string[] =>
		fields.flatMap(({ path, inner }) => {
			const name = /[\w-]+$/.exec(path)?.[0];
			return [...(new RegExp(`\\b${name}'?:`).test(text) ? [] : [path]), ...missing(inner, text)];
		});
	const lacking = CONFIGURATION.flatMap((field) => missing([field], examples.get(field.path) ?? ''));
	assert.equal(lacking, [], `Set them in ${EXAMPLE}.`);
});

test('the page on checks lists every field that sets a severity, with its default', () => {
	const text = readFileSync('guide/content/docs/check/links.md', 'utf8');
	const { config } = readConfig({ title: 'Site', url: 'https://example.com' });
	const defaults = Object.entries(config ?? {}).filter(([name]) => /^on[A-Z]/.test(name));
	assert.ok(defaults.length > 8);
	const sentence = /`throw` is the default of [^.]*\./.exec(text)?.[0] ?? '';
	const listed = new Map<string, string>();
	let value = '';
	for (const [, word = ''] of sentence.matchAll(/`(\w+)`/g)) {
		if (word.startsWith('on')) listed.set(word, value);
		else value = { throw: 'error', warn: 'warning', log: 'info' }[word] ?? word;
	}
	assert.equal(Object.fromEntries(listed), Object.fromEntries(defaults));
});

test('every finding is explained in the reference', () => {
	const text = made['guide/content/docs/reference/_findings.md'] ?? '';
	const silent = readFindings().filter(({ code }) => !new RegExp(`\\{#${code}\\}\\n\\n[^#]`).test(text));
	assert.equal(
		silent.map(({ code }) => code),
		[],
		'Explain them in test/guide/findings.ts.',
	);
});

test('the result of each example matches its source', () => {
	const pages = guidePages();
	let count = 0;
	for (const { name, text, examples } of pages) {
		assert.is(examples.length, text.match(/^<Example>$/gm)?.length ?? 0, `${name}: an example has another form`);
		for (const { source, result, line } of examples) assert.is(result, source, `${name}:${line}`);
		count += examples.length;
	}
	assert.ok(count > 30);
});

/** The value of a snippet: its export, or an object of fields. */
function evaluated(code: string): unknown {
	const body = code.replace(/^import .*$/gm, '').replace(/^export default /m, 'return ');
	const { code: script } = transformSync(`function value() {${body}}`, { loader: 'ts' });
	return new Function('defineConfig', 'defineSidebars', 'process', `${script}; return value();`)(
		(value: unknown) => value,
		(value: unknown) => value,
		{ env: {} },
	);
}

test('every configuration, sidebar and front matter that the guide shows is valid', () => {
	const fields = new Set(CONFIGURATION.map(({ path }) => path));
	let count = 0;
	for (const { name, fences } of guidePages().filter(({ name }) => !name.includes('/_')))
		for (const { lang, code, line } of fences) {
			const problems: unknown[] = [];
			const report = (problem: Problem): number => problems.push(problem);
			if (lang === 'ts' && code.includes('defineSidebars(')) checkSidebars(evaluated(code), [], report);
			else if (lang === 'ts' && code.includes('defineConfig('))
				// A field of an extension on the same page: its own test builds the site.
				problems.push(
					...readConfig(evaluated(code)).problems.filter((one) => !one.isUnknown || !code.includes('extensions:')),
				);
			else if (lang === 'ts' && fields.has(/^(\w+): /.exec(code)?.[1] ?? '') && !name.startsWith('reference/')) {
				const config = evaluated(`return { title: 'x', url: 'https://x.example', ${code} }`);
				problems.push(...readConfig(config).problems);
			} else if (lang === 'tsx') transformSync(code, { loader: 'tsx' });
			else if (lang === 'md' && code.startsWith('---\n')) problems.push(...readFrontMatter(code, name).diagnostics);
			else if (lang === 'yaml' && name === 'reference/front-matter.md')
				problems.push(...readFrontMatter(`---\n${code}---\n`, name).diagnostics);
			else continue;
			count++;
			assert.equal(problems, [], `${name}:${line}`);
		}
	assert.ok(count > 30);
});

test('the workflow of the guide is that of the starter', () => {
	const shown = guidePage('ship/deployment.md').fences.filter(({ lang }) => lang === 'yaml');
	assert.equal(
		shown.map(({ code }) => code),
		[starterFiles({ title: 'Docs' })[WORKFLOW]],
	);
});

test('workflows of the guide have the steps that init writes for each package manager', () => {
	const { fences } = guidePage('ship/ci.md');
	for (const manager of ['npm', 'pnpm', 'yarn', 'bun']) {
		const agent = { npm_config_user_agent: `${manager}/0 node` };
		const place = { manager: { ...packageManagerOf(resolve('/'), agent), version: undefined } };
		const written = starterFiles({ title: 'Docs' }, place)[WORKFLOW] ?? '';
		const [, steps = ''] = /fetch-depth[^\n]*\n([\s\S]*?)\n {6}- uses: actions\/cache/.exec(written) ?? [];
		const setup = steps.replace(/\n +(?:cache-dependency-path|working-directory).*/g, '');
		const [, frozen = '', exec = ''] = /run: (.*install.*|npm ci)\n[\s\S]*run: (.*) docsgen build/.exec(written) ?? [];
		const shown = fences.find(
			({ lang, code }) => lang === 'yaml' && code.includes(`${setup}\n      - uses: actions/cache`),
		);
		assert.ok(shown?.code.includes(`run: ${frozen}\n      - run: ${exec} docsgen check`), manager);
		for (const lang of ['yaml', 'sh'])
			assert.ok(
				fences.some(
					(one) => one.lang === lang && one !== shown && one.code.includes(frozen) && one.code.includes(exec),
				),
				`${manager} ${lang}`,
			);
	}
});

test('texts for authors name commands as they are typed', () => {
	const commands = COMMANDS.map(({ name }) => name.split(' ')[0]).join('|');
	const bare = new RegExp(`(?<!npx )\\bdocsgen (?:${commands})\\b(?! commands?\\b)`);
	const wrong = readFindings()
		.flatMap(({ messages, hints }) => [...messages, ...hints])
		.filter((text) => bare.test(text));
	assert.equal(wrong, []);
});

test('every component is documented, with its props', () => {
	const pages = ['write/components.md', 'write/landing-pages.md', 'write/images.md', 'check/samples.md'];
	const text = pages.map((page) => guidePage(page).text).join('\n');
	const said = (word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
	const props = readdirSync('templates/components')
		.filter((file) => file.endsWith('.tsx'))
		.map((file) => readFileSync(`templates/components/${file}`, 'utf8'))
		.flatMap((source) => [...source.matchAll(/^interface \w*Props\b.* \{\n([\s\S]*?)^\}/gm)])
		.flatMap(([, body = '']) => [...body.matchAll(/^\t(\w+)\??:/gm)].map(([, prop = '']) => prop));
	const unsaid = [...Object.keys(registry), ...props].filter((word) => word !== 'children' && !said(word));
	assert.equal(unsaid, []);
});

test('every listed icon is one, and every icon is listed', () => {
	const { text } = guidePage('write/components.md');
	const [, list = ''] = /These names work as[^\n]*\n\n(.+)/.exec(text) ?? [];
	const listed = [...list.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
	const icons = [...readFileSync('templates/icons.tsx', 'utf8').matchAll(/^\t(\w+):/gm)].map(([, name = '']) => name);
	assert.equal(listed.sort(), icons.sort());
});

/** Names in the rows of tables of a page of the guide, such as `--ground` and `Page`. */
const namesInRows = (page: string): string[] =>
	[...guidePage(page).text.matchAll(/^\|(?! ---)([^|]*)\|/gm)].flatMap(([, cell = '']) =>
		[...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
	);

test('every template has a row', () => {
	const helpers = ['icons', 'index', 'island', 'words'];
	const templates = readdirSync('templates').flatMap((file) => /^(\w+)\.tsx$/.exec(file)?.[1] ?? []);
	assert.equal(
		namesInRows('customize/templates.md').sort(),
		templates.filter((name) => !helpers.includes(name)).sort(),
	);
});

test('every listed property is set by the styles, and every color is listed', () => {
	const tokens = readFileSync('templates/styles/tokens.css', 'utf8');
	const listed = namesInRows('customize/theming.md');
	assert.equal(
		listed.filter((name) => !tokens.includes(`${name}:`)),
		[],
	);
	const configured = CONFIGURATION.flatMap(({ inner }) => inner).find(({ path }) => path === 'theme.colors');
	const names = (configured?.inner ?? []).map(({ path }) => path.replace('theme.colors.', ''));
	assert.ok(names.length > 20);
	assert.equal(
		names.filter((name) => !listed.includes(`--${name}`)),
		[],
	);
});

test('every command and option has a row', () => {
	const page = guidePage('reference/commands.md').text;
	const source = ['src/cli/commands', 'src/extensions']
		.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
		.filter((file) => /(?:commands[/\\].*|command)\.ts$/.test(file))
		.map((file) => readFileSync(file, 'utf8'))
		.join('\n');
	const commands = COMMANDS.map(({ name }) => name.replace(/^translate .*/, 'translate'));
	const rows = [...page.matchAll(/^\| `docsgen ((?:search )?\w+)/gm)].map(([, name = '']) => name);
	assert.equal(rows.sort(), [...new Set(commands)].sort());
	const options = [...source.matchAll(/(?:new Option|\.option)\(\s*'[^'-]*(--[\w-]+)/g)].map(
		([, name]) => `${name}\\b`,
	);
	assert.ok(commands.length > 8 && options.length > 12);
	assert.equal(
		options.filter((what) => !new RegExp(what).test(page)),
		[],
	);
	const told = [...page.matchAll(/^\|[^|]*`(--[\w-]+)/gm)].map(([, name = '']) => name);
	assert.equal(
		told.filter((name) => !source.includes(name) && !/^--(?:help|version)$/.test(name)),
		[],
	);
});

test('the guide builds without findings, and its pages are valid', async () => {
	const { outDir, result } = await guide();
	assert.equal(result.diagnostics, []);
	const pages = pagesOf(outDir);
	assert.ok(pages.length > 40);
	assert.equal(
		tellingPages(pages).flatMap(({ address, html }) => invalidities(html, address)),
		[],
	);
});

/** What people type first, and the page of the guide that answers it. */
const TASKS: Record<string, string> = {
	'insert image': 'write/images',
	'dark mode image': 'write/images',
	caption: 'write/images',
	'alt text': 'write/images',
	'how to write a table': 'write/markdown',
	'table header': 'write/markdown',
	'link to heading': 'write/markdown',
	'link another page': 'write/markdown',
	anchor: 'write/markdown',
	emoji: 'write/markdown',
	superscript: 'write/markdown',
	tooltip: 'write/markdown',
	'download file': 'write/files',
	pdf: 'write/files',
	attachment: 'write/files',
	accordion: 'write/components',
	'include file in another': 'write/includes',
	'variables in text': 'write/includes',
	'sidebar badge': 'organize/sidebars',
	'hide a page': 'organize/pages',
	'rename page': 'organize/pages',
	redirect: 'organize/pages',
	'custom domain': 'ship/deployment',
	'deploy preview': 'ship/previews',
	'upgrade docsgen': 'ship/upgrading',
	'screen reader': 'write/accessibility',
	tutorial: 'start/first-site',
	'edit this page link': 'start/recipes',
	'last updated': 'start/recipes',
	'custom 404': 'start/recipes',
	changelog: 'start/recipes',
	readme: 'start/recipes',
	monorepo: 'start/recipes',
	sitemap: 'start/recipes',
	alternatives: 'explain/when-not',
	comparison: 'explain/when-not',
	// The code of a finding.
	'no-table': 'reference/findings',
	'missing-image': 'reference/findings',
	'placeholder-url': 'reference/findings',
};

test('the first words that come to mind find the page of a task among the first three results', async () => {
	const { outDir } = await guide();
	const read = (path: string): unknown => JSON.parse(readFileSync(join(outDir, path), 'utf8'));
	const address = findVersion((read('search.json') as SearchSettings).versions)?.index ?? '';
	const index = await SearchIndex.open(
		async (name) => read(new URL(name, `http://site${address}`).pathname),
		loadLanguage,
	);
	const missed: string[] = [];
	for (const [query, page] of Object.entries(TASKS)) {
		const { hits } = await index.search(query, { limit: 3 });
		const found = hits.map(({ url }) => url);
		if (!found.some((url) => url.split('#')[0] === `/docs/${page}`)) missed.push(`${query}: ${found.join(' ')}`);
	}
	assert.equal(missed, []);
});

test('no word of a page is lost', async () => {
	const { outDir } = await guide();
	assert.equal(await lostIn(resolve('guide'), outDir), []);
});

test.run();
