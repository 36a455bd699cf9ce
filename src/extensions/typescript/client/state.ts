/** The state of an open sample, apart from the texts, which the editor has. */
import type { LiveSample } from '../model/live.ts';
import type { SampleProblem } from './questions.ts';
import type { Exchange, RunEvent } from './run.ts';
import { textOfFile } from './share.ts';

export type Panel = 'output' | 'wire' | 'problems';
type Output = Extract<RunEvent, { kind: 'output' }>;
type Ending = Extract<RunEvent, { kind: 'ended' }>['why'];

export interface LiveState {
	/** The file in the editor. */
	file: string;
	panel: Panel;
	run: 'never' | 'compiling' | 'running' | Ending;
	/** Of the last run. */
	output: Output[];
	exchanges: Exchange[];
	/** Absent until the compiler has looked at the sample. */
	problems?: SampleProblem[];
	/** Bytes of the compiler so far; absent once it is there. */
	loaded?: number;
}

export type LiveAction =
	| { kind: 'file'; file: string }
	| { kind: 'panel'; panel: Panel }
	| { kind: 'loading'; bytes: number | undefined }
	| { kind: 'problems'; problems: SampleProblem[] }
	| { kind: 'compile' }
	| { kind: 'start' }
	| { kind: 'stop' }
	| { kind: 'events'; events: RunEvent[] };

/** Shows the first file that someone changed. */
export function firstState({ files, run }: LiveSample, changed: Record<string, string> = {}): LiveState {
	const first = files.find((one) => (changed[one.name] ?? textOfFile(one)) !== textOfFile(one)) ?? files[0];
	const panel = run ? 'output' : 'problems';
	return { file: first?.name ?? '', panel, run: 'never', output: [], exchanges: [], loaded: 0 };
}

export function reduce(state: LiveState, action: LiveAction): LiveState {
	switch (action.kind) {
		case 'file':
			return { ...state, file: action.file };
		case 'panel':
			return { ...state, panel: action.panel };
		case 'loading':
			return { ...state, loaded: action.bytes };
		case 'problems':
			return { ...state, problems: action.problems };
		case 'compile':
			return { ...state, run: 'compiling', panel: 'output', output: [], exchanges: [] };
		case 'start':
			return { ...state, run: 'running' };
		case 'stop':
			return isBusy(state) ? { ...state, run: 'stopped' } : state;
		case 'events':
			return action.events.reduce(after, state);
	}
}

/** True while a program compiles or runs. */
export function isBusy({ run }: Pick<LiveState, 'run'>): boolean {
	return run === 'compiling' || run === 'running';
}

/** Output after the end of a program is not shown. */
function after(state: LiveState, event: RunEvent): LiveState {
	if (state.run !== 'running') return state;
	if (event.kind === 'ended') return { ...state, run: event.why };
	if (event.kind === 'wire') return { ...state, exchanges: [...state.exchanges, event.exchange] };
	return { ...state, output: [...state.output, event] };
}
