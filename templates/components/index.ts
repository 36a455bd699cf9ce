/**
 * The component registry: what a capitalised tag in Markdown may name. Components are generic and small; they get
 * the attributes that the author wrote, links as finished addresses, and children that are text or components of
 * this same list. The text of a page is never visible to them, only its place.
 */
import type { ComponentType } from 'react';
import { Admonition } from './Admonition.tsx';
import { Badge } from './Badge.tsx';
import { Band } from './Band.tsx';
import { Bridge, BridgeSide } from './Bridge.tsx';
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
import { CardGrid, IconNamed, LinkButton, LinkCard, LinkTo } from './LinkCard.tsx';
import { LogoDownload } from './LogoDownload.tsx';
import { Passage, Redirect } from './Passage.tsx';
import { Image, ThemedImage } from './Picture.tsx';
import { Step, Steps } from './Steps.tsx';
import { Swatch, Swatches } from './Swatches.tsx';
import { TabItem, Tabs } from './Tabs.tsx';
import { Tweet } from './Tweet.tsx';
import { Variants } from './Variants.tsx';
import { Video } from './Video.tsx';

/** The props are what the author wrote: each component reads its own with care. */
export const registry: Record<string, ComponentType<never>> = {
	Action,
	Admonition,
	Aside: Admonition,
	Badge,
	Band,
	Bridge,
	BridgeSide,
	BrowserOnly: Passage,
	Callout,
	Card,
	CardGrid,
	Cards,
	Chip,
	Chips,
	ClientOnly: Passage,
	CodeBlock,
	Column,
	Columns,
	Command,
	Details,
	DocCardList,
	Feature,
	Features,
	FileTree,
	Fragment: Passage,
	Hero,
	Icon: IconNamed,
	Image,
	Link: LinkTo,
	LinkButton,
	LinkCard,
	LogoDownload,
	Redirect,
	Step,
	Steps,
	Swatch,
	Swatches,
	TabItem,
	Tabs,
	ThemedImage,
	Translate: Passage,
	Tweet,
	Variants,
	Video,
};

/**
 * Components whose rules are in a cascade layer of their own, by its name: a page without any of them does not load the
 * layer, which becomes a sheet of its own. A kind of route in the list stands for all its pages: authors of pages of their
 * own may use the classes in HTML.
 */
export const layers: Record<string, string[]> = {
	landing: [
		'page',
		'Band',
		'Bridge',
		'Callout',
		'Chips',
		'Command',
		'Features',
		'Hero',
		'LogoDownload',
		'Steps',
		'Swatches',
	],
	extras: ['Badge', 'FileTree', 'math'],
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
	reference: ['reference'],
	video: ['Video'],
};
