/** Runs the work of commands: opens the site, prints findings, chooses the exit code. */
import { resolve } from 'node:path';
import type { Diagnostic } from '../../content/model/page.ts';
import { cacheFolder } from '../disk/cache-folder.ts';
import { explainDiskError } from '../disk/disk.ts';
import type { Project } from '../disk/project.ts';
import { claimStandardOutput } from '../terminal/standard-output.ts';
import { createTerminal, type Terminal } from '../terminal/terminal.ts';
import type { CommonOptions } from './command.ts';

export function terminalFor(options: CommonOptions): Terminal {
	return createTerminal({
		stdout: claimStandardOutput(),
		stderr: process.stderr,
		isTTY: process.stderr.isTTY === true,
		env: process.env,
		quiet: options.quiet,
		verbose: options.verbose,
		format: options.json ? 'json' : options.format,
	});
}

/** The site named by the options. */
export async function openSite(
	options: CommonOptions & { outDir?: string },
): Promise<{ project: Project; outDir: string }> {
	const { diskProject } = await import('../disk/project.ts');
	const root = resolve(options.site);
	const outDir = resolve(root, options.outDir ?? '');
	return { project: diskProject(root, outDir, cacheFolder(root, options.cacheDir)), outDir };
}

/** Whether these findings fail the command. */
export function fails(findings: Diagnostic[], { strict }: CommonOptions): boolean {
	return findings.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
}

/** Prints the findings of `run`; resolves to the exit code. A disk error is a finding. */
export async function withTerminal(
	options: CommonOptions,
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
export function jsonWriter({ json }: CommonOptions): ((text: string) => void) | undefined {
	return json ? claimStandardOutput().write : undefined;
}
