/** The worker that runs a program, from its entries to its end. `start` is called by the text that the frame makes. */
import { inspect } from 'node-inspect-extracted';
import type { FrameEvent } from '../run.ts';
import { Activity } from './activity.ts';
import { nodeConsole, thrown } from './console.ts';
import { Loader, type ModuleCode, type Packages } from './loader.ts';
import { Network } from './network.ts';
import { hideFrames, placeOf, type ReaderFile } from './places.ts';
import { NodeProcess } from './process.ts';
import { removeOthers } from './reach.ts';
import { clearTimer, timersOf } from './timers.ts';

/** Characters of output, and how many a line counts at least. */
const OUTPUT_LIMIT = 1_000_000;
const LINE_COST = 64;

type MakePackages = (live: Pick<Network, 'listen'> & { inspect: typeof inspect }) => Packages;

class Sandbox {
	readonly #post = postMessage.bind(self);
	readonly #activity = new Activity(() => this.#end('finished'));
	readonly #network = new Network(
		(exchange) => this.#tell({ kind: 'wire', exchange }, exchange.response.length + exchange.request.length),
		(work) => this.#activity.during(work),
	);
	readonly #process = new NodeProcess(
		(stream, text) => this.#print(stream, text, this.#program),
		(code) => {
			if (code !== 0) this.#print('error', `The program ended with exit code ${code}.\n`, this.#program);
			this.#end('finished');
		},
	);
	#left = OUTPUT_LIMIT;
	#isEnding = false;
	#isOver = false;

	constructor(
		private readonly entries: string[],
		private readonly code: Record<string, ModuleCode>,
		private readonly places: readonly ReaderFile[],
	) {}

	/** The last file: when it ends, all end. */
	get #program(): string {
		return this.entries.at(-1) ?? '';
	}

	async run(makePackages: MakePackages): Promise<void> {
		const program = this.#program;
		addEventListener('error', (event) => {
			event.preventDefault();
			if (!this.#process.emit('uncaughtException', event.error)) this.#fail(event.error);
		});
		addEventListener('unhandledrejection', (event) => {
			event.preventDefault();
			if (!this.#process.emit('unhandledRejection', event.reason, event.promise)) this.#fail(event.reason);
		});
		removeOthers();
		withRandomIds();
		hideFrames();
		// What packages use counts as the program's.
		const console = this.#consoleOf(program);
		Object.assign(self, { console, ...timersOf(this.#activity), fetch: this.#network.fetch, process: this.#process });
		Object.assign(self, { clearTimeout: clearTimer, clearInterval: clearTimer, clearImmediate: clearTimer });
		const packages = makePackages({ inspect, listen: this.#network.listen });
		this.#post({ kind: 'started' } satisfies FrameEvent);
		await this.#activity.during(async () => {
			for (const entry of this.entries.slice(0, -1)) await this.#start(entry, packages, undefined);
			await this.#start(program, packages, this.#activity);
		});
	}

	/** Each entry has its own modules and console; only the timers of the program keep it alive. */
	async #start(entry: string, packages: Packages, activity: Activity | undefined): Promise<void> {
		const { setTimeout, setInterval, setImmediate } = timersOf(activity);
		const own = [this.#consoleOf(entry), setTimeout, setInterval, setImmediate];
		await new Loader(this.code, packages, own).load(entry).catch((error: unknown) => this.#fail(error));
	}

	#consoleOf(entry: string) {
		return nodeConsole((stream, text) => this.#print(stream, text, entry));
	}

	#print(stream: 'out' | 'error', text: string, entry: string): void {
		this.#tell({ kind: 'output', stream, text, entry }, text.length);
	}

	#tell(event: FrameEvent, length: number): void {
		if (this.#isOver) return;
		this.#left -= length + LINE_COST;
		this.#activity.touch();
		if (this.#left >= 0) {
			this.#post(event);
			return;
		}
		const text = 'The program was stopped, because it printed more than 1 MB.\n';
		this.#post({ kind: 'output', stream: 'error', text, entry: this.#program } satisfies FrameEvent);
		this.#end('failed');
	}

	#fail(error: unknown): void {
		const place = placeOf(error, this.places);
		this.#print('error', `${thrown(error)}${place === undefined ? '' : `\n    at ${place}`}\n`, this.#program);
		this.#end('failed');
	}

	#end(why: 'finished' | 'failed'): void {
		if (this.#isOver || this.#isEnding) return;
		this.#isEnding = true;
		const { exitCode = 0 } = this.#process;
		this.#process.emit('exit', why === 'failed' ? 1 : exitCode);
		this.#isOver = true;
		this.#post({ kind: 'ended', why: exitCode === 0 ? why : 'failed' } satisfies FrameEvent);
	}
}

/** Browsers give `randomUUID` to documents with an origin only (RFC 9562, version 4). */
function withRandomIds(): void {
	crypto.randomUUID ??= () => {
		const bytes = crypto.getRandomValues(new Uint8Array(16));
		bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
		bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
		const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
		const part = (start: number, end?: number): string => digits.slice(start, end);
		return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20)}`;
	};
}

export default function start(
	makePackages: MakePackages,
	entries: string[],
	code: Record<string, ModuleCode>,
	places: ReaderFile[],
): void {
	void new Sandbox(entries, code, places).run(makePackages);
}
