/** Names of files for readers, who have no use for the folders of the building machine. */
import { dirname, join, posix } from 'node:path';
import { attempt } from '../../../cli/disk/disk.ts';
import { nameFrom } from '../../../cli/disk/paths.ts';
import { isRecord } from '../../../content/model/schema.ts';
import { isInstalled } from '../compiler/reads.ts';
import { tsc } from '../compiler/typescript.ts';

/** A file of another package, after the name of the package. */
export function publicName(file: string): string {
	if (isInstalled(file)) return file.replace(/^.*\/node_modules\//, '');
	for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
		const text = tsc.sys.readFile(join(folder, 'package.json'));
		const manifest: unknown = text === undefined ? undefined : attempt(() => JSON.parse(text));
		if (isRecord(manifest)) return posix.join(String(manifest.name ?? ''), nameFrom(folder, file));
	}
	return posix.basename(file);
}
