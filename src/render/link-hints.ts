/** Hints for broken links. */
import { nearest } from '../content/model/schema.ts';
import { nearestFile } from '../content/site/links.ts';

/** All possible targets of links. */
export interface KnownTargets {
	/** Paths of all pages. */
	routes: readonly string[];
	/** URLs of all files in the output. */
	files: readonly string[];
}

/** A URL of another site without protocol, recognized by its top-level domain or `www.`. */
const HOST = /^(?:www\.[\w-]+|[\w-]+(?=\.(?:com|org|net|io|dev|app|ai|co|eu|info)(?:\/|$)))(?:\.[\w-]+)+(?:[/?#]|$)/i;
const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/** A hint for the link `written`, which resolves to the missing path `resolved`. */
export function linkHint(written: string, resolved: string, { routes, files }: KnownTargets): string | undefined {
	if (MAIL.test(written)) return `Did you mean mailto:${written}?`;
	if (HOST.test(written)) return `Did you mean https://${written}?`;
	const [, protocol, rest] = /^(https?)\/+(.+)$/i.exec(written) ?? [];
	if (protocol !== undefined) return `Did you mean ${protocol}://${rest}?`;
	const path = resolved.replace(/[?#].*$/, '');
	if (path.startsWith('/static/') && files.includes(path.slice('/static'.length)))
		return `Did you mean ${path.slice('/static'.length)}? Files in content/static are published without that prefix.`;
	const isFile = /\.(?!html?$)[a-z\d]{1,10}$/i.test(path);
	const page = nearestFile(path, routes) ?? nearest(path, routes, 5);
	const near = isFile ? (nearestFile(path, files.filter(hasEnding(path))) ?? page) : page;
	if (near !== undefined) return `Did you mean ${near}?`;
	const below = routes.find((route) => route.startsWith(`${path.replace(/\/$/, '')}/`));
	return below && `The folder has no index page, ${below} is in it: link to that page, or add an index.md.`;
}

/** A filter for files with the same extension. */
function hasEnding(path: string): (file: string) => boolean {
	const ending = path.slice(path.lastIndexOf('.')).toLowerCase();
	return (file) => file.toLowerCase().endsWith(ending);
}

/** A hint for a missing anchor, such as `#usage`; `ids` and `title` are the target page's. */
export function anchorHint(anchor: string, ids: readonly string[], title = ''): { hint?: string; near?: string } {
	// Some editors and disks take letters with marks apart.
	const apart = ids.find((id) => id.normalize('NFC') === anchor.normalize('NFC'));
	if (apart !== undefined)
		return { hint: `Copy ${apart} from the heading: a letter and its mark are two characters there.`, near: apart };
	const near = nearest(anchor, ids);
	if (near !== undefined) return { hint: `Did you mean ${near}?`, near };
	const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	if (title === '' || bare(title) !== bare(anchor)) return {};
	return { hint: `That is the title of the page: link to the page, or add {${anchor}} to the title.` };
}
