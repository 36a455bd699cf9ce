/** What a click on a link of the modal means for the modal. */

/** A plain click leaves the modal behind; one for a new tab or window does not. */
export function closeAfter(
	event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean },
	close: () => void,
): void {
	// The page's own listener comes later and must still find the link.
	if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) close();
}
