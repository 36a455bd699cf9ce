/** Scripts that the configuration names and that are the site's own: whether they are there, and are code. */
import { Script } from 'node:vm';
import type { Config } from '../../content/model/config.ts';
import { STATIC } from '../../content/model/identity.ts';
import type { Diagnostic } from '../../content/model/page.ts';
import { problemsIn } from '../../content/model/places.ts';
import { isExternal, nearestFile, withoutBase } from '../../content/site/links.ts';
import type { Inputs } from '../machine/inputs.ts';
import type { FileStat } from '../machine/project.ts';
import { CONFIG_FILE } from './site-files.ts';

/** What is wrong with them. Scripts of other hosts are not looked at. */
export function checkOwnScripts(config: Config, content: FileStat[], inputs: Inputs): Diagnostic[] {
	return config.scripts.flatMap(({ src }, index) => {
		if (isExternal(src)) return [];
		const file = `${STATIC}/${withoutBase(config, src).replace(/^\/|[?#].*$/g, '')}`;
		const code = inputs.read(file)?.toString();
		return code === undefined ? missing(src, file, index, content, inputs) : syntaxProblem(file, code);
	});
}

function missing(src: string, file: string, index: number, content: FileStat[], inputs: Inputs): Diagnostic[] {
	const text = inputs.read(CONFIG_FILE)?.toString() ?? '';
	const about = { file: CONFIG_FILE, text, code: 'missing-script', root: CONFIG_FILE };
	const message = `There is no script at ${src}: the file ${file} is missing.`;
	const near = nearestFile(
		file,
		content.map(({ path }) => path).filter((path) => path.endsWith('.js')),
	);
	const hint = near ? `Did you mean ${near}?` : `Put it into ${STATIC}: what is there is published as it is.`;
	return problemsIn(about, [{ path: ['scripts', index], message }]).map((finding) => ({ ...finding, hint }));
}

/** Browsers would say so to readers only. */
function syntaxProblem(file: string, code: string): Diagnostic[] {
	try {
		new Script(code, { filename: file });
		return [];
	} catch (error) {
		const { message, stack = '' } = error as Error;
		// Node writes the place above the message: file:line, the line, and a mark below it.
		const [place = '', excerpt, mark = ''] = stack.split('\n');
		return [
			{
				code: 'script-syntax',
				severity: 'error',
				file,
				line: Number(/:(\d+)$/.exec(place)?.[1] ?? 1),
				column: mark.indexOf('^') + 1,
				excerpt,
				message: `This is no script that browsers can run: ${message}.`,
				hint: 'Scripts of the configuration are published as they are: plain JavaScript, without import and export.',
			},
		];
	}
}
