/** `docsgen translate status`, `add` and `mark`. */
import type { CliCommand } from '../../extension.ts';
import { type CommonOptions, common } from './command.ts';
import { jsonWriter, openSite, withTerminal } from './run.ts';

export const translateStatusCommand: CliCommand = {
	name: 'translate status',
	description: 'count the pages of each state, and list the sections that have changed since',
	examples: ['docsgen translate status', 'docsgen translate status fr --json'],
	define: (command) => common(command).argument('[locale]', 'a language; without one, all'),
	run: (locale: string | undefined, options: CommonOptions) => runTranslate('status', options, { locale }),
};

export const translateAddCommand: CliCommand = {
	name: 'translate add',
	description: 'copy pages to the folder of a language, to translate them there',
	examples: ['docsgen translate add fr content/docs/install.md'],
	define: (command) =>
		common(command)
			.argument('<locale>', 'a language of the site')
			.argument('[file...]', 'pages to copy; without one, all that are not translated'),
	run: (locale: string, files: string[], options: CommonOptions) => runTranslate('add', options, { locale, files }),
};

export const translateMarkCommand: CliCommand = {
	name: 'translate mark',
	description: 'record that translations are of the originals as they are now',
	examples: ['docsgen translate mark content/fr/docs/install.md', 'docsgen translate mark'],
	define: (command) => common(command).argument('[file...]', 'translations; without one, all'),
	run: (files: string[], options: CommonOptions) => runTranslate('mark', options, { files }),
};

async function runTranslate(
	name: keyof typeof import('../translate.ts')['TRANSLATE_COMMANDS'],
	options: CommonOptions,
	given: { locale?: string | undefined; files?: string[] },
): Promise<number> {
	const { TRANSLATE_COMMANDS } = await import('../translate.ts');
	const settings = { ...given, env: process.env, json: jsonWriter(options) };
	return withTerminal(options, async (terminal) =>
		TRANSLATE_COMMANDS[name]((await openSite(options)).project, settings, terminal),
	);
}
