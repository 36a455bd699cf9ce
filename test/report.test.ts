/** The exact output for authors: the report in its three forms, and the terminal around it. */
import { readFileSync } from 'node:fs';
import { parseDocument } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OVERLAY_CSS } from '../src/cli/dev/overlay.ts';
import {
	closingLine,
	toGithub,
	toJsonLines,
	toOverlayHtml,
	toSarif,
	toText,
	wantsColor,
} from '../src/cli/terminal/report.ts';
import { type Clock, createTerminal, summaryLine, type TerminalOptions } from '../src/cli/terminal/terminal.ts';
import type { Diagnostic } from '../src/content/model/page.ts';

function finding(fields: Partial<Diagnostic> = {}): Diagnostic {
	return { code: 'a-rule', severity: 'error', message: 'It is wrong.', ...fields };
}

/** The lines of a report of one finding, without its code and its count. */
function lines(fields: Partial<Diagnostic>, width?: number): string[] {
	return toText([finding(fields)], { width })
		.split('\n')
		.slice(2, -3);
}

/* ---------------------------------------------------------------- the report */

const MIXED: Diagnostic[] = [
	finding({
		code: 'broken-markdown-link',
		message: 'The link "./nope.md" leads to no page.',
		file: 'content/docs/b.md',
		line: 12,
		column: 9,
		length: 9,
		excerpt: 'See the [page](./nope.md).',
		hint: 'Create the page,\nor fix the link.',
		notes: ['Looked in content/docs.', 'And in content/versions.'],
	}),
	finding({ code: 'broken-markdown-link', message: 'Second line.', file: 'content/docs/a.md', line: 10 }),
	finding({ code: 'broken-markdown-link', message: 'First line.', file: 'content/docs/a.md', line: 9, column: 2 }),
	finding({ code: 'old-syntax', severity: 'warning', message: 'Old.', file: 'content/docs/z.md' }),
	finding({
		code: 'broken-link',
		message: 'Broken links found!\n\n- On source page path = /a:\n   -> linking to /b',
	}),
	finding({ code: 'note', severity: 'info', message: 'By the way.' }),
];

const REPORT = `note

info: By the way.

old-syntax

content/docs/z.md warning: Old.

broken-link

error: Broken links found!

- On source page path = /a:
   -> linking to /b

broken-markdown-link

content/docs/a.md:9:2 error: First line.

content/docs/a.md:10 error: Second line.

content/docs/b.md:12:9 error: The link "./nope.md" leads to no page.
  12 | See the [page](./nope.md).
     |         ^~~~~~~~~
  hint: Create the page,
        or fix the link.
  note: Looked in content/docs.
  note: And in content/versions.

4 errors, 1 warning, 1 info
`;

test('grouped by code, sorted by place, errors last', () => {
	assert.is(toText(MIXED), REPORT);
	assert.is(toText(MIXED.toReversed()), REPORT, 'whatever the order they were found in');
	assert.is(toText([]), '');
});

test('a column without a line is ignored', () => {
	assert.is(toText([finding({ file: 'a.md', column: 5 })]), 'a-rule\n\na.md error: It is wrong.\n\n1 error\n');
});

test('findings at one position keep their order', () => {
	const text = toText([finding({ message: 'z' }), finding({ message: 'a' })]);
	assert.is(text, 'a-rule\n\nerror: z\n\nerror: a\n\n2 errors\n');
});

test('a group is sorted by its worst finding', () => {
	const text = toText([
		finding({ code: 'a', severity: 'info' }),
		finding({ code: 'a', severity: 'error' }),
		finding({ code: 'b', severity: 'warning' }),
	]);
	assert.is(text.indexOf('b\n\n'), 0);
});

test('thousands of findings work', () => {
	const many = Array.from({ length: 200_000 }, (_, index) => finding({ line: index }));
	assert.is(closingLine(many), '200000 errors');
	assert.is(toJsonLines(many).split('\n').length, 200_001);
});

test('the summary line names only what is there', () => {
	const of = (...severities: Diagnostic['severity'][]) =>
		closingLine(severities.map((severity) => finding({ severity })));
	assert.is(of('error', 'error', 'warning'), '2 errors, 1 warning');
	assert.is(of('error', 'warning', 'warning', 'info'), '1 error, 2 warnings, 1 info');
	assert.is(of('warning'), '1 warning');
	assert.is(of(), '');
});

/* ---------------------------------------------------------------- excerpts */

