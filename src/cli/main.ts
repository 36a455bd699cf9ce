/** The command line: names, options, help. The module of a command is loaded when the command runs. */
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Diagnostic } from '../content/model/page.ts';
import { cacheFolder } from './machine/cache-folder.ts';
import { explainDiskError } from './machine/disk.ts';
import type { Key } from './machine/keys.ts';
import { docsgenVersion } from './machine/package.ts';
import type { Project } from './machine/project.ts';
import { onSignal } from './machine/signals.ts';
import { claimStandardOutput, standardOutputStream } from './machine/standard-output.ts';
import { createTerminal, FORMATS, type Format, type Terminal } from './machine/terminal.ts';

interface MigrateOptions extends CommonOptions {
	to?: string;
	pages?: string[];
}

interface CommonOptions {
	site: string;
	cacheDir?: string;
	quiet?: boolean;
	verbose?: boolean;
	json?: boolean;
	format?: Format;
	strict?: boolean;
}

interface SiteOptions extends CommonOptions {
	outDir: string;
	baseUrl?: string;
	drafts?: boolean;
}

interface ServeOptions {
	host?: string;
	allowedHost?: string[];
	port?: number;
	open?: boolean;
}

/** Runs the command line; resolves to the exit code. */
export async function main(argv: string[]): Promise<number> {
	let code = 0;
	const finish = (result: number): void => {
		code = result;
	};
	const { write } = claimStandardOutput();
	const program = new Command('docsgen')
		.configureOutput({ writeOut: write })
		.description('Markdown in, a complete, fast documentation site out.')
		.version(docsgenVersion(), '-V, --version', 'print the version')
		.helpOption('-h, --help', 'print help')
		.showSuggestionAfterError()
		.showHelpAfterError('(add --help for usage)')
		.exitOverride();

	site(program.command('build'))
		.description('build the site into the output folder')
		.addHelpText(
			'after',
			examples(
				'docsgen build',
				'docsgen build --site my-docs --out-dir public',
				'docsgen build --base-url /project/ --json',
			),
		)
		.action(async (options: SiteOptions) => finish(await runBuild(options, false)));
	site(program.command('check'))
		.description('run every check of build, and write nothing')
		.option('--external', 'also ask other hosts whether the pages that you link to exist')
		.addHelpText('after', examples('docsgen check', 'docsgen check --external', 'docsgen check --json | jq .message'))
		.action(async (options: SiteOptions & { external?: boolean }) => finish(await runBuild(options, true)));
	serving(site(program.command('dev'), SERVER))
		.description('serve the site while you write: every saved change shows in the open browser')
		.addHelpText('after', examples('docsgen dev', 'docsgen dev --port 4000 --open', 'docsgen dev --drafts'))
		.action(async (options: SiteOptions & ServeOptions) => finish(await runDev(options)));
	serving(common(program.command('serve'), SERVER))
		.description('preview the built site as a host would serve it')
		.addOption(new Option('--out-dir <dir>', 'folder of the built site').default('build', 'build/'))
		.option('--base-url <path>', 'path the site was built for, if it differs from the configuration')
		.addHelpText('after', examples('docsgen serve', 'docsgen serve --port 8080 --host 0.0.0.0'))
		.action(async (options: SiteOptions & ServeOptions) => finish(await runServe(options)));
	common(program.command('init'), { withSite: false })
		.argument('[dir]', 'folder to start the site in', '.')
		.description('start a small working site')
		.addHelpText('after', examples('docsgen init my-docs'))
		.action(async (dir: string, options: CommonOptions) =>
			finish(await withTerminal(options, async (terminal) => (await import('./init.ts')).init(resolve(dir), terminal))),
		);
	common(program.command('eject'))
		.argument('[template]', 'name of a template, a component or a style sheet; without one they are listed')
		.description('copy a packaged template into the site, to change it there')
		.addHelpText(
			'after',
			examples('docsgen eject Footer', 'docsgen eject components/Hero', 'docsgen eject styles/code.css'),
		)
		.action(async (name: string | undefined, options: CommonOptions) =>
			finish(
				await withTerminal(options, async (terminal) =>
					(await import('./eject.ts')).eject(resolve(options.site), name, terminal),
				),
			),
		);
	common(program.command('version'))
		.argument('<label>', 'name of the version, e.g. 1.x')
		.description('freeze the current docs as a version')
		.addHelpText('after', examples('docsgen version 1.x'))
		.action(async (label: string, options: CommonOptions) =>
			finish(
				await withTerminal(options, async (terminal) =>
					(await import('./version.ts')).freeze(resolve(options.site), label, terminal),
				),
			),
		);
	common(program.command('migrate'), { withSite: false })
		.argument('[folder]', 'folder of the old site, or of the repository that holds it')
		.option('--pages <files...>', 'translate single pages of another tool in place')
		.option('--to <dir>', 'folder of the new site (default: next to the old one, with "-docsgen" appended to its name)')
		.description('move a site of Docusaurus, VitePress, Starlight, MkDocs, Hugo or plain Markdown to docsgen')
		.addHelpText(
			'after',
			examples(
				'docsgen migrate ../my-site',
				'docsgen migrate website --to docs-site',
				'docsgen migrate --pages content/docs/install.mdx',
			),
		)
		.action(async (folder: string | undefined, { to, pages, ...options }: MigrateOptions, { error }: Command) => {
			if (!folder && !pages) error("error: missing required argument 'folder'");
			finish(
				await withTerminal(options, async (terminal) => {
					if (pages)
						return (await import('./migrate/pages.ts')).migratePages({ site: resolve('.'), files: pages }, terminal);
					const { migrate } = await import('./migrate/command.ts');
					const commands = { ...(await import('./build.ts')), ...(await import('./starter.ts')) };
					return migrate({ folder: resolve(folder ?? ''), to: to && resolve(to) }, terminal, commands);
				}),
			);
		});
	program
		.command('mcp')
		.argument('<site>', 'URL of a site made with docsgen, or a folder: of its sources, or of the built site')
		.description('serve a site to an assistant over the Model Context Protocol')
		.addHelpText('after', examples('docsgen mcp https://trpc.io', 'docsgen mcp .', 'docsgen mcp build'))
		.action(async (target: string) => finish(await runMcp(target)));
	const search = program.command('search').description('try the search, or send its records to the hosted service');
	common(search.command('try'))
		.argument('<query...>', 'what a reader would type')
		.option('--docs-version <name>', 'name or label of a docs version (default: the last released one)')
		.option('--locale <tag>', 'language, such as fr (default: the first)')
		.addOption(new Option('--limit <number>', 'results shown').argParser(Number).default(10))
		.description('print what a reader would get from the offline index')
		.addHelpText('after', examples('docsgen search try batch link', 'docsgen search try --docs-version 9.x context'))
		.action(
			async (query: string[], options: CommonOptions & { docsVersion?: string; locale?: string; limit: number }) =>
				finish(await runSearchTry(query.join(' '), options)),
		);
	common(search.command('push'))
		.option('--dry-run', 'show what a push would change in the index')
		.option('--send', 'replace the index; without it, only report what would be sent')
		.description('send the records to the hosted search service')
		.addHelpText('after', examples('docsgen search push', 'DOCSGEN_SEARCH_ADMIN_KEY=… docsgen search push --send'))
		.action(async (options: CommonOptions & { send?: boolean; dryRun?: boolean }) =>
			finish(await runSearchPush(options)),
		);
	const translate = program.command('translate').description('show and record the state of translations');
	common(translate.command('status'))
		.argument('[locale]', 'a language; without one, all')
		.description('count the pages of each state, and list the sections that have changed since')
		.addHelpText('after', examples('docsgen translate status', 'docsgen translate status fr --json'))
		.action(async (locale: string | undefined, options: CommonOptions) =>
			finish(await runTranslate('status', options, { locale })),
		);
	common(translate.command('add'))
		.argument('<locale>', 'a language of the site')
		.argument('[file...]', 'pages to copy; without one, all that are not translated')
		.description('copy pages to the folder of a language, to translate them there')
		.addHelpText('after', examples('docsgen translate add fr content/docs/install.md'))
		.action(async (locale: string, files: string[], options: CommonOptions) =>
			finish(await runTranslate('add', options, { locale, files })),
		);
	common(translate.command('mark'))
		.argument('[file...]', 'translations; without one, all')
		.description('record that translations are of the originals as they are now')
		.addHelpText('after', examples('docsgen translate mark content/fr/docs/install.md', 'docsgen translate mark'))
		.action(async (files: string[], options: CommonOptions) => finish(await runTranslate('mark', options, { files })));
	common(program.command('clear'))
		.description('remove the output folder and the cache')
		.addOption(new Option('--out-dir <dir>', 'folder of the built site').default('build', 'build/'))
		.addHelpText('after', examples('docsgen clear'))
		.action(async (options: SiteOptions) =>
			finish(
				await withTerminal(options, async (terminal) => {
					const { project, outDir } = await open(options);
					return (await import('./clear.ts')).clear(project, outDir, terminal);
				}),
			),
		);

	try {
		await program.parseAsync(argv, { from: 'user' });
	} catch (error) {
		if (isCommanderError(error)) return error.exitCode;
		throw error;
	}
	return code;
}

