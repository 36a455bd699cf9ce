/** A poster becomes the player when it is clicked; until then nothing is asked of the other site. */
import { isPlain, listen, make, type Undo } from '../kit/kit.ts';

const PLAYER = 'https://www.youtube-nocookie.com/embed/';

/** The element is a link to the video's page, whose address holds its id; its text names the video. */
export function mountVideo(element: HTMLElement): Undo {
	return listen<MouseEvent>(element, 'click', (event) => {
		// With a modifier key the link is meant, in a tab or window of its own.
		const id = element instanceof HTMLAnchorElement ? new URL(element.href).searchParams.get('v') : null;
		if (!id || !isPlain(event)) return;
		event.preventDefault();
		const player = make('iframe', {
			class: 'video',
			src: `${PLAYER}${encodeURIComponent(id)}?autoplay=1`,
			title: element.textContent ?? '',
			allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
			// The player wants to know which site it is shown on.
			referrerpolicy: 'strict-origin-when-cross-origin',
		});
		element.replaceWith(player);
		player.focus();
	});
}
