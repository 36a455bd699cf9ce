/**
 * The docs version that the reader prefers: removed when the version no longer exists (B-201). Outside the docs it
 * decides where navbar items link to (B-202).
 */
import {
	DOCS_PLUGIN_ID,
	DOCS_VERSION,
	DOCS_VERSIONS,
	STORAGE,
	VERSION,
	VERSION_HREFS,
} from '../../content/model/contract.ts';
import { all, around, find, listen, root } from './dom.ts';
import { read, remove, write } from './storage.ts';

const KEY = STORAGE.preferredVersion(DOCS_PLUGIN_ID);

/** The stored version, or null if there is none or it no longer exists. */
function preferredVersion(): string | null {
	const stored = read(KEY);
	const versions = JSON.parse(root.getAttribute(DOCS_VERSIONS) ?? '[]') as string[];
	if (stored === null || versions.includes(stored)) return stored;
	remove(KEY);
	return null;
}

/** Points the navbar items of the current page to the preferred version. */
export function applyPreference(): void {
	const version = preferredVersion();
	if (version === null || root.hasAttribute(DOCS_VERSION)) return;
	for (const link of all(`a[${VERSION_HREFS}]`)) {
		const hrefs = JSON.parse(link.getAttribute(VERSION_HREFS) ?? '{}') as Record<string, string>;
		const href = hrefs[version];
		if (href !== undefined) link.setAttribute('href', href);
	}
	for (const menu of all('.dropdown[data-role="versions"]')) {
		const trigger = find('.dropdown-trigger', menu);
		const entry = find(`a[${VERSION}="${CSS.escape(version)}"]`, menu);
		if (!trigger?.firstChild || !entry) continue;
		trigger.firstChild.textContent = entry.textContent;
		trigger.setAttribute('href', entry.getAttribute('href') ?? '');
	}
}

/** Stores the docs version that a reader chooses; links to another version or language keep query and hash. */
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
				if (version !== null) write(KEY, version);
				// Menu items link to the same place in another version or language (B-114, B-116).
				if (!link.closest('.navbar, .panel')) return;
				link.search = location.search;
				link.hash = location.hash;
			},
			{ capture: true },
		);
	}
}
