/** Syntax highlighting: the kind of each token, no lost characters, and termination with long code. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asidesOf, markAsides } from '../src/content/code/asides.ts';
import { highlight, languageName, nearestLanguage, renderLines } from '../src/content/code/highlight.ts';
import { translate } from '../src/content/code/npm2yarn.ts';
import fc from './properties.ts';

/** `k[const] v[a]`: the letter of a token's kind, then its text in brackets. */
function shown(code: string, lang: string): string {
	return highlight(code, lang)
		.map((line) => line.map(({ text, kind }) => (kind ? `${kind}[${text}]` : text)).join(''))
		.join('\n');
}

// Must be the first test: the others load languages.
test('template tags keep their text, whichever languages were loaded before', () => {
	const codes = {
		erb: '<p><%= one %> and <% two %></p>',
		liquid: '<p>{{ one }} and {% if two %}</p>',
		django: '<p>{{ one }} and {% if two %}</p>',
		handlebars: '<p>{{one}} and {{#if two}}</p>',
		php: '<p><?php one(); ?> and <?= $two ?></p>',
		twig: '<p>{{ one }} and {% if two %}</p>',
	};
	const texts = (): string[] =>
		Object.entries(codes).map(([lang, code]) =>
			highlight(code, lang)
				.flat()
				.map(({ text }) => text)
				.join(''),
		);
	assert.equal(texts(), Object.values(codes));
	for (const lang of ['css', 'javascript', 'markdown', 'html', 'pug', 'haml', 'jsx', 'ruby']) highlight('x', lang);
	assert.equal(texts(), Object.values(codes));
});

const CASES: Record<string, [lang: string, code: string, expected: string]> = {
	'types, functions, properties and keywords': [
		'ts',
		'export async function f<T>(a: string, b?: Foo): Promise<T> {}',
		'k[export async function] f[f]o[<]t[T]o[>](ao[:] b[string], bo[?:] t[Foo])o[:] t[Promise]o[<]t[T]o[>] {}',
	],
	'calls, methods, members': ['ts', 'const x = a.b(c.d, new E());', 'k[const] x o[=] a.f[b](c.d, k[new] t[E]());'],
	'functions as values are functions': [
		'ts',
		'const f = () => 1, o = { g: async (x) => x, h() {} };',
		'k[const] f[f] o[=] () o[=>] n[1], o o[=] { f[g]o[:] k[async] (x) o[=>] x, f[h]() {} };',
	],
	'classes, interfaces, types': [
		'ts',
		'class A extends B implements C { private x = this.y; }\ninterface D { m(): void }\ntype U = A | undefined;',
		'k[class] t[A] k[extends] t[B] k[implements] t[C] { k[private] x o[=] b[this].y; }\nk[interface] t[D] { f[m]()o[:] b[void] }\nk[type] t[U] o[=] t[A] o[|] b[undefined];',
	],
	'templates with code inside': ['ts', `\`a \${b.c} d\``, `s[\`a] o[\${]b.co[}] s[d\`]`],
	'comments, numbers, patterns, constants': [
		'js',
		'/* a\n  b */ x = /r+/g; // c\ny = null ?? 0x1f;',
		'c[/* a]\n  c[b */] x o[=] r[/r+/g]; c[// c]\ny o[=] b[null] o[??] n[0x1f];',
	],
	'tags and attributes of JSX': [
		'tsx',
		'<Foo a="b" {...c}>text {d}<i/></Foo>',
		'<t[Foo] a[a]o[=]s["b"] {o[...]c}>text {d}<g[i]/></t[Foo]>',
	],
	'casts only without JSX': ['ts', 'const a = <B>c;', 'k[const] a o[= <]t[B]o[>]c;'],
	json: ['json', '{"a": [1, true, "x"]}', '{p["a"]o[:] [n[1], b[true], s["x"]]}'],
	css: ['css', '.a:hover { color: #fff; }', 'g[.a:hover] { p[color]: #fff; }'],
	'html with a script': [
		'html',
		'<p id="x">a</p><script>let b = { c: 1 }</script><style>a { color: red }</style>',
		'<g[p] a[id]o[=]s["x"]>a</g[p]><g[script]>k[let] b o[=] { p[c]o[:] n[1] }</g[script]><g[style]>g[a] { p[color]: red }</g[style]>',
	],
	bash: ['sh', '# c\necho "$A" | grep b', 'c[# c]\nb[echo] s["]v[$A]s["] o[|] f[grep] b'],
	yaml: ['yaml', 'a: 1\nb: "c"', 'p[a]: n[1]\np[b]: s["c"]'],
	prisma: [
		'prisma',
		'model A {\n  id Int @id @default(autoincrement())\n}',
		'k[model] t[A] {\n  p[id] t[Int] m[@id @default](f[autoincrement]())\n}',
	],
	diff: ['diff', '@@ 1 @@\n-a\n+b\n c', 'm[@@ 1 @@]\nd[-a]\ni[+b]\n c'],
	'plain text and unknown languages': ['text', 'const a', 'const a'],
};

