/**
 * `docsgen migrate <folder>`: converts a site of another tool to docsgen, in a new folder. Moves everything that can be
 * moved, serves or redirects every old URL, and lists the remaining manual work in one table. Never changes the old site.
 */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isToWrite, removeCopy, writeComponents } from './components.ts';
import {
	CheckedSite,
	type Diagnostic,
	isHostFile,
	nameFrom,
	readConfig,
	routeKey,
	type SiteConfig,
	STATIC,
	starterFiles,
	type Terminal,
	versionFolder,
} from './docsgen.ts';
import { readDocusaurus } from './docusaurus.ts';
import { homeCategories, homePage } from './home.ts';
import { readHugo } from './hugo.ts';
import { readJekyll } from './jekyll.ts';
import { LostWords } from './lost-words.ts';
import { readMkDocs } from './mkdocs.ts';
import { readNextra } from './nextra.ts';
import { type Flavour, fieldsOf, findSite, type Move, type OldSite, route, textOf } from './old-site.ts';
import { type OldUrls, oldUrls, PageLinks, type Redirect, sentenceOf } from './old-urls.ts';
import { readMarkdown } from './plain.ts';
import { module } from './print.ts';
import { prunedBy } from './prune.ts';
import { type PublishedUrls, publishedUrls } from './published-urls.ts';
import { isRelated, RawNotations } from './raw-notation.ts';
import { openReading, type Reading } from './read-config.ts';
import { remark } from './remarks.ts';
import { fixAnchors, fixRoutes, repair } from './repair.ts';
import { reportText, rowsOf, tableOf } from './report.ts';
import { readStarlight } from './starlight.ts';
import { readGitBook, readMdBook } from './summary.ts';
import { Target } from './target.ts';
import { setField, writeTexts } from './texts.ts';
import { nameUntitled } from './titles.ts';
import { readVitePress } from './vitepress.ts';

export { migratePages } from './pages.ts';

export interface MigrateOptions {
	/** Absolute folder of the old site, or of the repository that contains it. */
	folder: string;
	/** Absolute folder of the new site. */
	to?: string;
	/** Absolute path of a sitemap of the old site. */
	sitemap?: string;
}

const NAMES: Record<Flavour, string> = {
	docusaurus: 'Docusaurus',
	vitepress: 'VitePress',
	starlight: 'Starlight',
	mkdocs: 'MkDocs',
	hugo: 'Hugo',
	jekyll: 'Jekyll',
	mdbook: 'mdBook',
	gitbook: 'GitBook',
	nextra: 'Nextra',
	markdown: 'plain Markdown',
};

/** Maximum rounds of checking and fixing the new site, before pages with errors become drafts. */
const MAX_ROUNDS = 5;

