/**
 * Collects facts from finished pages: links, media, ids, inline styles and scripts. No other code parses the output.
 * The tokenizer takes a third of the parser's time, and no tree is needed.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { ownCopy } from '../content/model/hash.ts';
import type { PageFacts } from './model/job.ts';

/** Collects the facts of HTML text. `parts` are the names of its shared texts, which are inspected separately. */
export function inspect(html: string, parts: string[] = []): PageFacts {
	const inspector = new Inspector(html);
	const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, inspector);
	tokenizer.write(html);
	tokenizer.end();
	return { ...inspector.facts(), parts };
}

/** The attributes that facts need. */
const WANTED = new Set(['href', 'id', 'name', 'style', 'src', 'poster', 'rel']);

/** Elements that load a file: media, style sheets, scripts. */
const MEDIA = new Set(['img', 'source', 'video', 'audio', 'track', 'script', 'link']);
/** A path of the site, except files that docsgen named by their hash. */
const LOCAL = /^\/(?!\/)(?!.*\/?assets\/[\w./-]+-[\da-f]{8}\.\w+(?:[?#]|$))/;

/** Collects facts in the tokenizer's callbacks. */
class Inspector implements TokenizerCallbacks {
	private readonly links = new Set<string>();
	private readonly media = new Set<string>();
	private readonly ids = new Set<string>();
	private readonly duplicateIds = new Set<string>();
	private readonly styles = new Set<string>();
	private readonly scripts = new Set<string>();
	private tag = '';
	private attribute = '';
	private value = '';
	/** Attributes of the current tag. */
	private readonly found = new Map<string, string>();
	/** Text of the current inline script. */
	private script: string | undefined;

	constructor(private readonly html: string) {}

	facts(): Omit<PageFacts, 'parts'> {
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

	onopentagname(start: number, end: number): void {
		// Authors may write tags in capitals.
		this.tag = this.html.slice(start, end).toLowerCase();
		this.found.clear();
	}

	onattribname(start: number, end: number): void {
		const name = this.html.slice(start, end).toLowerCase();
		this.attribute = WANTED.has(name) ? name : '';
		this.value = '';
	}

	onattribdata(start: number, end: number): void {
		if (this.attribute !== '') this.value += this.html.slice(start, end);
	}

	onattribentity(codepoint: number): void {
		if (this.attribute !== '') this.value += String.fromCodePoint(codepoint);
	}

	onattribend(): void {
		if (this.attribute !== '') this.found.set(this.attribute, this.value);
	}

	onopentagend(): void {
		const { tag, found } = this;
		const id = found.get('id');
		if (id !== undefined) (this.ids.has(id) ? this.duplicateIds : this.ids).add(id);
		const style = found.get('style');
		if (style !== undefined) this.styles.add(style);
		if (tag === 'a') {
			const href = found.get('href');
			if (href !== undefined) this.links.add(href);
			const name = found.get('name');
			if (name !== undefined) this.ids.add(name);
		}
		if (MEDIA.has(tag)) {
			const files = tag !== 'link' ? ['src', 'poster'] : found.get('rel') === 'stylesheet' ? ['href'] : [];
			for (const name of files) if (LOCAL.test(found.get(name) ?? '')) this.media.add(found.get(name) ?? '');
		}
		if (tag === 'script' && !found.has('src')) this.script = '';
	}

	onselfclosingtag(): void {
		this.onopentagend();
	}

	ontext(start: number, end: number): void {
		if (this.script !== undefined) this.script += this.html.slice(start, end);
	}

	onclosetag(): void {
		if (this.script !== undefined) this.scripts.add(this.script);
		this.script = undefined;
	}

	ontextentity(): void {}
	oncdata(): void {}
	oncomment(): void {}
	ondeclaration(): void {}
	onprocessinginstruction(): void {}
	onend(): void {}
}
