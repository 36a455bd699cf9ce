/** Which files a piece of work opens. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const OPENS = ['readFileSync', 'openSync'] as const;

/** The files below an absolute folder that this process opens while `work` runs, relative to the folder and sorted. */
export async function openedIn(folder: string, work: () => Promise<unknown>): Promise<string[]> {
	const opened = new Set<string>();
	const disk = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
	const real = OPENS.map((name) => [name, disk[name] as (...args: unknown[]) => unknown] as const);
	for (const [name, call] of real)
		disk[name] = (path, ...rest) => {
			const result = call(path, ...rest);
			if (String(path).startsWith(`${folder}/`)) opened.add(String(path));
			return result;
		};
	syncBuiltinESMExports();
	try {
		await work();
	} finally {
		for (const [name, call] of real) disk[name] = call;
		syncBuiltinESMExports();
	}
	const files = [...opened].filter((path) => fs.existsSync(path)).map((path) => fs.realpathSync(path));
	return [...new Set(files)].map((path) => path.slice(folder.length + 1)).sort();
}
