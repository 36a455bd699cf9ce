/** Recent and favorite searches (B-220 to B-222), in local storage. Stored values are validated on reading. */
import { STORAGE } from '../../content/model/contract.ts';
import type { SearchSettings } from '../../content/search/format.ts';
import { read, root, write } from '../kit/kit.ts';
import { type Hit, kindOf, type Span } from './hit.ts';

export interface Entry {
	/** A path of this site, or a URL of another one. */
	href: string;
	/** Heading or title of the page that was opened. */
	title: string;
	/** The page of a heading, or the group of a page. */
	place: string;
}

interface Memory {
	recent: Entry[];
	favorite: Entry[];
}

const FAVORITES = 10;
const recentLimit = (favorites: number): number => (favorites > 0 ? 4 : 7);

/** Keys of both lists; each index has its own, and so has each language. */
function keysOf({ service }: SearchSettings): { recent: string; favorite: string } {
	const index = `${root.dataset.folder ?? ''}${service?.index ?? 'offline'}`;
	return { recent: STORAGE.recentSearch(index), favorite: STORAGE.favoriteSearch(index) };
}

function isEntry(value: unknown): value is Entry {
	if (typeof value !== 'object' || value === null) return false;
	const { href, title, place } = value as Record<string, unknown>;
	const texts = [href, title, place].every((text) => typeof text === 'string');
	return texts && /^(?:https?:\/\/|\/(?![/\\]))/.test(String(href));
}

function list(key: string): Entry[] {
	try {
		const value: unknown = JSON.parse(read(key) ?? '[]');
		return Array.isArray(value) ? value.filter(isEntry) : [];
	} catch {
		return [];
	}
}

export function remembered(settings: SearchSettings): Memory {
	const keys = keysOf(settings);
	const favorite = list(keys.favorite).slice(0, FAVORITES);
	return { favorite, recent: list(keys.recent).slice(0, recentLimit(favorite.length)) };
}

function keep(settings: SearchSettings, { recent, favorite }: Memory): void {
	const keys = keysOf(settings);
	write(keys.recent, JSON.stringify(recent.slice(0, recentLimit(favorite.length))));
	write(keys.favorite, JSON.stringify(favorite.slice(0, FAVORITES)));
}

const plain = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** The entry for a hit; a hit in the text is remembered as its page. */
export function entryOf(hit: Hit): Entry {
	const kind = kindOf(hit);
	const heading = kind === 'heading' ? hit.headings.at(-1) : undefined;
	return {
		href: kind === 'text' ? hit.page : hit.url,
		title: plain(heading ?? hit.title),
		place: heading ? plain(hit.title) : hit.group,
	};
}

const without = (entries: Entry[], entry: Entry): Entry[] => entries.filter(({ href }) => href !== entry.href);

/** Puts an opened entry first among the recent ones, unless it is a favorite. */
export function remember(settings: SearchSettings, entry: Entry): void {
	const { recent, favorite } = remembered(settings);
	const known = favorite.some(({ href }) => href === entry.href);
	if (!known) keep(settings, { favorite, recent: [entry, ...without(recent, entry)] });
}

/** Moves an entry from recent to favorite. */
export function saveMemory(settings: SearchSettings, entry: Entry): void {
	const { recent, favorite } = remembered(settings);
	keep(settings, { recent: without(recent, entry), favorite: [entry, ...without(favorite, entry)] });
}

export function forget(settings: SearchSettings, entry: Entry): void {
	const { recent, favorite } = remembered(settings);
	keep(settings, { recent: without(recent, entry), favorite: without(favorite, entry) });
}
