/** Pages that have moved while the server runs: an open page is led to its new address. */
import type { Page } from '../../content/model/page.ts';
import type { Site } from '../../content/site/site.ts';

/** A page at an address. */
interface Place {
	route: string;
	locale: string;
	page: Page;
}

export class Moves {
	/** The pages of the last pass, and those that are gone, by their route. */
	private there = new Map<string, Place>();
	private readonly gone = new Map<string, Place>();
	/** Route → the route of the same page now. */
	readonly all = new Map<string, string>();

	/** `contentOf` is the same for pages with the same text, wherever their files are. */
	constructor(private readonly contentOf: (page: Page) => string) {}

	/** Compares the pages with the last pass. Some editors rename a page in two steps, a pass after each. */
	look(sites: readonly Site[]): void {
		const now = new Map(sites.flatMap(placesOf).map((place) => [place.route, place]));
		const fresh = [...now.values()].filter(({ route }) => !this.there.has(route));
		for (const [route, place] of this.there) if (!now.has(route)) this.gone.set(route, place);
		for (const route of now.keys()) for (const known of [this.gone, this.all]) known.delete(route);
		this.there = now;
		if (fresh.length === 0 || this.gone.size === 0) return;
		const byFile = new Map(fresh.map((place) => [fileOf(place), place.route]));
		const byText = new Map<string, string | undefined>();
		for (const place of fresh) {
			const text = this.textOf(place);
			// Two copies don't tell which one the reader wants.
			byText.set(text, byText.has(text) ? undefined : place.route);
		}
		for (const place of [...this.gone.values()]) {
			const to = byFile.get(fileOf(place)) ?? byText.get(this.textOf(place));
			if (to !== undefined) this.move(place.route, to);
		}
	}

	private move(from: string, to: string): void {
		this.gone.delete(from);
		for (const [old, target] of this.all) if (target === from) this.all.set(old, to);
		this.all.set(from, to);
	}

	private textOf({ locale, page }: Place): string {
		return `${locale} ${this.contentOf(page)}`;
	}
}

function fileOf({ locale, page }: Place): string {
	return `${locale} ${page.path}`;
}

function placesOf({ config, pages, routeOf }: Site): Place[] {
	return [...routeOf].flatMap(([path, { path: route }]) => {
		const page = pages.get(path);
		return page ? [{ route, locale: config.locale.locale, page }] : [];
	});
}
