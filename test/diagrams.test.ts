/** Mermaid: a whole drawing in the page, in its colors, without scripts or an exception from the policy. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as esbuild } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CompileContext } from '../src/cli/bundle/compile.ts';
import { findFiles } from '../src/cli/bundle/extension-files.ts';
import { fence, ordinaryDiagrams } from './diagrams.ts';
import { elements, values } from './elements.ts';
import { doc, site } from './memory-site.ts';

test('a Mermaid fence becomes a drawing', async () => {
	const flow = fence('graph LR\n  A["Shop & <b>co</b>"] -->|asks 3.14159| B[(Oven)]');
	const { build, read } = site({ 'content/docs/a.md': doc('A', `${flow}\n${flow}`) });
	assert.equal((await build()).diagnostics, [], 'no id is there twice');
	const html = read('docs/a/index.html');
	const [drawing, second] = elements(html, 'svg[role="img"]');
	assert.match(drawing?.attributes['aria-label'] ?? '', /^Diagram: .*asks 3\.14159.*Oven/);
	assert.not.match(`${drawing?.inner}${second?.inner}`, /<style|style=|<b>|var\(--_|data-/);
	assert.match(drawing?.inner ?? '', /marker-end="url\(#diagram-1-arrowhead\)"/);
	assert.match(second?.inner ?? '', /id="diagram-2-arrowhead"/);
	assert.match(read('docs/a.md'), '```mermaid\ngraph LR');
});

test('a diagram can have an accessible name and description', async () => {
	const about = 'accTitle: How bread "rises"\naccDescr: Slowly, <at> first.';
	const lines = 'accDescr {\n  In two\n  lines.\n}';
	const { build, read } = site({
		'content/docs/a.md': doc('A', fence(`graph TD\n${about}\nA --> B`)),
		'content/docs/b.md': doc('B', fence(`graph TD\n${lines}\nA --> B`)),
	});
	assert.equal((await build()).diagnostics, []);
	const [svg] = elements(read('docs/a/index.html'), 'svg[role="img"]');
	assert.is(svg?.attributes['aria-label'], 'How bread "rises"');
	assert.match(svg?.inner ?? '', /^<desc>Slowly, &lt;at&gt; first\.<\/desc>/);
	assert.match(read('docs/b/index.html'), '<desc>In two lines.</desc>');
});

test('an invalid diagram is shown as code, with a warning at its position', async () => {
	const { build, read } = site({ 'content/docs/a.md': doc('A', fence('gantt\n  title Plan')) });
	const { ok, diagnostics } = await build();
	assert.ok(ok);
	assert.equal(
		diagnostics.map(({ code, severity, line }) => [code, severity, line]),
		[['diagram', 'warning', 5]],
	);
	assert.match(elements(read('docs/a/index.html'), '.code code')[0]?.text ?? '', 'title Plan');
});

test('without its library, a diagram is code with a finding, and the page waits for the library', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'docsgen-diagrams-'));
	const outfile = join(folder, 'fence.mjs');
	const entryPoints = ['src/extensions/mermaid/fence.ts'];
	await esbuild({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
	const { writeDiagram } = (await import(
		pathToFileURL(outfile).href
	)) as typeof import('../src/extensions/mermaid/fence.ts');
	const written = (url?: string) =>
		writeDiagram({ code: 'graph LR\n  A --> B', number: 1, words: { diagram: 'Diagram' }, url } as never);
	const { html, findings, packages } = written();
	assert.equal([html, packages], [{ before: '', after: '' }, ['beautiful-mermaid']]);
	assert.match(findings?.[0]?.message ?? '', 'beautiful-mermaid, which is not installed');
	assert.equal(written('/frame.html').packages, ['beautiful-mermaid'], 'a drawing is better than a frame');
	rmSync(folder, { recursive: true });
});

test('a diagram is framed only by a package that the nearest package.json names', () => {
	const folder = mkdtempSync(join(tmpdir(), 'docsgen-frames-'));
	const root = join(folder, 'site');
	for (const path of ['node_modules/mermaid', 'site']) mkdirSync(join(folder, path), { recursive: true });
	writeFileSync(join(folder, 'node_modules/mermaid/package.json'), '{ "name": "mermaid" }');
	const read = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);
	const inputs = { nameOf: (path: string) => path, read };
	const found = () => findFiles({ project: { root }, inputs } as unknown as CompileContext)?.mermaid;
	assert.is(found(), undefined, 'it came along with another package');
	writeFileSync(join(folder, 'package.json'), '{ "devDependencies": { "mermaid": "*" } }');
	assert.match(found() ?? '', /^assets\/mermaid\/frame-\w{8}\.html$/);
	writeFileSync(join(root, 'package.json'), '{ "dependencies": {} }');
	assert.is(found(), undefined, 'a nearer package.json does not name it');
	rmSync(folder, { recursive: true });
});

/** The texts of a drawing, without those that `skipped` matches. */
function textsOf(html: string, skipped: RegExp): Set<string> {
	const texts = elements(html, 'text').map(({ text }) => text.trim());
	return new Set(texts.filter((text) => text !== '' && !skipped.test(text)));
}

