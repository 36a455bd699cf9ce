/**
 * Programs of pages run. A fence with `run` is one; `run="server/index.ts"` starts that file of the page first. What it
 * prints stands in comments below its statements or behind `console.log`, else in the next fence of text, where `…` is
 * for what differs from run to run; space does not count. A test for the runner of Node.js has to succeed. Files are
 * those that readers have at that point of the page, as the checker of samples sees them, and packages those that the
 * page is checked against: of the versions that it tells readers to install, and no others.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planPage } from '../src/cli/samples/plan.ts';
import { readWorkspace } from '../src/cli/samples/workspace.ts';
import { type Fence, fencesOf, samplesOf } from './page-samples.ts';
import { freePort, isListening, type Running, start, stop, until } from './programs.ts';

/** A fence that is a program. */
interface Program {
	page: string;
	line: number;
	/** Text by name: all files of the page that were shown or included until here. */
	files: Map<string, string>;
	entry: string;
	/** Files to start before it. */
	servers: string[];
	/** Absent for a test, which says by its exit code whether all went well. */
	prints: string | undefined;
	/** The folder into which its files are written and compiled. */
	folder: string;
	/** Node.js cannot load all of the packages of version 9 as ES modules. */
	format: 'esm' | 'cjs';
	/** Port by the port that the page names. */
	ports: Map<number, number>;
	/** Files that the page itself shows. */
	shown: Set<string>;
	/** What the page tells its readers to install. */
	installs: Map<string, string | undefined>;
}

const RUN = /\srun(?:="([^"]*)")?(?=\s|$)/;
const PORT = /(?:localhost:|listen\(|[pP]ort(?: =|:| \?\?) )(\d{4,5})\b/g;
const TREES = ['content/docs', 'content/versions/9.x', 'content/blog'];
const PAGES_AT_LEAST = 30;

const workspaces = new Map(
	['10.x', '9.x'].map((name) => [
		name,
		readWorkspace(process.cwd(), { name, folder: `content/samples/${name}`, package: '@trpc/server' }),
	]),
);
/** Where packages are found as from the folder of the version, and Git does not look. */
const outOf = (version: string): string => resolve(`content/samples/${version}/node_modules/.cache/run-${process.pid}`);

/** What stands in comments right below a statement, and behind one with `console.log`. */
function commentsOf(code: string): string {
	const comments: string[] = [];
	let isBelow = false;
	let isLog = false;
	for (const line of code.split('\n')) {
		if (line.includes('console.log(')) isLog = true;
		const [, below] = /^\s*\/\/ (.*)$/.exec(line) ?? [];
		const [end, behind] = /[;}](?:\s*\/\/ (.*))?$/.exec(line) ?? [];
		if (below !== undefined) {
			if (isBelow) comments.push(below);
			continue;
		}
		if (isLog && behind) comments.push(behind);
		isBelow = end !== undefined;
		if (isBelow) isLog = false;
	}
	return comments.join('\n');
}

/** Packages that the commands of a page install, with the version they name. */
function installsOf(fences: readonly Fence[]): Map<string, string | undefined> {
	const commands = fences.filter(({ info }) => /^sh\b/.test(info)).map(({ code }) => code.replaceAll(/\\\n\s*/g, ''));
	const packages = [...commands.join('\n').matchAll(/^(?:npm install|yarn add|pnpm add)\s(.*)$/gm)].flatMap(
		([, names = '']) => names.split(/\s+/).filter((name) => /^[@a-z]/.test(name)),
	);
	return new Map(
		packages.map((name) => {
			const [, bare = name, version] = /^(@?[^@]+)(?:@(.+))?$/.exec(name) ?? [];
			return [bare, version];
		}),
	);
}

const isTest = (code: string): boolean => code.includes("from 'node:test'");
const textAfter = (fences: Fence[]): string => fences.find(({ info }) => /^text\b/.test(info))?.code ?? '';

