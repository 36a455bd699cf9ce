/** Dismisses the announcement until there is a new one (B-090 to B-095). The start script hides it on later loads. */
import {
	ANNOUNCEMENT,
	ANNOUNCEMENT_DISMISSED,
	find,
	listen,
	read,
	remove,
	root,
	STORAGE,
	type Undo,
	write,
} from '../kit/kit.ts';
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
