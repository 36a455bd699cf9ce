/** Opens a file of the site in the author's editor, at a line. */
import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import type { Inputs } from '../disk/inputs.ts';

interface Place {
	path: string;
	line: string;
	column: string;
}

/** Arguments of editors that open a window. Others need the terminal, in which docsgen runs. */
const ARGUMENTS: readonly [names: RegExp, args: (place: Place) => string[]][] = [
	[
		/^(?:code|code-insiders|codium|cursor|windsurf)$/,
		({ path, line, column }) => ['--goto', `${path}:${line}:${column}`],
	],
	[/^(?:subl|zed|zeditor)$/, ({ path, line, column }) => [`${path}:${line}:${column}`]],
	[
		/^(?:idea|webstorm|phpstorm|pycharm|rubymine|goland|rider)(?:64)?$/,
		({ path, line, column }) => ['--line', line, '--column', column, path],
	],
	[/^emacsclient$/, ({ path, line, column }) => ['--no-wait', `+${line}:${column}`, path]],
];

/** `content/docs/a.md:12:5` of a finding. */
const PLACE = /^(.+?)(?::(\d+))?(?::(\d+))?$/;

/** The command that opens `place`, by the variables VISUAL and EDITOR, or the editor that has the terminal. */
export function editorCommand(place: Place, env: Record<string, string | undefined>): string[] | undefined {
	const chosen = env.VISUAL || env.EDITOR || (env.TERM_PROGRAM === 'vscode' ? 'code' : '');
	const [program = '', ...more] = chosen.split(/\s+/).filter((word) => word !== '--wait' && word !== '-w');
	const name = basename(program).replace(/\.exe$/i, '');
	const [, args] = ARGUMENTS.find(([names]) => names.test(name)) ?? [];
	return args && [program, ...more, ...args(place)];
}

interface Opening {
	inputs: Pick<Inputs, 'pathOf'>;
	/** The files of current findings; no other is ever opened. */
	files: (string | undefined)[];
	env?: Record<string, string | undefined>;
}

/**
 * Replies with 204 if an editor opens the file that the query names as `at`, else with 404. A link on another site can
 * send a browser here, which must open nothing.
 */
export async function openInEditor(
	{ url = '', headers }: IncomingMessage,
	response: ServerResponse,
	{ inputs, files, env = process.env }: Opening,
): Promise<void> {
	const at = new URL(url, 'http://localhost').searchParams.get('at') ?? '';
	const [, file = '', line = '1', column = '1'] = PLACE.exec(at) ?? [];
	const isAllowed = files.includes(file) && headers['sec-fetch-mode'] !== 'navigate';
	const command = isAllowed ? editorCommand({ path: inputs.pathOf(file), line, column }, env) : undefined;
	response.writeHead(command && (await starts(command)) ? 204 : 404, { 'Cache-Control': 'no-store' }).end();
}

function starts([program = '', ...args]: string[]): Promise<boolean> {
	return new Promise((resolve) => {
		const child = spawn(program, args, { stdio: 'ignore', detached: true });
		child.on('error', () => resolve(false));
		child.on('spawn', () => {
			child.unref();
			resolve(true);
		});
	});
}
