/** The parts of a command of the command line, and the options that several commands have. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { FORMATS, type Format } from '../terminal/terminal.ts';

export interface CliCommand {
	/** With its group first: `search try`. */
	name: string;
	description: string;
	/** Command lines. */
	examples: readonly string[];
	/** Adds arguments and options. */
	define(command: Command): Command;
	/** Takes the arguments in order, then the options; resolves to the exit code. */
	run(...given: unknown[]): Promise<number>;
}

export interface CommonOptions {
	site: string;
	cacheDir?: string;
	quiet?: boolean;
	verbose?: boolean;
	json?: boolean;
	format?: Format;
	strict?: boolean;
}

export interface SiteOptions extends CommonOptions {
	outDir: string;
	baseUrl?: string;
	drafts?: boolean;
}

export interface ServeOptions {
	host?: string;
	allowedHost?: string[];
	port?: number;
	open?: boolean;
}

interface Common {
	withSite?: boolean;
	withStrict?: boolean;
}

/** A server does not fail on findings. */
export const SERVER: Common = { withStrict: false };

/** Adds the options of almost all commands. */
export function common(command: Command, { withSite = true, withStrict = true }: Common = {}): Command {
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

/** Adds the options of commands that build the site. */
export function withSiteOptions(command: Command, parts?: Common): Command {
	return withOutDir(common(command, parts), 'output folder')
		.option('--base-url <path>', 'path the site is served under, with a slash at both ends')
		.option('--drafts', 'treat drafts as published');
}

export function withOutDir(command: Command, description = 'folder of the built site'): Command {
	return command.addOption(new Option('--out-dir <dir>', description).default('build', 'build/'));
}

/** Adds the options of servers. */
export function withServerOptions(command: Command): Command {
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