function isCommanderError(error: unknown): error is { exitCode: number } {
	return error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number';
}

function examples(...lines: string[]): string {
	return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}

interface Common {
	withSite?: boolean;
	withStrict?: boolean;
}

/** A server does not fail on findings. */
const SERVER: Common = { withStrict: false };

function common(command: Command, { withSite = true, withStrict = true }: Common = {}): Command {
	if (withSite) {
		command.addOption(new Option('--site <dir>', 'folder of the site').default('.', 'this folder'));
		command.option('--cache-dir <dir>', 'folder of the cache (default: .docsgen/ in the site)');
	}
	if (withStrict) command.option('--strict', 'fail on warnings');
	return command
		.addOption(new Option('--json', 'print findings as JSON lines').conflicts(['quiet', 'verbose', 'format']))
		.addOption(
			new Option('--format <form>', 'print findings for a program').choices(FORMATS).conflicts(['quiet', 'verbose']),
		)
		.option('--quiet', 'print findings only')
		.option('--verbose', 'print more');
}

function site(command: Command, parts?: Common): Command {
	return common(command, parts)
		.addOption(new Option('--out-dir <dir>', 'output folder').default('build', 'build/'))
		.option('--base-url <path>', 'path the site is served under, with a slash at both ends')
		.option('--drafts', 'treat drafts as published');
}

