/** `docsgen build` and `docsgen check`. */
import type { CliCommand } from '../../extension.ts';
import type { BuildOptions, BuildResult } from '../build.ts';
import { checkLine } from '../terminal/terminal.ts';
import { type BuildCommandOptions, withBuildOptions } from './command.ts';
import { fails, openSite, withTerminal } from './run.ts';

export const buildCommand: CliCommand = {
	name: 'build',
	description: 'build the site into the output folder',
	examples: [
		'docsgen build',
		'docsgen build --site my-docs --out-dir public',
		'docsgen build --url https://me.github.io --base-url /project/',
	],
	define: withBuildOptions,
	run: (options: BuildCommandOptions) => runBuild(options, false),
};

export const checkCommand: CliCommand = {
	name: 'check',
	description: 'run every check of build, and write nothing',
	examples: ['docsgen check', 'docsgen check --external', 'docsgen check --json | jq .message'],
	define: (command) =>
		withBuildOptions(command).option('--external', 'also ask other hosts whether the pages that you link to exist'),
	run: (options: CheckOptions) => runBuild(options, true),
};

type CheckOptions = BuildCommandOptions & { external?: boolean };

async function runBuild(options: CheckOptions, checkOnly: boolean): Promise<number> {
	const start = performance.now();
	const { build } = await import('../build.ts');
	return withTerminal(options, async (terminal) => {
		const { project, outDir } = await openSite(options);
		const settings: BuildOptions = {
			outDir,
			checkOnly,
			strict: options.strict,
			published: true,
			url: options.url,
			baseUrl: options.baseUrl,
			drafts: options.drafts ?? false,
			production: true,
			waitFor: 'all',
			progress: (label, done, total) => terminal.progress(label, done, total),
			explain: (text) => terminal.detail(text),
		};
		const make = (): Promise<BuildResult> => build(project, settings);
		const result = options.profile ? await (await import('./profile.ts')).profiled(make) : await make();
		const seconds = (performance.now() - start) / 1000;
		if (fails(result.diagnostics, options)) return result.diagnostics;
		if (checkOnly) terminal.line(checkLine({ pages: result.pages, findings: result.diagnostics.length, seconds }));
		else terminal.summary({ ...result, seconds });
		if (!options.external) return result.diagnostics;
		const { checkExternal } = await import('../external.ts');
		return [...result.diagnostics, ...(await checkExternal(project, { env: process.env }, terminal))];
	});
}
