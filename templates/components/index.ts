/**
 * The component registry: what a capitalised tag in Markdown may name. Components are generic and small; they get
 * the attributes that the author wrote, links as finished addresses, and children that are text or components of
 * this same list. The text of a page is never visible to them, only its place.
 */
import type { ComponentType } from 'react';
import { Admonition } from './Admonition.tsx';
import { Badge } from './Badge.tsx';
import { Band } from './Band.tsx';
import { Callout } from './Callout.tsx';
import { Card, Cards } from './Cards.tsx';
import { Chip, Chips } from './Chips.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { Column, Columns } from './Columns.tsx';
import { Command } from './Command.tsx';
import { Details } from './Details.tsx';
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

/** The props are what the author wrote: each component reads its own with care. */
export const registry: Record<string, ComponentType<never>> = {
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

/**
 * Cascade layers that become sheets of their own, and what a page has that loads them: a component, a kind of route (for all
 * its pages), a class in HTML that an author wrote (`.cards`), or a name that the parser and the plan give to what they find.
 */
export const layers: Record<string, string[]> = {
	options: ['announcement', 'footer-row', 'sidebar-hide'],
	notes: ['Admonition', 'Details', 'banner', 'details', 'search', '.admonition'],
	drawings: ['drawing', 'svg'],
	components: [
		'page',
		'category',
		'search',
		'Card',
		'Cards',
		'CodeBlock',
		'Column',
		'Columns',
		'DocCardList',
		'LinkCard',
		'Steps',
		'unknown-component',
		'.card',
		'.cards',
		'.columns',
	],
	tabs: ['TabItem', 'Tabs'],
	landing: ['page', 'Band', 'Callout', 'Chips', 'Command', 'Features', 'Hero', 'Steps'],
	extras: ['Badge', 'FileTree', 'focused', 'math', 'numbered'],
	pages: [
		'blog-archive',
		'blog-list',
		'blog-post',
		'blog-tag',
		'blog-tags',
		'docs-tag',
		'docs-tags',
		'not-found',
		'search',
	],
	reference: ['reference', '.api-terms'],
	video: ['Video'],
};

/** Of them those of small parts, which a site's own components may be made of. */
const SMALL = ['notes', 'drawings', 'components', 'tabs'];

/**
 * The layers of a site with components of its own: who shows one of `own`, which may be made of the small parts, has their
 * rules, too. Where a site `replaces` templates, they may be on any page, and so are their rules.
 */
export function layersOf(own: string[], replaces: boolean): Record<string, string[]> {
	const entries = Object.entries(layers).flatMap(([layer, names]): [string, string[]][] => {
		if (!SMALL.includes(layer)) return [[layer, names]];
		return replaces ? [] : [[layer, [...names, ...own]]];
	});
	return Object.fromEntries(entries);
}
