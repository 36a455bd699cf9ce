/** Words of the editor and of what a program prints; in other languages, they are in the folder `words`. */
import type { Forms, ScriptWordsOf } from '../../../content/model/words.ts';

export const LIVE_WORDS = {
	edit: 'Edit',
	run: 'Run',
	stop: 'Stop',
	reset: 'Reset',
	share: 'Share',
	output: 'Output',
	wire: 'Wire',
	problems: 'Problems',
	files: 'Files',
	readOnly: '{file} (read-only)',
	editorOf: 'Editor: {file}',
	leaveEditor: 'Tab indents. To leave the editor, press Escape, then Tab.',
	hiddenLines: { one: '1 hidden line', other: '{count} hidden lines' },
	compiling: 'Compiling …',
	running: 'Running …',
	finished: 'Finished.',
	stopped: 'Stopped.',
	timeUp: 'Stopped because it took too long.',
	notRun: 'Run the program to see what it prints.',
	noRequests: 'The program has sent no request.',
	request: 'Request',
	response: 'Response',
	sampleGone: 'The shared sample is no longer on this page.',
} as const satisfies Record<string, string | Forms>;

declare global {
	interface ScriptWords extends ScriptWordsOf<typeof LIVE_WORDS> {}
}
