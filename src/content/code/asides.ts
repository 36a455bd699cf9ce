/**
 * The parts of a block that are not code: prompts and output of a terminal session, and the first column of a diff.
 * Readers see them, but do not copy them. Pure.
 */
import { diffLine, type HighlightToken, languageName } from './highlight.ts';

/** The part of a line that is not code. */
interface Aside {
	/** Characters at the start of the line. */
	lead: number;
	/** The whole line is what a program has printed. */
	isOutput: boolean;
}

/** `$ `, `~/site $ `, `(venv) ann@host:~/site$ `, `PS C:\> `, `C:\> `. */
const SHELL =
	/^(?:\([\w.-]+\) )?(?:(?:[~/][\w./~-]* ?)?[$%❯] +|\[?[\w.-]+@[\w.-]+(?:[: ][\w./~-]*)?\]? ?[$#%>] +|PS(?: [\w:\\/.~-]*)?> ?|[A-Z]:\\[\w\\ .~-]*> ?)/;
/** In a block for a session, not a script, where `#` and `>` mean something else. */
const TERMINAL = new RegExp(`${SHELL.source}|^(?:[~/][\\w./~-]* )?[#>] `);

/** Prompts of a language: of a command, and of its further lines. */
interface Prompts {
	first: RegExp;
	more?: RegExp;
	/** Whether a command continues in the next line, with or without a prompt; default: only with one. */
	goesOn?: (command: string) => boolean;
}

const shell = (first: RegExp): Prompts => ({ first, more: /^> /, goesOn: isUnfinished });
const python = { first: /^(?:>>>|In \[\d+\]:)(?: |$)/, more: /^(?:\.\.\.(?: |$)| +\.{3}: )/ };

const PROMPTS: Record<string, Prompts> = {
	bash: shell(SHELL),
	powershell: shell(TERMINAL),
	batch: shell(TERMINAL),
	'shell-session': shell(TERMINAL),
	python,
	pycon: python,
	ruby: { first: /^irb[^>*]*[>*] / },
	sql: { first: /^(?:(?:mysql|sqlite|MariaDB \[[^\]]*\])>|\w+=[#>]) /, more: /^(?: +(?:->|\.\.\.>)|\w+-[#>]) / },
	// A block without a language may be anything, such as a list of prices.
	'': shell(/^\$ (?=[a-z./~])/),
};
/** Languages of sessions only: output may come first, and a comment is output or a prompt. */
const SESSIONS = new Set(['shell-session', 'pycon']);
const COMMENT = /^\s*#/;

/** The asides of each line of a block; undefined if everything is code. */
export function asidesOf(code: string, lang: string): Aside[] | undefined {
	if (lang === 'diff') return isPatch(code) ? undefined : diffAsides(code.split('\n'));
	const name = lang === 'pycon' ? lang : (languageName(lang)?.replace(/^te?xt$/, '') ?? 'unknown');
	const prompts = PROMPTS[name];
	if (!prompts) return undefined;
	const lines = code.split('\n');
	const isSession = SESSIONS.has(name);
	const isCode = (line: string): boolean => !isSession && COMMENT.test(line);
	const first = lines.find((line) => (isSession ? prompts.first.test(line) : line.trim() !== '' && !isCode(line)));
	if (first === undefined || !prompts.first.test(first)) return undefined;
	let command = '';
	return lines.map((line) => {
		const [prompt] = (!hasOpenDocument(command) && prompts.first.exec(line)) || [];
		const [more] = prompts.more?.exec(line) ?? [];
		const continues = command !== '' && (prompts.goesOn?.(command) ?? more !== undefined);
		if (prompt === undefined && !continues) {
			command = '';
			return { lead: 0, isOutput: !isCode(line) };
		}
		const lead = (prompt ?? more ?? '').length;
		command = (prompt === undefined ? `${command}\n` : '') + line.slice(lead);
		return { lead, isOutput: false };
	});
}

/** Whether the next line is in a here-document of the shell. */
function hasOpenDocument(command: string): boolean {
	const [, , end] = /<<-?\s*(["']?)([A-Za-z_]\w*)\1/.exec(command) ?? [];
	return end !== undefined && !command.split('\n').some((line, index) => index > 0 && line.trim() === end);
}

/** Whether a command goes on: in a here-document, after an open quotation mark or a sign that joins lines. */
function isUnfinished(command: string): boolean {
	if (hasOpenDocument(command)) return true;
	const outside = command.replace(/\\[^\n]|'[^']*'|"(?:\\.|[^"\\])*"/gs, '');
	return /["']/.test(outside) || /(?:\\|\||&&| `| \^)$/.test(command);
}

/** Whether a diff is for a program: copied whole, it can be applied. */
export function isPatch(code: string): boolean {
	return /^(?:@@ -|diff |Index: )|^--- .*\n\+\+\+ /m.test(code);
}

/** The column of `+` and `-`, with the space after it if every line has one. */
function diffAsides(lines: readonly string[]): Aside[] {
	const filled = lines.filter((line) => line.trim() !== '');
	const width = [2, 1].find((count) => filled.every((line) => /^[-+ ] ?$/.test(line.slice(0, count))));
	return lines.map((line) => {
		const own = diffLine(line) === 'ins' ? /^\+ ?/.exec(line)?.[0].length : 0;
		return { lead: Math.min(width ?? own ?? 0, line.length), isOutput: false };
	});
}

/** Lines of tokens in which the asides at their starts are marked. */
export function markAsides(lines: HighlightToken[][], asides?: readonly Aside[]): HighlightToken[][] {
	if (!asides) return lines;
	return lines.map((line, index) => {
		let rest = asides[index]?.lead ?? 0;
		return line.flatMap((token) => {
			const length = Math.min(rest, token.text.length);
			rest -= length;
			const [lead, code] = [token.text.slice(0, length), token.text.slice(length)];
			return [
				...(lead === '' ? [] : [{ ...token, text: lead, isAside: true }]),
				...(code === '' ? [] : [{ ...token, text: code }]),
			];
		});
	});
}