test('each ordinary diagram is drawn whole, or reported at the line that its drawing would lose', async () => {
	const all = ordinaryDiagrams();
	assert.ok(all.length > 51);
	const paths = all.map((_, index) => `content/docs/d${index}.md`);
	const pages = all.map(({ code }, index) => [paths[index] ?? '', doc(`D${index}`, fence(code))]);
	const { build, read } = site({ 'content/docs/index.md': doc('Home', 'Text.'), ...Object.fromEntries(pages) });
	const { diagnostics } = await build();
	for (const [index, { title, whole, lost, code }] of all.entries()) {
		const found = diagnostics.filter(({ file }) => file === paths[index]);
		const html = read(`docs/d${index}/index.html`);
		const [svg] = elements(html, 'svg[role="img"]');
		if (whole) {
			assert.equal(found, [], title);
			// A chart has numbers at its axis.
			const texts = textsOf(svg?.inner ?? '', title.startsWith('charts') ? /^[\d.]+$/ : /^$/);
			assert.equal([...texts].sort(), [...new Set(whole.texts)].sort(), title);
			// Lines of entities end in drawn signs, not in markers.
			const arrow = title.startsWith('entities') ? /<polyline/g : /<(?:polyline|line|path)[^>]*marker-(?:end|start)="/g;
			assert.is(svg?.inner.match(arrow)?.length ?? 0, whole.arrows, title);
		} else {
			assert.is(svg, undefined, title);
			assert.is(found.length, 1, title);
			const [{ line = 0, message = '', excerpt = '' } = {}] = found;
			const [, number = '', text = ''] = /^(\d+): ?(.*)$/.exec(lost ?? '') ?? [];
			assert.is(line, text === '' ? 5 : Number(number) + 5, title);
			assert.ok(message.includes(text) && excerpt.includes(text), title);
			assert.is(elements(html, 'pre code')[0]?.text.trim(), code.trim().replace(/\s+/g, ' '), title);
		}
	}
});

test('diagrams, formulas and highlighted code add no script to a page', async () => {
	const { build, read } = site({
		'content/docs/plain.md': doc('Plain'),
		'content/docs/a.md': doc('A', `${fence('graph LR\n  A --> B')}\n$x^2$\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n`),
	});
	assert.equal((await build()).diagnostics, []);
	const scripts = (page: string): string[] => values(read(`docs/${page}/index.html`), 'script[src]', 'src');
	assert.ok(elements(read('docs/a/index.html'), 'math').length === 1);
	assert.equal(scripts('a'), scripts('plain'));
});

test('search and Markdown copies contain the label of a drawing, once for both of its forms', async () => {
	const picture = (inner: string): string => `<svg role="img" aria-labelledby="t d">${inner}</svg>\n`;
	const words = '<title id="t">Oven &amp; shop</title><desc id="d">Bread goes left.</desc>';
	const { build, read } = site({
		'content/docs/a.md': doc(
			'A',
			`<figure>\n${picture(`${words}<text>Box</text>`)}${picture('<text>Tall</text>')}</figure>`,
		),
	});
	assert.equal((await build()).diagnostics, []);
	assert.match(read('docs/a.md'), 'Oven & shop: Bread goes left.');
	assert.not.match(read('docs/a.md'), /Box|Tall/);
	assert.match(read('docs/a/index.html'), '<text>Tall</text>');
});

test.run();