async function programsOf(page: string): Promise<Program[]> {
	const fences = fencesOf(readFileSync(page, 'utf8'));
	if (!fences.some(({ info }) => RUN.test(info))) return [];
	const version = page.includes('versions/9.x') ? '9.x' : '10.x';
	const workspace = workspaces.get(version);
	assert.ok(workspace);
	const samples = fences.flatMap((fence) => samplesOf(fence, page));
	const installs = installsOf(fences);
	const plan = planPage({ file: page, version, samples }, workspace, '');
	const programs: Program[] = [];
	const offered = new Map<string, string>();
	for (const { sample, own } of plan.samples) {
		if (sample.variant !== undefined) continue;
		const at = fences.findIndex(({ line }) => line === sample.line);
		const run = RUN.exec(fences[at]?.info ?? '');
		const files = new Map([...offered, ...own.map(({ name, text }) => [name, text] as const)]);
		if (sample.named) for (const { name, text } of own) offered.set(name, text);
		if (!run) continue;
		const ports = [...files.values()].flatMap((text) => [...text.matchAll(PORT)].map(([, port]) => Number(port)));
		const free = await Promise.all([...new Set(ports)].map(async (port) => [port, await freePort()] as const));
		programs.push({
			page,
			line: sample.line,
			files,
			entry: sample.files.at(-1)?.name ?? '',
			servers: run[1]?.split(' ') ?? [],
			prints: isTest(sample.code) ? undefined : commentsOf(sample.shown) || textAfter(fences.slice(at)),
			format: version === '9.x' ? 'cjs' : 'esm',
			folder: join(outOf(version), page.replaceAll('/', '-'), String(sample.line)),
			ports: new Map(free),
			shown: new Set(samples.flatMap(({ named, title }) => (named ? [title] : []))),
			installs,
		});
	}
	return programs;
}

const compiledName = (name: string, format: Program['format']): string =>
	join('out', name.replace(/\.tsx?$/, format === 'esm' ? '.mjs' : '.cjs'));
const compiled = ({ folder, format }: Program, name: string): string => join(folder, compiledName(name, format));

