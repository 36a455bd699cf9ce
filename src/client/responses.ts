/**
 * What answers readers: menus, buttons, shortcuts, and the way from page to page. Loaded at their first sign, see
 * `intent.ts`.
 */
import css from 'docsgen:styles/responses.css';
import { mountAnnouncement } from './announcement.ts';
import { mountBackToTop } from './back-to-top.ts';
import { startChoosing } from './choose-version.ts';
import { mountCode } from './code.ts';
import { mountCopy } from './copy.ts';
import { mountCopyPage } from './copy-page.ts';
import { startDetails } from './details.ts';
import { startFocus } from './focus.ts';
import { addWidgets, listen, mount, root, start, wear } from './kit.ts';
import { mountNavbar } from './navbar.ts';
import { startNavigation } from './navigate.ts';
import { forgetPages } from './pages.ts';
import { mountPanel } from './panel.ts';
import { startPreload } from './preload.ts';
import { mountSearchBox } from './search/box.ts';
import { mountSidebar } from './sidebar.ts';

/** Begins to answer; to be called once. */
export function respond(): Promise<void> {
	wear(css);
	addWidgets({
		announcement: mountAnnouncement,
		'back-to-top': mountBackToTop,
		code: mountCode,
		copy: mountCopy,
		'copy-page': mountCopyPage,
		'mobile-sidebar': mountPanel,
		navbar: mountNavbar,
		'search-box': mountSearchBox,
		sidebar: mountSidebar,
	});
	for (const part of [startChoosing, startFocus, startDetails, startPreload, startNavigation]) start(part);
	// In dev: what was fetched is old.
	listen(root, 'docsgen:stale', forgetPages);
	return mount(root);
}
