/**
 * The docs version that readers prefer: forgotten when it is gone (B-201), and decisive for the entries of the navbar
 * outside of the docs (B-202).
 */
import {
	DOCS_PLUGIN_ID,
	DOCS_VERSION,
	DOCS_VERSIONS,
	STORAGE,
	VERSION,
	VERSION_HREFS,
} from '../../content/model/contract.ts';
import { all, find, root } from './dom.ts';
import { read, remove } from './storage.ts';

const KEY = STORAGE.preferredVersion(DOCS_PLUGIN_ID);

/** The stored version, if it still exists. */
export function preferredVersion(): string | null {
	const stored = read(KEY);
	if (stored === null || versions().includes(stored)) return stored;
	remove(KEY);
	return null;
}

function versions(): string[] {
	return JSON.parse(root.getAttribute(DOCS_VERSIONS) ?? '[]') as string[];
}

/** Makes the entries of the present page follow the preference. */
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
