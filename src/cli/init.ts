/** `docsgen init`: a small site that builds at once, as a place to start from. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Diagnostic } from '../content/types.ts';
import { STARTER } from './starter.ts';
import type { Terminal } from './terminal.ts';

/** Writes the starter site into `folder`, which must be empty or not there yet. */
export async function init(folder: string, terminal: Terminal): Promise<Diagnostic[]> {
	const present = existsSync(folder) ? readdirSync(folder).filter((name) => name !== '.git') : [];
	if (present.length > 0) {
		return [
			{
				code: 'folder-not-empty',
				severity: 'error',
				message: `The folder ${folder} is not empty.`,
				hint: 'Name a new folder: docsgen init my-docs.',
			},
		];
	}
	const title =
		basename(folder)
			.replace(/[-_]+/g, ' ')
			.replace(/^\w/, (letter) => letter.toUpperCase()) || 'My site';
	for (const [path, text] of Object.entries(STARTER)) {
		const target = join(folder, path);
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, text.replaceAll('{{title}}', title.replace(/['\\]/g, '')));
	}
	const here = relative(process.cwd(), folder);
	terminal.line(`A site is ready in ${here === '' ? 'this folder' : here}. Next:`);
	if (here !== '') terminal.line(`  cd ${here}`);
	terminal.line('  docsgen dev');
	return [];
}