test('marks: a caret, and a tilde for each further character', () => {
	const excerpt = 'abc def';
	const mark = (fields: Partial<Diagnostic>) => lines({ line: 3, excerpt, ...fields }).slice(1);
	assert.equal(mark({ column: 1, length: 3 }), ['  3 | abc def', '    | ^~~']);
	assert.equal(mark({ column: 5 }), ['  3 | abc def', '    |     ^']);
	assert.equal(mark({ column: 5, length: 99 }), ['  3 | abc def', '    |     ^~~']);
	assert.equal(mark({ column: 8, length: 2 }), ['  3 | abc def', '    |        ^']);
	assert.equal(mark({ column: 99 }), ['  3 | abc def', '    |        ^']);
	assert.equal(mark({ column: 9999 }), ['  3 | abc def', '    |        ^']);
	assert.equal(mark({ column: 0, length: 0 }), ['  3 | abc def', '    | ^']);
	assert.equal(mark({}), ['  3 | abc def']);
	assert.equal(lines({ excerpt, column: 1 }).slice(1), ['   | abc def', '   | ^']);
	assert.equal(mark({ excerpt: '', column: 1 }), ['  3 |', '    | ^']);
});

test('several lines share a gutter; the mark is below the first', () => {
	const excerpt = 'one\r\ntwo\n\nfour';
	assert.equal(lines({ line: 98, column: 1, length: 3, excerpt }).slice(1), [
		'   98 | one',
		'      | ^~~',
		'   99 | two',
		'  100 |',
		'  101 | four',
	]);
	assert.is(lines({ line: 1, excerpt: 'x\n'.repeat(50) }).length, 1 + 6);
});

test('tabs are expanded to stops of four', () => {
	const tabbed = lines({ line: 1, column: 4, length: 2, excerpt: '\ta\tbc' });
	assert.equal(tabbed.slice(1), ['  1 |     a   bc', '    |         ^~']);
	const marked = lines({ line: 1, column: 2, length: 1, excerpt: 'a\tb' });
	assert.equal(marked.slice(1), ['  1 | a   b', '    |  ^~~']);
});

test('wide characters take two cells, combining ones none', () => {
	const caretOf = (excerpt: string, word: string) =>
		lines({ line: 1, column: excerpt.indexOf(word) + 1, length: word.length, excerpt })[2]?.slice(6);
	assert.is(caretOf('日本語 x', 'x'), '       ^');
	assert.is(caretOf('a 日本', '日本'), '  ^~~~');
	assert.is(caretOf('ｆｕｌｌ x', 'x'), '         ^');
	assert.is(caretOf('한국 x', 'x'), '     ^');
	assert.is(caretOf('𗀀𛅐 x', 'x'), '     ^', 'Tangut, small kana');
	assert.is(caretOf('😀 x', 'x'), '   ^');
	assert.is(caretOf('👩‍👩‍👧 x', 'x'), '   ^');
	assert.is(caretOf('❤️ x', 'x'), '   ^');
	assert.is(caretOf('e\u0301e\u0301 x', 'x'), '   ^');
	assert.is(caretOf('a\u200b x', 'x'), '  ^');
	assert.is(caretOf('größe x', 'x'), '      ^');
	assert.is(lines({ line: 1, column: 2, length: 1, excerpt: '😀x' })[2]?.slice(6), '^~', 'inside of a letter');
});

test('a long line is cut to the part around the mark', () => {
	const long = `${'a'.repeat(200)}HERE${'b'.repeat(200)}`;
	assert.equal(lines({ line: 1, column: 201, length: 4, excerpt: long }, 60).slice(1), [
		`  1 | …${'a'.repeat(18)}HERE${'b'.repeat(30)}…`,
		`    | ${' '.repeat(19)}^~~~`,
	]);
	assert.equal(lines({ line: 1, column: 1, length: 4, excerpt: long }, 60).slice(1), [
		`  1 | ${'a'.repeat(52)}…`,
		'    | ^~~~',
	]);
	assert.equal(lines({ line: 1, column: 401, length: 4, excerpt: long }, 60).slice(1), [
		`  1 | …${'b'.repeat(52)}`,
		`    | ${' '.repeat(49)}^~~~`,
	]);
	assert.equal(lines({ line: 1, column: 405, excerpt: long }, 60).slice(1), [
		`  1 | …${'b'.repeat(52)}`,
		`    | ${' '.repeat(53)}^`,
	]);
	assert.equal(lines({ line: 1, excerpt: long }, 60).slice(1), [`  1 | ${'a'.repeat(52)}…`]);
	assert.equal(
		lines({ line: 1, column: 201, length: 190, excerpt: long }, 60)[2],
		`    | ${' '.repeat(19)}^${'~'.repeat(33)}`,
	);
});

