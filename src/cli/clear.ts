/** `docsgen clear`: removes only what docsgen made. */
import { existsSync } from 'node:fs';
import type { Diagnostic } from '../content/model/page.ts';
import { removeFolder } from './disk/output.ts';
import type { Project } from './disk/project.ts';
import type { Terminal } from './terminal/terminal.ts';

export async function clear(project: Project, outDir: string, terminal: Terminal): Promise<Diagnostic[]> {
	const refusal = project.output.refusal();
	if (refusal !== undefined)
		return [
			{ code: 'foreign-output', severity: 'error', message: refusal, hint: 'Remove it yourself if it is not needed.' },
		];
	for (const folder of [outDir, project.cacheFolder]) {
		if (!existsSync(folder)) continue;
		const isGone = removeFolder(folder) === 'removed';
		terminal.line(isGone ? `Removed ${folder}` : `Emptied ${folder}: it is a mount or a link, so it stays`);
	}
	return [];
}
