/** What only few pages need, loaded with the first of it. */
import { addWidgets, all, find, ISLAND, mount, root } from './kit/kit.ts';
import { mountFilter } from './widgets/filter.ts';
import { mountTabs } from './widgets/tabs.ts';
import { mountVariants } from './widgets/variants.ts';
import { mountVideo } from './widgets/video.ts';

addWidgets({ filter: mountFilter, tabs: mountTabs, variants: mountVariants, video: mountVideo });

/** Images with a name, whose size is known, and on which a click means nothing else. */
const IMAGES = 'main img[width][alt]:not([alt=""], a *, button *, summary *, .no-zoom)';

/** Brings to life what the page has of it. */
export async function lookCloser(): Promise<void> {
	const images = all(IMAGES);
	await Promise.all([
		mount(root),
		root.classList.contains('page-not-found') && import('./shell/not-found.ts').then((page) => page.explainNotFound()),
		find(ISLAND) && import('./islands/element.ts'),
		images.length > 0 && import('./widgets/zoom.ts').then(({ watchImages }) => watchImages(images)),
	]);
}
