/** Linking in `docsgen dev`, where most passes link what the last one has linked. */
import { isDeepStrictEqual } from 'node:util';
import { linkSites } from '../../content/site/site.ts';

/** Returns `linkSites` with its last result in mind: styles, templates and annotations change no links. */
export function createLinking(): typeof linkSites {
	let last: { of: Parameters<typeof linkSites>; sites: ReturnType<typeof linkSites> } | undefined;
	return (languages, input) => {
		const { pages, ...files } = input;
		const { pages: pagesBefore = [], ...filesBefore } = last?.of[1] ?? {};
		const isSame =
			last &&
			pages.length === pagesBefore.length &&
			pages.every((page, index) => page === pagesBefore[index]) &&
			isDeepStrictEqual([languages, files], [last.of[0], filesBefore]);
		if (last && isSame) return last.sites;
		const sites = linkSites(languages, input);
		last = { of: [languages, input], sites };
		return sites;
	};
}
