/** Fences as the extension of TypeScript reads them, by their info strings. */
import { parseFenceInfo } from '../src/content/code/fence.ts';
import type { AnnotatedFence } from '../src/content/model/annotation.ts';
import type { CodeInput } from '../src/extension.ts';
import { READER } from '../src/extensions/typescript/fences/read.ts';

export function readFence(input: Omit<CodeInput, 'info'> & { info: string }): AnnotatedFence {
	return READER.read({ ...input, info: parseFenceInfo(input.info, READER.words) });
}
