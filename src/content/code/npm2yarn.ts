/**
 * ` ```bash npm2yarn `: the same commands for other package managers. The package `npm-to-yarn` translates; this file
 * finds the commands in a shell script, and keeps from the package what it would translate wrongly.
 */
import convert from 'npm-to-yarn';

export type Manager = 'npm' | 'yarn' | 'pnpm';

export const MANAGERS: readonly { value: Manager; label: string }[] = [
	{ value: 'npm', label: 'npm' },
	{ value: 'yarn', label: 'Yarn' },
	{ value: 'pnpm', label: 'pnpm' },
];

export interface ManagerCommand {
	code: string;
	/** Commands that the manager does not have; they stay npm's. */
	left: string[];
}

/** A line break that continues the command. */
const CONTINUED = String.raw`\\\n[ \t]*`;
const WORD = String.raw`(?:"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'|\\[^\n]|[^\s"'\\&|;()\x60#]|(?<=\S)#)+`;
const WORDS = new RegExp(`${CONTINUED}|${WORD}`, 'g');
/** Comments and texts in quotes. */
const TEXT = String.raw`(?:(?<!\S)#[^\n]*|"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*')`;
/** Text that may precede a command: a prompt, variables, words of shells, other programs. */
const BEFORE = [
	String.raw`[$>%❯!]|PS [^>\n]*>`,
	String.raw`[A-Za-z_]\w*=(?:"[^"\n]*"|'[^'\n]*'|[^\s;&|"']*)`,
	'sudo|time|exec|env|cross-env|if|then|else|do|while',
].join('|');
const COMMAND = new RegExp(
	[
		`(?<text>${TEXT})`,
		String.raw`(?<=^|[&|;({\x60])(?<before>[ \t]*(?:(?:${BEFORE})[ \t]+)*)(?<program>npm|npx)(?<rest>(?:[ \t]+(?:${WORD})|[ \t]*(?:${CONTINUED}))*)(?=[ \t]*(?:$|[&|;)}\x60#>]))`,
		String.raw`(?<!\S)(?:npm|npx)(?=[ \t])`,
	].join('|'),
	'gm',
);

/** Translates each npm command in `code` to the syntax of `manager`; comments and texts in quotes stay unchanged. */
export function translate(code: string, manager: Manager): ManagerCommand {
	if (manager === 'npm') return { code, left: [] };
	const left: string[] = [];
	let text = '';
	let from = 0;
	for (const { 0: whole, index, groups = {} } of code.matchAll(COMMAND)) {
		const { before = '', program, rest = '' } = groups;
		if (groups.text !== undefined) continue;
		const command = program === undefined ? undefined : commandOf(program, rest.match(WORDS) ?? [], manager);
		// Also what another program runs, such as `docker run node npm test`.
		if (command === undefined) left.push(/^[^\n)]*/.exec(code.slice(index + before.length))?.[0] ?? whole);
		else {
			text += code.slice(from, index) + before + command;
			from = index + whole.length;
		}
	}
	return { code: text + code.slice(from), left };
}

/** Other names of npm's commands. */
const ALIASES: Readonly<Record<string, string>> = {
	add: 'install',
	i: 'install',
	in: 'install',
	r: 'uninstall',
	remove: 'uninstall',
	rm: 'uninstall',
	un: 'uninstall',
	unlink: 'uninstall',
	'run-script': 'run',
	rum: 'run',
	t: 'test',
	tst: 'test',
	x: 'exec',
	innit: 'init',
	create: 'init',
};
/** Flags that repeat npm's defaults. */
const DEFAULTS = ['-S', '--save', '-P', '--save-prod'];
/** Flags of an installation that the package translates. */
const TRANSLATED = ['-D', '--save-dev', '-O', '--save-optional', '-E', '--save-exact', '-g', '--global'];
/** Flags that all managers have. */
const SAME = ['--force', '--ignore-scripts'];

/** The command for another manager; undefined if there is none that is known to do the same. */
function commandOf(program: string, words: readonly string[], manager: Manager): string | undefined {
	const breaks = words.filter(isBreak);
	// The package reads one line.
	const [name = '', ...given] = words.map((word) => (isBreak(word) ? BREAK : word));
	const command = ALIASES[name] ?? name;
	const args = given.filter((word) => !DEFAULTS.includes(word));
	const ownArgs = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).filter((word) => word !== BREAK);
	const flags = ownArgs.filter((word) => word.startsWith('-'));
	const only = (...allowed: string[]): boolean => flags.every((flag) => allowed.includes(flag));
	const inPackage = (...line: string[]): string | undefined => {
		const result = convert(line.join(' '), manager);
		return result.includes("# couldn't auto-convert") ? undefined : result;
	};
	const translated = (): string | undefined => {
		if (program === 'npx') {
			const all = [name, ...given];
			const first = all.findIndex((word) => !['-y', '--yes', BREAK].includes(word));
			return all[first]?.startsWith('-') ? undefined : inPackage('npx', ...all.slice(Math.max(first, 0)));
		}
		if (name === '-v' || name === '--version') return `${manager} ${name}`;
		if (command === 'ci') return only(...SAME) ? [manager, 'install --frozen-lockfile', ...args].join(' ') : undefined;
		if (command === 'uninstall') {
			const kept = args.filter((word) => !TRANSLATED.slice(0, -2).includes(word));
			return only(...TRANSLATED) ? inPackage('npm', command, ...kept) : undefined;
		}
		if (command === 'install' && flags.length === ownArgs.length)
			return only(...SAME) ? [manager, command, ...args].join(' ') : undefined;
		if (command === 'install' && !only(...TRANSLATED, ...SAME)) return undefined;
		if (command === 'stop' || command === 'restart')
			return only() ? inPackage('npm', 'run', command, ...args) : undefined;
		if (/^(?:run|test|start|exec)$/.test(command) && !only()) return undefined;
		if (command === 'init' && !only('-y', '--yes')) return undefined;
		return inPackage('npm', command, ...args);
	};
	return translated()?.replaceAll(new RegExp(`${BREAK} ?`, 'g'), () => breaks.shift() ?? '');
}

/** Stands for a line break. */
const BREAK = '\u0001';

function isBreak(word: string): boolean {
	return word.startsWith('\\\n');
}
