/** Parts that few pages need, loaded on the first page that has one. */
import { addWidgets, all, find, ISLAND, isPlain, listen, make, mount, root, type Undo } from './kit/kit.ts';
import { mountFilter } from './widgets/filter.ts';
import { mountTabs } from './widgets/tabs.ts';
import { mountVariants } from './widgets/variants.ts';

addWidgets({ filter: mountFilter, tabs: mountTabs, variants: mountVariants, video: mountVideo });

/** Images with alternative text and a known size, on which a click has no other meaning. */
const IMAGES = 'main img[width][alt]:not([alt=""], a *, button *, summary *, .no-zoom)';

/** Starts the rare parts that the page has. */
export async function startRareParts(): Promise<void> {
	const images = all(IMAGES);
	await Promise.all([
		mount(),
		root.classList.contains('page-not-found') && import('./shell/not-found.ts').then((page) => page.explainNotFound()),
		find(ISLAND) && import('./islands/element.ts'),
		images.length > 0 && import('./widgets/zoom.ts').then(({ watchImages }) => watchImages(images)),
	]);
}

const PLAYER = 'https://www.youtube-nocookie.com/embed/';

/**
 * Replaces a poster with the player when it is clicked; until then, the page requests nothing from the other site. The element
 * is a link to the video's page: its URL contains the id, its text is the title.
 */
function mountVideo(element: HTMLElement): Undo {
	return listen<MouseEvent>(element, 'click', (event) => {
		// With a modifier key, the browser opens the link in a new tab or window.
		const asked = element instanceof HTMLAnchorElement ? new URL(element.href).searchParams : undefined;
		const [id, start] = [asked?.get('v'), asked?.get('t')];
		if (!id || !isPlain(event)) return;
		event.preventDefault();
		const player = make('iframe', {
			class: 'video',
			src: `${PLAYER}${encodeURIComponent(id)}?autoplay=1${start ? `&start=${encodeURIComponent(start)}` : ''}`,
			title: element.textContent ?? '',
			allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
			// The player requires the embedding site's origin.
			referrerpolicy: 'strict-origin-when-cross-origin',
		});
		element.replaceWith(player);
		player.focus();
	});
}
