/**
 * ` ```bash npm2yarn `: translates npm commands for other package managers. Other lines, such as comments, stay
 * unchanged.
 */

export type Manager = 'npm' | 'yarn' | 'pnpm';

export const MANAGERS: readonly { value: Manager; label: string }[] = [
	{ value: 'npm', label: 'npm' },
	{ value: 'yarn', label: 'Yarn' },
	{ value: 'pnpm', label: 'pnpm' },
];

/** Translates each npm command in `code` to the syntax of `manager`. */
export function translate(code: string, manager: Manager): string {
	if (manager === 'npm') return code;
	return code.replace(
		/(^|&&|\|\||;)([ \t]*(?:\$[ \t]+)?)(npm|npx)((?:[ \t]+[^\s&|;]+)+)/gm,
		(_, joint, space, program, rest) => {
			const words = String(rest)
				.trim()
				.split(/[ \t]+/);
			const command = program === 'npx' ? ['npx', ...words] : words;
			return `${joint}${space}${(manager === 'yarn' ? yarn(command) : pnpm(command)).join(' ')}`;
		},
	);
}

const INSTALL = ['install', 'i', 'add'];
const REMOVE = ['uninstall', 'remove', 'rm', 'un'];
const SCRIPTS = ['start', 'stop', 'test', 't', 'restart'];
const GLOBAL = ['-g', '--global'];

function yarn([command = '', ...args]: string[]): string[] {
	const rest = flags(args, { '--save-dev': '--dev', '-D': '--dev', '--save-exact': '--exact', '-E': '--exact' });
	const packages = rest.filter((word) => !GLOBAL.includes(word));
	const global = packages.length < rest.length ? ['global'] : [];
	if (INSTALL.includes(command)) return ['yarn', ...global, isBare(packages) ? 'install' : 'add', ...packages];
	if (REMOVE.includes(command)) return ['yarn', ...global, 'remove', ...packages];
	if (command === 'ci') return ['yarn', 'install', '--frozen-lockfile', ...rest];
	if (command === 'npx') return ['yarn', 'dlx', ...args];
	if (command === 'run') return ['yarn', ...withoutDashes(args)];
	if (command === 'init' || command === 'create') return ['yarn', ...creation(args)];
	if (command === 'exec') return ['yarn', 'exec', ...withoutDashes(args)];
	return ['yarn', SCRIPTS.includes(command) ? command.replace(/^t$/, 'test') : command, ...withoutDashes(args)];
}

function pnpm([command = '', ...args]: string[]): string[] {
	const rest = flags(args, {});
	if (INSTALL.includes(command)) return ['pnpm', isBare(rest) ? 'install' : 'add', ...rest];
	if (REMOVE.includes(command)) return ['pnpm', 'remove', ...rest];
	if (command === 'ci') return ['pnpm', 'install', '--frozen-lockfile', ...rest];
	if (command === 'npx') return ['pnpm', 'dlx', ...args];
	if (command === 'run') return ['pnpm', 'run', ...withoutDashes(args)];
	if (command === 'init' || command === 'create') return ['pnpm', ...creation(args)];
	if (command === 'exec') return ['pnpm', 'exec', ...withoutDashes(args)];
	return ['pnpm', command, ...withoutDashes(args)];
}

/** Renames flags by `names` and drops `--save`: it is npm's default, and the others do not support it. */
function flags(args: string[], names: Record<string, string>): string[] {
	return args
		.filter((word) => !['--save', '-S'].includes(word))
		.map((word) => (Object.hasOwn(names, word) ? (names[word] ?? word) : word));
}

function isBare(args: string[]): boolean {
	return args.every((word) => word.startsWith('-'));
}

/** `npm init x -- --flag` → `create x --flag`; `npm init -y` → `init -y`. */
function creation(args: string[]): string[] {
	return isBare(args) ? ['init', ...args] : ['create', ...withoutDashes(args)];
}

function withoutDashes(args: string[]): string[] {
	return args.filter((word) => word !== '--');
}