for (const [name, [lang, code, expected]] of Object.entries(CASES))
	test(name, () => assert.is(shown(code, lang), expected));

const LANGUAGES =
	'ts tsx js jsx json json5 objectivec objective-c groovy gradle handlebars vim flow c c++ c# kotlin swift lua css html sh bash yaml diff graphql dockerfile ini toml http sql python go rust java php ruby markdown xml scss nginx makefile prisma vue jsonc env console text unknown'.split(
		' ',
	);

test('no character is lost or changed, in any language', () => {
	const part = fc.constantFrom(
		...' \n\t(){}[]<>=+-*/\\|&!?:;,.#$@%^~\'"`',
		'const ',
		'a',
		'1',
		'${',
		'/*',
		'*/',
		'//',
		'<a>',
		'</',
		'{{',
		'\ud83d\ude00',
		'é',
	);
	const code = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''));
	for (const lang of LANGUAGES)
		fc.assert(
			fc.property(code, (text) => {
				const lines = highlight(text, lang);
				assert.is(lines.map((line) => line.map((token) => token.text).join('')).join('\n'), text);
				for (const token of lines.flat()) {
					assert.not(token.text.includes('\n'));
					// A line of a diff is one token, including indentation.
					if (token.kind && lang !== 'diff') assert.is(token.text.trim(), token.text);
				}
			}),
			{ numRuns: 60 },
		);
});

test('every language in the manual is known, and misspelled names have a suggestion', () => {
	for (const lang of LANGUAGES.filter((name) => name !== 'unknown')) assert.ok(languageName(lang) !== undefined, lang);
	assert.is(languageName('TypeScript'), 'typescript');
	assert.is(languageName('constructor'), undefined);
	assert.is(nearestLanguage('typscript'), 'typescript');
	assert.is(languageName('js-extras'), undefined);
	assert.is(nearestLanguage('zzzzzzzz'), undefined);
});

test('long code, long lines and deep nesting finish, with and without highlighting', () => {
	assert.equal(highlight('const a;'.repeat(20_000), 'ts').flat().length, 1);
	assert.equal(
		highlight(`${'a '.repeat(6_000)}\nconst b`, 'ts')
			.flat()
			.map(({ kind }) => kind),
		['', ''],
	);
	for (const [unit, lang] of Object.entries({
		'(': 'ts',
		'[': 'json',
		'a+': 'js',
		'<a>': 'tsx',
		'a<': 'ts',
		'<b>': 'html',
		'a{': 'css',
		'- ': 'yaml',
	}))
		assert.is(highlight(`${unit}\n`.repeat(20_000), lang).length, 20_001, lang);
});

test('adjacent tokens of one kind are one element, without surrounding spaces', () => {
	assert.is(
		renderLines(highlight('export default 1 < 2;', 'ts')),
		'<span class="k">export default</span> <span class="n">1</span> <span class="o">&lt;</span> <span class="n">2</span>;',
	);
});

test('lines get an element only when they need one', () => {
	const html = renderLines(highlight('a\n\nb', 'text'), {
		lineAttributes: (line) => (line === 2 ? 'class="line hl"' : undefined),
	});
	assert.is(html, 'a\n<span class="line hl">\n</span>b');
});

test('annotations can overlap tokens at any position', () => {
	const code = 'const foo = bar.baz;\nqux(foo)';
	const lines = highlight(code, 'ts');
	const at = (word: string, from = 0): { offset: number; length: number; id: string } => ({
		offset: code.indexOf(word, from),
		length: word.length,
		id: word,
	});
	const html = renderLines(lines, {
		annotations: [at('foo'), at('ar.b'), at('qux'), at('foo', 22)],
		wrap: (inner, { id }) => `{${id}|${inner}}`,
		below: (line) => (line === 1 ? '!' : undefined),
	});
	assert.is(
		html,
		'<span class="k">const</span> {foo|foo} <span class="o">=</span> b{ar.b|ar.b}az;\n!{qux|<span class="f">qux</span>}({foo|foo})',
	);
});

