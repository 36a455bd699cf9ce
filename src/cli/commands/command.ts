/** Options that several commands have. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { FORMATS, type Format } from '../terminal/terminal.ts';

export interface ReportOptions {
	quiet?: boolean;
	verbose?: boolean;
	json?: boolean;
	format?: Format;
	strict?: boolean;
}

export interface CommonOptions extends ReportOptions {
	site: string;
	cacheDir?: string;
}

export interface SiteOptions extends CommonOptions {
	/** Absent for `dev`, which writes no output. */
	outDir?: string;
	baseUrl?: string;
	drafts?: boolean;
}

export interface BuildCommandOptions extends SiteOptions {
	url?: string;
	/** Write a CPU profile. */
	profile?: boolean;
}

export interface ServeOptions {
	host?: string;
	allowedHost?: string[];
	port?: number;
	open?: boolean;
}

interface Common {
	/** Whether the command works on a site. */
	withSite?: boolean;
	/** Whether it keeps something in the cache. */
	withCache?: boolean;
	/** Whether a warning can be among its findings, and fail it. */
	withStrict?: boolean;
}

/** Adds the options of almost all commands. */
export function common(
	command: Command,
	{ withSite = true, withCache = withSite, withStrict = false }: Common = {},
): Command {
	if (withSite) command.addOption(new Option('--site <dir>', 'folder of the site').default('.', 'this folder'));
	if (withCache) command.option('--cache-dir <dir>', 'folder of the cache (default: .docsgen/ in the site)');
	if (withStrict) command.option('--strict', 'fail on warnings');
	return command
		.addOption(new Option('--json', 'print findings as JSON lines').conflicts(['quiet', 'verbose', 'format']))
		.addOption(
			new Option('--format <form>', 'print findings for a program').choices(FORMATS).conflicts(['quiet', 'verbose']),
		)
		.option('--quiet', 'print findings only')
		.option('--verbose', 'print more');
}

/** Adds the options of commands that make all pages. */
export function withSiteOptions(command: Command): Command {
	return command
		.option('--base-url <path>', 'path the site is served under, with a slash at both ends')
		.option('--drafts', 'treat drafts as published');
}

/** Adds the options of `build` and `check`. */
export function withBuildOptions(command: Command): Command {
	const built = withOutDir(common(command, { withStrict: true }), 'output folder');
	return withSiteOptions(
		built
			.option('--url <origin>', 'origin of the published site, such as https://me.github.io')
			.option('--profile', 'write a CPU profile to docsgen.cpuprofile'),
	);
}

export function withOutDir(command: Command, description = 'folder of the built site'): Command {
	return command.addOption(new Option('--out-dir <dir>', description).default('build', 'build/'));
}

/** Adds the options of servers. */
export function withServerOptions(command: Command): Command {
	return command
		.addOption(new Option('--port <number>', 'port (default: the first free one from 3000)').argParser(parsePort))
		.option('--host <name>', 'host name or IP address to listen on', 'localhost')
		.option('--allowed-host <name...>', 'additional host names to accept, with any port')
		.option('--open', 'open the site in your browser');
}

function parsePort(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
	return port;
}