test('no line is longer than the terminal, wherever the mark is', () => {
	const text = '日本 👩‍👩‍👧\tabc é '.repeat(30);
	for (const width of [50, 60, 100]) {
		for (let column = 1; column <= text.length + 2; column += 7) {
			const [, line = '', caret = ''] = lines({ line: 1, column, length: 5, excerpt: text }, width);
			const cells = [...line].reduce(
				(sum, letter) => sum + (/[日本👩👧]/u.test(letter) ? 2 : letter === '\u200d' ? 0 : 1),
				0,
			);
			// The family counts as three wide characters here, but as one on a terminal: four cells too many each.
			assert.ok(cells - 4 * (line.match(/👩‍👩‍👧/gu)?.length ?? 0) <= width, `${width} ${column} ${line}`);
			assert.ok(caret.includes('^') && caret.length <= width, `${width} ${column} ${caret}`);
		}
	}
});

test('a line of ten megabytes is cut first', () => {
	const long = 'x'.repeat(10_000_000);
	const [, line, caret] = lines({ line: 1, column: 5_000_000, length: 3, excerpt: long });
	assert.is(line?.length, 100);
	assert.match(caret ?? '', /\^~~$/);
});

/* ---------------------------------------------------------------- hostile texts */

test('no text can send control sequences to the terminal', () => {
	const nasty = 'a\x1b[2J\x07b\x9b1m\x7f\u202ec\rd';
	const text = toText([
		finding({
			code: nasty,
			message: nasty,
			file: nasty,
			line: 1,
			column: 4,
			excerpt: nasty,
			hint: nasty,
			notes: [nasty],
		}),
	]);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
	assert.not.match(text, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
	assert.is(text.split('a␛[2J␇b\ufffd1m␡\ufffdc␍d').length, 7);
	assert.ok(text.includes('\n  1 | a␛[2J␇b'));
	assert.ok(text.includes('\n    |    ^\n'));
});

test('color only on terminals that support it', () => {
	const cases: [boolean, Record<string, string>, boolean][] = [
		[true, {}, true],
		[false, {}, false],
		[true, { NO_COLOR: '1' }, false],
		[true, { NO_COLOR: '' }, true],
		[true, { TERM: 'dumb' }, false],
		[false, { FORCE_COLOR: '1' }, true],
		[false, { FORCE_COLOR: '' }, true],
		[true, { FORCE_COLOR: '0' }, false],
		[true, { FORCE_COLOR: 'false' }, false],
		[false, { FORCE_COLOR: '3', NO_COLOR: '1' }, true],
	];
	for (const [isTTY, env, expected] of cases) assert.is(wantsColor(isTTY, env), expected, JSON.stringify([isTTY, env]));
});

test('colors add only escape sequences', () => {
	const colored = toText(MIXED, { color: true });
	assert.is(stripped(colored), REPORT);
	assert.ok(colored.includes('\x1b[1mcontent/docs/b.md:12:9\x1b[22m \x1b[1m\x1b[31merror:\x1b[39m\x1b[22m The link'));
	assert.ok(colored.includes('\x1b[2m     |\x1b[22m         \x1b[31m^~~~~~~~~\x1b[39m'));
	assert.ok(colored.includes('\x1b[1m\x1b[33mwarning:'));
});

function stripped(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is removed
	return text.replace(/\x1b\[[\d;]*m/g, '');
}

/* ---------------------------------------------------------------- JSON lines */

test('JSON lines: one object per finding, fields in a fixed order', () => {
	const [item] = MIXED;
	if (!item) throw new Error('no finding');
	const shuffled = Object.fromEntries(Object.entries(item).reverse()) as unknown as Diagnostic;
	assert.is(
		toJsonLines([shuffled, finding({ code: 'z', message: 'two\nlines' })]),
		'{"code":"broken-markdown-link","severity":"error","message":"The link \\"./nope.md\\" leads to no page.",' +
			'"file":"content/docs/b.md","line":12,"column":9,"length":9,"excerpt":"See the [page](./nope.md).",' +
			'"hint":"Create the page,\\nor fix the link.","notes":["Looked in content/docs.","And in content/versions."]}\n' +
			'{"code":"z","severity":"error","message":"two\\nlines"}\n',
	);
	const codes = toJsonLines(MIXED)
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line).code);
	assert.equal(codes.slice(0, 3), ['note', 'old-syntax', 'broken-link']);
	assert.is(toJsonLines([]), '');
});

