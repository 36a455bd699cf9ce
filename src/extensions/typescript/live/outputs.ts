/**
 * Runs the programs of changes, to compare their output with the page. A program runs in a separate process, with its
 * servers, the packages of its docs version, and none of the variables of this process.
 */
import { spawn } from 'node:child_process';
import type { Plugin } from 'esbuild';
import { resolveRelative } from '../model/live.ts';
import type { Compiled, Unit, Work } from '../samples/types.ts';

type Program = NonNullable<Unit['program']>;

/** Limits for a program, in milliseconds and characters. */
const MOST_TIME = 30_000;
const MOST_OUTPUT = 1_000_000;

/**
 * A server listens where nothing else does, and requests to the port that it has named find it there. It keeps no
 * process alive: the program has ended when nothing else is left to do.
 */
const PRELUDE = `
import net from 'node:net';
const ports = new Map();
const { listen } = net.Server.prototype;
const { connect } = net.Socket.prototype;
net.Server.prototype.listen = function (...given) {
	const [first] = given;
	const asked = Number(typeof first === 'object' && first !== null ? first.port : first);
	this.on('connection', (socket) => socket.unref());
	listen.call(this, { port: 0 }, ...given.filter((one) => typeof one === 'function'));
	ports.set(asked, this.address()?.port);
	return this.unref();
};
net.Socket.prototype.connect = function (...given) {
	const options = Array.isArray(given[0]) ? given[0][0] : given[0];
	const port = ports.get(Number(options?.port));
	if (port !== undefined) Object.assign(options, { port, host: '127.0.0.1' });
	return connect.apply(this, given);
};
`;

/** A server may have timers that never end. */
const END = 'if (ports.size > 0) setTimeout(() => process.exit(), 2000).unref();';

/** Adds to the results of a work what its programs print, one after another. */
export async function addOutputs(work: Work, compiled: Compiled): Promise<Compiled> {
	if (work.withoutHovers) return compiled;
	const programs = new Map(work.units.flatMap(({ key, program }) => (program ? [[key, program] as const] : [])));
	if (programs.size === 0) return compiled;
	const results: Compiled['results'] = [];
	for (const [key, result] of compiled.results) {
		const program = programs.get(key);
		results.push([key, program ? { ...result, printed: await outputOf(program, work.folder) } : result]);
	}
	return { ...compiled, results };
}

async function outputOf(program: Program, folder: string): Promise<string> {
	try {
		return await run(await bundled(program, folder), folder);
	} catch (error) {
		return (error as Error).message;
	}
}

async function bundled({ entries, files }: Program, folder: string): Promise<string> {
	const { build } = await import('esbuild');
	const inMemory: Plugin = {
		name: 'program',
		setup({ onResolve, onLoad }) {
			onResolve({ filter: /^program:/ }, ({ path }) => ({ path: path.slice('program:'.length), namespace: 'program' }));
			onResolve({ filter: /^\./, namespace: 'program' }, ({ path, importer }) => {
				const found = resolveRelative(importer, path, (name) => Object.hasOwn(files, name));
				return found === undefined ? undefined : { path: found, namespace: 'program' };
			});
			onResolve({ filter: /^[^.]/ }, ({ path }) => ({ path, external: true }));
			onLoad({ filter: /^/, namespace: 'program' }, ({ path }) => ({
				contents: files[path] ?? '',
				loader: path.endsWith('x') ? 'tsx' : 'ts',
			}));
		},
	};
	// Not "import(" in one piece: compiling docsgen replaces that.
	const starts = entries.map((name) => `await ${'import'}(${JSON.stringify(`program:${name}`)});`);
	const { outputFiles } = await build({
		stdin: { contents: [PRELUDE, ...starts, END].join('\n'), resolveDir: folder },
		bundle: true,
		write: false,
		platform: 'node',
		format: 'esm',
		target: 'node20',
		jsx: 'automatic',
		logLevel: 'silent',
		plugins: [inMemory],
	});
	return outputFiles[0]?.text ?? '';
}

/** The output of a script, whose packages are those of the folder. */
function run(script: string, cwd: string): Promise<string> {
	const { PATH, SystemRoot } = process.env;
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, ['--input-type=module', '--no-warnings', '-'], {
			cwd,
			env: { PATH, SystemRoot, NO_COLOR: '1' },
			windowsHide: true,
		});
		let text = '';
		const stop = (why: string): void => {
			text += `\n${why}`;
			child.kill('SIGKILL');
		};
		const timer = setTimeout(() => stop(`It was stopped after ${MOST_TIME / 1000} seconds.`), MOST_TIME);
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (chunk: string) => {
				if (text.length > MOST_OUTPUT) return;
				text += chunk;
				if (text.length > MOST_OUTPUT) stop('It was stopped after 1 MB of output.');
			});
		child.stdin.on('error', () => undefined).end(script);
		child.on('error', reject);
		child.on('close', () => {
			clearTimeout(timer);
			resolve(text);
		});
	});
}
