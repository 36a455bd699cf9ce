/** Choosing a docs version, or a language, in a menu or a banner: heard from the first moment of a page, or it may be lost. */
import { around, DOCS_PLUGIN_ID, listen, root, STORAGE, VERSION, write } from '../kit/kit.ts';

export function startChoosing(): void {
	for (const type of ['click', 'auxclick']) {
		listen(
			root,
			type,
			(event) => {
				const link = around<HTMLAnchorElement>(event, `a[${VERSION}], a[hreflang]`);
				if (!link) return;
				const version = link.getAttribute(VERSION);
				// B-200.
				if (version !== null) write(STORAGE.preferredVersion(DOCS_PLUGIN_ID), version);
				// Entries of the menus lead to the same place in another version or language (B-114, B-116).
				if (!link.closest('.navbar, .panel')) return;
				link.search = location.search;
				link.hash = location.hash;
			},
			{ capture: true },
		);
	}
}
