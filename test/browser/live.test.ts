/**
 * Live samples of this repository's site: each program that readers can run prints what its page says, compiled as the
 * page's compiler does it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Page } from 'puppeteer';
import ts from 'typescript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunEvent } from '../../src/client/live/run.ts';
import type { LivePage, LiveSample } from '../../src/content/model/live.ts';
import { type Program, pages, programsOf, says } from '../page-programs.ts';
import { repositorySite } from '../repository-site.ts';
import { serveFolder, stopAll, withPage } from './browser.ts';

const { outDir } = repositorySite();
const LIVE = join(outDir, 'assets/live');
const origin = await serveFolder(outDir);
test.after(stopAll);

/** The script that runs programs, as a global function. */
const RUN = buildSync({
	entryPoints: ['src/client/live/run.ts'],
	bundle: true,
	format: 'iife',
	globalName: 'live',
	write: false,
}).outputFiles[0]?.text;

export interface Outcome {
	text: string;
	why: string;
	wire: Extract<RunEvent, { kind: 'wire' }>['exchange'][];
}

function compiled(sample: LiveSample, options: LivePage['options']): Record<string, string> {
	const { options: known } = ts.convertCompilerOptionsFromJson({ ...options, module: 'system', noEmit: false }, '/');
	return Object.fromEntries(
		sample.files.map(({ name, parts }) => {
			const text = parts.map((part) => part.text).join('');
			const compilerOptions = { ...known, ignoreDeprecations: '6.0' };
			return [name, ts.transpileModule(text, { compilerOptions, fileName: name }).outputText];
		}),
	);
}

/** Runs modules in a page of the site, which has loaded `RUN`. */
function runIn(page: Page, program: { sandbox: string; packages: string; entries: string[]; modules: Record<string, string> }): Promise<Outcome> {
	return page.evaluate(
		(input) =>
			new Promise<Outcome>((resolve) => {
				const outcome: Outcome = { text: '', why: '', wire: [] };
				const { live } = window as unknown as { live: typeof import('../../src/client/live/run.ts') };
				live.startProgram(input, (event) => {
					if (event.kind === 'output') outcome.text += event.text;
					if (event.kind === 'wire') outcome.wire.push(event.exchange);
					if (event.kind === 'ended') resolve({ ...outcome, why: event.why });
				});
			}),
		program,
	);
}

const livePages = readdirSync(LIVE)
	.filter((name) => /^page-.*\.json$/.test(name))
	.map((name) => JSON.parse(readFileSync(join(LIVE, name), 'utf8')) as LivePage);
const runnable = livePages.flatMap((page) => page.samples.flatMap((sample) => (sample.run ? [{ page, sample, run: sample.run }] : [])));
const programs = (await Promise.all(pages.map((page) => programsOf(page, { folder: '' })))).flat();

/** The code of a sample's entry as readers see it. */
function codeOf({ files }: LiveSample, entry = ''): string {
	const own = files.find(({ name }) => name === entry);
	return own?.parts.filter(({ isShown }) => isShown).map(({ text }) => text).join('').trimEnd() ?? '';
}

const programOf = (sample: LiveSample): Program | undefined =>
	programs.find(({ code, entry }) => entry === sample.run?.entries.at(-1) && code.trimEnd() === codeOf(sample, entry));

test('every program that readers can run prints what its page says', async () => {
	assert.ok(runnable.length > 30, String(runnable.length));
	await withPage(`${origin}/docs/`, {}, async (page) => {
		await page.evaluate(`${RUN};globalThis.live = live`);
		const wrong: string[] = [];
		for (const { page: live, sample, run } of runnable) {
			const program = programOf(sample);
			if (!program) {
				wrong.push(`No page has this program:\n${codeOf(sample, run.entries.at(-1))}`);
				continue;
			}
			const modules = compiled(sample, live.options);
			const { entries } = run;
			const urls = { sandbox: `${origin}/${live.sandbox}`, packages: `${origin}/${run.packages}` };
			const { text, why } = await runIn(page, { ...urls, entries, modules });
			const isRight = program.prints === undefined ? why === 'finished' : says(text, program.prints);
			if (!isRight) wrong.push(`${program.page}:${program.line} ${why}\n${text}\n--- instead of\n${program.prints}`);
			else console.log(`${program.page}:${program.line} ${why}`);
		}
		assert.is(wrong.join('\n\n'), '');
	});
});

test.run();
