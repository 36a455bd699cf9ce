/** Islands without a browser: the server's HTML, findings, and stable file names. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elements } from './elements.ts';
import { doc, site } from './memory-site.ts';

const COUNTER = `import { useId, useState } from 'react';
export function Counter({ start = 0, children }) {
	const [count, setCount] = useState(start);
	return <p><button id={useId()} onClick={() => setCount(count + 1)}>{count} times</button>{children}</p>;
}`;

const HIDES = `import { useState } from 'react';
export default function Hides({ children }) {
	const [open, setOpen] = useState(false);
	return <div>{open ? children : <button onClick={() => setOpen(true)}>More</button>}</div>;
}`;

const withCounter = (body: string, more: Record<string, string> = {}) =>
	site({ 'templates/components/Counter.island.tsx': COUNTER, 'content/docs/a.md': doc('A', body), ...more });

test('an island is rendered on the server, in an element with its script and its props', async () => {
	const { build, read, outputs } = withCounter('<Counter start={3}>\n\n**Bold**\n\n</Counter>\n\n<Counter />');
	assert.equal((await build()).diagnostics, []);
	const html = read('docs/a/index.html');
	const [first, second] = elements(html, 'docsgen-island').map(({ attributes }) => attributes);
	assert.is(first?.props, '{"start":3}');
	assert.ok(outputs().includes(first?.script ?? ''), `${first?.script}`);
	assert.is(second?.script, first?.script);
	assert.match(html, /<button id="[^"]+">3<!-- --> times<\/button><docsgen-slot><p><strong>Bold<\/strong><\/p>/);
	const ids = elements(html, 'docsgen-island button').map(({ attributes }) => attributes.id);
	assert.is(new Set(ids).size, 2, 'ids that components ask for are unique on a page');
});

test('children that an island does not render initially are kept in a template', async () => {
	const { build, read } = site({
		'templates/components/Hides.island.tsx': HIDES,
		'content/docs/a.md': doc('A', '<Hides>\n\nSecret.\n\n</Hides>'),
	});
	assert.equal((await build()).diagnostics, []);
	assert.match(read('docs/a/index.html'), /More<\/button><\/div><template><p>Secret\.<\/p>\s*<\/template>/);
});

test('an island inside a template is also an island; inside another island it is a part of it', async () => {
	const { build, read } = withCounter('<Box />\n\n<Twice />', {
		'templates/components/Box.tsx':
			"import { Counter } from './Counter.island.tsx'; export const Box = () => <section><Counter start={7} /></section>;",
		'templates/components/Twice.island.tsx':
			"import { Counter } from './Counter.island'; export const Twice = () => <i><Counter start={8} /></i>;",
	});
	assert.equal((await build()).diagnostics, []);
	const html = read('docs/a/index.html');
	assert.match(html, /<section><docsgen-island [^>]*props="{&quot;start&quot;:7}"><p>/);
	assert.match(html, /<docsgen-island [^>]*props="{}"><i><p>/);
});

test('props that cannot be serialized are a finding', async () => {
	for (const [code, kind] of [
		['() => 1', 'function'],
		['new Date()', 'Date'],
		['[1, Symbol("x")]', 'symbol'],
	]) {
		const { build } = withCounter('<Box />', {
			'templates/components/Box.tsx': `import { Counter } from './Counter.island.tsx'; export const Box = () => <Counter start={${code}} />;`,
		});
		const [finding] = (await build()).diagnostics.filter(({ severity }) => severity === 'error');
		assert.is(finding?.code, 'render-crash');
		assert.match(
			finding?.message ?? '',
			`cannot send "${kind === 'symbol' ? '1' : 'start'}" to the browser: it is a ${kind}.`,
		);
	}
});

test('a component with state or handlers that is not an island gets a warning, also for a part that it imports', async () => {
	const { build } = withCounter('<Dead />\n\n<Counter />', {
		'templates/components/Dead.tsx': "import { part } from '../part'; export const Dead = () => <b>{part}</b>;",
		'templates/part.tsx': "import { useState } from 'react';\n\nexport const part = () => useState<number>(1);",
		'templates/helper.tsx': "import { useEffect } from 'react'; export const unused = () => useEffect(() => {});",
		'templates/components/Clicks.tsx': 'export const Clicks = () => <button onClick={() => alert(1)}>!</button>;',
	});
	const found = (await build()).diagnostics;
	assert.equal(
		found.map(({ code, severity, file, line, column }) => [code, severity, file, line, column]),
		[
			['static-component', 'warning', 'templates/components/Clicks.tsx', 1, 37],
			['static-component', 'warning', 'templates/part.tsx', 3, 27],
			['unused-file', 'warning', 'templates/helper.tsx', undefined, undefined],
		],
	);
	assert.match(found[0]?.hint ?? '', 'Rename the file to Clicks.island.tsx');
	assert.match(found[1]?.hint ?? '', 'templates/components/Name.island.tsx');
});

test('two components with one name are a finding', async () => {
	const { build } = withCounter('', { 'templates/components/Counter.tsx': COUNTER });
	const { ok, diagnostics } = await build();
	assert.not.ok(ok);
	assert.equal(
		diagnostics.map(({ code }) => code),
		['component-twice'],
	);
});

test('scripts are named by content: shared ones keep their name when an island is added or changed', async () => {
	const plain = site({ 'content/docs/a.md': doc('A') });
	const alive = withCounter('Text.');
	const scriptsOf = ({ outputs }: typeof plain) => outputs().filter((out) => /^assets\/[\w-]+\.js$/.test(out));
	for (const one of [plain, alive]) assert.equal((await one.build()).diagnostics, []);
	const before = scriptsOf(alive);
	const islands = before.filter((out) => out.includes('island-Counter-'));
	assert.is(islands.length, 1);
	const pageScripts = ({ read }: typeof plain) =>
		elements(read('docs/a/index.html'), 'script[src]').map(({ attributes }) => attributes.src);
	assert.equal(pageScripts(alive), pageScripts(plain), 'a page without islands is what it was');
	alive.files['templates/components/Counter.island.tsx'] = COUNTER.replace('times', 'clicks');
	assert.equal((await alive.build()).diagnostics, []);
	const changed = scriptsOf(alive).filter((out) => !before.includes(out));
	assert.equal(
		changed.map((out) => out.replace(/-\w{8}\.js$/, '')),
		['assets/island-Counter'],
	);
});

const DRESSED = {
	'templates/components/Lamp.island.tsx': `import { useState } from 'react';
import './lamp.css';
import styles, { lit } from './lamp.module.css';
import { Shade } from '../Shade';
export function Lamp() {
	const [on, setOn] = useState(true);
	return <Shade><button className={on ? lit : styles.dark} onClick={() => setOn(!on)}>Lamp</button></Shade>;
}`,
	'templates/Shade.tsx': `import './shade.css';
export const Shade = ({ children }) => <i className="shade">{children}</i>;`,
	'templates/components/lamp.css': '.lamp { inset: 11px }',
	'templates/components/lamp.module.css':
		".lit { inset: 22px; background: url(./dot.svg); composes: base from './base.module.css' } .dark { inset: 33px }",
	'templates/components/base.module.css': '.base { inset: 44px }',
	'templates/components/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
	'templates/shade.css': '.shade { inset: 55px }',
	'content/docs/a.md': doc('A', '<Lamp />\n\n<Lamp />'),
	'content/docs/b.md': doc('B'),
};

/** Style sheets of small built-in parts. */
const PARTS = /assets\/(?:notes|drawings|components|tabs)-/;
const sheetsOf = (html: string): string[] =>
	elements(html, 'head link[rel="stylesheet"]').map(({ attributes }) => attributes.href ?? '');

