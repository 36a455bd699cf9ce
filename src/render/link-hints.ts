/** Hints for broken links. */
import { nearest } from '../content/model/schema.ts';
import { NearFiles } from '../content/site/links.ts';

/** All possible targets of links, for the hints of many. */
export class KnownTargets {
	private readonly nearRoutes: NearFiles;
	private readonly nearFiles = new Map<string, NearFiles>();
	private readonly pages = new Map<string, { near: string | undefined }>();

	constructor(
		/** Paths of all pages. */
		readonly routes: readonly string[],
		/** URLs of all files in the output. */
		readonly files: ReadonlySet<string>,
	) {
		this.nearRoutes = new NearFiles(routes);
	}

	/** The page most likely meant by a path, other than `except`. */
	page(path: string, except: string | undefined): string | undefined {
		const known = this.pages.get(path) ?? {
			near: this.nearRoutes.nearest(path) ?? nearest(path, this.routes, 5),
		};
		this.pages.set(path, known);
		if (known.near === undefined || known.near !== except) return known.near;
		const others = this.routes.filter((route) => route !== except);
		return this.nearRoutes.nearest(path, except) ?? nearest(path, others, 5);
	}

	/** The file most likely meant by a path, with the same extension. */
	file(path: string): string | undefined {
		const ending = path.slice(path.lastIndexOf('.')).toLowerCase();
		const near =
			this.nearFiles.get(ending) ??
			new NearFiles([...this.files].filter((file) => file.toLowerCase().endsWith(ending)));
		this.nearFiles.set(ending, near);
		return near.nearest(path);
	}

	/** The first page below a path. */
	below(path: string, except: string | undefined): string | undefined {
		return this.routes.find((route) => route.startsWith(`${path.replace(/\/$/, '')}/`) && route !== except);
	}
}

/** A URL of another site without protocol, recognized by its top-level domain or `www.`. */
const HOST = /^(?:www\.[\w-]+|[\w-]+(?=\.(?:com|org|net|io|dev|app|ai|co|eu|info)(?:\/|$)))(?:\.[\w-]+)+(?:[/?#]|$)/i;
const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/** A hint for the link `written`, which resolves to the missing path `resolved`; never `own`, the page with the link. */
export function linkHint(written: string, resolved: string, known: KnownTargets, own?: string): string | undefined {
	if (MAIL.test(written)) return `Did you mean mailto:${written}?`;
	if (HOST.test(written)) return `Did you mean https://${written}?`;
	const [, protocol, rest] = /^(https?)\/+(.+)$/i.exec(written) ?? [];
	if (protocol !== undefined) return `Did you mean ${protocol}://${rest}?`;
	const path = resolved.replace(/[?#].*$/, '');
	if (path.startsWith('/static/') && known.files.has(path.slice('/static'.length)))
		return `Did you mean ${path.slice('/static'.length)}? Files in content/static are published without that prefix.`;
	const isFile = /\.(?!html?$)[a-z\d]{1,10}$/i.test(path);
	const near = (isFile ? known.file(path) : undefined) ?? known.page(path, own);
	if (near !== undefined) return `Did you mean ${near}?`;
	const below = known.below(path, own);
	return below && `The folder has no index page, ${below} is in it: link to that page, or add an index.md.`;
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