function serving(command: Command): Command {
	return command
		.addOption(new Option('--port <number>', 'port (default: the first free one from 3000)').argParser(parsePort))
		.option('--host <name>', 'host name or IP address to listen on', 'localhost')
		.option('--allowed-host <name...>', 'additional host names to accept')
		.option('--open', 'open the site in your browser');
}

function parsePort(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
	return port;
}

function terminalFor(options: CommonOptions): Terminal {
	return createTerminal({
		stdout: claimStandardOutput(),
		stderr: process.stderr,
		isTTY: process.stderr.isTTY === true,
		env: process.env,
		quiet: options.quiet,
		verbose: options.verbose,
		format: options.json ? 'json' : options.format,
	});
}

/** The site named by the options. */
async function open(options: CommonOptions & { outDir?: string }): Promise<{ project: Project; outDir: string }> {
	const { diskProject } = await import('./machine/project.ts');
	const root = resolve(options.site);
	const outDir = resolve(root, options.outDir ?? '');
	return { project: diskProject(root, outDir, cacheFolder(root, options.cacheDir)), outDir };
}

function fails(findings: Diagnostic[], { strict }: CommonOptions): boolean {
	return findings.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
}

async function withTerminal(
	options: CommonOptions,
	run: (terminal: Terminal) => Promise<Diagnostic[]>,
): Promise<number> {
	const terminal = terminalFor(options);
	try {
		const findings = await run(terminal).catch((error: unknown) => {
			const finding = explainDiskError(error);
			if (!finding) throw error;
			return [finding];
		});
		terminal.diagnostics(findings);
		return fails(findings, options) ? 1 : 0;
	} finally {
		terminal.close();
	}
}