test('invalid annotations are left out, without losing text', () => {
	const lines = highlight('let abc;', 'ts');
	const strip = (html: string): string => html.replace(/<[^>]*>/g, '');
	fc.assert(
		fc.property(
			fc.array(fc.record({ offset: fc.integer({ min: -2, max: 12 }), length: fc.integer({ min: -1, max: 9 }) }), {
				maxLength: 4,
			}),
			(spots) => {
				const annotations = spots.map((spot, id) => ({ ...spot, id })).sort((a, b) => a.offset - b.offset);
				assert.is(strip(renderLines(lines, { annotations })), 'let abc;');
			},
		),
	);
	assert.match(renderLines(lines, { annotations: [{ offset: 4, length: 3, id: '"' }] }), /data-note="&quot;"/);
});

/** npm → Yarn and pnpm; null stays npm's. */
const COMMANDS: Record<string, [yarn: string | null, pnpm: string | null]> = {
	'npm install': ['yarn install', 'pnpm install'],
	'$ npm i -D a': ['$ yarn add --dev a', '$ pnpm add -D a'],
	'npm i -S a -E': ['yarn add a --exact', 'pnpm add a -E'],
	'npm add zod@3': ['yarn add zod@3', 'pnpm add zod@3'],
	'sudo npm install -g a': ['sudo yarn global add a', 'sudo pnpm add -g a'],
	'npm install \\\n  a \\\n  b': ['yarn add \\\n  a \\\n  b', 'pnpm add \\\n  a \\\n  b'],
	'npm install a/b#c "d@>=1"': ['yarn add a/b#c "d@>=1"', 'pnpm add a/b#c "d@>=1"'],
	'npm uninstall -D a': ['yarn remove a', 'pnpm remove a'],
	'npm run dev -- --port 1': ['yarn dev --port 1', 'pnpm run dev --port 1'],
	'TIMING=1 npm run eslint': ['TIMING=1 yarn eslint', 'TIMING=1 pnpm run eslint'],
	'cross-env A="b c" npm run x': ['cross-env A="b c" yarn x', 'cross-env A="b c" pnpm run x'],
	'npm test && npm start; npm stop': [
		'yarn test && yarn start; yarn run stop',
		'pnpm test && pnpm start; pnpm run stop',
	],
	'(cd a && npm install) | tee npm.log': [
		'(cd a && yarn install) | tee npm.log',
		'(cd a && pnpm install) | tee npm.log',
	],
	'if npm test; then npm run b; fi': ['if yarn test; then yarn b; fi', 'if pnpm test; then pnpm run b; fi'],
	'npm ci': ['yarn install --frozen-lockfile', 'pnpm install --frozen-lockfile'],
	'npm init -y': ['yarn init -y', 'pnpm init -y'],
	'npm create vite@latest a -- --template b': ['yarn create vite a --template b', 'pnpm create vite a --template b'],
	'npx -y a --b': ['yarn dlx a --b', 'pnpm dlx a --b'],
	'npm exec a -- --b': ['yarn a --b', 'pnpm exec a --b'],
	'npm -v': ['yarn -v', 'pnpm -v'],
	'# npm is used here': ['# npm is used here', '# npm is used here'],
	'npm i a # and npm': ['yarn add a # and npm', 'pnpm add a # and npm'],
	'echo "npm test" && cd npm': ['echo "npm test" && cd npm', 'echo "npm test" && cd npm'],
	'pnpm add npm-run-all': ['pnpm add npm-run-all', 'pnpm add npm-run-all'],
	'npm publish': ['yarn publish', null],
	'npm run build -w a': [null, null],
	'npm install --workspace=a b': [null, null],
	'npm install --legacy-peer-deps': [null, null],
	'npm install --no-package-lock a': [null, null],
	'npx --package=a b': [null, null],
	'npm update': [null, null],
	'docker run node npm test': [null, null],
};

test('commands for other package managers, and those that have none', () => {
	for (const [command, expected] of Object.entries(COMMANDS))
		for (const [index, manager] of (['yarn', 'pnpm'] as const).entries()) {
			const { code, left } = translate(command, manager);
			assert.is(code, expected[index] ?? command);
			assert.is(left.length, expected[index] === null ? 1 : 0, `${command}: ${manager}`);
		}
	assert.equal(translate('npm update', 'npm'), { code: 'npm update', left: [] });
});

