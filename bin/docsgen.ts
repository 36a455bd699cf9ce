/** The program. `npm run prepare` compiles it into one script, which `start.ts` runs. */
import { Writable } from 'node:stream';
import { COMMANDS, main } from '../src/cli/commands/main.ts';
import { helperCommand } from '../src/cli/disk/helper-process.ts';
import { threadData } from '../src/cli/pipeline/second-thread.ts';
import { EXTENSIONS } from '../src/extensions/registered.ts';

/** Compiles docsgen's own templates, styles and scripts; used by `npm run prepare` only. */
const INSTALL_COMMAND = '__install';

/** What the script gets from `start.ts`; it has `import.meta` from there as well. */
export interface Start extends Pick<ImportMeta, 'url' | 'resolve'> {
	load(path: string): Promise<unknown>;
	/** Keeps what V8 has compiled of the script until now, unless it came from such a cache. */
	keep(): void;
}

let isOver = false;

// A module of the site may call process.exit() or wait forever. A command that ends early must not look like a success
// to CI.
process.on('exit', (code) => {
	if (isOver || code !== 0) return;
	process.exitCode = 1;
	process.stderr.write('docsgen stopped before its work was done. Does a module of the site call process.exit()?\n');
});

function end(code: number): void {
	isOver = true;
	process.exitCode = code;
}

const [command = ''] = process.argv.slice(2);
/** Commands that run until you stop them. */
const SERVERS = COMMANDS.flatMap(({ name, isServer }) => (isServer ? [name] : []));
/** The work of a process that an extension has started. */
const HELPER = EXTENSIONS.find(({ name }) => command === helperCommand(name))?.helper;
/** Commands that have most of the program compiled when they end. */
const BUILDERS: readonly string[] = ['build', 'check', 'dev'];

for (const stream of [process.stdout, process.stderr]) {
	stream.on('error', ({ code = '', message }: NodeJS.ErrnoException) => {
		// The reader closed the pipe: docsgen … | head. Only the exit code still tells whether the command succeeded.
		const isClosed = code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
		if (isClosed && !SERVERS.includes(command)) return;
		end(isClosed ? 0 : 1);
		if (!isClosed && stream === process.stdout) process.stderr.write(`docsgen cannot write its output: ${message}\n`);
		process.exit();
	});
}

/** Ends the process when its work is done: a module of the site may keep a timer or a server that would hold it. */
async function exit(code: number): Promise<void> {
	end(code);
	if (code === 0 && BUILDERS.includes(command)) (import.meta as unknown as Start).keep();
	// Modules of the site may not write to standard output, so its own method is replaced.
	const write = Writable.prototype.write as (text: string, done: () => void) => boolean;
	for (const stream of [process.stdout, process.stderr])
		await new Promise<void>((resolve) => write.call(stream, '', () => resolve()));
	process.exit();
}

/** Runs the role of this process or thread. Helpers end with the process that started them. */
async function run(): Promise<void> {
	const thread = threadData();
	isOver = thread !== undefined || HELPER !== undefined;
	if (thread) await (await import('../src/cli/pipeline/thread.ts')).runThread(thread);
	else if (HELPER) await HELPER();
	else if (command === INSTALL_COMMAND) {
		await (await import('../src/cli/bundle/assets.ts')).install();
		end(0);
	} else await exit(await main(process.argv.slice(2)));
}

run().catch((error: unknown) => {
	const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
	process.stderr.write(
		`docsgen failed: ${message}\n${process.env.DOCSGEN_DEBUG ? `${stack}\n` : 'Run again with DOCSGEN_DEBUG=1 to see where.\n'}`,
	);
	void exit(1);
});
