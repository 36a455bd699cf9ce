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
			const [command = '', ...args] = program === 'npx' ? ['npx', ...words] : words;
			return `${joint}${space}${manager} ${commandOf(manager, command, args).join(' ')}`;
		},
	);
}

const GLOBAL = ['-g', '--global'];
const YARN_FLAGS: Record<string, string> = {
	'--save-dev': '--dev',
	'-D': '--dev',
	'--save-exact': '--exact',
	'-E': '--exact',
};

/** The words after the manager's name. */
function commandOf(manager: Manager, command: string, args: string[]): string[] {
	const isYarn = manager === 'yarn';
	// npm's default, which the others do not support.
	const given = args.filter((word) => !['--save', '-S'].includes(word));
	const flags = isYarn ? given.map((word) => YARN_FLAGS[word] ?? word) : given;
	const packages = isYarn ? flags.filter((word) => !GLOBAL.includes(word)) : flags;
	const global = packages.length < flags.length ? ['global'] : [];
	const rest = args.filter((word) => word !== '--');
	switch (command) {
		case 'install':
		case 'i':
		case 'add':
			return [...global, isBare(packages) ? 'install' : 'add', ...packages];
		case 'uninstall':
		case 'remove':
		case 'rm':
		case 'un':
			return [...global, 'remove', ...packages];
		case 'ci':
			return ['install', '--frozen-lockfile', ...flags];
		case 'npx':
			return ['dlx', ...args];
		case 'run':
			return isYarn ? rest : ['run', ...rest];
		case 'init':
		case 'create':
			// `npm init x -- --flag` → `create x --flag`; `npm init -y` → `init -y`.
			return isBare(args) ? ['init', ...args] : ['create', ...rest];
		case 't':
			return [isYarn ? 'test' : 't', ...rest];
		default:
			return [command, ...rest];
	}
}

function isBare(args: string[]): boolean {
	return args.every((word) => word.startsWith('-'));
}
