/**
 * Code samples that are checked, with types of names; live samples; and the reference of packages. A site without them
 * loads nothing else of this folder.
 */
import type { Extension } from '../../extension.ts';
import { LIVE_WORDS } from './client/words.ts';
import { hasLive, PAGE_FIELDS, SECTION } from './config.ts';
import { READER } from './fences/read.ts';
import { TRY, tryStep, writeProblem, writeTryButton, writeTryWord } from './fences/try.ts';
import { TRY_WORDS, type TryWord } from './fences/words.ts';
import { entriesIn } from './model/entries.ts';

export const TYPESCRIPT: Extension<TryWord> = {
	name: 'typescript',
	config: SECTION,
	code: READER,
	dialect: {
		frontMatter: PAGE_FIELDS,
		steps: [{ name: 'try', step: tryStep }],
		tokens: { try_word: writeTryWord, try_button: writeTryButton, try_problem: writeProblem },
	},
	styles: { file: 'try.css', layer: 'notes', parts: [TRY] },
	words: TRY_WORDS,
	provider: {
		isUsed: (config) => entriesIn(config).length > 0 || Object.keys(config.samples).length > 0,
		signature: async (root) => (await import('./compiler/typescript.ts')).typescriptVersion(root),
		open: async (context) => (await import('./provider.ts')).openTypescript(context),
	},
	client: {
		widgets: { live: 'client/widget.ts' },
		words: LIVE_WORDS,
		styles: ['live.css'],
		hashes: { '#live=': 'client/opening.ts' },
		isCompiled: ({ samples }) => hasLive(samples),
	},
	helper: async () => (await import('./helper.ts')).runHelper(),
};
