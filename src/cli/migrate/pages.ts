/**
 * `docsgen migrate --pages <files>`: converts pages of another tool in place. Unknown parts stay unchanged and become
 * findings; a second run changes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { atomically, CheckedSite, type Diagnostic, nameFrom, readFrontMatter, type Terminal } from './docsgen.ts';
import { fromHugo } from './hugo-text.ts';
import { fromMkDocs } from './mkdocs-text.ts';
import { isFile } from './old-site.ts';
import { packaged } from './packages.ts';
import { translatePage } from './page-text.ts';
import { ModuleReader } from './values.ts';

interface PagesOptions {
	/** Absolute folder of the site. */
	site: string;
	/** Paths as given on the command line. */
	files: string[];
}

/** Translates the files; findings report the remaining parts of other tools. */
export async function migratePages({ site, files }: PagesOptions, terminal: Terminal): Promise<Diagnostic[]> {
	const checked = new CheckedSite(site);
	const components = await checked.components().finally(() => checked.close());
	const modules = new ModuleReader(site, (name, from) => packaged(name, from, components));
	let changed = 0;
	const findings = files.flatMap((written): Diagnostic[] => {
		const source = resolve(written);
		const file = nameFrom(site, source);
		if (!isFile(source) || !/\.mdx?$/.test(source))
			return [
				{
					code: 'not-translated',
					severity: 'error',
					message: `${written} is not a Markdown file.`,
					hint: 'Name files that end in .md or .mdx.',
				},
			];
		const text = readFileSync(source, 'utf8');
		const lost: string[] = [];
		const translated = translatePage(withoutForeignSyntax(text, lost), {
			source,
			root: site,
			aliases: { '@site/': site, '@/': site, '~/': site },
			modules,
			components,
			renames: false,
			fields: readFrontMatter(text, source).raw,
			isMoved: (from) => from.startsWith('.'),
			noteLoaded() {},
		});
		const { text: fresh, left, idle, origins } = translated;
		if (fresh !== text) {
			atomically(source, (path) => writeFileSync(path, fresh));
			terminal.line(`Translated ${file}`);
			changed++;
		}
		const finding = (what: string, message: string): Diagnostic => ({
			code: 'not-translated',
			severity: 'warning',
			file,
			line: lineOf(fresh, what),
			message,
			hint: 'Write what it shows, or a component in templates/components.',
		});
		const others = [...origins].filter(([name]) => components.includes(name));
		return [
			...left.map((what) => finding(what, `${shortened(what)} is left unchanged: its value is not known here.`)),
			...lost.map((what) => finding('', `${what} is left out: docsgen has no such icon or attribute.`)),
			...idle.map((what) => finding('', `${what} was removed: scripts of a page do not run.`)),
			...others.map(([name, { from }]) =>
				finding(
					`<${name}`,
					`<${name}> was imported from "${from}"; now it is the component that docsgen has by that name.`,
				),
			),
		];
	});
	terminal.line(`${changed} of ${files.length} ${files.length === 1 ? 'page' : 'pages'} changed.`);
	return findings;
}

/** Converts the syntax of Hugo and MkDocs, if a page contains it; `lost`: what is left out of it. */
function withoutForeignSyntax(text: string, lost: string[]): string {
	const hugo = /\{\{[<%]/.test(text) ? fromHugo(text, (name) => name) : text;
	return /^[ \t]*(?:!!!|\?\?\?\+?|===[!+]?|\/{3,})[ \t]+["\w]/m.test(hugo)
		? fromMkDocs(hugo, { has: () => true, lose: (_, what) => lost.push(what) })
		: hugo;
}

/** The line of `what`, from 1; undefined if it is not in the text. */
function lineOf(text: string, what: string): number | undefined {
	const at = what === '' ? -1 : text.indexOf(what);
	return at < 0 ? undefined : text.slice(0, at).split('\n').length;
}

function shortened(text: string): string {
	const [line = ''] = text.split('\n', 1);
	return line.length > 60 || line !== text ? `${line.slice(0, 60)}…` : line;
}
