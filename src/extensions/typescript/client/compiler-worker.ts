/** Answers the page's questions in a worker, in their order. */

import { download } from '../../../client/kit/download.ts';
import type { LiveTypes } from '../model/live.ts';
import { compileFiles, type OpenSample, openSample } from './compiler.ts';
import type { Answers, CompilerQuestion, Reply } from './questions.ts';

/** Declarations by URL, and the bytes of each so far. */
const types = new Map<string, Promise<LiveTypes>>();
const bytes = new Map<string, number>();

function typesAt(url: string): Promise<LiveTypes> {
	const known = types.get(url);
	if (known) return known;
	const loading = download(url, (count) => {
		bytes.set(url, count);
		reply({ kind: 'bytes', bytes: [...bytes.values()].reduce((sum, one) => sum + one, 0) });
	}).then((text) => JSON.parse(text));
	types.set(url, loading);
	loading.catch(() => types.delete(url));
	return loading;
}

const samples = new Map<string, OpenSample>();

function sampleOf(name: string): OpenSample {
	const sample = samples.get(name);
	if (!sample) throw new Error(`${name} is not open`);
	return sample;
}

async function answer(question: CompilerQuestion): Promise<Answers[keyof Answers]> {
	switch (question.kind) {
		case 'open': {
			const declarations = await Promise.all(question.types.map(typesAt));
			samples.get(question.sample)?.close();
			samples.set(question.sample, openSample(question, declarations));
			return undefined;
		}
		case 'update':
			sampleOf(question.sample).update(question.file, question.text);
			return undefined;
		case 'close':
			samples.get(question.sample)?.close();
			samples.delete(question.sample);
			return undefined;
		case 'diagnostics':
			return sampleOf(question.sample).diagnostics();
		case 'hover':
			return sampleOf(question.sample).hover(question.file, question.at);
		case 'completions':
			return sampleOf(question.sample).completions(question.file, question.at);
		case 'compile':
			return compileFiles(question.files, question.options);
	}
}

function reply(message: Reply): void {
	postMessage(message);
}

addEventListener(
	'message',
	async ({ data: { id, question } }: MessageEvent<{ id: number; question: CompilerQuestion }>) => {
		try {
			reply({ kind: 'answer', id, answer: await answer(question) });
		} catch (error) {
			reply({ kind: 'failure', id, message: error instanceof Error ? error.message : String(error) });
		}
	},
);
