/**
 * Whether the tests notice mistakes: draws small changes of the sources by a seed, one room after another, makes each
 * alone in a checkout of the last commit, and runs the tests that it can reach until one fails. Prints the changes that
 * none noticed: each is a test that's missing, code that nothing needs, or a change that means the same.
 *
 *     npm run mutate -- --seed 1               30 changes, with all tests, as in CI
 *     npm run mutate -- --seed 1 --default     with what a plain `npm test` runs
 *     npm run mutate -- --seed 1 --count 6     the first 6 of them
 *     npm run mutate -- --seed 1 --list        prints the changes without making them
 *
 * A change that the compiler refuses is drawn again, because it tells nothing about tests. A test that doesn't end has
 * noticed. Comments, types and style sheets are never changed. All tests must pass in the last commit: one that fails
 * anyway would notice everything.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { randomNumbers } from './bench/corpus.ts';
import { checkOut, commitOf } from './checkout.ts';
import { CEILINGS, isTest, sourceTexts } from './rooms.ts';

const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: '1' },
		count: { type: 'string', default: '30' },
		default: { type: 'boolean', default: false },
		list: { type: 'boolean', default: false },
	},
});
const SEED = Number(values.seed);
const COUNT = Number(values.count);
const IS_DEFAULT = values.default;
/** Milliseconds after which the compiler counts as stuck. The runner has its own limit for each file. */
const COMPILER_LIMIT_MS = 600_000;

interface Mutation {
	path: string;
	/** What is replaced, by offsets. */
	start: number;
	end: number;
	by: string;
	kind: string;
}

const OPERATORS: Record<string, string> = {
	'===': '!==',
	'!==': '===',
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'&&': '||',
	'||': '&&',
	'??': '&&',
	'-': '+',
	'*': '/',
	'+=': '=',
};
/** Methods whose call can be left out: the value before it has the same type. */
const STEPS = /^(?:filter|sort|toSorted|reverse|trim|trimEnd|trimStart|slice|toLowerCase|replace|replaceAll|concat)$/;

/** Every change that can be made in a file. */
function mutationsOf(path: string, text: string): Mutation[] {
	const found: Mutation[] = [];
	const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
	const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
	const add = (kind: string, node: ts.Node, by: string): void =>
		void found.push({ path, start: node.getStart(file), end: node.end, by, kind });
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
		if (ts.isBinaryExpression(node)) {
			const by = OPERATORS[node.operatorToken.getText(file)];
			if (by !== undefined) add('operator', node.operatorToken, by);
		}
		if (ts.isIfStatement(node)) add('condition', node.expression, `!(${node.expression.getText(file)})`);
		if (ts.isConditionalExpression(node)) add('condition', node.condition, `!(${node.condition.getText(file)})`);
		if (ts.isNumericLiteral(node)) add('constant', node, String(Number(node.text) + 1));
		if (node.kind === ts.SyntaxKind.TrueKeyword) add('constant', node, 'false');
		if (node.kind === ts.SyntaxKind.FalseKeyword) add('constant', node, 'true');
		// A name of a field is no constant, and neither is the name of a module.
		const isValue = !ts.isPropertyAssignment(node.parent) || node.parent.initializer === node;
		if (ts.isStringLiteral(node) && node.text !== '' && isValue) add('constant', node, "''");
		if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression)) add('statement', node, ';');
		if (
			ts.isCallExpression(node) &&
			ts.isPropertyAccessExpression(node.expression) &&
			STEPS.test(node.expression.name.text)
		)
			add('call', node, node.expression.expression.getText(file));
		ts.forEachChild(node, visit);
	};
	ts.forEachChild(file, visit);
	return found;
}

/** The changes in each room, by its name. */
function mutationsOfRooms(): Map<string, Mutation[]> {
	const names = Object.keys(CEILINGS).sort((a, b) => b.length - a.length);
	const rooms = new Map<string, Mutation[]>();
	for (const [path, text] of sourceTexts().sort(([a], [b]) => (a < b ? -1 : 1))) {
		const room = names.find((name) => path.startsWith(`${name}/`));
		if (room === undefined || !/\.(?:tsx?|mjs)$/.test(path) || path.endsWith('.d.ts') || isTest(path)) continue;
		rooms.set(room, [...(rooms.get(room) ?? []), ...mutationsOf(path, text)]);
	}
	return rooms;
}

/** Changes without end, the rooms in turn, so that a small room is tried as often as a large one. */
function* drawn(): Generator<Mutation> {
	const random = randomNumbers(SEED);
	const take = <T>(list: T[]): T | undefined => list.splice(Math.floor(random() * list.length), 1)[0];
	const rooms = [...mutationsOfRooms().values()];
	for (let left = [...rooms]; rooms.some((room) => room.length > 0); left = left.length > 0 ? left : [...rooms]) {
		const mutation = take(take(left) ?? []);
		if (mutation) yield mutation;
	}
}

/** The text of a file with a change, and the lines of it that differ, as `diff` shows them. */
function applied({ path, start, end, by }: Mutation, text: string): { text: string; place: string; diff: string } {
	const from = text.lastIndexOf('\n', start - 1) + 1;
	const nextLine = text.indexOf('\n', end);
	const to = nextLine < 0 ? text.length : nextLine;
	const lines = (part: string, sign: string): string => part.replace(/^/gm, `    ${sign} `);
	const after = text.slice(from, start) + by + text.slice(end, to);
	return {
		text: text.slice(0, from) + after + text.slice(to),
		place: `${path}:${text.slice(0, start).split('\n').length}`,
		diff: `${lines(text.slice(from, to), '-')}\n${lines(after, '+')}`,
	};
}

