/** Mermaid: a drawing in the page, in its colors, without scripts or an exception from the policy. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elements } from './elements.ts';
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
