/** Workspaces of package managers: whether a folder is one of their packages. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { globPattern } from '../../content/model/names.ts';
import { isRecord } from '../../content/model/schema.ts';
import { attempt, repositoryOf } from '../disk/disk.ts';
import { nameFrom } from '../disk/paths.ts';
import { manifestIn } from '../terminal/package-manager.ts';

/** Whether the nearest workspace above a folder has it as one of its packages; undefined if there is no workspace. */
export function isInWorkspace(folder: string): boolean | undefined {
	const top = repositoryOf(folder);
	for (let at = folder; at !== top && at !== dirname(at); ) {
		at = dirname(at);
		const patterns = workspacePatterns(at);
		if (patterns) return isListedBy(patterns, nameFrom(at, folder));
	}
	return undefined;
}

function workspacePatterns(folder: string): string[] | undefined {
	const ofPnpm = attempt(() => readFileSync(join(folder, 'pnpm-workspace.yaml'), 'utf8'));
	if (ofPnpm !== undefined) {
		const [, list = ''] = /^packages:(.*(?:\r?\n(?:[ \t-].*|))*)/m.exec(ofPnpm.replace(/#.*/g, '')) ?? [];
		return list.match(/[^\s,'"[\]]+/g)?.filter((word) => word !== '-') ?? [];
	}
	const { workspaces } = manifestIn(folder);
	const list = isRecord(workspaces) ? workspaces.packages : workspaces;
	return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : undefined;
}

/** As for package managers: `*` is a folder, `**` are any, and a pattern after `!` takes folders back. */
function isListedBy(patterns: readonly string[], folder: string): boolean {
	const fits = (pattern: string): boolean => new RegExp(`^${globPattern(pattern)}$`).test(folder);
	return patterns.reduce(
		(listed, pattern) => (pattern.startsWith('!') ? listed && !fits(pattern.slice(1)) : listed || fits(pattern)),
		false,
	);
}