const FOLDER = join(tmpdir(), `docsgen-mutate-${process.pid}`);
const TREE = join(FOLDER, 'checkout');
/** Temporary files of tests that are stopped are removed with the checkout. */
const TEMPORARY = join(FOLDER, 'tmp');
let current: ChildProcess | undefined;

/** Runs Node in the checkout; stops it and what it started after a time, if there is a limit. */
function node(args: string[], limit?: number): Promise<{ ok: boolean; output: string }> {
	const env = { ...process.env, TMPDIR: TEMPORARY, CI: IS_DEFAULT ? '' : 'true' };
	const child = spawn(process.execPath, args, { cwd: TREE, env, detached: true });
	current = child;
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => {
			output += chunk.toString();
		});
	const timer = limit === undefined ? undefined : setTimeout(() => stop('SIGKILL'), limit);
	return new Promise((done) =>
		child.on('close', (code) => {
			clearTimeout(timer);
			done({ ok: code === 0, output });
		}),
	);
}

function stop(signal: NodeJS.Signals): void {
	try {
		if (current?.pid !== undefined) process.kill(-current.pid, signal);
	} catch {
		// It has ended.
	}
}

const RUNNER = '.docsgen/test/run.js';
/** Sites that tests have opened here: those that stay the same need no browser. */
const SITES = '.docsgen/test/sites';
const PASSED = join(TREE, '.docsgen/test/passed.json');

/** What notices the change that the checkout has: a file of tests, or nothing. Undefined if types refuse it. */
async function noticedBy(): Promise<string | undefined> {
	const info = ['--incremental', '--tsBuildInfoFile', '.docsgen/test/mutate.json'];
	const types = ['node_modules/@typescript/native/bin/tsc', '--noEmit', '-p', 'tsconfig.json', ...info];
	if (!(await node(types)).ok) return undefined;
	for (const args of [['bin/compile.mjs'], ['dist/docsgen.js', '__install']])
		if (!(await node(args, COMPILER_LIMIT_MS)).ok) return 'the compilation';
	copyFileSync(`${PASSED}.all`, PASSED);
	const { ok, output } = await node([RUNNER, '--affected', '--bail']);
	if (ok) return 'nothing';
	const [line = ''] = /^FAIL .+/m.exec(output) ?? [];
	const file = /^FAIL (.+?)(?: \d+ passed)? \(/.exec(line)?.[1] ?? output.trim().split('\n').at(-1);
	const test = / FAIL .*?"(.*)"/.exec(output)?.[1];
	return [file, test, ...(/Stopped after/.test(output) ? ['no end'] : [])].filter(Boolean).join(': ');
}

async function main(): Promise<void> {
	const mutations = drawn();
	if (values.list) {
		for (let turn = 0; turn < COUNT; turn++) {
			const mutation = mutations.next().value as Mutation;
			const { place, diff } = applied(mutation, readFileSync(mutation.path, 'utf8'));
			console.log(`${mutation.kind} at ${place}\n${diff}`);
		}
		return;
	}
	const edited = execFileSync('git', ['status', '--porcelain', '--', 'bin', 'src', 'templates'], { encoding: 'utf8' });
	if (edited !== '') throw new Error(`Commit these first: the changes are made in the last commit.\n${edited}`);
	mkdirSync(TEMPORARY, { recursive: true });
	checkOut(commitOf('HEAD'), TREE);
	mkdirSync(join(TREE, '.docsgen/test'), { recursive: true });
	copyFileSync(RUNNER.replace('run.js', 'mutate-run.js'), join(TREE, RUNNER));
	if (existsSync(SITES)) cpSync(SITES, join(TREE, SITES), { recursive: true });
	const ready = await node([RUNNER, '--mark']);
	if (!ready.ok) throw new Error(ready.output);
	copyFileSync(PASSED, `${PASSED}.all`);
	let tried = 0;
	let survived = 0;
	for (const mutation of mutations) {
		const file = join(TREE, mutation.path);
		const before = readFileSync(file, 'utf8');
		const { text, place, diff } = applied(mutation, before);
		const start = performance.now();
		writeFileSync(file, text);
		const by = await noticedBy();
		writeFileSync(file, before);
		if (by === undefined) continue;
		tried++;
		if (by === 'nothing') survived++;
		const seconds = Math.round((performance.now() - start) / 1000);
		console.log(`${by === 'nothing' ? 'SURVIVES' : 'noticed '}  ${mutation.kind} at ${place} (${seconds} s): ${by}`);
		if (by === 'nothing') console.log(diff);
		if (tried === COUNT) break;
	}
	console.log(`\nSeed ${SEED}: ${survived} of ${tried} survive${IS_DEFAULT ? ' a plain npm test' : ''}.`);
}

function cleanUp(): void {
	// Tests that were stopped may have written until now.
	rmSync(FOLDER, { recursive: true, force: true, maxRetries: 9, retryDelay: 300 });
	execFileSync('git', ['worktree', 'prune']);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.on(signal, () => {
		// The runner stops what it has started.
		current?.once('close', () => process.exit(1));
		stop('SIGTERM');
	});
process.on('exit', cleanUp);
await main();
