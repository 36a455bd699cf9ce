import { docsgen, docsgenAt } from './docsgen.ts';
import { docusaurus, docusaurusFaster } from './docusaurus.ts';
import { eleventy } from './eleventy.ts';
import { hugo, hugoBranch, hugoCached, hugoPagefind } from './hugo.ts';
import type { Rival } from './rival.ts';
import { starlight } from './starlight.ts';
import { vitepress } from './vitepress.ts';

export { docsgen, docsgenAt };

/** Every rival, in the order of the table. */
export const rivals: Rival[] = [
	hugo,
	hugoCached,
	hugoBranch,
	hugoPagefind,
	eleventy,
	docusaurusFaster,
	docusaurus,
	vitepress,
	starlight,
];
