/** Reads the tags of HTML, and changes their attributes. The tokenizer takes a third of the parser's time. */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { escapeAttribute } from '../../content/model/html.ts';

/** Calls `opened` for each start tag, with its name and attributes in lower case, entities decoded. */
export abstract class TagReader implements TokenizerCallbacks {
	protected tag = '';
	/** Attributes of the current tag; the first of a name counts. */
	protected readonly attributes = new Map<string, string>();
	/** Where the value of each attribute is in the text, from the end of its name on. */
	protected readonly spans = new Map<string, readonly [from: number, to: number]>();
	private name = '';
	private nameEnd = 0;
	private value = '';

	constructor(protected readonly html: string) {}

	read(): void {
		const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, this);
		tokenizer.write(this.html);
		tokenizer.end();
	}

	/** Whether an attribute with this name matters. */
	protected abstract wants(name: string): boolean;
	protected abstract opened(): void;

	onopentagname(start: number, end: number): void {
		// Authors may write tags in capitals.
		this.tag = this.html.slice(start, end).toLowerCase();
		this.attributes.clear();
	}

	onattribname(start: number, end: number): void {
		const name = this.html.slice(start, end).toLowerCase();
		this.name = this.wants(name) && !this.attributes.has(name) ? name : '';
		this.nameEnd = end;
		this.value = '';
	}

	onattribdata(start: number, end: number): void {
		if (this.name !== '') this.value += this.html.slice(start, end);
	}

	onattribentity(codepoint: number): void {
		if (this.name !== '') this.value += String.fromCodePoint(codepoint);
	}

	onattribend(_quote: unknown, end: number): void {
		if (this.name === '') return;
		this.attributes.set(this.name, this.value);
		this.spans.set(this.name, [this.nameEnd, end]);
	}

	onopentagend(): void {
		this.opened();
	}

	onselfclosingtag(): void {
		this.opened();
	}

	ontext(_start: number, _end: number): void {}
	onclosetag(_start: number, _end: number): void {}
	ontextentity(_codepoint: number): void {}
	oncdata(): void {}
	oncomment(): void {}
	ondeclaration(): void {}
	onprocessinginstruction(): void {}
	onend(): void {}
}

/** A tag with its attributes, in lower case. */
interface HtmlTag {
	tag: string;
	attributes: ReadonlyMap<string, string>;
}

/** Changes values of attributes, and texts of `<style>`; both return their argument to leave it as it is. */
interface TagChanges {
	attribute(name: string, value: string, tag: HtmlTag): string;
	/** Attributes to add after a changed one, as HTML. */
	after?(name: string, value: string, tag: HtmlTag): string;
	style(css: string): string;
}

/** HTML with other values of attributes; everything else stays byte by byte. */
export function changeTags(html: string, changes: TagChanges): string {
	const writer = new TagWriter(html, changes);
	writer.read();
	return writer.result();
}

class TagWriter extends TagReader {
	private written = '';
	private at = 0;
	private isStyle = false;

	constructor(
		html: string,
		private readonly changes: TagChanges,
	) {
		super(html);
	}

	result(): string {
		return this.written + this.html.slice(this.at);
	}

	protected wants(): boolean {
		return true;
	}

	protected opened(): void {
		const view = { tag: this.tag, attributes: this.attributes };
		for (const [name, value] of this.attributes) {
			const changed = this.changes.attribute(name, value, view);
			const after = this.changes.after?.(name, value, view) ?? '';
			if (changed !== value) this.replace(this.spans.get(name), `="${escapeAttribute(changed)}"${after}`);
		}
		this.isStyle = this.tag === 'style';
	}

	override ontext(start: number, end: number): void {
		if (this.isStyle) this.replace([start, end], this.changes.style(this.html.slice(start, end)));
	}

	override onclosetag(): void {
		this.isStyle = false;
	}

	private replace([from, to]: readonly [number, number] = [this.at, this.at], text: string): void {
		this.written += this.html.slice(this.at, from) + text;
		this.at = to;
	}
}
