/**
 * Declarations outside of pages, in the configuration, in sidebars and about the authors of posts: URLs and ids, with
 * their places. Findings about the pages that show them name these places.
 */
import { CONFIG_FILE, CONTENT } from '../content/model/identity.ts';
import type { SidebarItem } from '../content/model/page.ts';
import { isRecord } from '../content/model/schema.ts';
import { addressOf, entryAddress, localAddress } from '../content/site/links.ts';
import type { Site } from '../content/site/site.ts';
import { inspect } from './inspect.ts';
import { assetUrl } from './views/head.ts';
import { ownHtml } from './views/own-html.ts';

/** A place in a file: the first of the words. */
interface Declaration {
	file: string;
	/** The URL or id as written. */
	written: string;
	words: string[];
}

/** Fields of the configuration with HTML, and with URLs. */
const HTML = new Set(['html', 'value', 'content', 'copyright']);
const URLS = new Set(['to', 'href', 'src', 'srcDark', 'brandContextPage']);

export class Declared {
	/** URL on a page → its declaration. */
	readonly urls = new Map<string, Declaration>();
	readonly ids = new Map<string, Declaration>();

	constructor(sites: readonly Site[]) {
		for (const site of sites) {
			const { navbar, footer, announcementBar, head, scripts } = site.config;
			this.read({ navbar, footer, announcementBar, head, scripts }, site);
			for (const { sidebars, sidebarsFile } of site.versions)
				for (const { items } of sidebars.values()) this.items(items, site, sidebarsFile);
			for (const { written, file } of site.posts.flatMap(({ authors }) => authors.flatMap(({ sources }) => sources)))
				this.add(this.urls, assetUrl(site.base, written), { file, written, words: [written] });
		}
	}

	private read(value: unknown, site: Site): void {
		if (Array.isArray(value)) for (const item of value) this.read(item, site);
		if (!isRecord(value)) return;
		for (const [key, item] of Object.entries(value)) {
			if (typeof item !== 'string') this.read(item, site);
			else if (HTML.has(key)) this.html(item, site, CONFIG_FILE);
			else if (URLS.has(key)) this.url(item, site);
		}
	}

	private url(written: string, { base }: Site): void {
		const place = { file: CONFIG_FILE, written, words: [written] };
		const urls = [addressOf(base, written), entryAddress(base, { href: written }), assetUrl(base, written)];
		for (const url of urls) if (url !== undefined) this.add(this.urls, url, place);
	}

	private items(items: readonly SidebarItem[], site: Site, file: string): void {
		for (const item of items) {
			if (item.kind === 'html') this.html(item.html, site, file);
			if (item.kind === 'link') {
				const place = { file, written: item.href, words: [item.href] };
				this.add(this.urls, localAddress(site.base, item.href), place);
			}
			if (item.kind !== 'category') continue;
			if (item.drawing !== undefined) this.html(item.drawing, site, file);
			this.items(item.items, site, file);
		}
	}

	private html(html: string, { base, config }: Site, own: string): void {
		const isTranslated = Object.values(config.texts).includes(html);
		const file = isTranslated ? `${CONTENT}/${config.locale.locale}/texts.json` : own;
		ownHtml(base, html, (written, url) => this.add(this.urls, url, { file, written, words: [written] }));
		for (const id of inspect(html).ids)
			this.add(this.ids, id, { file, written: id, words: [`id="${id}"`, `id='${id}'`, id] });
	}

	private add(map: Map<string, Declaration>, key: string, place: Declaration): void {
		if (!map.has(key)) map.set(key, place);
	}
}