/* ---------------------------------------------------------------- the overlay */

test('the overlay has the same content', () => {
	assert.is(
		toOverlayHtml(MIXED.slice(0, 1)),
		'<div class="docsgen-report" role="alert"><pre><span class="bold">broken-markdown-link</span>\n\n' +
			'<button class="place" type="button">content/docs/b.md:12:9</button> <span class="bold red">error:</span> ' +
			'The link &quot;./nope.md&quot; leads to no page.\n' +
			'<span class="dim">  12 |</span> See the [page](./nope.md).\n' +
			'<span class="dim">     |</span>         <span class="red">^~~~~~~~~</span>\n' +
			'  <span class="cyan">hint:</span> Create the page,\n        or fix the link.\n' +
			'  <span class="dim">note:</span> Looked in content/docs.\n' +
			'  <span class="dim">note:</span> And in content/versions.\n\n1 error</pre></div>',
	);
	assert.is(textOfHtml(toOverlayHtml(MIXED)), REPORT.trimEnd());
	assert.is(toOverlayHtml([]), '');
});

/** The text of an HTML fragment that consists of the elements and classes of the overlay only. */
function textOfHtml(html: string): string {
	const texts: string[] = [];
	const visit = (nodes: ReturnType<typeof parseDocument>['children']): void => {
		for (const node of nodes) {
			if (node.type === 'text') texts.push(node.data);
			else if (node.type === 'tag') {
				assert.ok(['button', 'div', 'pre', 'span'].includes(node.name), node.name);
				for (const name of Object.keys(node.attribs)) assert.ok(['class', 'role', 'type'].includes(name), name);
				visit(node.children);
			} else assert.unreachable(node.type);
		}
	};
	visit(parseDocument(html).children);
	return texts.join('');
}

test('no text escapes its element', () => {
	const nasty = `</pre><script>alert(1)</script><img src=x onerror="a()" '--><style>&lt;\u0000`;
	const fields = {
		code: nasty,
		message: nasty,
		file: nasty,
		line: 1,
		column: 3,
		length: 20,
		excerpt: nasty,
		hint: nasty,
		notes: [nasty],
	};
	const shown = nasty.replace('\u0000', '␀');
	assert.is(textOfHtml(toOverlayHtml([finding(fields)])).split(shown).length - 1, 6);
});

