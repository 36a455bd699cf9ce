/**
 * TypeScript and JavaScript, with or without JSX, in one pass over the characters. What a character means depends on
 * what is open around it: a stack of frames holds that, and the mode of the innermost frame picks the step that
 * reads the next token. Each step reads at least a character, or opens or leaves a frame, or changes its mode; wrong
 * and unfinished code is coloured as far as it makes sense, and no character is ever lost.
 */
import { scanChildren, scanTag } from './markup.ts';
import { scanDefinition, scanKey } from './members.ts';
import { type Dialect, type Mode, Scanner } from './scanner.ts';
import type { Lines } from './tokens.ts';
import { scanType } from './types.ts';
import {
	scanHeader,
	scanImport,
	scanSignature,
	scanSpecifier,
	scanStatement,
	scanTemplate,
	scanValue,
} from './values.ts';

type Step = (scanner: Scanner, char: number) => void;

const STEPS: Record<Mode, Step> = {
	statement: scanStatement,
	value: scanValue,
	body: scanValue,
	definition: scanDefinition,
	key: scanKey,
	signature: scanSignature,
	header: scanHeader,
	import: scanImport,
	specifier: scanSpecifier,
	type: scanType,
	template: scanTemplate,
	tag: scanTag,
	children: scanChildren,
};

/** What a scan took: steps, and characters that were looked at ahead. Neither grows faster than the code. */
export interface Work {
	steps: number;
	looked: number;
}

/** Adds all tokens of `code` to `lines`. */
export function scanScript(code: string, dialect: Dialect, lines: Lines): Work {
	const scanner = new Scanner(code, dialect);
	if (code.startsWith('#!')) scanner.put(scanner.lineEnd(0), 'c');
	const { fuel } = scanner;
	let steps = 0;
	while (scanner.at < code.length) {
		const { mode } = scanner.frame;
		if (mode !== 'template' && mode !== 'children') scanner.trivia();
		if (scanner.at >= code.length) break;
		STEPS[mode](scanner, scanner.char());
		steps++;
	}
	scanner.flush(lines);
	return { steps, looked: fuel - scanner.fuel };
}
