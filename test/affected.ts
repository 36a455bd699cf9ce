/**
 * Which test files a change can reach. A local run skips a file that passed with the same fingerprint; CI and `--all`
 * skip none.
 *
 * A fingerprint covers the sources that esbuild bundled into the test, and the data that it may read. A test that starts
 * the program or a compiler depends on all sources, or on its subject (`subjects.ts`). A test in a browser that opens
 * nothing but sites of its own depends on their bytes (`site-bytes.ts`) and not on what built them. What a test may read is guessed from the words in its
 * text, and the guess is generous: a test that names `guide` anywhere runs after each edit of the guide.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** Folders and files that every test depends on. */
const ALWAYS = ['package-lock.json', 'package.json', 'tsconfig.json'];
const SOURCES = ['bin', 'src', 'templates'];
const DATA = ['content', 'guide', 'test', '.github', '.ci'];
/** Tests that look for files anywhere. */
const LISTS_FILES = /ls-files|readdirSync\(['"`]\.?['"`]|source(?:Texts|Lines)\(/;

const CODE = /\.(?:tsx?|mjs|cjs)$/;

function hashOf(texts: Iterable<string>): string {
	const hash = createHash('sha256');
	for (const text of texts) hash.update(text).update('\0');
	return hash.digest('hex').slice(0, 16);
}

const hashes = new Map<string, string>();

/** Most sources are in many tests, so each is read once. */
function hashOfFile(path: string): string {
	const hash = hashes.get(path) ?? createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
	hashes.set(path, hash);
	return hash;
}

/** Paths of the files in a folder, and their hashes. Dependencies and output are left out. */
function filesIn(folder: string): [path: string, hash: string][] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
		const path = `${folder}/${entry.name}`;
		if (/^(?:node_modules|build|dist|\.docsgen)$/.test(entry.name)) return [];
		if (entry.isDirectory()) return filesIn(path);
		return entry.isFile() ? [[path, hashOfFile(path)]] : [];
	});
}

/** What makes a site from its files: where its bytes are compared, its own sources do not matter. */
const BUILDERS = ['src/cli/build.ts', 'src/cli/dev/dev.ts', 'test/memory-site.ts'];
/** Whatever else a browser can open. */
const OPENS_OTHERS = /serveDev|repositorySite|createPreview|buildFolder|program\.ts|disk-site\.ts/;
/** What tests in browsers have in common, and may name these. */
const COMMON = /^test\/(?:browser\/browser|disk-site|site-bytes|memory-\w+)\.ts$/;

/**
 * Paths of the sources of a test in a browser that opens nothing but sites of its own, without what builds them;
 * undefined for any other test.
 */
function inputsBesideSites(entry: string, { inputs }: Metafile): string[] | undefined {
	const seen = new Set<string>();
	const visit = (path: string): void => {
		if (seen.has(path) || BUILDERS.includes(path)) return;
		seen.add(path);
		for (const next of inputs[path]?.imports ?? []) if (!next.external) visit(next.path);
	};
	visit(entry);
	const isOwn = (path: string): boolean =>
		!path.startsWith('test/') || COMMON.test(path) || !OPENS_OTHERS.test(readFileSync(path, 'utf8'));
	const hasSites = entry.startsWith('test/browser/') && seen.has('test/site-bytes.ts');
	return hasSites && [...seen].every(isOwn) ? [...seen].filter(existsSync).sort() : undefined;
}

const isTestPath = (path: string): boolean => path.startsWith('test/') || path.includes('/test/');

/** Paths of all sources that esbuild put into an output file and into the chunks that it imports. */
function inputsOf(output: string, outputs: Metafile['outputs']): Set<string> {
	const inputs = new Set<string>();
	const seen = new Set<string>();
	const visit = (path: string): void => {
		if (seen.has(path)) return;
		seen.add(path);
		for (const input of Object.keys(outputs[path]?.inputs ?? {})) inputs.add(input);
		for (const next of outputs[path]?.imports ?? []) if (!next.external) visit(next.path);
	};
	visit(output);
	return inputs;
}

/**
 * The fingerprint of each test file. `metafile` is esbuild's record of the bundles; `isInMemory` says whether a test
 * depends on nothing but its bundle and data. The fingerprint of a test that depends on the bytes of its sites lacks
 * them; `bySites` has the paths of these tests. `subjectOf` gives the starts of the sources that a test is about.
 */
export function fingerprints(
	metafile: Metafile,
	isInMemory: (path: string) => boolean,
	subjectOf: (path: string) => readonly string[] | undefined,
): { prints: Map<string, string>; bySites: Set<string> } {
	const sources = SOURCES.flatMap(filesIn);
	const data = DATA.flatMap(filesIn).filter(([path]) => !path.startsWith('test/') || !CODE.test(path));
	const roots = readdirSync('.', { withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name !== '.git')
		.map((entry): [string, string] => [entry.name, hashOfFile(entry.name)]);
	const result = new Map<string, string>();
	const bySites = new Set<string>();
	for (const [output, { entryPoint }] of Object.entries(metafile.outputs)) {
		if (!entryPoint?.endsWith('.test.ts')) continue;
		const beside = inputsBesideSites(entryPoint, metafile);
		if (beside) bySites.add(entryPoint);
		const subject = subjectOf(entryPoint);
		const isOf = (path: string): boolean =>
			!subject || isTestPath(path) || subject.some((source) => path.startsWith(source));
		const inputs =
			beside ?? [...inputsOf(output, metafile.outputs)].filter((path) => existsSync(path) && isOf(path)).sort();
		const text = inputs
			.filter(isTestPath)
			.map((path) => readFileSync(path, 'utf8'))
			.join('\n');
		// A folder of `test` counts by its own name.
		const isNamed = (path: string): boolean => {
			const [first = '', second = ''] = path.split('/');
			const word = first === 'test' ? second : first;
			return text.includes(word) || (word === 'content' && text.includes('repositorySite('));
		};
		const listsFiles = LISTS_FILES.test(text);
		const needsSources = listsFiles || !(beside || isInMemory(entryPoint));
		const read = [
			...inputs.map((path): [string, string] => [path, hashOfFile(path)]),
			...(needsSources ? sources.filter(([path]) => isOf(path)) : []),
			...data.filter(([path]) => listsFiles || isNamed(path)),
			...roots.filter(([path]) => listsFiles || ALWAYS.includes(path) || text.includes(path)),
		];
		result.set(entryPoint, hashOf(read.flat()));
	}
	return { prints: result, bySites };
}

/** Fingerprints with which test files passed. */
export class PassedRecord {
	private readonly passed: Record<string, string>;
	private readonly file: string;

	constructor(folder: string) {
		this.file = join(folder, 'passed.json');
		this.passed = existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : {};
	}

	has(path: string, fingerprint: string | undefined): boolean {
		return fingerprint !== undefined && this.passed[path] === fingerprint;
	}

	/** Writes at once, so that a run that is stopped keeps what it knows. */
	set(path: string, fingerprint: string | undefined): void {
		if (fingerprint === undefined) delete this.passed[path];
		else this.passed[path] = fingerprint;
		writeFileSync(this.file, JSON.stringify(this.passed));
	}
}