/** Moves a site. Returns findings that prevent the move; prints the remaining work on the terminal. */
export async function migrate(options: MigrateOptions, terminal: Terminal): Promise<Diagnostic[]> {
	const problem = (message: string, hint: string): Diagnostic[] => [
		{ code: 'not-migrated', severity: 'error', message, hint },
	];
	const { folder, sitemap } = options;
	if (!existsSync(folder)) return problem(`There is no folder ${folder}.`, 'Name the folder of the site to move.');
	const site = findSite(realpathSync(folder));
	const to = options.to ?? join(dirname(site.root), `${basename(site.root)}-docsgen`);
	if (!relative(site.root, to).startsWith('..') || to === folder)
		return problem(`${to} is in the site to move.`, 'Choose another folder with --to.');
	if (!Target.isFree(to)) return problem(`The folder ${to} is not empty.`, 'Choose a new folder with --to.');
	terminal.line(`${NAMES[site.flavour]}: ${site.configFile ?? site.root}`);
	const move = read(site);
	const derived = [...move.files.values()].filter(({ address }) => address !== undefined).length;
	const published = publishedUrls(site, sitemap, derived);
	if (sitemap !== undefined && !published)
		return problem(
			`${sitemap} names no URLs.`,
			'Download sitemap.xml of the old site, and those that it names, into one folder.',
		);
	if (derived === 0)
		return problem(`There are no pages in ${site.root}.`, 'Name the folder that holds the configuration of the site.');
	const target = new Target(to);
	target.save();
	const checked = new CheckedSite(to);
	move.components = await checked.components();
	writeSite(move, site, target, terminal);
	const settled = await settle(move, { ...site, published, checked }, target, terminal).finally(() => checked.close());
	const { findings, urls, links, raw, lost } = settled;
	const left = findings.filter(
		({ code, about }) => code !== 'unknown-component' || !isToWrite(about?.name ?? '', move),
	);
	const isTheirs = (tool: string): boolean => isRelated(tool, site.flavour);
	const rows = rowsOf(left, move.remarks, [...raw.rows(findings), ...lost.rows()], isTheirs);
	const pages = [...move.files.values()].filter(({ address }) => address !== undefined).length;
	const sentence = urls && sentenceOf(urls, links, rulesOf(site));
	const kept =
		target.kept.size === 0 ? [] : [`Not overwritten, because you changed them: ${[...target.kept].sort().join(', ')}`];
	const intro = [
		`From ${NAMES[site.flavour]}: ${counted(pages, 'page')}, ${counted(target.written, 'file')} written.${sentence ? ` ${sentence}` : ''}`,
		'Settings that begin with "on" are "warn" in site.config.ts, as in the old tool.',
		...kept,
	];
	target.write('migration/README.md', { text: reportText(intro, rows) });
	target.save();
	terminal.line();
	for (const line of [...intro, '', ...(rows.length > 0 ? tableOf(rows) : ['Nothing left to do.'])])
		terminal.line(line);
	terminal.line();
	const here = relative(process.cwd(), to) || '.';
	terminal.line(`The places are in ${join(here, 'migration/README.md')}. Next: npx docsgen dev --site ${here}`);
	return findings.filter(({ severity }) => severity === 'error');
}

/** Where the rules for URLs were read; undefined without a tool that docsgen reads. */
function rulesOf({ flavour, root, configFile }: OldSite): string | undefined {
	if (flavour === 'markdown') return undefined;
	return configFile === undefined ? 'SUMMARY.md' : nameFrom(root, configFile);
}

/** Reads the old site. */
function read(site: OldSite): Move {
	const reading = openReading(site);
	// Their configuration is data, not code.
	const file = /^(?:mkdocs|hugo|jekyll|mdbook|gitbook|nextra)$/.test(site.flavour) ? undefined : site.configFile;
	const config = file === undefined ? undefined : reading.read(file);
	const move = moveOf(site, config, reading);
	const place = (file: string): string => relative(dirname(site.root), file);
	for (const [file, reason] of reading.unread)
		remark(move, 'Configuration that is a program', `${place(file)}: ${reason}`);
	for (const [file, reason] of reading.invalid)
		remark(move, 'Configuration that is not valid', `${place(file)}: ${reason}`);
	return move;
}

function moveOf(site: OldSite, config: unknown, { read: module, data }: Reading): Move {
	switch (site.flavour) {
		case 'docusaurus':
			return readDocusaurus(site, config, module);
		case 'vitepress':
			return readVitePress(site, config);
		case 'starlight':
			return readStarlight(site, config);
		case 'mkdocs':
			return readMkDocs(site, data);
		case 'hugo':
			return readHugo(site, data);
		case 'jekyll':
			return readJekyll(site, data);
		case 'mdbook':
			return readMdBook(site, data);
		case 'gitbook':
			return readGitBook(site, data);
		case 'nextra':
			return readNextra(site, module);
		case 'markdown':
			return readMarkdown({ ...site, root: site.pages ?? site.root });
	}
}