/** What the copy button copies of a block. */
function copied(code: string, lang: string): string {
	const asides = asidesOf(code, lang);
	const lines = code.split('\n').map((line, index) => {
		const { lead = 0, isOutput = false } = asides?.[index] ?? {};
		const isRemoved = asides && lang === 'diff' && line.startsWith('-');
		return isOutput || isRemoved ? undefined : line.slice(lead);
	});
	return lines.filter((line) => line !== undefined).join('\n');
}

const COPIED: Record<string, [lang: string, shown: string, expected: string]> = {
	'a command': ['sh', '$ npm i', 'npm i'],
	'a script': ['sh', 'npm i\necho $ x\ncat <<END\n$ npm i\nEND', 'npm i\necho $ x\ncat <<END\n$ npm i\nEND'],
	'commands with output': ['bash', '$ npm i\n\nadded 3 packages\n$ npm test\nok', 'npm i\nnpm test'],
	'comments between commands': ['sh', '# Install\n$ npm i\n# Test\n$ npm t', '# Install\nnpm i\n# Test\nnpm t'],
	'lines that are joined': ['sh', '$ docker run \\\n    -it \\\n> foo\nhello', 'docker run \\\n    -it \\\nfoo'],
	'a pipe at the end': ['sh', '$ ls |\n  sort &&\n  true\nout', 'ls |\n  sort &&\n  true'],
	'an open quotation mark': [
		'console',
		`$ curl -d '{\n  "a": "it\\"s"\n}' x.example\n{"ok":true}`,
		`curl -d '{\n  "a": "it\\"s"\n}' x.example`,
	],
	'a here-document': ['sh', '$ cat <<-EOF > a\n  one\n$ x\n  EOF\nout', 'cat <<-EOF > a\n  one\n$ x\n  EOF'],
	'as root': ['console', 'root@host:/# apt update\nHit:1\n# reboot\n/ # ls', 'apt update\nreboot\nls'],
	'with user, folder, environment': [
		'console',
		'Welcome\nann@box:~/site$ ls\na b\n(venv) $ pip list\n[ann@box site]$ pwd\n~/site % true\n❯ id',
		'ls\npip list\npwd\ntrue\nid',
	],
	'on Windows': ['powershell', 'PS C:\\site> npm i `\n  -D x\nok\n> cls', 'npm i `\n  -D x\ncls'],
	'in the old shell of Windows': ['bat', 'C:\\Program Files>dir\n a', 'dir'],
	Python: ['py', '>>> def f():\n...     return 1\n...\n>>> f()\n1', 'def f():\n    return 1\n\nf()'],
	'a Python file': ['py', 'def f():\n    ...\n...\n"""\n>>> f()\n"""', 'def f():\n    ...\n...\n"""\n>>> f()\n"""'],
	IPython: ['python', 'In [1]: a = (\n   ...: 1)\nOut[1]: 2', 'a = (\n1)'],
	Ruby: ['ruby', 'irb(main):001:0> 1 + 1\n=> 2', '1 + 1'],
	'a database': ['sql', 'shop=# SELECT 1\nshop-# FROM a;\n 1\nshop=> \\q', 'SELECT 1\nFROM a;\n\\q'],
	MySQL: ['sql', 'mysql> SELECT 1\n    -> FROM a;\n+---+', 'SELECT 1\nFROM a;'],
	'without a language': ['', '$ npm i\nadded 3', 'npm i'],
	prices: ['', '$ 5.00\n$ 6.00', '$ 5.00\n$ 6.00'],
	'other languages': ['js', '$ (1)\n> a', '$ (1)\n> a'],
	'a diff': ['diff', '  a();\n- b(1);\n+ b(2);\n\n  c();', 'a();\nb(2);\n\nc();'],
	'a diff in the format of programs': ['diff', ' if (a)\n-\tb();\n+\tc();', 'if (a)\n\tc();'],
	'a diff without a column': ['diff', 'a\n-b\n+ c\n+d', 'a\nc\nd'],
	'a patch': ['diff', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b'],
};

for (const [name, [lang, code, expected]] of Object.entries(COPIED))
	test(`vuejs/vitepress#1556, what is copied: ${name}`, () => {
		assert.is(copied(code, lang), expected);
		const marked = markAsides(highlight(code, lang), asidesOf(code, lang));
		assert.is(marked.map((line) => line.map(({ text }) => text).join('')).join('\n'), code, 'all of it is shown');
	});

test.run();
