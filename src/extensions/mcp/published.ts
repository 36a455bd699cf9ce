/** A site made with docsgen, read over HTTP from the files that it publishes for programs and for its own search. */

import { attempt } from '../../cli/disk/disk.ts';
import { loadLanguage } from '../../cli/disk/languages.ts';
import { decodedOrSame } from '../../content/model/address.ts';
import { type FoundSection, type ReadFile, SearchIndex } from '../../content/search/engine.ts';
import {
	findVersion,
	INDEX_FORMAT,
	type IndexMeta,
	SETTINGS_FILE,
	type SearchSettings,
} from '../../content/search/format.ts';
import { markdownOut } from '../../render/views/output-paths.ts';
import { headingById, headingsOf, sectionByHeading } from './sections.ts';

/** A problem that the reader of the site can understand and act on, e.g. a page that does not exist. */
export class SiteProblem extends Error {}

/** Headings that a message lists. */
const MAX_HEADINGS = 200;
/** Milliseconds to wait for a response. */
const PATIENCE_MS = 15_000;

export class PublishedSite {
	/** All results so far, by kind and URL: a file is requested once, unless the request failed. */
	readonly #known = new Map<string, Promise<unknown>>();

	/**
	 * @param url URL of the site, or of any page of it
	 * @param remembers whether files stay the same; false for a site that is being written
	 */
	constructor(
		private readonly url: string,
		private readonly remembers = true,
	) {}

	/** The best sections for a query; `kind` is one of `PAGE_KIND`, `version` a name or label (default: the last one). */
	async search(
		query: string,
		options: { version: string | undefined; kind: number | undefined; limit: number },
	): Promise<FoundSection[]> {
		const { base, settings } = await this.#found();
		const url = new URL(versionOf(settings, options.version).index, base);
		const index = await this.#once(`index ${url.href}`, () =>
			SearchIndex.open((name) => this.#indexFile(new URL(name, url)), loadLanguage),
		);
		return (await index.search(query, { limit: options.limit, kind: options.kind, words: 40 })).hits;
	}

	/** The Markdown of a page, or of the section below one of its headings. */
	async page(path: string, heading?: string): Promise<string> {
		const { base, settings } = await this.#found();
		const written = URL.parse(path, base.href);
		if (!written || ![base.origin, settings.origin].includes(written.origin))
			throw new SiteProblem(
				`"${path}" is not a page of ${base.href}. Give a path of this site, e.g. from search_docs.`,
			);
		const route = `${written.pathname.replace(/\/*(?:\.md)?$/, '')}/`;
		const inside = route.startsWith(base.pathname) ? route.slice(base.pathname.length) : route;
		const missing = `There is no page ${written.pathname}. list_pages lists them.`;
		const text = await this.#copy(inside, base, missing);
		const name = heading ?? decodedOrSame(written.hash.slice(1));
		if (name === '') return text;
		const section = sectionByHeading(text, name) ?? (await this.#sectionById(text, name, new URL(inside, base)));
		if (section !== undefined) return section;
		const headings = headingsOf(text);
		const more = headings.length > MAX_HEADINGS ? ` and ${headings.length - MAX_HEADINGS} more` : '';
		const known = `${headings.slice(0, MAX_HEADINGS).join(' · ') || 'none'}${more}`;
		throw new SiteProblem(`${written.pathname} has no heading "${name}". Its headings: ${known}.`);
	}

	/** The Markdown of a page; in a language other than the first, a page that isn't translated has that of the original. */
	async #copy(path: string, base: URL, missing: string): Promise<string> {
		const [, language = '', inLanguage = ''] = /^([^/]+\/)(.*)$/.exec(path) ?? [];
		try {
			return await this.#read(new URL(markdownOut(path), base), missing);
		} catch (error) {
			if (!(error instanceof SiteProblem) || error.message !== missing || language === '') throw error;
			// Only the folder of a language has its own settings.
			await this.#read(new URL(language + SETTINGS_FILE, base), missing);
			return this.#read(new URL(markdownOut(inLanguage), base), missing);
		}
	}

