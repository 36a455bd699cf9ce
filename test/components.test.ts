/** What components say of themselves: a prop, a value or a content that one of them cannot use is a finding. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PLAIN_PARSER } from '../src/cli/bundle/plugins.ts';
import { parsePage } from '../src/content/markdown/parse.ts';
import type { PropRule } from '../src/content/model/component.ts';
import type { Diagnostic, FileReader } from '../src/content/model/page.ts';
import { layers, registry } from '../templates/components/index.ts';
import { createTemplates } from '../templates/index.tsx';

const { components, manifests } = createTemplates(registry, layers);
const look: FileReader = { text: () => undefined, media: () => ({ hash: '01234567' }), package: () => undefined };

function findings(text: string): Diagnostic[] {
	const options = { baseUrl: '/', components, manifests, allowScripts: false };
	const identity = { collection: 'docs', name: 'page' } as const;
	return parsePage({ path: 'content/docs/page.md', text, hash: '' }, identity, options, look, PLAIN_PARSER).page
		.diagnostics;
}

/** A value that the prop can use, and one that it can't; none for data of any kind. */
function valuesOf(rule: PropRule): { right: string; wrong?: string } {
	if (rule === 'data') return { right: '={{ light: "./a.png" }}' };
	if (rule === 'flag') return { right: '', wrong: '="yes"' };
	if (rule === 'list') return { right: '={[]}', wrong: '="npm"' };
	if (rule === 'number') return { right: '={20}', wrong: '="twenty"' };
	if (typeof rule === 'string') return { right: '="./page.md"', wrong: '' };
	if ('pattern' in rule) return { right: '="x4mu-jOiA0Q"', wrong: '="https://vimeo.com/123456"' };
	return { right: `="${rule[0]}"`, wrong: '="loaf"' };
}

const codes = (text: string): string[] => findings(text).map(({ code }) => code);
const OF_PROPS = ['unknown-prop', 'prop-value'];

test('each component says what it is', () => {
	assert.equal(Object.keys(manifests).sort(), components);
});

for (const [name, { props, needs = [] }] of Object.entries(manifests)) {
	/** A tag with what it needs. */
	const tag = (attributes: string, written?: string): string => {
		const needed = needs.filter((prop) => prop !== written);
		const given = needed.map((prop) => `${prop}${valuesOf(props[prop] ?? 'data').right}`);
		return `<${[name, ...given, attributes].filter(Boolean).join(' ')} />\n`;
	};
	test(`<${name}>: a misspelled prop and a wrong value are findings, right ones are none`, () => {
		const [first] = Object.keys(props);
		if (first !== undefined) {
			const [found] = findings(tag(`${first}x="1"`)).filter(({ code }) => code === 'unknown-prop');
			assert.match(found?.hint ?? '', `Did you mean "${first}"?`);
			assert.is(found?.line, 1);
		}
		assert.ok(codes(tag('ovens="3"')).includes('unknown-prop'));
		for (const [prop, rule] of Object.entries(props)) {
			const { right, wrong } = valuesOf(rule);
			const of = codes(tag(`${prop}${right}`, prop));
			// Kinds of admonitions are those of the site.
			const isKind = name === 'Admonition' && prop === 'type';
			if (!isKind)
				assert.equal(
					of.filter((code) => OF_PROPS.includes(code)),
					[],
					`${prop}${right}`,
				);
			if (wrong !== undefined) assert.ok(codes(tag(`${prop}${wrong}`, prop)).includes('prop-value'), `${prop}${wrong}`);
		}
	});
}

test.run();
