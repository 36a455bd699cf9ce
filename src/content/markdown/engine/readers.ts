/** The extensions that read fences for a provider. */
import type { CodeReader, Extension } from '../../../extension.ts';
import type { InfoWords } from '../../code/fence.ts';
import type { AnnotatedFence } from '../../model/annotation.ts';

interface Reader {
	/** Name of the extension. */
	name: string;
	code: CodeReader;
}

/** Those of a dialect, with what they have in common. */
export interface Readers {
	all: readonly Reader[];
	/** Their words of info strings. */
	words: InfoWords;
	uncut: CodeReader['uncut'];
	/** Extensions that find facts in code. */
	finders: { name: string; find: NonNullable<Extension['codeFacts']> }[];
}

export function readersOf(extensions: readonly Pick<Extension, 'name' | 'code' | 'codeFacts'>[]): Readers {
	const all = extensions.flatMap(({ name, code }) => (code ? [{ name, code }] : []));
	return {
		all,
		words: Object.assign({}, ...all.map(({ code }) => code.words)),
		uncut: (lines) => all.reduce((left, { code }) => code.uncut(left), lines),
		finders: extensions.flatMap(({ name, codeFacts: find }) => (find ? [{ name, find }] : [])),
	};
}

/** A reader for the fences of one language. */
export interface LanguageReader extends Reader {
	/** The language as it knows it. */
	lang: AnnotatedFence['lang'];
}

/** The reader of a language; undefined if there is none. */
export function readerOf({ all }: Readers, lang: string): LanguageReader | undefined {
	for (const reader of all) {
		const known = reader.code.language(lang);
		if (known) return { ...reader, lang: known };
	}
	return undefined;
}
