/** `docsgen migrate`. */

import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CliCommand } from '../../extension.ts';
import { common, type ReportOptions } from './command.ts';
import { withTerminal } from './run.ts';

interface MigrateOptions extends ReportOptions {
	to?: string;
	pages?: string[];
	sitemap?: string;
}

export const migrateCommand: CliCommand = {
	name: 'migrate',
	description:
		'move a site of Docusaurus, VitePress, Starlight, Nextra, MkDocs, Hugo, Jekyll, mdBook, GitBook or plain Markdown to docsgen',
	examples: [
		'docsgen migrate ../my-site',
		'docsgen migrate website --to docs-site',
		'docsgen migrate website --sitemap sitemap.xml',
		'docsgen migrate --pages content/docs/install.mdx',
	],
	define: (command) =>
		common(command, { withSite: false, withStrict: true })
			.argument('[folder]', 'folder of the old site, or of the repository that holds it')
			.option('--pages <files...>', 'translate single pages of another tool in place')
			.option(
				'--to <dir>',
				'folder of the new site (default: next to the old one, with "-docsgen" appended to its name)',
			)
			.option('--sitemap <file>', 'sitemap of the old site, to see which of its URLs work in the new one'),
	async run(folder: string | undefined, { to, pages, sitemap, ...options }: MigrateOptions, command: Command) {
		if (!folder && !pages) command.error("error: missing required argument 'folder'");
		return withTerminal(options, async (terminal) => {
			const { migrate, migratePages } = await import('../migrate/migrate.ts');
			if (pages) return migratePages({ site: resolve('.'), files: pages }, terminal);
			return migrate(
				{ folder: resolve(folder ?? ''), to: to && resolve(to), sitemap: sitemap && resolve(sitemap) },
				terminal,
			);
		});
	},
};
