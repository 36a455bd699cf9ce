/** Programs of pages: fences with `run`, the files that readers have at that point, and the expected output. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import * as assert from 'uvu/assert';
import type { AnnotatedFence } from '../src/content/model/annotation.ts';
import { planPage } from '../src/extensions/typescript/samples/plan.ts';
import { type Fence, fencesOf, samplesOf, workspaceOf } from './page-samples.ts';
import { freePort, isListening, type Running, start, stop, until } from './programs.ts';

/** A fence that is a program. */
export interface Program {
	page: string;
	line: number;
	/** Text by name: all files that the page has shown or included so far. */
	files: Map<string, string>;
	entry: string;
	/** Files to start before it. */
	servers: string[];
	/** The code of the fence, as readers see it. */
	code: string;
	/** Expected output; absent for a test, whose exit code is its result. */
	prints: string | undefined;
	/** The folder where its files are written and compiled. */
	folder: string;
	/** CommonJS for version 9: Node.js cannot load all of its packages as ES modules. */
	format: 'esm' | 'cjs';
	/** Actual port by the port on the page. */
	ports: Map<number, number>;
	/** Names of files that the page itself shows. */
	shown: Set<string>;
	/** Packages that the page tells readers to install, with versions. */
	installs: Map<string, string | undefined>;
}

