/** `docsgen clear`: removes what docsgen made, and nothing else. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../content/types.ts';
import { CACHE_FOLDER, diskProject } from './project.ts';
import type { Terminal } from './terminal.ts';

export async function clear(root: string, outDir: string, terminal: Terminal): Promise<Diagnostic[]> {
	const refusal = diskProject(root, outDir).output.refusal();
	if (refusal !== undefined)
		return [
			{ code: 'foreign-output', severity: 'error', message: refusal, hint: 'Remove it yourself if it is not needed.' },
		];
	for (const folder of [join(root, CACHE_FOLDER), outDir]) {
		if (!existsSync(folder)) continue;
		rmSync(folder, { recursive: true, force: true });
		terminal.line(`Removed ${folder}`);
	}
	return [];
}
