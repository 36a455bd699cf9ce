/** Which links of the navbar are active on a page (B-025, B-026). Pure. */
import { exactly, match } from './match.ts';

export interface ActiveLink {
	/** Path that the link leads to. */
	path: string;
	/** Active on every path that begins so. */
	basePath?: string;
	/** Active on every path this pattern matches, whatever the case; decides alone where there is one. */
	regex?: string;
}

/** True on the link's own page and all below it; the home page, `base`, has nothing below it. */
export function isActive({ path, basePath, regex }: ActiveLink, pathname: string, base: string): boolean {
	if (regex !== undefined) return new RegExp(regex, 'i').test(pathname);
	if (basePath !== undefined) return pathname.startsWith(basePath);
	const exact = `${path}/`.startsWith(base) && path.length <= base.length;
	return match(pathname, { path: exactly(path), exact }) !== undefined;
}
