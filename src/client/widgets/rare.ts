/** Widgets that few pages have: one file for all of them, loaded with the first. */
import type { Mount } from '../kit/mount.ts';
import { mountFilter } from './filter.ts';
import { mountTabs } from './tabs.ts';
import { mountVariants } from './variants.ts';
import { mountVideo } from './video.ts';

export const rare: Record<string, Mount> = {
	filter: mountFilter,
	tabs: mountTabs,
	variants: mountVariants,
	video: mountVideo,
};
