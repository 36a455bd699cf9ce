/** Runs the work of commands: opens the site, prints findings, chooses the exit code. */
import { resolve } from 'node:path';
import type { Diagnostic } from '../../content/model/page.ts';
import { cacheFolder } from '../disk/cache-folder.ts';
import { explainDiskError, repositoryOf } from '../disk/disk.ts';
import { nameFrom } from '../disk/paths.ts';
import type { Project } from '../disk/project.ts';
import { inCommandsOf } from '../terminal/package-manager.ts';
import { claimStandardOutput } from '../terminal/standard-output.ts';
import { createTerminal, type Terminal } from '../terminal/terminal.ts';
import type { CommonOptions, ReportOptions } from './command.ts';

/** `site` is absent for commands that make one. */
type Reported = ReportOptions & Partial<Pick<CommonOptions, 'site'>>;

export function terminalFor(options: Reported): Terminal {
	const format = options.json ? 'json' : options.format;
	const site = resolve(options.site ?? '.');
	return createTerminal({
		stdout: claimStandardOutput(),
		stderr: process.stderr,
		isTTY: process.stderr.isTTY === true,
		env: process.env,
		quiet: options.quiet,
		verbose: options.verbose,
		format,
		folder: format === undefined || format === 'json' ? undefined : folderIn(site),
		words: inCommandsOf(site),
	});
}

/** A folder's name in its repository. */
function folderIn(site: string): string {
	return nameFrom(repositoryOf(site), site);
}

/** The site named by the options, with its default output folder for commands that have no option for it. */
export async function openSite(
	options: CommonOptions & { outDir?: string },
): Promise<{ project: Project; outDir: string }> {
	const { diskProject } = await import('../disk/project.ts');
	const root = resolve(options.site);
	const outDir = resolve(root, options.outDir ?? 'build');
	return { project: diskProject(root, outDir, cacheFolder(root, options.cacheDir)), outDir };
}

/** Whether these findings fail the command. */
export function fails(findings: Diagnostic[], { strict }: ReportOptions): boolean {
	return findings.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
}

/** Prints the findings of `run`; resolves to the exit code. A disk error is a finding. */
export async function withTerminal(
	options: Reported,
	run: (terminal: Terminal) => Promise<Diagnostic[]>,
): Promise<number> {
	const terminal = terminalFor(options);
	try {
		const findings = await run(terminal).catch((error: unknown) => {
			const finding = explainDiskError(error);
			if (!finding) throw error;
			return [finding];
		});
		terminal.diagnostics(findings);
		return fails(findings, options) ? 1 : 0;
	} finally {
		terminal.close();
	}
}

/** Writes results for a program, if the options ask for JSON. */
export function jsonWriter({ json }: ReportOptions): ((text: string) => void) | undefined {
	return json ? claimStandardOutput().write : undefined;
}