/** Writes the first version of the new site, before docsgen has checked it. */
function writeSite(move: Move, site: OldSite, target: Target, terminal: Terminal): void {
	addHome(move);
	joinItems(move);
	addLanguageMenu(move);
	nameUntitled(move, site);
	writeTexts(move, site.root);
	for (const [version, sidebars] of move.sidebars) {
		if (Object.keys(sidebars).length === 0) continue;
		move.files.set(`${versionFolder(version)}/sidebars.ts`, { text: module('defineSidebars', sidebars) });
	}
	const base = starterFiles({ title: move.config.title });
	for (const name of ['package.json', 'tsconfig.json', '.gitignore']) move.files.set(name, { text: base[name] });
	const statics = [...move.files.keys()].filter((path) => path.startsWith(`${STATIC}/`));
	const own = statics.map((path) => path.slice(STATIC.length + 1)).filter(isHostFile);
	if (own.length > 0) {
		move.config.ownHostFiles = own;
		remark(move, 'Files that configure your host', ...own);
	}
	move.files.set('site.config.ts', { text: configText(move, []) });
	let done = 0;
	let hasButtons = false;
	for (const [path, moved] of move.files) {
		target.write(path, moved);
		hasButtons ||= BUTTON.test(moved.text ?? '');
		// The text is on the disk: do not keep a large site in memory as well.
		moved.text = undefined;
		terminal.progress('Moving', ++done, move.files.size);
	}
	if (hasButtons && !move.files.has(THEME)) target.write(THEME, { text: BUTTON_STYLE });
	target.save();
}

/** The site's own style sheet. */
const THEME = 'content/theme.css';
/** A link in a page that looks like a button. */
const BUTTON = /<a\b[^>]*\sclass="button\b|\]\([^)\n]*\)\{[^}\n]*\.button\b/;
/** docsgen styles buttons on landing pages only: few other pages have any. */
const BUTTON_STYLE = `.markdown a.button {
	display: inline-flex;
	align-items: center;
	min-height: 2.75rem;
	padding: 0.3rem 1.4rem;
	border: 1px solid var(--line-strong);
	border-radius: 999px;
	color: var(--ink);
	font-weight: 600;
	text-decoration: none;
}
.markdown a.button:hover {
	border-color: var(--accent);
}
.markdown a.button-primary {
	background: var(--accent);
	border-color: var(--accent);
	color: var(--on-accent);
}
`;

/** Adds a home page with the first categories of the docs, if the site has no page at its root. */
function addHome(move: Move): void {
	const { files, addresses, config, lastVersion } = move;
	const isHome = ({ address }: { address?: string }): boolean => address === '/';
	if (addresses.has('/') || [...files.values()].some(isHome)) return;
	const folder = `${versionFolder(lastVersion)}/`;
	// The page with the shortest URL is most likely the entry page.
	const docs = [...files]
		.flatMap(([file, { address }]) => (address !== undefined && file.startsWith(folder) ? [{ file, address }] : []))
		.sort((a, b) => a.address.length - b.address.length || (a.address < b.address ? -1 : 1))[0];
	const toDocs = docs ? [{ label: 'Read the docs', href: `../${docs.file.slice('content/'.length)}` }] : [];
	const { actions = [], features = [] } = move.home ?? {};
	const logo = config.navbar?.logo;
	const home = {
		title: config.title,
		tagline: config.tagline,
		actions: actions.length > 0 ? actions : toDocs,
		// A logo of its own for the dark mode is unreadable in one of both.
		image: logo && !logo.srcDark ? { src: route(logo.src), alt: logo.alt ?? config.title } : undefined,
		features,
		categories: homeCategories(move),
	};
	files.set('content/pages/index.md', { text: homePage(home), address: '/' });
}

