/**
 * The component registry: what a capitalised tag in Markdown may name. Components are generic and small; they get
 * the attributes that the author wrote, links as finished addresses, and children that are text or components of
 * this same list. The text of a page is never visible to them, only its place.
 */
import type { ComponentType } from 'react';
import { Admonition } from './Admonition.tsx';
import { Band } from './Band.tsx';
import { Bridge, BridgeSide } from './Bridge.tsx';
import { Callout } from './Callout.tsx';
import { Card, Cards } from './Cards.tsx';
import { Chip, Chips } from './Chips.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { Column, Columns } from './Columns.tsx';
import { Command } from './Command.tsx';
import { Feature, Features } from './Features.tsx';
import { Action, Hero } from './Hero.tsx';
import { LogoDownload } from './LogoDownload.tsx';
import { Step, Steps } from './Steps.tsx';
import { Swatch, Swatches } from './Swatches.tsx';
import { TabItem, Tabs } from './Tabs.tsx';

/** The props are what the author wrote: each component reads its own with care. */
export const registry: Record<string, ComponentType<never>> = {
	Action,
	Admonition,
	Band,
	Bridge,
	BridgeSide,
	Callout,
	Card,
	Cards,
	Chip,
	Chips,
	CodeBlock,
	Column,
	Columns,
	Command,
	Feature,
	Features,
	Hero,
	LogoDownload,
	Step,
	Steps,
	Swatch,
	Swatches,
	TabItem,
	Tabs,
};

/**
 * Components whose rules are in a cascade layer of their own, by its name: a page without any of them does not load the
 * layer, which becomes a sheet of its own.
 */
export const layers: Record<string, string[]> = {
	landing: ['Band', 'Bridge', 'Callout', 'Chips', 'Command', 'Features', 'Hero', 'LogoDownload', 'Steps', 'Swatches'],
};