async function runBuild(options: SiteOptions & { external?: boolean }, checkOnly: boolean): Promise<number> {
	const start = performance.now();
	const { build } = await import('./build.ts');
	return withTerminal(options, async (terminal) => {
		const { project, outDir } = await open(options);
		const result = await build(project, {
			outDir,
			checkOnly,
			strict: options.strict,
			baseUrl: options.baseUrl,
			drafts: options.drafts ?? false,
			production: true,
			samples: 'wait',
			progress: (label, done, total) => terminal.progress(label, done, total),
		});
		terminal.detail(`${result.jobs} jobs`);
		const seconds = (performance.now() - start) / 1000;
		if (fails(result.diagnostics, options)) return result.diagnostics;
		if (checkOnly)
			terminal.line(`${result.pages.toLocaleString('en')} pages: nothing wrong, in ${seconds.toPrecision(3)} s`);
		else terminal.summary({ ...result, seconds });
		if (!options.external) return result.diagnostics;
		const { checkExternal } = await import('./external.ts');
		return [...result.diagnostics, ...(await checkExternal(project, { env: process.env }, terminal))];
	});
}

async function runTranslate(
	name: keyof typeof import('./translate.ts')['translate'],
	options: CommonOptions,
	what: { locale?: string | undefined; files?: string[] },
): Promise<number> {
	const { translate } = await import('./translate.ts');
	const json = options.json ? claimStandardOutput().write : undefined;
	const how = { ...what, env: process.env, json };
	return withTerminal(options, async (terminal) => translate[name]((await open(options)).project, how, terminal));
}

async function runSearchTry(
	query: string,
	options: CommonOptions & { docsVersion?: string; locale?: string; limit: number },
) {
	const { trySearch } = await import('./search/try.ts');
	const { docsVersion: version, locale, limit } = options;
	const json = options.json ? claimStandardOutput().write : undefined;
	const how = { env: process.env, version, locale, limit, json };
	return withTerminal(options, async (terminal) => trySearch((await open(options)).project, query, how, terminal));
}

async function runSearchPush(options: CommonOptions & { send?: boolean; dryRun?: boolean }): Promise<number> {
	const { pushSearch } = await import('./search/push.ts');
	const { send = false, dryRun: compare = false } = options;
	const how = { env: process.env, send: send && !compare, compare };
	return withTerminal(options, async (terminal) => pushSearch((await open(options)).project, how, terminal));
}

async function runDev(options: SiteOptions & ServeOptions): Promise<number> {
	const start = performance.now();
	const { createPrinter, startDev } = await import('./dev.ts');
	const terminal = terminalFor(options);
	const server = await started(async () => {
		const { project, outDir } = await open(options);
		return startDev(project, {
			outDir,
			baseUrl: options.baseUrl,
			drafts: options.drafts ?? false,
			production: false,
			samples: 'later',
			host: options.host,
			allowedHosts: options.allowedHost,
			port: options.port,
			onUpdate: createPrinter(terminal),
		});
	});
	if (server.kind === 'failed') {
		terminal.diagnostics([server.diagnostic]);
		return 1;
	}
	const ready = `(ready in ${Math.round(performance.now() - start)} ms)`;
	const line = `docsgen dev: ${[server.url, ...server.others].join(' ')} ${ready}`;
	return untilStopped(server, line, options, terminal, {
		r: { does: 'rebuilds from all files', run: () => void server.refresh() },
	});
}