test('only pages with an island link the style sheets that it imports', async () => {
	const { build, read } = site(DRESSED);
	assert.equal((await build()).diagnostics, []);
	const html = read('docs/a/index.html');
	const [common = '', ...rest] = sheetsOf(html);
	// Its imports may use built-in parts, so their style sheets are linked as well.
	const [own = '', ...more] = rest.filter((sheet) => !PARTS.test(sheet));
	assert.equal(sheetsOf(read('docs/b/index.html')), [common]);
	assert.match(own, /^\/assets\/island-Lamp-[\da-f]{8}\.css$/);
	assert.equal(more, []);
	const sheet = read(own.slice(1));
	for (const length of [11, 22, 33, 44, 55]) {
		assert.match(sheet, `inset:${length}px`);
		assert.not.match(read(common.slice(1)), `inset:${length}px`);
	}
	assert.match(sheet, 'url("data:image/svg+xml');
	// Server, browser and style sheet use the same class names.
	const [button] = elements(html, 'docsgen-island button');
	const names = button?.attributes.class?.split(' ') ?? [];
	const [island] = elements(html, 'docsgen-island');
	assert.is(names.length, 2);
	for (const name of names) {
		assert.match(sheet, `.${name}{`);
		assert.match(read(island?.attributes.script ?? ''), name);
	}
});

