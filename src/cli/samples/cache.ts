/** Earlier answers by key of the unit. A damaged or foreign file counts as empty: answers can be had again. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { UnitResult } from './types.ts';

export type Answers = Map<string, UnitResult>;

/** Answers of the file, or none. */
export function readAnswers(file: string | undefined): Answers {
	if (!file) return new Map();
	try {
		const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
		return new Map(Object.entries(value as Record<string, UnitResult>).filter(([, result]) => isResult(result)));
	} catch {
		return new Map();
	}
}

/** Replaces the file at once, so that a killed process leaves the old one. */
export function writeAnswers(file: string, answers: Answers): void {
	mkdirSync(dirname(file), { recursive: true });
	const temporary = `${file}.${process.pid}.tmp`;
	writeFileSync(temporary, JSON.stringify(Object.fromEntries(answers)));
	renameSync(temporary, file);
}

function isResult(value: unknown): value is UnitResult {
	return typeof value === 'object' && value !== null && 'findings' in value && 'hovers' in value;
}
