/** Recent and favorite searches (B-220 to B-222), in local storage. Stored values are validated on reading. */
import { STORAGE } from '../../content/model/contract.ts';
import type { SearchSettings } from '../../content/search/format.ts';
import { read, write } from '../kit/kit.ts';
import { type Hit, plain } from './hit.ts';

export interface Entry {
	href: string;
	external: boolean;
	/** Heading or title of the page that was opened. */
	title: string;
	/** The page of a heading, or the group of a page. */
	place: string;
}

export interface Memory {
	recent: Entry[];
	favorite: Entry[];
}

const FAVORITES = 10;
const recentLimit = (favorites: number): number => (favorites > 0 ? 4 : 7);

function indexOf(settings: SearchSettings): string {
	return settings.hosted?.indexName ?? 'offline';
}

function isEntry(value: unknown): value is Entry {
	if (typeof value !== 'object' || value === null) return false;
	const { href, external, title, place } = value as Record<string, unknown>;
	return (
		typeof href === 'string' &&
		(external === true ? /^https?:\/\//.test(href) : external === false && /^\/(?![/\\])/.test(href)) &&
		typeof title === 'string' &&
		typeof place === 'string'
	);
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
	const favorite = list(STORAGE.favoriteSearch(indexOf(settings))).slice(0, FAVORITES);
	const recent = list(STORAGE.recentSearch(indexOf(settings))).slice(0, recentLimit(favorite.length));
	return { favorite, recent };
}

function keep(settings: SearchSettings, { recent, favorite }: Memory): Memory {
	const kept = { favorite: favorite.slice(0, FAVORITES), recent: recent.slice(0, recentLimit(favorite.length)) };
	write(STORAGE.recentSearch(indexOf(settings)), JSON.stringify(kept.recent));
	write(STORAGE.favoriteSearch(indexOf(settings)), JSON.stringify(kept.favorite));
	return kept;
}

/** The entry for a hit; a hit in the text is remembered as its page. */
export function entryOf(hit: Hit): Entry {
	const heading = hit.kind === 'heading' ? hit.headings.at(-1) : undefined;
	return {
		href: hit.kind === 'text' ? hit.page : hit.href,
		external: hit.external,
		title: plain(heading ?? hit.title),
		place: heading ? plain(hit.title) : hit.group,
	};
}

const without = (entries: Entry[], entry: Entry): Entry[] => entries.filter(({ href }) => href !== entry.href);

/** Puts an opened entry first among the recent ones, unless it is a favorite. */
export function remember(settings: SearchSettings, entry: Entry): Memory {
	const { recent, favorite } = remembered(settings);
	const known = favorite.some(({ href }) => href === entry.href);
	return keep(settings, { favorite, recent: known ? recent : [entry, ...without(recent, entry)] });
}

/** Moves an entry from recent to favorite. */
export function save(settings: SearchSettings, entry: Entry): Memory {
	const { recent, favorite } = remembered(settings);
	return keep(settings, { recent: without(recent, entry), favorite: [entry, ...without(favorite, entry)] });
}

export function forget(settings: SearchSettings, entry: Entry): Memory {
	const { recent, favorite } = remembered(settings);
	return keep(settings, { recent: without(recent, entry), favorite: without(favorite, entry) });
}