/** Standard output belongs to the protocol: findings go to standard error. */
async function runMcp(target: string): Promise<number> {
	const { serveAssistant } = await import('./mcp/server.ts');
	return withTerminal({ site: target, quiet: true }, (terminal) =>
		serveAssistant(target, standardOutputStream(), async (site) => {
			const { createPrinter, startDev } = await import('./dev.ts');
			const { project, outDir } = await open({ site, outDir: 'build' });
			return startDev(project, {
				outDir,
				drafts: false,
				production: false,
				samples: 'later',
				port: 0,
				onUpdate: createPrinter(terminal),
			});
		}),
	);
}

async function runServe(options: SiteOptions & ServeOptions): Promise<number> {
	const { createPreview } = await import('./http/server.ts');
	const { configured } = await import('./pipeline/site-files.ts');
	const terminal = terminalFor(options);
	const server = await started(async () => {
		const { project, outDir } = await open(options);
		const config = options.baseUrl === undefined ? await configured(project) : options;
		if ('diagnostic' in config) return config;
		return createPreview({
			root: outDir,
			baseUrl: config.baseUrl,
			host: options.host,
			allowedHosts: options.allowedHost,
			port: options.port,
		});
	});
	if (server.kind === 'failed') {
		terminal.diagnostics([server.diagnostic]);
		return 1;
	}
	return untilStopped(server, `docsgen serve: ${[server.url, ...server.others].join(' ')}`, options, terminal);
}

/** A disk error at the start is a diagnostic, like a port in use. */
async function started<T>(start: () => Promise<T>): Promise<T | { kind: 'failed'; diagnostic: Diagnostic }> {
	try {
		return await start();
	} catch (error) {
		const diagnostic = explainDiskError(error);
		if (!diagnostic) throw error;
		return { kind: 'failed', diagnostic };
	}
}

/** Prints the URL; resolves after the process was asked to stop and the server is closed. */
async function untilStopped(
	server: { url: string; close(): Promise<void> },
	line: string,
	options: ServeOptions & CommonOptions,
	terminal: Terminal,
	keys: Record<string, Key> = {},
): Promise<number> {
	let stop = (): void => undefined;
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	onSignal(stop);
	// A program that reads this line may stop the server at once.
	terminal.line(line);
	if (options.open) await openBrowser(server.url, terminal);
	const open = { does: 'opens the site', run: () => void openBrowser(server.url, terminal) };
	const stopListening = await withKeys({ o: open, ...keys, q: { does: 'stops', run: stop } }, options, terminal);
	await stopped;
	stopListening();
	await server.close();
	terminal.close();
	return 0;
}

/** Handles keys in an interactive terminal; returns a function that stops it. */
async function withKeys(
	keys: Record<string, Key>,
	{ quiet, json, format }: CommonOptions,
	terminal: Terminal,
): Promise<() => void> {
	const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;
	if (!isInteractive || quiet || json || format !== undefined) return () => undefined;
	const { listenForKeys, isInForeground, listOfKeys } = await import('./machine/keys.ts');
	if (!(await isInForeground())) return () => undefined;
	terminal.line(listOfKeys(keys));
	return listenForKeys(process.stdin, keys, (text) => terminal.line(text));
}

async function openBrowser(url: string, terminal: Terminal): Promise<void> {
	const { spawn } = await import('node:child_process');
	const [command, args] =
		process.platform === 'darwin'
			? ['open', [url]]
			: process.platform === 'win32'
				? ['cmd', ['/c', 'start', '', url]]
				: ['xdg-open', [url]];
	const child = spawn(command, args, { stdio: 'ignore', detached: true });
	child.on('error', () => terminal.line(`No browser could be opened: visit ${url}`));
	child.unref();
}
