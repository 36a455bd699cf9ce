/**
 * The benchmark's interface to a generator. Each generator has a home folder outside the repository, where it is
 * installed once, with one site per size.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CorpusPage } from '../corpus.ts';
import type { Command } from '../measure.ts';

export interface Rival {
	/** Name on the command line. */
	name: string;
	/** Name in the table. */
	label: string;
	/** Name of the home folder, which rivals may share. */
	home: string;
	/** Installed version; undefined if it is not installed. */
	version(home: string): string | undefined;
	install(home: string): void;
	/** Writes the sources of a site with these pages. */
	write(pages: CorpusPage[], site: string): void;
	build(site: string): Command;
	/** Paths in the site to remove before a cold build: the output and all caches. */
	leftovers: string[];
	/** The Markdown file of a page, as a path in the site. */
	source(page: CorpusPage): string;
	/** The output folder. */
	out: string;
	/** The HTML file of a page in the output folder. */
	html(page: CorpusPage): string;
	/** Patterns that the HTML of a page must match. */
	proof: {
		/** A highlighted word of code. */
		code: RegExp;
		/** An entry of the table of contents, unless it is rendered in the browser, as in VitePress. */
		contents: RegExp | 'in the browser';
		/** A link in the sidebar; the first group is the path of its page. */
		sidebar: RegExp;
		/** A file of the search index in the output folder, if the generator has a search. */
		search?: string;
	};
}

/** `version` and `install` of a rival from npm; versions are exact, and the first package's is the rival's. */
export function fromNpm(packages: Record<string, string>): Pick<Rival, 'version' | 'install'> {
	const [main = ''] = Object.keys(packages);
	return {
		version(home) {
			const file = join(home, 'node_modules', main, 'package.json');
			if (!existsSync(file)) return undefined;
			return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
		},
		install(home) {
			mkdirSync(home, { recursive: true });
			const manifest = { private: true, type: 'module', dependencies: packages };
			writeFileSync(join(home, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
			const options = { cwd: home, stdio: 'inherit' } as const;
			const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], options);
			if (status !== 0) throw new Error(`npm could not install ${main}.`);
		},
	};
}

/** A command that runs a program from the home's node_modules in a site. */
export function program(site: string, path: string, args: string[], env?: Record<string, string>): Command {
	return { file: process.execPath, args: [join(site, '..', 'node_modules', path), ...args], cwd: site, env };
}

/** Links to other pages as URLs, for generators that do not resolve links to files. */
export function addressLinks(body: string): string {
	return body.replace(/\]\(\.\.\/(folder-\d+\/page-\d+)\.md\)/g, '](/$1/)');
}

/** Admonitions as quotes, for generators without admonitions. */
export function quotedAdmonitions(body: string): string {
	return body.replace(/^:::\w+\n([\s\S]*?)^:::$/gm, (_, text: string) => text.trim().replace(/^/gm, '> '));
}

/** Pages by folder, in order. */
export function byFolder(pages: CorpusPage[]): Map<string, CorpusPage[]> {
	const folders = new Map<string, CorpusPage[]>();
	for (const page of pages) {
		const [folder = ''] = page.path.split('/');
		const list = folders.get(folder);
		if (list) list.push(page);
		else folders.set(folder, [page]);
	}
	return folders;
}

/** `folder-002` as a label. */
export function folderLabel(folder: string): string {
	return `Folder ${Number(folder.replace(/\D/g, ''))}`;
}