const PORT = /(?:localhost:|listen\(|[pP]ort(?: =|:| \?\?) )(\d{4,5})\b/g;
/** All pages that may have programs. */
export const pages = ['content/docs', 'content/versions/9.x', 'content/blog']
	.flatMap((tree) => readdirSync(tree, { recursive: true, encoding: 'utf8' }).map((name) => join(tree, name)))
	.filter((page) => page.endsWith('.md'))
	.sort();

/** The docs version that the samples of a page are checked against. */
export const versionOf = (page: string): string => (page.includes('versions/9.x') ? '9.x' : '10.x');

const workspaces = new Map(['10.x', '9.x'].map((name) => [name, workspaceOf(name)]));
/** The comments directly below a statement, and those after a `console.log`. */
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

/** The lines of a page's shell commands; a command that continues on the next line is one line. */
export function commandsOf(fences: readonly Fence[]): string[] {
	return fences
		.filter(({ info }) => /^sh\b/.test(info))
		.flatMap(({ code }) => code.replaceAll(/\\\n\s*/g, '').split('\n'));
}

/** Packages that the commands of a page install, with their versions. */
export function installsOf(fences: readonly Fence[]): Map<string, string | undefined> {
	const packages = commandsOf(fences).flatMap((line) => {
		const [, names = ''] = /^(?:npm install|yarn add|pnpm add)\s(.*)$/.exec(line) ?? [];
		return names.split(/\s+/).filter((name) => /^[@a-z]/.test(name));
	});
	return new Map(
		packages.map((name) => {
			const [, bare = name, version] = /^(@?[^@]+)(?:@(.+))?$/.exec(name) ?? [];
			return [bare, version];
		}),
	);
}

const isTest = (code: string): boolean => code.includes("from 'node:test'");
const textAfter = (fences: Fence[]): string => fences.find(({ info }) => /^text\b/.test(info))?.code ?? '';

/** Options for creating programs from a page's text. */
export interface ProgramOptions {
	/** Folder where programs are written and compiled, each in a subfolder. */
	folder: string;
	/** Use only the files and lines that the page shows, without those that only the compiler sees. */
	onlyShown?: boolean;
	/** Text by name: files that readers have before they open the page. */
	before?: ReadonlyMap<string, string>;
}

/** The files of a fence as readers copy them. */
export function shownOf({ files, named, shown }: AnnotatedFence): { name: string; text: string }[] {
	const [first] = files;
	return named && first && files.length === 1 ? [{ name: first.name, text: shown }] : files;
}

/** Commands that set up a project. Others start servers, or repeat them for another package manager. */
const SETS_UP = /^(?:npm (?:init|install|pkg) |mkdir )/;

/** The set-up commands of a page, in order. */
export const setUpOf = (page: string): string[] =>
	commandsOf(fencesOf(readFileSync(page, 'utf8'))).filter((line) => SETS_UP.test(line));

/** The named files that a page shows, text by name; the last one of a name wins. */
export function shownFiles(page: string): Map<string, string> {
	const samples = fencesOf(readFileSync(page, 'utf8')).flatMap((fence) => samplesOf(fence, page).slice(0, 1));
	const read = samples.filter(
		({ named, nocheck, errors, change }) => named && !change && nocheck === undefined && errors.length === 0,
	);
	return new Map(read.flatMap((sample) => shownOf(sample).map(({ name, text }) => [name, text] as const)));
}

/** Files of the samples that readers get by making a change that the page asks for, text by name. */
export function changesOf(page: string): Map<string, string>[] {
	const samples = fencesOf(readFileSync(page, 'utf8')).flatMap((fence) => samplesOf(fence, page));
	const workspace = workspaces.get(versionOf(page));
	assert.ok(workspace);
	const made = planPage({ file: page, samples, workspace }).samples.filter(({ changes }) => changes);
	return made.map(({ own }) => new Map(own.map(({ name, text }) => [name, text])));
}

/** The programs of a page, in order. */
export async function programsOf(
	page: string,
	{ folder, onlyShown = false, before }: ProgramOptions,
): Promise<Program[]> {
	const fences = fencesOf(readFileSync(page, 'utf8'));
	const version = versionOf(page);
	const workspace = workspaces.get(version);
	assert.ok(workspace);
	const samples = fences.flatMap((fence) => samplesOf(fence, page));
	if (!samples.some(({ run }) => run)) return [];
	const installs = installsOf(fences);
	const plan = planPage({ file: page, samples, workspace });
	const programs: Program[] = [];
	const offered = new Map(before);
	for (const { sample, own: all } of plan.samples) {
		if (sample.variant !== undefined || sample.change) continue;
		const own = onlyShown ? shownOf(sample) : all;
		const at = fences.findIndex(({ line }) => line === sample.line);
		const files = new Map([...offered, ...own.map(({ name, text }) => [name, text] as const)]);
		if (sample.named) for (const { name, text } of own) offered.set(name, text);
		if (!sample.run) continue;
		const ports = [...files.values()].flatMap((text) => [...text.matchAll(PORT)].map(([, port]) => Number(port)));
		const free = await Promise.all([...new Set(ports)].map(async (port) => [port, await freePort()] as const));
		programs.push({
			page,
			line: sample.line,
			files,
			entry: sample.files.at(-1)?.name ?? '',
			servers: sample.run,
			code: sample.shown,
			prints: isTest(sample.code) ? undefined : commentsOf(sample.shown) || textAfter(fences.slice(at)),
			format: version === '9.x' ? 'cjs' : 'esm',
			folder: join(folder, `${page.replaceAll('/', '-')}-${sample.line}`),
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

/** Writes a program's files, with free ports, and compiles its entries. Returns the packages that the page imports. */
export async function compile({ folder, files, ports, entry, servers, format, shown }: Program): Promise<string[]> {
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

/** Asserts that the page installs its packages. Only pages that install the server are checked: others build on one. */
export function assertInstalled({ installs }: Program, packages: readonly string[]): void {
	if (!installs.has('@trpc/server')) return;
	const missing = packages.filter((name) => !installs.has(name));
	if (missing.length > 0) throw new Error(`The page does not install ${missing.join(', ')}`);
}

/** Starts a server and waits until it listens on one of the ports. */
async function serve(file: string, ports: readonly number[]): Promise<Running> {
	const listening = async (): Promise<number> =>
		(await Promise.all(ports.map(isListening))).filter((answer) => answer).length;
	const before = await listening();
	const server = start(file);
	await until(server, async () => (await listening()) > before);
	return server;
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

export function says(printed: string, expected: string): boolean {
	const parts = squeezed(expected)
		.split('…')
		.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`, 's').test(squeezed(printed));
}

/** Runs a program until it ends or has printed the expected output; returns its output, with the page's ports. */
export async function run(program: Program): Promise<string> {
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
		// Wait briefly for unexpected further output.
		await Promise.race([client.ended, new Promise((resume) => setTimeout(resume, 100))]);
		const said = shown(client.text());
		if (says(said, prints)) return said;
		return [said, ...running.slice(0, -1).map((server) => shown(server.text()))].join('\n');
	} finally {
		await Promise.all(running.map(stop));
	}
}
