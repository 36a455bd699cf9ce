/**
 * Colours of TypeScript, JavaScript and JSON, in text pairs: `test/highlight/script.txt` holds cases of language and
 * title, the code and its tokens between lines of dots; `k[const]` is a token of a kind. Then what no code may do,
 * however wrong it is: lose a character, or take more steps than it has characters.
 */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scanScript } from '../src/content/highlight/script.ts';
import { Lines } from '../src/content/highlight/tokens.ts';
import { highlight } from '../src/content/highlight.ts';
import fc from './properties.ts';

const DIALECTS = {
	ts: { types: true, jsx: false },
	tsx: { types: true, jsx: true },
	js: { types: false, jsx: true },
};

function shown(code: string, lang: string): string {
	return highlight(code, lang)
		.map((line) => line.map(({ text, kind }) => (kind ? `${kind}[${text}]` : text)).join(''))
		.join('\n');
}

const PAIRS = readFileSync('test/highlight/script.txt', 'utf8').matchAll(
	/^(\w+): (.+)\n\.\n([\s\S]*?)\n\.\n([\s\S]*?)\n\.$/gm,
);

let pairs = 0;
for (const [, lang = '', title = '', code = '', expected = ''] of PAIRS) {
	pairs++;
	test(`${lang}: ${title}`, () => assert.is(shown(code, lang), expected));
}

test('all cases were read', () => assert.ok(pairs > 80));

test('lines end the same way wherever they are cut', () => {
	const code = `const a = \`b\n\${c}\n\n d\`; /*\n e */\nf`;
	assert.equal(
		highlight(code, 'ts').map((line) => line.map(({ text }) => text).join('')),
		code.split('\n'),
	);
});

/** Pieces of code that open, close and change what may follow. */
const PARTS = [
	...' \n(){}[]<>=+-*/|&!?:;,.@#\'"`$\\',
	...'const type interface class function async enum import export from as satisfies return new get static extends'
		.split(' ')
		.map((word) => `${word} `),
	...[
		'a',
		'A',
		'1',
		'0x',
		'=>',
		'${',
		'...',
		'?.',
		'</',
		'/>',
		'<A',
		'<a>',
		'<T,>(',
		'/*',
		'*/',
		'//',
		'a: ',
		'a?: b',
		'case ',
		'\u{1f600}',
		'\u00e9',
		'\u00a0',
	],
];

test('no character is lost, whatever the code', () => {
	const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 60 }).map((parts) => parts.join(''));
	for (const lang of ['ts', 'tsx', 'js', 'json'])
		fc.assert(
			fc.property(text, (code) => {
				const lines = highlight(code, lang);
				assert.is(lines.map((line) => line.map((token) => token.text).join('')).join('\n'), code);
				for (const token of lines.flat()) if (token.kind) assert.is(token.text.trim(), token.text);
			}),
			{ numRuns: 500 },
		);
});

/** A step reads a character, or opens, leaves or changes a frame that a character stands for. */
const STEPS_PER_CHARACTER = 4;

test('the steps grow with the code, whatever the code', () => {
	const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 60 }).map((parts) => parts.join(''));
	for (const dialect of Object.values(DIALECTS))
		fc.assert(
			fc.property(text, (code) => {
				const { steps, looked } = scanScript(code, dialect, new Lines(code));
				assert.ok(steps <= STEPS_PER_CHARACTER * code.length + 4, `${steps} steps for ${JSON.stringify(code)}`);
				assert.ok(looked >= 0);
			}),
			{ numRuns: 300 },
		);
});

test('long code of what opens and never closes takes linear work', () => {
	const units = [
		'<',
		'{',
		'(',
		'[',
		'`${',
		'a<',
		'a<b,',
		'<a>',
		'<a ',
		'<a b={',
		'({',
		'(a',
		'(a,',
		'(a=',
		'/',
		'/[',
		'/*',
		'"',
		'a?',
		'a:',
		'@a(',
		'f<(',
		'x as ',
		'type A=',
		'class{',
		'a=>',
		'(a:',
		'`',
		'//\n',
		'a /**/',
		'}',
		')',
		'{(',
		'(]',
		'${',
		'if(',
		'=<T,>(',
	];
	for (const unit of units)
		for (const [name, dialect] of Object.entries(DIALECTS)) {
			const code = unit.repeat(Math.ceil(200_000 / unit.length));
			const { steps, looked } = scanScript(code, dialect, new Lines(code));
			assert.ok(steps <= STEPS_PER_CHARACTER * code.length, `${name} ${unit}: ${steps} steps`);
			assert.ok(looked <= 4 * code.length, `${name} ${unit}: looked at ${looked} characters`);
		}
});

test.run();
