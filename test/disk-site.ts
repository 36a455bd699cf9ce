/** Builds or serves a site in a folder, in this process, with the options of the command line. */
import { join } from 'node:path';
import { type BuildOptions, type BuildResult, build } from '../src/cli/build.ts';
import { type DevOptions, type DevServer, startDev } from '../src/cli/dev/dev.ts';
import { diskProject, type Project } from '../src/cli/disk/project.ts';

/** Builds the site in `root` into its folder `build`, or as `options` specify. */
export function buildFolder(
	root: string,
	{ outDir = join(root, 'build'), ...options }: Partial<BuildOptions> = {},
	project: Project = diskProject(root, outDir),
): Promise<BuildResult> {
	return build(project, { outDir, drafts: false, production: true, waitFor: 'all', env: {}, ...options });
}

export type Serving = Extract<DevServer, { kind: 'serving' }>;

/** Serves the site in `root` like `docsgen dev`. Throws the finding if it cannot be served. */
export async function serveDevFolder(
	root: string,
	options: Partial<DevOptions> = {},
	project: Project = diskProject(root, join(root, 'build')),
): Promise<Serving> {
	const server = await startDev(project, {
		outDir: join(root, 'build'),
		drafts: false,
		production: false,
		env: {},
		port: 0,
		onUpdate: () => undefined,
		...options,
	});
	if (server.kind === 'failed') throw new Error(server.diagnostic.message);
	return server;
}
