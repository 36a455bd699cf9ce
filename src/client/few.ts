/** Parts that few pages need, loaded on the first page that has one. */
import { addWidgets, all, find, ISLAND, mount, root } from './kit/kit.ts';
import { mountFilter } from './widgets/filter.ts';
import { mountTabs } from './widgets/tabs.ts';
import { mountVariants } from './widgets/variants.ts';
import { mountVideo } from './widgets/video.ts';

addWidgets({ filter: mountFilter, tabs: mountTabs, variants: mountVariants, video: mountVideo });

/** Images with alternative text and a known size, on which a click has no other meaning. */
const IMAGES = 'main img[width][alt]:not([alt=""], a *, button *, summary *, .no-zoom)';

/** Starts the rare parts that the page has. */
export async function startRareParts(): Promise<void> {
	const images = all(IMAGES);
	await Promise.all([
		mount(root),
		root.classList.contains('page-not-found') && import('./shell/not-found.ts').then((page) => page.explainNotFound()),
		find(ISLAND) && import('./islands/element.ts'),
		images.length > 0 && import('./widgets/zoom.ts').then(({ watchImages }) => watchImages(images)),
	]);
}
