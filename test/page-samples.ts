/** The fences of a page, as the Markdown parser finds them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { attempt } from '../src/cli/disk/disk.ts';
import { openInputs } from '../src/cli/disk/inputs.ts';
import { diskProject } from '../src/cli/disk/project.ts';
import type { AnnotatedFence } from '../src/content/model/annotation.ts';
import { readingOf, type SourceReading } from '../src/extensions/typescript/compiler/reads.ts';
import { languageOfFence, variantsOf } from '../src/extensions/typescript/fences/read.ts';
import { readWorkspace, type Workspace } from '../src/extensions/typescript/samples/workspace.ts';
import { readFence } from './fences.ts';

/** A fence of any language; `line` is the number of its first line of code. */
export interface Fence {
	info: string;
	code: string;
	line: number;
	indent: number;
}

export function fencesOf(markdown: string): Fence[] {
	const lines = markdown.split('\n');
	const fences: Fence[] = [];
	for (let at = 0; at < lines.length; at++) {
		const [, space = '', info] = /^(\s*)```(.+)$/.exec(lines[at] ?? '') ?? [];
		if (info === undefined) continue;
		const end = lines.findIndex((line, index) => index > at && line.trim() === '```');
		const code = lines
			.slice(at + 1, end)
			.map((line) => line.slice(space.length))
			.join('\n');
		fences.push({ info, code, line: at + 2, indent: space.length });
		at = end;
	}
	return fences;
}

/** The samples of a TypeScript fence: the initial one, then its variants. */
export function samplesOf(fence: Fence, file: string): AnnotatedFence[] {
	const lang = languageOfFence(fence.info.split(' ')[0] ?? '');
	if (!lang) return [];
	return [undefined, ...variantsOf(fence.code)].map((variant) => readFence({ ...fence, lang, file, variant }));
}

export const fromDisk: SourceReading = {
	text: (path) => attempt(() => readFileSync(path, 'utf8')),
	has: existsSync,
	names: (folder) => attempt(() => readdirSync(folder).sort()) ?? [],
};

/** Reads the files of a site in `root` as its build does. */
export function readingIn(root: string): SourceReading {
	return readingOf(openInputs(diskProject(root, '/nowhere')));
}

/** What the samples of a docs version of this repository are checked against. */
export function workspaceOf(name: string, from = fromDisk, stamp = ''): Workspace {
	const version = { folder: `content/samples/${name}`, package: '@trpc/server' };
	return readWorkspace(process.cwd(), version, from, stamp);
}