test('style sheets of templates are on all pages; editing a sheet changes its name, but no script', async () => {
	const made = site({
		...DRESSED,
		'templates/components/Box.tsx':
			"import { Shade } from '../Shade'; import { Lamp } from './Lamp.island'; export const Box = () => <Shade><Lamp /></Shade>;",
		'content/docs/c.md': doc('C', '<Box />'),
	});
	assert.equal((await made.build()).diagnostics, []);
	const [common = '', own = ''] = sheetsOf(made.read('docs/c/index.html')).filter((sheet) => !PARTS.test(sheet));
	assert.match(made.read(common.slice(1)), 'inset:55px');
	assert.not.match(made.read(common.slice(1)), 'inset:22px');
	assert.match(own, 'island-Lamp');
	made.changed();
	made.files['templates/components/lamp.css'] = '.lamp { inset: 12px }';
	assert.equal((await made.build()).diagnostics, []);
	const changed = made.changed().filter((out) => !/^sitemap|^llms|\.json$/.test(out));
	assert.equal(
		changed.map((out) => out.replace(/-[\da-f]{8}\./, '.')),
		['assets/island-Lamp.css', 'docs/a/index.html', 'docs/c/index.html'],
	);
});

test('an error in a CSS module has its position', async () => {
	const made = site({ ...DRESSED, 'templates/components/base.module.css': '.base {}\n}.more {}\n' });
	const [finding] = (await made.build()).diagnostics;
	assert.equal([finding?.file, finding?.line], ['templates/components/base.module.css', 2]);
	assert.match(finding?.message ?? '', 'Invalid CSS');
});

test('an island shares React with others, and its script does not change with theirs', async () => {
	const other = (hooks: string): string =>
		`import { ${hooks} } from 'react'; export const Other = () => <b>{String([${hooks}])}</b>;`;
	const made = withCounter('<Counter />\n\n<Other />', { 'templates/components/Other.island.tsx': other('useRef') });
	const scripts = (): string[] => made.outputs().filter((out) => /^assets\/.*\.js$/.test(out));
	assert.equal((await made.build()).diagnostics, []);
	const [counter = ''] = scripts().filter((out) => out.includes('island-Counter'));
	assert.ok(made.read(counter).length < 500, made.read(counter));
	const before = scripts();
	made.files['templates/components/Other.island.tsx'] = other('useRef, useMemo');
	assert.equal((await made.build()).diagnostics, []);
	const changed = scripts().filter((out) => !before.includes(out));
	assert.equal(
		changed.map((out) => out.replace(/-\w{8}\.js$/, '')),
		['assets/island-Other'],
	);
});

test.run();
