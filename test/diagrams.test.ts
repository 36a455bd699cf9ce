/** Mermaid: a drawing in the page, in its colors, without scripts or an exception from the policy. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elements, values } from './elements.ts';
import { doc, site } from './memory-site.ts';

const fence = (text: string): string => `\`\`\`mermaid\n${text}\n\`\`\`\n`;

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

test('a diagram can have an accessible description', async () => {
	const { build, read } = site({
		'content/docs/a.md': doc('A', fence('graph TD\naccTitle: How bread "rises"\nA --> B')),
	});
	assert.equal((await build()).diagnostics, []);
	assert.is(elements(read('docs/a/index.html'), 'svg[role="img"]')[0]?.attributes['aria-label'], 'How bread "rises"');
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

test('the kinds of diagram that the guide lists are drawn', async () => {
	const kinds = [
		'flowchart LR\n  One --> Two',
		'xychart-beta\n  x-axis [One, Two]\n  bar [1, 2]',
		'stateDiagram-v2\n  [*] --> One',
		'sequenceDiagram\n  One->>Two: Three',
		'classDiagram\n  One <|-- Two',
		'erDiagram\n  ONE ||--o{ TWO : three',
	];
	const { build, read } = site({ 'content/docs/a.md': doc('A', kinds.map(fence).join('\n')) });
	assert.equal((await build()).diagnostics, []);
	const labels = values(read('docs/a/index.html'), 'svg[role="img"]', 'aria-label');
	assert.is(labels.length, kinds.length);
	for (const label of labels) assert.match(label, /^Diagram: .*One/i);
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
