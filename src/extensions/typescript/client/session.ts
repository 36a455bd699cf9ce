/** The page's side of the compiler: one worker for all samples, and what it knows about each. */
import { download } from '../../../client/kit/download.ts';
import type { Answers, Ask, Reply, SampleProblem } from './questions.ts';

/** Milliseconds from the last change to the next check. */
const CHECK_MS = 250;

/** Compilers by URL, and who wants to know how many bytes of one and of declarations have arrived. */
const compilers = new Map<string, Promise<Ask>>();
const listeners = new Set<(bytes: number) => void>();

/** The compiler at a URL. Rejects if it doesn't load; the next call tries again. */
function compilerAt(url: string): Promise<Ask> {
	const known = compilers.get(url);
	if (known) return known;
	let script = 0;
	const tell = (bytes: number): void => {
		for (const listener of listeners) listener(script + bytes);
	};
	const loading = download(url, (bytes) => {
		script = bytes;
		tell(0);
	}).then(() => startCompiler(url, tell));
	compilers.set(url, loading);
	loading.catch(() => compilers.delete(url));
	return loading;
}

/** Starts a worker; `tell` learns how many bytes of declarations have arrived. */
function startCompiler(url: string, tell: (bytes: number) => void): Ask {
	const worker = new Worker(url, { type: 'module', name: 'compiler' });
	const waiting = new Map<number, { settle: (event: MessageEvent) => void; reject: (error: Error) => void }>();
	let count = 0;
	worker.onmessage = (event: MessageEvent<Reply>) => {
		const { data: reply } = event;
		if (reply.kind === 'bytes') return tell(reply.bytes);
		waiting.get(reply.id)?.settle(event);
		waiting.delete(reply.id);
	};
	worker.onerror = ({ message }) => {
		for (const { reject } of waiting.values()) reject(new Error(message || WORDS.failed));
		waiting.clear();
	};
	return (question) =>
		new Promise((resolve, reject) => {
			const settle = ({ data }: MessageEvent): void =>
				data.kind === 'answer' ? resolve(data.answer) : reject(new Error(data.message));
			waiting.set(++count, { settle, reject });
			worker.postMessage({ id: count, question });
		});
}

/** A sample that the compiler knows. */
export interface CompilerSession {
	/** Opens the sample, and checks it. Rejects if something doesn't load; call it again then. */
	open(): Promise<void>;
	/** A file has another text: checks the sample when no more changes come for a moment. */
	change(file: string): void;
	/** The compiler's answer about a place; nothing before it has loaded. */
	hover(file: string, at: number): Promise<Answers['hover']>;
	completions(file: string, at: number): Promise<Answers['completions'] | undefined>;
	/** Compiles the files as they are. Waits for the compiler, not for declarations. */
	compile(): Promise<Answers['compile']>;
	close(): void;
}

/** What a sample needs, with the current texts by file name; URLs are absolute. */
interface CompilerSessionInput {
	key: string;
	compiler: string;
	types: string[];
	options: Record<string, unknown>;
	texts: ReadonlyMap<string, string>;
}

export function startCompilerSession(
	{ key, compiler, types, options, texts }: CompilerSessionInput,
	tell: (bytes: number) => void,
	found: (problems: SampleProblem[]) => void,
): CompilerSession {
	const changed = new Set<string>();
	let ready: Ask | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let turn = 0;
	/** Tells the compiler what has changed. */
	const current = (): Ask | undefined => {
		for (const file of ready ? changed : []) {
			changed.delete(file);
			void ready?.({ kind: 'update', sample: key, file, text: texts.get(file) ?? '' });
		}
		return ready;
	};
	const check = async (): Promise<void> => {
		const now = ++turn;
		const problems = await current()?.({ kind: 'diagnostics', sample: key });
		if (problems && now === turn) found(problems);
	};
	listeners.add(tell);
	return {
		async open() {
			const ask = await compilerAt(compiler);
			await ask({ kind: 'open', sample: key, files: Object.fromEntries(texts), types, options });
			ready = ask;
			await check();
		},
		change(file) {
			changed.add(file);
			clearTimeout(timer);
			timer = setTimeout(check, CHECK_MS);
		},
		hover: async (file, at) => current()?.({ kind: 'hover', sample: key, file, at }),
		completions: async (file, at) => current()?.({ kind: 'completions', sample: key, file, at }),
		async compile() {
			const ask = await compilerAt(compiler);
			return ask({ kind: 'compile', files: Object.fromEntries(texts), options });
		},
		close() {
			clearTimeout(timer);
			turn++;
			listeners.delete(tell);
			void ready?.({ kind: 'close', sample: key });
		},
	};
}