test('every class of the overlay is styled, and nothing is fetched', () => {
	for (const [, names = ''] of toOverlayHtml(MIXED).matchAll(/class="([^"]+)"/g))
		for (const name of names.split(' ')) assert.ok(OVERLAY_CSS.includes(`.${name} {`), name);
	assert.not.match(OVERLAY_CSS, /url\(|@import|<\//);
});

/* ---------------------------------------------------------------- the terminal */

/** A terminal with fake streams and clock; `out` and `err` contain its output. */
function fake(options: Partial<TerminalOptions> = {}) {
	let time = 0;
	const ticks = new Set<{ every: number; next: number; run: () => void }>();
	const clock: Clock = {
		now: () => time,
		every(every, run) {
			const tick = { every, next: time + every, run };
			ticks.add(tick);
			return () => ticks.delete(tick);
		},
	};
	const written = { out: '', err: '' };
	const collect = (stream: 'out' | 'err') => (text: string) => {
		written[stream] += text;
	};
	const terminal = createTerminal({
		stdout: { write: collect('out') },
		stderr: { write: collect('err'), columns: 40 },
		isTTY: false,
		env: {},
		clock,
		...options,
	});
	return {
		terminal,
		written,
		ticks,
		/** Work that yields for `milliseconds`. */
		pass(milliseconds: number): void {
			const end = time + milliseconds;
			for (; time < end; time += 10)
				for (const tick of ticks)
					if (time >= tick.next) {
						tick.next += tick.every;
						tick.run();
					}
			time = end;
		},
		/** Work that blocks. */
		block(milliseconds: number): void {
			time += milliseconds;
		},
	};
}

const SUMMARY = { pages: 1200, written: 3, unchanged: 1197, removed: 0, seconds: 0.416 };

test('the summary', () => {
	assert.is(summaryLine(SUMMARY), '1,200 pages: 3 written, 1,197 unchanged in 0.42 s');
	assert.is(
		summaryLine({ pages: 1, written: 0, unchanged: 1, removed: 2, seconds: 12.34 }),
		'1 page: 0 written, 1 unchanged, 2 removed in 12.3 s',
	);
	assert.match(summaryLine({ ...SUMMARY, pages: 0, seconds: 125.4 }), /^0 pages: .* in 2 min 5 s$/);
	assert.match(summaryLine({ ...SUMMARY, seconds: 119.7 }), / in 2 min 0 s$/);
	const { terminal, written } = fake();
	terminal.summary(SUMMARY);
	assert.equal(written, { out: '1,200 pages: 3 written, 1,197 unchanged in 0.42 s\n', err: '' });
});

test('on a terminal: one line, after half a second, cleared at the end', () => {
	const { terminal, written, pass, ticks } = fake({ isTTY: true });
	terminal.progress('Rendering pages', 0, 1200);
	pass(450);
	terminal.progress('Rendering pages', 500, 1200);
	assert.is(written.err, '');
	pass(150);
	assert.is(written.err, '\r\x1b[2KRendering pages 500/1,200');
	pass(1000);
	assert.is(written.err, '\r\x1b[2KRendering pages 500/1,200', 'nothing new, nothing written');
	terminal.progress('Rendering pages', 1100, 1200);
	assert.ok(written.err.endsWith('\r\x1b[2KRendering pages 1,100/1,200'));
	terminal.progress('Rendering pages', 1101, 1200);
	assert.ok(written.err.endsWith('1,100/1,200'), 'not more often than ten times a second');
	terminal.progress('Rendering pages', 1200, 1200);
	assert.ok(written.err.endsWith('\r\x1b[2K'));
	assert.is(ticks.size, 0);
	const before = written.err;
	terminal.close();
	pass(1000);
	assert.is(written.err, before);
	assert.is(written.out, '');
});

test('progress shows even for blocking work', () => {
	const { terminal, written, block } = fake({ isTTY: true });
	terminal.progress('Parsing', 1);
	block(600);
	terminal.progress('Parsing', 2);
	assert.is(written.err, '\r\x1b[2KParsing 2');
});

test('a new label restarts the line; any output ends it first', () => {
	const { terminal, written, pass, ticks } = fake({ isTTY: true });
	terminal.progress('One');
	pass(600);
	terminal.progress('Two');
	assert.is(written.err, '\r\x1b[2KOne\r\x1b[2K');
	pass(400);
	assert.is(written.err, '\r\x1b[2KOne\r\x1b[2K', 'its own half second');
	pass(200);
	assert.ok(written.err.endsWith('\r\x1b[2KTwo'));
	terminal.line('done');
	assert.ok(written.err.endsWith('\r\x1b[2KTwo\r\x1b[2K'));
	assert.is(written.out, 'done\n');
	terminal.progress('Three');
	pass(600);
	terminal.diagnostics([finding()]);
	assert.ok(written.err.includes('\r\x1b[2KThree\r\x1b[2K\x1b[1ma-rule'));
	terminal.progress('Four');
	pass(600);
	terminal.close();
	assert.ok(written.err.endsWith('\r\x1b[2K'));
	assert.is(ticks.size, 0);
});

test('the line never wraps and the cursor is never hidden', () => {
	const { terminal, written, pass } = fake({ isTTY: true });
	terminal.progress('L'.repeat(100), 1, 2);
	pass(700);
	assert.is(written.err, `\r\x1b[2K${'L'.repeat(39)}`);
	assert.not.match(written.err, '\x1b[?25');
});

test('in CI and in pipes: a plain line when a slow step ends', () => {
	for (const options of [{}, { isTTY: true, env: { CI: 'true' } }, { isTTY: true, env: { TERM: 'dumb' } }]) {
		const { terminal, written, pass } = fake(options);
		terminal.progress('Reading', 1, 2);
		pass(400);
		terminal.progress('Reading', 2, 2);
		terminal.progress('Rendering', 1, 1200);
		pass(1230);
		terminal.progress('Rendering', 600, 1200);
		assert.is(written.err, '');
		terminal.progress('Rendering', 1200, 1200);
		terminal.progress('Bundling');
		pass(700);
		terminal.summary(SUMMARY);
		assert.is(written.err, 'Rendering 1,200/1,200 in 1.23 s\nBundling in 0.70 s\n');
	}
	const off = fake({ isTTY: true, env: { CI: 'false' } });
	off.terminal.progress('Reading');
	off.pass(700);
	assert.match(off.written.err, '\x1b[2K');
});

test('quiet: findings only', () => {
	const { terminal, written, pass } = fake({ quiet: true, verbose: true, isTTY: true, env: { NO_COLOR: '1' } });
	terminal.progress('Reading');
	pass(700);
	terminal.line('hello');
	terminal.detail('more');
	terminal.summary(SUMMARY);
	terminal.diagnostics([finding()]);
	assert.equal(written, { out: '', err: 'a-rule\n\nerror: It is wrong.\n\n1 error\n' });
});

test('json: nothing but JSON', () => {
	const { terminal, written, pass } = fake({ format: 'json', verbose: true, isTTY: true });
	terminal.progress('Reading');
	pass(700);
	terminal.line('hello');
	terminal.detail('more');
	terminal.diagnostics([finding()]);
	terminal.diagnostics([]);
	terminal.summary(SUMMARY);
	terminal.close();
	assert.equal(written, { out: '{"code":"a-rule","severity":"error","message":"It is wrong."}\n', err: '' });
});

test('details show only with --verbose', () => {
	const plain = fake();
	plain.terminal.detail('more');
	plain.terminal.line();
	plain.terminal.diagnostics([]);
	assert.equal(plain.written, { out: '\n', err: '' });
	const verbose = fake({ verbose: true });
	verbose.terminal.detail('more');
	assert.is(verbose.written.out, 'more\n');
});

test('by default it uses the system clock, and keeps no process alive', () => {
	const { terminal, written } = fake({ clock: undefined, isTTY: true });
	terminal.progress('Reading');
	terminal.close();
	terminal.progress('Left open');
	assert.is(written.err, '');
});

test('only the first findings of a frequent kind are shown, unless all are requested', () => {
	const many = Array.from({ length: 23 }, (_, index) => finding({ message: `Number ${index}.` }));
	const { terminal, written } = fake();
	terminal.diagnostics(many);
	assert.is(written.err.match(/Number/g)?.length, 20);
	assert.match(written.err, 'and 3 more of this kind: --verbose shows them.\n\n23 errors\n');
	const verbose = fake({ verbose: true });
	verbose.terminal.diagnostics(many);
	assert.is(verbose.written.err.match(/Number/g)?.length, 23);
});

test('GitHub Actions annotations: one line each, escaped', () => {
	assert.is(
		toGithub([
			finding({ file: 'a,b:c.md', line: 3, column: 5, length: 2, message: '100% wrong\nhere', hint: 'Mend it.' }),
			finding({ severity: 'info', code: 'b-rule' }),
		]),
		'::notice title=b-rule::It is wrong.\n::error file=a%2Cb%3Ac.md,line=3,col=5,endColumn=7,title=a-rule::100%25 wrong%0Ahere%0AMend it.\n',
	);
});

test('SARIF: rules, levels and places', () => {
	const log = JSON.parse(toSarif([finding({ file: 'ä b.md', line: 3 }), finding({ severity: 'warning' })], '1.0.0'));
	const [{ tool, results }] = log.runs;
	assert.equal([log.version, tool.driver.version, tool.driver.rules], ['2.1.0', '1.0.0', [{ id: 'a-rule' }]]);
	assert.equal(
		results.map(({ level, locations }: { level: string; locations: unknown[] }) => [level, locations]),
		[
			['warning', []],
			['error', [{ physicalLocation: { artifactLocation: { uri: '%C3%A4%20b.md' }, region: { startLine: 3 } } }]],
		],
	);
});

test('the schema of findings has every printed field', () => {
	const schema = JSON.parse(readFileSync('src/content/model/finding.schema.json', 'utf8'));
	// `about` is internal.
	const whole: Required<Omit<Diagnostic, 'about'>> = {
		...{ code: 'x', severity: 'error', message: 'x', file: 'x', line: 1, column: 1, length: 1 },
		...{ excerpt: 'x', hint: 'x', notes: [], setting: 'x' },
	};
	assert.equal(Object.keys(schema.properties), Object.keys(JSON.parse(toJsonLines([whole]))));
	assert.equal(Object.keys(schema.properties).sort(), Object.keys(whole).sort());
});

test.run();