/** Leaves one of two items of the navbar that lead to the same place elsewhere: the one with an icon. */
function joinItems({ config }: Move): void {
	const { items = [], ...navbar } = config.navbar ?? {};
	const keyOf = (item: unknown): string | undefined =>
		textOf(fieldsOf(item).href)
			?.replace(/^https?:\/\/(?:www\.)?|(?:\.git)?\/*$/g, '')
			.toLowerCase();
	const found = new Map<string, unknown>();
	for (const item of items) {
		const key = keyOf(item);
		if (key !== undefined && (!found.has(key) || fieldsOf(found.get(key)).icon === undefined)) found.set(key, item);
	}
	const left = items.filter((item) => {
		const key = keyOf(item);
		return key === undefined || found.get(key) === item;
	});
	if (left.length < items.length) config.navbar = { ...navbar, items: left };
}

/** Adds the menu of languages, which most tools show without a setting. */
function addLanguageMenu({ config }: Move): void {
	if ((config.locales ?? []).length < 2) return;
	const { items = [], ...navbar } = config.navbar ?? {};
	config.navbar = { ...navbar, items: [...items, { type: 'localeDropdown', position: 'right' }] };
}

/** The severities of the old tools: problems are warnings, and the site is built. */
const LENIENT = {
	onBrokenLinks: 'warn',
	onBrokenAnchors: 'warn',
	onBrokenMarkdownLinks: 'warn',
	onDuplicateRoutes: 'warn',
	onMissingImages: 'warn',
	onUnknownComponents: 'warn',
	onExpressions: 'warn',
	allowRawScripts: true,
} as const satisfies Partial<SiteConfig>;

const COMMENT = '// Settings that begin with "on" are as lenient as the old tool: "throw" fails the build instead.\n';

/** Removes settings that refer to missing files; returns their number. */
function fixConfig(errors: Diagnostic[], move: Move): number {
	const { config } = move;
	const missing = errors.flatMap(({ code, about }) => (code === 'missing-script' ? (about?.name ?? []) : []));
	const isMissing = (script: unknown): boolean =>
		missing.includes(String(typeof script === 'string' ? script : fieldsOf(script).src));
	const left = config.scripts?.filter((script) => !isMissing(script));
	if (!left || left.length === config.scripts?.length) return 0;
	config.scripts = left;
	remark(move, 'Missing scripts', ...missing);
	return missing.length;
}

function configText(move: Move, redirects: Redirect[]): string {
	const written = { ...move.config, ...(redirects.length > 0 ? { redirects } : {}), ...LENIENT };
	const { raw, removed } = prunedBy(written, (value, problems) => {
		const { config, problems: found } = readConfig(value);
		problems.push(...found);
		return config;
	});
	if (removed.length > 0) remark(move, 'Settings without a counterpart', ...removed);
	return module('defineConfig', raw, COMMENT);
}

/* ---------------------------------------------------------------- checking the result */

interface Settled {
	findings: Diagnostic[];
	/** Undefined if the new site cannot be read. */
	urls?: OldUrls;
	links: PageLinks;
	/** Notations that the pages of the new site show as text. */
	raw: RawNotations;
	/** Words of the old pages that they lack. */
	lost: LostWords;
}

/** Checks the new site as a build does, and fixes what can be fixed, until nothing changes. */
async function settle(
	move: Move,
	site: OldSite & { published: PublishedUrls | undefined; checked: CheckedSite },
	target: Target,
	terminal: Terminal,
): Promise<Settled> {
	let urls: OldUrls | undefined;
	const links = new PageLinks(move);
	const raw = new RawNotations(move, target.folder, site.flavour);
	const lost = new LostWords(move, site.root);
	let fileAt = new Map<string, string>();
	let unrecorded: { file: string; record: string }[] = [];
	for (let round = 1; round <= MAX_ROUNDS; round++) {
		terminal.progress('Checking');
		const seen = await site.checked.sources();
		if (seen.kind === 'unusable') {
			if (fixTemplates(seen.findings, move, target) === 0) return { findings: seen.findings, urls, links, raw, lost };
			continue;
		}
		unrecorded = seen.unrecorded;
		const errors = seen.findings.filter(({ severity }) => severity === 'error');
		urls = oldUrls(move, seen.routes, site.published);
		const redirected = redirectOld(move, urls, target);
		fileAt = new Map(
			seen.routes.flatMap(({ path, pagePath = '' }): [string, string][] =>
				pagePath === '' ? [] : [[routeKey(path), pagePath]],
			),
		);
		// First fix texts: a tag that becomes plain text needs no component.
		const fixed =
			fixConfig(errors, move) +
			fixRoutes(seen.findings, move, target) +
			repair(errors, move, target, round === MAX_ROUNDS - 1);
		const written = fixed > 0 ? 0 : writeComponents(seen, move, site.root, target);
		if (fixed + written > 0 || redirected.isNew) continue;
		if (errors.length === 0 || repair(errors, move, target, true) === 0) break;
	}
	recordTranslations(unrecorded, move, target);
	const fileOf = (route: string): string | undefined => fileAt.get(routeKey(route));
	const check = (): Promise<Diagnostic[]> =>
		site.checked.pages(
			(...work) => terminal.progress(...work),
			(path, html) => {
				for (const collected of [raw, lost, links]) collected.look(fileOf(path) ?? path, html);
			},
		);
	const findings = await checkPages(move, { fileOf, check }, target);
	links.count(findings, fileAt.keys());
	return { findings, urls, links, raw, lost };
}

/** Checks the pages of the new site, and fixes what is found, until nothing changes. */
async function checkPages(
	move: Move,
	{ fileOf, check }: { fileOf: (route: string) => string | undefined; check: () => Promise<Diagnostic[]> },
	target: Target,
): Promise<Diagnostic[]> {
	for (let round = 1; ; round++) {
		const findings = await check();
		const errors = findings.filter(({ severity }) => severity === 'error');
		const anchored = round === 1 ? fixAnchors(findings, fileOf, move, target) : 0;
		const fixed =
			errors.length === 0 || round === MAX_ROUNDS
				? 0
				: fixTemplates(errors, move, target) + repair(errors, move, target, round > 1);
		if (fixed + anchored === 0 && (errors.length === 0 || round > 1)) return findings;
	}
}

/** Records that translations are of the originals as they are now: the old tool knew nothing of them. */
function recordTranslations(unrecorded: { file: string; record: string }[], move: Move, target: Target): void {
	const folders = new Map<string, number>();
	for (const { file, record } of unrecorded) {
		const text = target.read(file);
		if (text === undefined || !target.write(file, { text: setField(text, 'translated_from', record) })) continue;
		const folder = file.split('/').slice(0, 2).join('/');
		folders.set(folder, (folders.get(folder) ?? 0) + 1);
	}
	const places = [...folders].map(([folder, count]) => `${folder}: ${count} ${count === 1 ? 'page' : 'pages'}`);
	if (places.length > 0) remark(move, 'Records of translations', ...places);
}

/** Removes copied components that do not compile or render. */
function fixTemplates(findings: Diagnostic[], move: Move, target: Target): number {
	const names = findings.flatMap(({ code, file = '' }) => {
		const [, named] = /templates\/components\/([A-Z]\w*)/.exec(file) ?? [];
		// Any component on a page that cannot be rendered may be the cause.
		const tags = code === 'render-crash' ? (target.read(file) ?? '').matchAll(/<([A-Z]\w*)/g) : [];
		return [...(named === undefined ? [] : [named]), ...[...tags].map(([, name = '']) => name)];
	});
	return [...new Set(names)].filter((name) => removeCopy(name, move, target)).length;
}

/** `1 page`, `2 pages`. */
function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Writes redirects for old URLs that have changed, and the list of all old URLs. */
function redirectOld(move: Move, urls: OldUrls, target: Target): { isNew: boolean } {
	target.write('migration/addresses.txt', { text: `${urls.lines.join('\n')}\n` });
	const before = target.written;
	target.write('site.config.ts', { text: configText(move, urls.redirects) });
	return { isNew: target.written > before };
}
