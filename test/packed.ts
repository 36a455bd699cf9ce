/** The package that tests start: packed, and unpacked next to its dependencies and nothing else. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

function manifestIn(folder: string): Manifest {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Packs what `npm run prepare` compiled, without compiling again, into a folder; returns the path of the tarball. */
export function pack(folder: string): string {
	mkdirSync(folder, { recursive: true });
	execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]);
	return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
}

/** Unpacks a tarball into a folder, with the manifest that is published. */
export function unpack(tarball: string, folder: string): void {
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xf', tarball, '-C', folder, '--strip-components=1']);
	execFileSync(process.execPath, ['bin/manifest.mjs', 'publish', folder]);
}

/** Copies the dependencies of a package from this checkout, and theirs. */
export function addDependencies(of: string, modules: string): void {
	const add = ({ dependencies, optionalDependencies }: Manifest): void => {
		for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
			const from = join('node_modules', name);
			// Optional ones are those of this system only.
			if (!existsSync(from) || existsSync(join(modules, name))) continue;
			cpSync(from, join(modules, name), { recursive: true });
			add(manifestIn(from));
		}
	};
	add(manifestIn(of));
}

/** Packs and installs docsgen into an empty folder outside the checkout; returns the path of its program. */
export function installPackage(folder: string): string {
	const modules = join(folder, 'node_modules');
	const installed = join(modules, 'docsgen');
	unpack(pack(folder), installed);
	addDependencies(installed, modules);
	return join(installed, 'bin/docsgen.mjs');
}