	/** The section of an anchor, which is not made from the heading's text: translations have the anchors of originals. */
	async #sectionById(markdown: string, id: string, page: URL): Promise<string | undefined> {
		const url = new URL(page.href.replace(/\/?$/, '/index.html'));
		const html = await this.#once(url.href, () => download(url, 'There is no such page.', true)).catch(() => '');
		const text = headingById(html, id);
		return text === undefined ? undefined : sectionByHeading(markdown, text);
	}

	/** The table of contents of a version, or of the last one with everything that belongs to no version, as Markdown. */
	async contents(version?: string): Promise<string> {
		const { folder, settings } = await this.#found();
		const { label, isLast } = versionOf(settings, version);
		const text = await this.#read(new URL('llms.txt', folder), 'The site has no llms.txt.');
		const [intro = '', ...parts] = text.split(/^(?=## )/m);
		const labels = settings.versions.filter((other) => !other.isLast).map((other) => `## ${other.label}: `);
		const isOwn = (part: string): boolean =>
			isLast ? !labels.some((start) => part.startsWith(start)) : part.startsWith(`## ${label}: `);
		return [intro, ...parts.filter(isOwn)].join('');
	}

	/** The site's settings, their folder, which is of a language, and the base URL. */
	#found(): ReturnType<PublishedSite['find']> {
		return this.#once('settings', () => this.find());
	}

	/** Looks for settings in the folder of the given URL, then in the folders above it. */
	private async find(): Promise<{ base: URL; folder: URL; settings: SearchSettings }> {
		const none = `${this.url} has no search index (${SETTINGS_FILE}): it was not made with docsgen, or its search is off.`;
		for (let folder = new URL(`${this.url.replace(/[?#].*|\/$/g, '')}/`); ; folder = new URL('..', folder)) {
			const text = await this.#read(new URL(SETTINGS_FILE, folder), none).catch((error: unknown) => {
				if (error instanceof SiteProblem && error.message === none && folder.pathname !== '/') return undefined;
				throw error;
			});
			if (text === undefined) continue;
			const settings: Partial<SearchSettings> | undefined = attempt(() => JSON.parse(text));
			if (!settings?.baseUrl || !settings.versions?.length) throw new SiteProblem(none);
			return { base: new URL(settings.baseUrl, folder), folder, settings: settings as SearchSettings };
		}
	}

	async #indexFile(url: URL): ReturnType<ReadFile> {
		const text = await this.#read(url, 'The search index is incomplete: publish the site again.');
		const value: unknown = attempt(() => JSON.parse(text));
		const { format = INDEX_FORMAT } = (value ?? {}) as Partial<IndexMeta>;
		if (value !== undefined && format === INDEX_FORMAT) return value;
		throw new SiteProblem(
			`The search index of ${this.url} has format ${format}, and this docsgen reads format ${INDEX_FORMAT}. ` +
				'Use the version of docsgen that built the site.',
		);
	}

	#read(url: URL, ifMissing: string): Promise<string> {
		return this.#once(url.href, () => download(url, ifMissing));
	}

	#once<T>(key: string, make: () => Promise<T>): Promise<T> {
		const known = this.#known.get(key) as Promise<T> | undefined;
		if (known) return known;
		const value = make();
		if (this.remembers) this.#known.set(key, value);
		value.catch(() => this.#known.delete(key));
		return value;
	}
}

function versionOf({ versions }: SearchSettings, wanted: string | undefined): SearchSettings['versions'][number] {
	const found = findVersion(versions, wanted);
	if (found) return found;
	throw new SiteProblem(`There is no version "${wanted}". Versions: ${versions.map(({ label }) => label).join(', ')}.`);
}

async function download(url: URL, ifMissing: string, isHtml = false): Promise<string> {
	const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: Error) => {
		const reason = error.cause instanceof Error ? error.cause.message : error.message;
		throw new SiteProblem(`${url.host} does not answer: ${reason}`);
	});
	// Some hosts answer every path with the page of an application.
	const isPage = !isHtml && response.headers.get('content-type')?.startsWith('text/html');
	if (response.status === 404 || (response.ok && isPage)) throw new SiteProblem(ifMissing);
	if (!response.ok) throw new SiteProblem(`${url.href} answers with status ${response.status}.`);
	return response.text();
}
