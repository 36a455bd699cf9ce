/** `docsgen build` and `docsgen check`. */
import type { Command } from 'commander';
import { type CliCommand, type SiteOptions, withSiteOptions } from './command.ts';
import { fails, openSite, withTerminal } from './run.ts';

export const buildCommand: CliCommand = {
	name: 'build',
	description: 'build the site into the output folder',
	examples: [
		'docsgen build',
		'docsgen build --site my-docs --out-dir public',
		'docsgen build --base-url /project/ --json',
	],
	define: (command) => withProfile(withSiteOptions(command)),
	run: (options: BuildFlags) => runBuild(options, false),
};

export const checkCommand: CliCommand = {
	name: 'check',
	description: 'run every check of build, and write nothing',
	examples: ['docsgen check', 'docsgen check --external', 'docsgen check --json | jq .message'],
	define: (command) =>
		withProfile(withSiteOptions(command)).option(
			'--external',
			'also ask other hosts whether the pages that you link to exist',
		),
	run: (options: BuildFlags) => runBuild(options, true),
};

interface BuildFlags extends SiteOptions {
	external?: boolean;
	profile?: boolean;
}

function withProfile(command: Command): Command {
	return command.option('--profile', 'write a CPU profile to docsgen.cpuprofile');
}

async function runBuild(options: BuildFlags, checkOnly: boolean): Promise<number> {
	if (!options.profile) return buildSite(options, checkOnly);
	const { profiled } = await import('./profile.ts');
	return profiled(() => buildSite(options, checkOnly));
}

async function buildSite(options: BuildFlags, checkOnly: boolean): Promise<number> {
	const start = performance.now();
	const { build } = await import('../build.ts');
	return withTerminal(options, async (terminal) => {
		const { project, outDir } = await openSite(options);
		const result = await build(project, {
			outDir,
			checkOnly,
			strict: options.strict,
			baseUrl: options.baseUrl,
			drafts: options.drafts ?? false,
			production: true,
			waitFor: 'all',
			progress: (label, done, total) => terminal.progress(label, done, total),
			explain: (text) => terminal.detail(text),
		});
		const seconds = (performance.now() - start) / 1000;
		if (fails(result.diagnostics, options)) return result.diagnostics;
		if (checkOnly)
			terminal.line(`${result.pages.toLocaleString('en')} pages: nothing wrong, in ${seconds.toPrecision(3)} s`);
		else terminal.summary({ ...result, seconds });
		if (!options.external) return result.diagnostics;
		const { checkExternal } = await import('../external.ts');
		return [...result.diagnostics, ...(await checkExternal(project, { env: process.env }, terminal))];
	});
}
