/**
 * The record of a translation: what its original said when it was translated, as a short hash per section, such as
 * `3fa91c.0b27e1`. It is in the translation's front matter (`translated_from`). It covers words only, so that
 * formatting, links, and the order of sections do not make a translation outdated.
 */
import { hashOf } from './hash.ts';
import type { Section } from './page.ts';

/** 24 bits: a changed section goes unnoticed once in 16 million. */
const LENGTH = 6;

/** The record of a page as it is now; its first hash is of the title, the description and the text above the headings. */
export function recordOf(title: string, description: string, sections: readonly Section[]): string {
	const intro = sections[0]?.id === '' ? sections[0].text : '';
	const rest = sections.filter(({ id }) => id !== '').map(({ heading, text }) => [heading, text]);
	return [[title, description, intro], ...rest].map((words) => hashOf(words.join('\n')).slice(0, LENGTH)).join('.');
}

/** The share of the sections of a record, from 0 to 1, that a page still has. */
export function keptSince(record: string, now: string): number {
	const before = record.split('.');
	const left = now.split('.');
	const kept = before.filter((hash) => {
		const at = left.indexOf(hash);
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	});
	return kept.length / before.length;
}

/** Sections by number: 0 is the text above the headings, n the section of the nth heading. */
export interface Changes {
	changed: number[];
	added: number[];
	/** How many sections of the record are gone. */
	removed: number;
}

/** The changes in a page since a record was made; undefined if there are none. */
export function changesSince(record: string, now: string): Changes | undefined {
	const before = record.split('.');
	const left = new Map<string, number>();
	for (const hash of before) left.set(hash, (left.get(hash) ?? 0) + 1);
	const isNew = now.split('.').map((hash) => {
		const count = left.get(hash) ?? 0;
		left.set(hash, count - 1);
		return count <= 0;
	});
	const isGone = (index: number): boolean => (left.get(before[index] ?? '') ?? 0) > 0;
	const removed = [...left.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
	const changes: Changes = { changed: [], added: [], removed };
	// A new hash where the record has one that is gone is a changed section; elsewhere it is an added one.
	let at = 0;
	for (const [number, hash] of now.split('.').entries()) {
		if (!isNew[number]) at = before.indexOf(hash) + 1;
		else if (at < before.length && isGone(at)) {
			changes.changed.push(number);
			changes.removed--;
			at++;
		} else changes.added.push(number);
	}
	return changes.changed.length + changes.added.length + changes.removed > 0 ? changes : undefined;
}
