/**
 * Follows the pages that install something, like a reader: an empty folder, the commands that the page shows, and each
 * program from the blocks above it, as shown. Packages are from the registry, and files that only the compiler sees are
 * left out. A page that continues another one is walked after it.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commandsOf, compile, pages, programsOf, run, says, shownOf } from './page-programs.ts';
import { fencesOf, samplesOf } from './page-samples.ts';
import { command, inLanes } from './programs.ts';

/** Prerequisites of a page. */
interface Start {
	/** The page before it, or a folder that readers have downloaded. */
	from?: string;
	/** The page has no program, but its code must compile. */
	compiles?: true;
}

const folders: string[] = [];

const QUICKSTART = 'content/docs/main/quickstart.md';
const BAKERY = 'content/samples/10.x/bakery';
const NEXT = 'content/docs/nextjs/setup.md';
const STARTS: Record<string, Start> = {
	'content/docs/client/setup.md': { from: BAKERY },
	'content/docs/server/data-transformers.md': { from: QUICKSTART },
	'content/docs/server/validators.md': { from: QUICKSTART },
	'content/docs/nextjs/setup.md': { compiles: true },
	'content/docs/nextjs/ssr.md': { from: NEXT, compiles: true },
	'content/docs/nextjs/ssg.md': { from: NEXT, compiles: true },
	'content/docs/nextjs/server-side-helpers.md': { from: NEXT, compiles: true },
};
/** Commands that set up a project. Others start servers, or repeat them for another package manager. */
const SETS_UP = /^(?:npm (?:init|install|pkg) |mkdir )/;
const INSTALLS = /^npm install .*?(?<= )[@a-z][\w@./-]*@\d/;

/** Runs a shell command; rejects with its output if it fails. */
const shell = (line: string, cwd: string): Promise<string> =>
	command(cwd, ['sh', '-c', line], {
		npm_config_audit: 'false',
		npm_config_fund: 'false',
		npm_config_prefer_offline: 'true',
	});

/** The set-up commands of a page, in order. */
const setUpOf = (page: string): string[] =>
	commandsOf(fencesOf(readFileSync(page, 'utf8'))).filter((line) => SETS_UP.test(line));

/** The named files that a page shows, text by name; the last one of a name wins. */
function shownFiles(page: string): Map<string, string> {
	const samples = fencesOf(readFileSync(page, 'utf8')).flatMap((fence) => samplesOf(fence, page).slice(0, 1));
	const read = samples.filter(({ named, nocheck, errors }) => named && nocheck === undefined && errors.length === 0);
	return new Map(read.flatMap((sample) => shownOf(sample).map(({ name, text }) => [name, text] as const)));
}

function filesOfFolder(folder: string): Map<string, string> {
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
	return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Compiles the files of a page like its project; returns all compiler errors. */
async function check(files: ReadonlyMap<string, string>, folder: string): Promise<string> {
	for (const [name, text] of files) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	const options = '--noEmit --strict --skipLibCheck --esModuleInterop --jsx preserve --target es2022 --module esnext';
	const names = [...files.keys()].map((name) => `'${name}'`).join(' ');
	const compiler = resolve('node_modules/typescript/bin/tsc');
	return shell(`node ${compiler} ${options} --moduleResolution bundler ${names}`, folder).catch(
		(error: Error) => error.message,
	);
}

/** Folders by the commands that were run in them: pages with the same set-up share one. */
const prepared = new Map<string, Promise<string>>();

function prepare(commands: readonly string[]): Promise<string> {
	const key = commands.join('\n');
	const known = prepared.get(key);
	if (known) return known;
	const folder = mkdtempSync(join(tmpdir(), 'walk-'));
	const ready = (async () => {
		for (const line of commands) await shell(line, folder);
		return folder;
	})();
	folders.push(folder);
	prepared.set(key, ready);
	return ready;
}

/** Walks a page in an empty folder; returns differences from the page. */
async function walk(page: string, { from, compiles }: Start): Promise<string[]> {
	const isPage = from?.endsWith('.md');
	const folder = await prepare([
		...(from && isPage ? setUpOf(from) : []),
		...(from && !isPage ? [`cp '${resolve(from, 'package.json')}' .`, 'npm install'] : []),
		...setUpOf(page),
	]);
	const before = from ? (isPage ? shownFiles(from) : filesOfFolder(from)) : new Map<string, string>();
	if (compiles) {
		const found = await check(new Map([...before, ...shownFiles(page)]), join(folder, basename(page, '.md')));
		return found === '' ? [] : [found];
	}
	const wrong: string[] = [];
	for (const program of await programsOf(page, { folder, onlyShown: true, before })) {
		const said = await compile(program).then(
			() => run(program),
			(error: Error) => error.message,
		);
		const { prints, line, entry } = program;
		const isRight = prints === undefined ? /ends with 0$/.test(said) : says(said, prints);
		if (!isRight) wrong.push(`line ${line}, ${entry}: ${said}`);
	}
	return wrong;
}

const walked = pages.filter((page) => page in STARTS || setUpOf(page).some((line) => INSTALLS.test(line)));
/** Three walks at a time, because most of the time is waiting for npm. */
const results = inLanes(3, walked, (page) => walk(page, STARTS[page] ?? {}).catch((error: Error) => [error.message]));

for (const [index, page] of walked.entries()) {
	test(`${relative('content', page)} does what it says in an empty folder`, async () => {
		const wrong = (await results[index]) ?? [];
		assert.equal(wrong, [], wrong.join('\n'));
	});
}

test.after(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test.run();
