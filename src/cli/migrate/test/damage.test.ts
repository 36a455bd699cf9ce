/** Old sites with damaged files: `docsgen migrate` says what it can't read, and never fails by itself. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sitesOfCases } from '../../../../test/case-files.ts';
import { temporaryFolder } from '../../../../test/program.ts';
import fc, { IS_LONG } from '../../../../test/properties.ts';
import { writeFiles } from '../../../../test/write-files.ts';
import { createTerminal } from '../../terminal/terminal.ts';
import { fromGitBook } from '../gitbook-text.ts';
import { fromHugo } from '../hugo-text.ts';
import { withLoops } from '../liquid.ts';
import { fromMdBook } from '../mdbook-text.ts';
import { migrate } from '../migrate.ts';
import { fromMkDocs } from '../mkdocs-text.ts';
import { fromNextra } from '../nextra-text.ts';

const silent = { write: () => undefined };
const terminal = createTerminal({ stdout: silent, stderr: silent, isTTY: false, env: {} });

const sites = sitesOfCases('src/cli/migrate/test/cases');

/** Signs that have a meaning in some notation, and values of another type than expected. */
const TOKENS = [
	...[
		'%',
		'%zz',
		'{{',
		'}}',
		'{%',
		'<',
		'</',
		'[',
		'](',
		')',
		'`',
		'```',
		'"',
		"'",
		'\\',
		'$',
		'*',
		'+',
		'?',
		'#',
		'---\n',
	],
	...[
		': ',
		'- ',
		'\t',
		'\n',
		'\r',
		'\0',
		'\u200b',
		'!!',
		'&a',
		'__proto__',
		'constructor',
		'../../..',
		'/',
		'//',
		'https://',
	],
	...['null', 'true', '-1', '[]', '{}', '[[1]]', '{a: {b: []}}'],
];

const TEXTS = /\.(?:md|mdx|json|ya?ml|toml|[cm]?[jt]sx?|html)$/;

/** What happens to a text, by numbers from 0 to 1. */
const DAMAGES: ((text: string, at: number, to: number, token: string) => string)[] = [
	(text, at, _, token) => text.slice(0, place(text, at)) + token + text.slice(place(text, at)),
	(text, at, to) => text.slice(0, place(text, Math.min(at, to))) + text.slice(place(text, Math.max(at, to))),
	(text, at) => text.slice(0, place(text, at)),
	(text, at, _, token) => replaced(text, VALUE, at, token),
	(text, at, _, token) => replaced(text, VALUE, at, token),
	(text, at, _, token) => replaced(text, WORD, at, token),
];

/** The value of a field in YAML, TOML, JSON or code. */
const VALUE = /(?<=[\w"']\s?[:=][ \t]*)[^\s,][^\n,]*/g;
/** A path, or an argument of a notation. */
const WORD = /(?<=[(:"' ])[\w./-]+(?=["')}\n])/g;

function place(text: string, at: number): number {
	return Math.floor(at * text.length);
}

/** The text with a token in place of one of the matches. */
function replaced(text: string, pattern: RegExp, at: number, token: string): string {
	const matches = [...text.matchAll(pattern)];
	const { index = 0, 0: match = '' } = matches[Math.floor(at * matches.length)] ?? {};
	return text.slice(0, index) + token + text.slice(index + match.length);
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const damage = fc.record({
	site: fc.nat(),
	damages: fc.array(fc.tuple(fc.constantFrom(...DAMAGES), share, share, fc.constantFrom(...TOKENS)), {
		minLength: 1,
		maxLength: 6,
	}),
});

test('no damage of files makes a migration fail', async () => {
	const property = fc.asyncProperty(damage, async ({ site, damages }) => {
		const files = sites[site % sites.length] ?? {};
		const damaged = Object.fromEntries(
			Object.entries(files).map(([path, text], index) => {
				const own = TEXTS.test(path) ? damages.filter((_, at) => (index + at) % 3 < 2) : [];
				return [path, own.reduce((result, [how, ...where]) => how(result, ...where), text)];
			}),
		);
		const folder = temporaryFolder('damage');
		const old = join(folder, 'old');
		writeFiles(old, damaged);
		try {
			const findings = await migrate({ folder: old, to: join(folder, 'new') }, terminal);
			for (const { code } of findings) assert.not.match(code, 'internal');
		} catch (error) {
			throw new Error(JSON.stringify(damaged, undefined, '\t'), { cause: error });
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
	await fc.assert(property, { numRuns: IS_LONG ? 3000 : 60, endOnFailure: true, includeErrorInReport: true });
});

/** What notations do with a name that an author made up, when it's one that every object has. */
const NOTATIONS: Record<string, (name: string) => string> = {
	'Hugo, alone': (name) => fromHugo(`{{< ${name} >}}`, () => undefined),
	'Hugo, around words': (name) => fromHugo(`{{< ${name} ${name}="x" >}}\nWords.\n{{< /${name} >}}`, () => undefined),
	'Hugo, a note': (name) => fromHugo(`{{< alert ${name} >}}\nWords.\n{{< /alert >}}`, () => undefined),
	GitBook: (name) => fromGitBook(`{% ${name} %}\nWords.\n{% end${name} %}`, { titleOf: () => '', lose: () => {} }),
	'GitBook, a hint': (name) =>
		fromGitBook(`{% hint style="${name}" %}\nWords.\n{% endhint %}`, { titleOf: () => '', lose: () => {} }),
	MkDocs: (name) => fromMkDocs(`!!! ${name}\n    Words.\n`, { has: () => true, lose: () => {} }),
	'MkDocs, slashes': (name) => fromMkDocs(`/// ${name}\nWords.\n///\n`, { has: () => true, lose: () => {} }),
	Nextra: (name) =>
		fromNextra(`import { Callout } from 'nextra/components'\n\n<Callout type="${name}">Words.</Callout>\n`),
	mdBook: (name) => fromMdBook(`\`\`\`admonish ${name}\nWords.\n\`\`\`\n`, { hasMath: false, read: () => undefined }),
	Liquid: (name) => withLoops(`{% for one in list %}{{ one | ${name} }}{% endfor %}`, { list: ['x'] }),
};

test('a name that every object has is a name like another', () => {
	const other = 'unheardof';
	for (const [notation, convert] of Object.entries(NOTATIONS))
		for (const name of ['constructor', 'valueOf', 'toString']) {
			const inOther = (text: string): string => text.toLowerCase().replaceAll(name.toLowerCase(), other);
			assert.is(inOther(convert(name)), inOther(convert(other)), `${notation}: ${name}`);
		}
});

test.run();
