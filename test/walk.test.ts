/**
 * Follows the pages that install something, like a reader: an empty folder, the commands that the page shows, and each
 * program from the blocks above it, as shown. Packages are from the registry, and files that only the compiler sees are
 * left out. A page that continues another one is walked after it.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import puppeteer from 'puppeteer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findChromium } from './browser/chromium.ts';
import { compile, pages, programsOf, run, says, setUpOf, shownFiles } from './page-programs.ts';
import { fencesOf } from './page-samples.ts';
import { command, freePort, inLanes, isListening, start, stop, until } from './programs.ts';

/** Prerequisites of a page. */
interface Start {
	/** The page before it, or a folder that readers have downloaded. */
	from?: string;
	/** The page has no program, but its code must compile. */
	compiles?: true;
}

const folders: string[] = [];

const QUICKSTART = 'content/docs/main/quickstart.md';
const SECOND_HOUR = 'content/docs/main/second-hour.md';
const BAKERY = 'content/samples/10.x/bakery';
const NEXT = 'content/docs/nextjs/setup.md';
const STARTS: Record<string, Start> = {
	'content/docs/client/setup.md': { from: BAKERY },
	[SECOND_HOUR]: { from: QUICKSTART },
	'content/docs/server/data-transformers.md': { from: QUICKSTART },
	'content/docs/server/validators.md': { from: QUICKSTART },
	'content/docs/nextjs/setup.md': { compiles: true },
	'content/docs/nextjs/ssr.md': { from: NEXT, compiles: true },
	'content/docs/nextjs/ssg.md': { from: NEXT, compiles: true },
	'content/docs/nextjs/server-side-helpers.md': { from: NEXT, compiles: true },
};
const INSTALLS = /^npm install .*?(?<= )[@a-z][\w@./-]*@\d/;

/** Runs a shell command; rejects with its output if it fails. */
const shell = (line: string, cwd: string): Promise<string> =>
	command(cwd, ['sh', '-c', line], {
		npm_config_audit: 'false',
		npm_config_fund: 'false',
		npm_config_prefer_offline: 'true',
	});

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

/** Words of the paths of pages to walk, for a quick look at one of them; all pages without. */
const ONLY = (process.env.WALK ?? '').split(' ');
const walked = pages
	.filter((page) => page in STARTS || setUpOf(page).some((line) => INSTALLS.test(line)))
	.filter((page) => ONLY.some((word) => page.includes(word)));
/** Three walks at a time, because most of the time is waiting for npm. */
const results = inLanes(3, walked, (page) => walk(page, STARTS[page] ?? {}).catch((error: Error) => [error.message]));

for (const [index, page] of walked.entries()) {
	test(`${relative('content', page)} does what it says in an empty folder`, async () => {
		const wrong = (await results[index]) ?? [];
		assert.equal(wrong, [], wrong.join('\n'));
	});
}

/** Opens the shop of the second hour in a browser, as its page says, and returns what a customer reads there. */
async function visit(url: string): Promise<string[]> {
	const browser = await puppeteer.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
	const seen: string[] = [];
	try {
		const page = await browser.newPage();
		await page.goto(url);
		const send = async (fields: Record<string, string>, expected: string): Promise<void> => {
			for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value);
			await page.click('button');
			await page.waitForFunction((text) => document.body.textContent?.includes(text), {}, expected);
			seen.push(expected);
		};
		await page.waitForSelector('[name=password]');
		await send({ name: 'Tomasz', password: 'pretzel' }, 'Wrong name or password');
		await send({ name: 'Tomasz', password: 'breadcrumbs' }, '0 orders so far');
		await send({ bread: 'rye', count: '0' }, 'At least one');
		await send({ bread: 'brioche', count: '1' }, 'Brioche: only 0 left');
		await send({ bread: 'pretzel', count: '1' }, 'We do not bake pretzel');
		await send({ bread: 'rye', count: '1' }, '1 orders so far');
		await page.waitForFunction(() => document.body.textContent?.includes('Rye, 5.50, 3 left'));
	} finally {
		await browser.close();
	}
	return seen;
}

if (walked.includes(SECOND_HOUR)) {
	test('the second hour ends with a shop that one server serves', async () => {
		await results[walked.indexOf(SECOND_HOUR)];
		const folder = join(await prepare([...setUpOf(QUICKSTART), ...setUpOf(SECOND_HOUR)]), 'shop');
		const html = fencesOf(readFileSync(SECOND_HOUR, 'utf8')).find(
			({ info }) => info === 'html title="public/index.html"',
		);
		const files = new Map([...shownFiles(QUICKSTART), ...shownFiles(SECOND_HOUR)]);
		assert.is(await check(files, folder), '');
		mkdirSync(join(folder, 'public'));
		writeFileSync(join(folder, 'public/index.html'), html?.code ?? '');
		cpSync(join(folder, '../package.json'), join(folder, 'package.json'));
		await shell('npm run build', folder);
		assert.not.match(readFileSync(join(folder, 'public/main.js'), 'utf8'), /scrypt|Wrong name or password/);
		const port = await freePort();
		const server = start(join(folder, 'dist/index.js'), { PORT: String(port), NODE_ENV: 'production' }, folder);
		try {
			await until(server, () => isListening(port));
			const url = `http://localhost:${port}`;
			assert.is((await visit(url)).length, 6);
			const refused = await fetch(`${url}/trpc/order.list`);
			assert.not.match(await refused.text(), 'stack');
		} finally {
			await stop(server);
		}
	});
}

test.after(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test.run();
