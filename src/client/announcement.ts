/** Closing the announcement, until there is a new one (B-090 to B-095). The start script hides it on later loads. */
import { ANNOUNCEMENT, ANNOUNCEMENT_DISMISSED, STORAGE } from '../content/contract.ts';
import { find, listen, root, type Undo } from './dom.ts';
import { read, remove, write } from './storage.ts';

export function mountAnnouncement(bar: HTMLElement): Undo | undefined {
	const button = find('.announcement-close', bar);
	const id = root.getAttribute(ANNOUNCEMENT);
	if (!button || id === null) return undefined;
	if (read(STORAGE.announcementId) !== id) {
		write(STORAGE.announcementId, id);
		remove(STORAGE.announcementDismissed);
	}
	return listen(button, 'click', () => {
		root.setAttribute(ANNOUNCEMENT_DISMISSED, 'true');
		write(STORAGE.announcementDismissed, 'true');
	});
}
