/**
 * The component registry: the components that a capitalized tag in Markdown can name. Components are generic and small;
 * they receive the author's attributes, resolved links, and children. They cannot read the page's text: it reaches them
 * as placeholders.
 */
import type { ComponentType } from 'react';
import type { ComponentManifest } from '../../src/content/model/component.ts';
import { Admonition, Details } from './Admonition.tsx';
import { Badge } from './Badge.tsx';
import { Band } from './Band.tsx';
import { Callout } from './Callout.tsx';
import { Card, Cards } from './Cards.tsx';
import { Chip, Chips } from './Chips.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { Column, Columns } from './Columns.tsx';
import { Command } from './Command.tsx';
import { DocCardList } from './DocCardList.tsx';
import { Feature, Features } from './Features.tsx';
import { FileTree } from './FileTree.tsx';
import { Action, Hero } from './Hero.tsx';
import { IconNamed, LinkButton, LinkCard, LinkTo } from './LinkCard.tsx';
import { Image, ThemedImage } from './Picture.tsx';
import { Step, Steps } from './Steps.tsx';
import { TabItem, Tabs } from './Tabs.tsx';
import { Variants } from './Variants.tsx';
import { Video } from './Video.tsx';

export const registry: Record<string, ComponentType<never> & { manifest?: ComponentManifest }> = {
	Action,
	Admonition,
	Badge,
	Band,
	Callout,
	Card,
	Cards,
	Chip,
	Chips,
	CodeBlock,
	Column,
	Columns,
	Command,
	Details,
	DocCardList,
	Feature,
	Features,
	FileTree,
	Hero,
	Icon: IconNamed,
	Image,
	Link: LinkTo,
	LinkButton,
	LinkCard,
	Step,
	Steps,
	TabItem,
	Tabs,
	ThemedImage,
	Variants,
	Video,
};

/** Parts of layers that are no components: kinds of routes, classes in an author's HTML, features of the parser and plan. */
const PARTS: Record<string, string[]> = {
	options: ['announcement', 'footer-row', 'sidebar-hide'],
	notes: ['banner', 'details', 'search', '.admonition'],
	// Nothing packaged: for a site's own rules about its drawings.
	drawings: ['drawing', 'svg'],
	components: ['page', 'category', 'search', 'unknown-component', '.card', '.cards', '.columns'],
	tabs: [],
	landing: ['page', 'not-found'],
	choice: [],
	extras: ['focused', 'numbered'],
	marks: ['marked'],
	pages: [
		...['blog-archive', 'blog-list', 'blog-post', 'blog-tag', 'blog-tags'],
		...['docs-tag', 'docs-tags', 'not-found', 'search'],
	],
	reference: ['reference', '.api-terms'],
	video: [],
};

/** Cascade layers that become separate style sheets, each with the parts of a page that load it. */
export const layers = Object.fromEntries(
	Object.entries(PARTS).map(([layer, parts]) => [
		layer,
		[...parts, ...Object.keys(registry).filter((name) => registry[name]?.manifest?.layers?.includes(layer))],
	]),
);

/** Layers of small parts that a site's own components may use. */
const SMALL_LAYERS = ['notes', 'drawings', 'components', 'tabs'];

/**
 * The layers of a site with custom components. A page with one of them (`own`) also loads the layers of small parts,
 * which it may use. In a site that `replaces` templates, any page may use them, so they stay in the main style sheet.
 * `more` are the parts of style sheets of extensions.
 */
export function layersOf(
	own: string[],
	replaces: boolean,
	more: readonly { layer: string; parts: readonly string[] }[],
): Record<string, string[]> {
	const entries = Object.entries(layers).flatMap(([layer, packaged]): [string, string[]][] => {
		const names = [...packaged, ...more.flatMap((sheet) => (sheet.layer === layer ? sheet.parts : []))];
		if (!SMALL_LAYERS.includes(layer)) return [[layer, names]];
		return replaces ? [] : [[layer, [...names, ...own]]];
	});
	return Object.fromEntries(entries);
}
