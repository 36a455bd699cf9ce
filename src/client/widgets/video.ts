/** Replaces a poster with the player when it is clicked; until then, there is no request to the other site. */
import { isPlain, listen, make, type Undo } from '../kit/kit.ts';

const PLAYER = 'https://www.youtube-nocookie.com/embed/';

/** The element is a link to the video's page. Its URL contains the id, its text is the title. */
export function mountVideo(element: HTMLElement): Undo {
	return listen<MouseEvent>(element, 'click', (event) => {
		// With a modifier key, the browser opens the link in a new tab or window.
		const id = element instanceof HTMLAnchorElement ? new URL(element.href).searchParams.get('v') : null;
		if (!id || !isPlain(event)) return;
		event.preventDefault();
		const player = make('iframe', {
			class: 'video',
			src: `${PLAYER}${encodeURIComponent(id)}?autoplay=1`,
			title: element.textContent ?? '',
			allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
			// The player requires the embedding site's origin.
			referrerpolicy: 'strict-origin-when-cross-origin',
		});
		element.replaceWith(player);
		player.focus();
	});
}
