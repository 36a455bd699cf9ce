/**
 * The interactive scripts: menus, buttons, shortcuts and navigation. Loaded at the first sign of a reader, see
 * `first-input.ts`.
 */
import css from 'docsgen:styles/movement.css';
import WIDGETS from 'docsgen:widgets';
import { addWidgets, adoptStyles, mount, READY, root, start } from './kit/kit.ts';
import { mountSearchBox } from './search/box.ts';
import { startFocus } from './shell/focus.ts';
import { startNavigation } from './shell/navigate.ts';
import { startPreload } from './shell/pages.ts';
import { mountAnnouncement } from './widgets/announcement.ts';
import { mountCode } from './widgets/code.ts';
import { startDetails } from './widgets/collapse.ts';
import { mountCopy, mountCopyPage } from './widgets/copy.ts';
import { mountBackToTop, mountNavbar, mountPanel } from './widgets/navbar.ts';
import { startOverflow } from './widgets/overflow.ts';
import { mountSidebar } from './widgets/sidebar.ts';

export { forgetPages } from './shell/pages.ts';

/** Starts the interactive scripts. Call it once; resolves when all widgets are mounted. */
export function respond(): Promise<void> {
	adoptStyles(css);
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
		...WIDGETS,
	});
	for (const part of [startFocus, startDetails, startOverflow, startPreload, startNavigation]) start(part);
	return mount().then(() => root.setAttribute(READY, 'answers'));
}