/** Writes a program's files, on ports of its own, and compiles those that are started. Returns the packages that the page's own load. */
async function compile({ folder, files, ports, entry, servers, format, shown }: Program): Promise<string[]> {
	for (const [name, text] of files) {
		const path = join(folder, name);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(
			path,
			text.replaceAll(/\b\d{4,5}\b/g, (port) => String(ports.get(Number(port)) ?? port)),
		);
	}
	const { metafile } = await build({
		entryPoints: Object.fromEntries(
			[...servers, entry].map((name) => [name.replace(/\.tsx?$/, ''), join(folder, name)]),
		),
		outdir: join(folder, 'out'),
		outExtension: { '.js': format === 'esm' ? '.mjs' : '.cjs' },
		bundle: true,
		packages: 'external',
		platform: 'node',
		format,
		target: 'node20',
		jsx: 'automatic',
		logLevel: 'silent',
		metafile: true,
	});
	const imports = Object.entries(metafile.outputs)
		.filter(([out]) => [entry, ...shown].some((name) => out.endsWith(compiledName(name, format))))
		.flatMap(([, output]) => output.imports);
	const packages = imports.filter(({ path, external }) => external && !isBuiltin(path)).map(({ path }) => path);
	return [...new Set(packages.map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')))];
}

/** A page that installs the server is whole by itself; others build on one, and install what they need besides. */
function assertInstalled({ installs }: Program, packages: readonly string[]): void {
	if (!installs.has('@trpc/server')) return;
	const missing = packages.filter((name) => !installs.has(name));
	if (missing.length > 0) throw new Error(`The page does not install ${missing.join(', ')}`);
}

/** Starts a server and waits for a port on which nothing listened before. */
async function serve(file: string, ports: readonly number[]): Promise<Running> {
	const listening = async (): Promise<number> =>
		(await Promise.all(ports.map(isListening))).filter((answer) => answer).length;
	const before = await listening();
	const server = start(file);
	await until(server, async () => (await listening()) > before);
	return server;
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

function says(printed: string, expected: string): boolean {
	const parts = squeezed(expected)
		.split('…')
		.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`, 's').test(squeezed(printed));
}

/** What the program prints until it ends, or until it has said what the page says, with the ports of the page. */
async function run(program: Program): Promise<string> {
	const { entry, servers, ports, prints } = program;
	const shown = (text: string): string => {
		for (const [port, free] of ports) text = text.replaceAll(String(free), String(port));
		return text;
	};
	const running: Running[] = [];
	try {
		for (const name of servers) running.push(await serve(compiled(program, name), [...ports.values()]));
		const client = start(compiled(program, entry));
		running.push(client);
		if (prints === undefined) return `${await client.ended}ends with ${client.child.exitCode}`;
		await until(client, () => says(shown(client.text()), prints));
		// What comes too much comes soon.
		await Promise.race([client.ended, new Promise((resume) => setTimeout(resume, 100))]);
		const said = shown(client.text());
		if (says(said, prints)) return said;
		return [said, ...running.slice(0, -1).map((server) => shown(server.text()))].join('\n');
	} finally {
		await Promise.all(running.map(stop));
	}
}

const pages = TREES.flatMap((tree) =>
	readdirSync(tree, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => join(tree, name)),
).sort();
const programs = (await Promise.all(pages.map(programsOf))).flat();

/** Two at a time, begun before the first test asks; an error is what was printed. */
const lanes = [Promise.resolve(''), Promise.resolve('')];
const printed = programs.map((program, index) => {
	const said = (lanes[index % 2] ?? Promise.resolve('')).then(() =>
		compile(program)
			.then((packages) => assertInstalled(program, packages))
			.then(() => run(program))
			.catch((error: Error) => error.message),
	);
	lanes[index % 2] = said;
	return said;
});

for (const [index, { page, line, prints, entry }] of programs.entries()) {
	test(`${page}:${line}: ${entry} does what the page says`, async () => {
		const said = (await printed[index]) ?? '';
		if (prints === undefined) return assert.match(said, /ends with 0$/, said);
		assert.ok(prints, 'no comment below console.log and no fence of text says what it prints');
		if (!says(said, prints)) assert.is(said.trim(), prints.trim());
	});
}

test('pages install the versions that their samples are checked with', () => {
	const wrong = pages.flatMap((page) => {
		const version = page.includes('versions/9.x') ? '9.x' : '10.x';
		const load = createRequire(resolve(`content/samples/${version}/package.json`));
		const { dependencies } = load('./package.json') as { dependencies: Record<string, string> };
		return [...installsOf(fencesOf(readFileSync(page, 'utf8')))].flatMap(([name, named]) => {
			if (!/^\d+\.\d+\.\d+/.test(named ?? '') || !Object.hasOwn(dependencies, name)) return [];
			const manifest = load.resolve
				.paths(name)
				?.map((folder) => join(folder, name, 'package.json'))
				.find(existsSync);
			const { version } = JSON.parse(readFileSync(manifest ?? '', 'utf8')) as { version: string };
			return version === named ? [] : [`${page}: ${name}@${named} is installed, ${version} is checked`];
		});
	});
	assert.equal(wrong, []);
});

test('many pages have programs that run', () => {
	const counts = new Map<string, number>();
	for (const { page } of programs) counts.set(page, (counts.get(page) ?? 0) + 1);
	for (const [page, count] of counts) console.log(`${String(count).padStart(3)} ${page}`);
	console.log(`${programs.length} programs of ${counts.size} pages`);
	assert.ok(counts.size >= PAGES_AT_LEAST, `${counts.size} pages`);
});

test.after(() => {
	for (const version of workspaces.keys()) rmSync(outOf(version), { recursive: true, force: true });
});

test.run();
