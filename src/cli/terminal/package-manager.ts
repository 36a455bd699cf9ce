/**
 * The package manager of a folder, and commands as its users type them. Texts of docsgen have the commands of npm; the
 * terminal prints them for the site's package manager.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '../../content/model/schema.ts';
import { attempt, repositoryOf } from '../disk/disk.ts';

interface Commands {
	/** Lock files, the usual one first. */
	locks: readonly [string, ...string[]];
	install: string;
	/** `install` as the lock file says, and an error if it's out of date. */
	frozen: string;
	add: string;
	create: string;
	run: string;
	/** Runs a program of an installed package. */
	exec: string;
}

/** In the order in which lock files of several count: a package-lock.json is often left by accident. */
const MANAGERS = {
	pnpm: {
		locks: ['pnpm-lock.yaml'],
		install: 'pnpm install',
		frozen: 'pnpm install --frozen-lockfile',
		add: 'pnpm add',
		create: 'pnpm init',
		run: 'pnpm run',
		exec: 'pnpm exec',
	},
	yarn: {
		locks: ['yarn.lock'],
		install: 'yarn install',
		frozen: 'yarn install --immutable',
		add: 'yarn add',
		create: 'yarn init --yes',
		run: 'yarn run',
		exec: 'yarn',
	},
	bun: {
		locks: ['bun.lock', 'bun.lockb'],
		install: 'bun install',
		frozen: 'bun install --frozen-lockfile',
		add: 'bun add',
		create: 'bun init --yes',
		run: 'bun run',
		exec: 'bunx',
	},
	npm: {
		locks: ['package-lock.json', 'npm-shrinkwrap.json'],
		install: 'npm install',
		frozen: 'npm ci',
		add: 'npm install',
		create: 'npm init -y',
		run: 'npm run',
		exec: 'npx',
	},
} as const satisfies Record<string, Commands>;

export interface PackageManager extends Commands {
	name: keyof typeof MANAGERS;
	/** Such as `9.15.0`, where it's known. */
	version?: string;
	/** Whether a package.json of the project names it. */
	isNamed?: boolean;
	/** Absolute folder with the lock file; undefined if there is none yet. */
	root?: string;
}

/**
 * The package manager of a folder: the one that the nearest package.json or lock file up to the root of the repository
 * names, else the one that runs this process, else npm.
 */
export function packageManagerOf(
	folder: string,
	env: Record<string, string | undefined> = process.env,
): PackageManager {
	const top = repositoryOf(folder);
	for (let at = folder; ; at = dirname(at)) {
		const named = namedIn(at);
		if (named) return named;
		for (const name of NAMES) {
			const lock = MANAGERS[name].locks.find((file) => existsSync(join(at, file)));
			if (lock !== undefined) return managed(name, name === 'yarn' ? yarnVersion(at) : undefined, at);
		}
		if (at === top || at === dirname(at)) break;
	}
	const [, name = '', version] = /^(\w+)\/(\S+)/.exec(env.npm_config_user_agent ?? '') ?? [];
	return isManager(name) ? managed(name, version) : managed('npm');
}

const NAMES = Object.keys(MANAGERS) as (keyof typeof MANAGERS)[];

function isManager(name: string): name is keyof typeof MANAGERS {
	return Object.hasOwn(MANAGERS, name);
}

function managed(name: keyof typeof MANAGERS, version?: string, root?: string): PackageManager {
	const isClassic = name === 'yarn' && version?.startsWith('1');
	return { ...MANAGERS[name], ...(isClassic ? { frozen: 'yarn install --frozen-lockfile' } : {}), name, version, root };
}

/** The package manager that a package.json names, for Corepack or for npm. */
function namedIn(folder: string): PackageManager | undefined {
	const { packageManager, devEngines } = manifestIn(folder);
	const engine = isRecord(devEngines) && isRecord(devEngines.packageManager) ? devEngines.packageManager : {};
	const [name = '', version] =
		typeof packageManager === 'string' ? packageManager.split(/[@+]/) : [String(engine.name), undefined];
	return isManager(name) ? { ...managed(name, version, folder), isNamed: true } : undefined;
}

/** Version 1 writes another lock file than its successors. */
function yarnVersion(folder: string): string | undefined {
	const isClassic = attempt(() => readFileSync(join(folder, 'yarn.lock'), 'utf8'))?.includes('yarn lockfile v1');
	return isClassic ? '1' : undefined;
}

/** The fields of a folder's package.json; none if it's missing or not valid. */
export function manifestIn(folder: string): Record<string, unknown> {
	const found: unknown = attempt(() => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
	return isRecord(found) ? found : {};
}

/** A script of package.json with arguments. Only npm needs the dashes, and only npm removes them. */
export function runCommand({ name, run }: PackageManager, script: string, ...args: string[]): string {
	return [run, script, ...(name === 'npm' && args.length > 0 ? ['--'] : []), ...args].join(' ');
}

/** Puts the commands of a folder's package manager in place of npm's. Looks for the package manager once, with the first text. */
export function inCommandsOf(folder: string): (text: string) => string {
	let manager: PackageManager | undefined;
	return (text) => {
		manager ??= packageManagerOf(folder);
		return withCommandsOf(manager, text);
	};
}

/** Puts the commands of a package manager in place of npm's. */
export function withCommandsOf(manager: PackageManager, text: string): string {
	const { name, add, install, create, exec } = manager;
	if (name === 'npm') return text;
	return text
		.replace(/\bnpx (?=docsgen\b)/g, `${exec} `)
		.replace(/\bnpm init -y/g, create)
		.replace(/\bnpm install --save-dev (?=\S)/g, `${add} ${name === 'pnpm' ? '--save-dev' : '--dev'} `)
		.replace(/\bnpm install (?=[@\w])/g, `${add} `)
		.replace(/\bnpm install\b/g, install);
}
