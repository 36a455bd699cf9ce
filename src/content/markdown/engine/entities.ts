/** Character references of HTML. */
import MarkdownIt from 'markdown-it';

const REFERENCE = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z\d]{1,31});/g;
/** Made on first use, for its table of names. */
let table: ((text: string) => string) | undefined;

/** Text without its references; unknown ones stay. */
export function decodeEntities(text: string): string {
	if (!text.includes('&')) return text;
	table ??= new MarkdownIt('zero').utils.unescapeAll;
	return text.replace(REFERENCE, table);
}
