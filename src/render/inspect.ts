/**
 * Collects facts from finished pages: links, media, ids, inline styles and scripts. No other code parses the output.
 * No tree is needed.
 */
import { ownCopy } from '../content/model/hash.ts';
import { URL_ATTRIBUTES, urlKind, urlsIn } from '../content/model/urls.ts';
import type { PageInspection } from './model/job.ts';
import { TagReader } from './views/tags.ts';

/** Collects the facts of HTML text. `parts` are the names of its shared texts, which are inspected separately. */
export function inspect(html: string, parts: string[] = []): PageInspection {
	const inspector = new Inspector(html);
	inspector.read();
	return { ...inspector.facts(), parts };
}

/** The attributes that facts need. */
const WANTED = new Set(['id', 'name', 'style', ...URL_ATTRIBUTES]);

/** A path of the site, except files that docsgen named by their hash. */
const LOCAL = /^\/(?!\/)(?!.*\/?assets\/[\w./-]+-[\da-f]{8}\.\w+(?:[?#]|$))/;

class Inspector extends TagReader {
	private readonly links = new Set<string>();
	private readonly media = new Set<string>();
	private readonly ids = new Set<string>();
	private readonly duplicateIds = new Set<string>();
	private readonly styles = new Set<string>();
	private readonly scripts = new Set<string>();
	/** Text of the current inline script. */
	private script: string | undefined;

	facts(): Omit<PageInspection, 'parts'> {
		const { links, media, ids, duplicateIds, styles, scripts } = this;
		return ownCopy({
			links: [...links],
			media: [...media],
			ids: [...ids],
			duplicateIds: [...duplicateIds],
			styles: [...styles],
			scripts: [...scripts],
		});
	}

	protected wants(name: string): boolean {
		return WANTED.has(name);
	}

	protected opened(): void {
		const { tag, attributes } = this;
		for (const [name, value] of attributes) {
			if (name === 'id') (this.ids.has(value) ? this.duplicateIds : this.ids).add(value);
			else if (name === 'style') this.styles.add(value);
			else if (name === 'name') {
				if (tag === 'a') this.ids.add(value);
			} else this.address(urlKind(tag, name, attributes), name, value);
		}
		if (tag === 'script' && !attributes.has('src')) this.script = '';
	}

	private address(kind: ReturnType<typeof urlKind>, name: string, value: string): void {
		// docsgen's own elements in the head have full URLs.
		if (kind === 'page' && (this.tag !== 'link' || value.startsWith('/'))) this.links.add(value);
		if (kind === 'file') for (const url of urlsIn(name, value)) if (LOCAL.test(url)) this.media.add(url);
	}

	override ontext(start: number, end: number): void {
		if (this.script !== undefined) this.script += this.html.slice(start, end);
	}

	override onclosetag(): void {
		if (this.script !== undefined) this.scripts.add(this.script);
		this.script = undefined;
	}
}
