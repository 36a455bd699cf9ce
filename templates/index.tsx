/**
 * The compiled templates as one object: what the renderer calls. Holds no markup of its own.
 */
import { type ComponentType, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ComponentChild, FooterView, PageView, SidebarView, Templates } from '../src/render/model/view.ts';
import { Footer } from './Footer.tsx';
import { NavbarItem } from './NavbarItem.tsx';
import { Page } from './Page.tsx';
import { Sidebar } from './Sidebar.tsx';

/** Characters of a private area: React leaves them alone, and no author types them. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARK = /\uE000(\d+)\uE001/g;

export type Registry = Record<string, ComponentType<never>>;

/** Throws when `name` is not in the registry: the parser has already refused such a page. */
function component(
	registry: Registry,
	name: string,
	props: Record<string, unknown>,
	children: ComponentChild[],
	identifierPrefix?: string,
): string {
	const texts: string[] = [];
	const markup = renderToStaticMarkup(element(registry, name, props, children, texts), { identifierPrefix });
	return markup.replace(MARK, (_, index) => texts[Number(index)] ?? '');
}

/** A text among the children becomes a mark that survives React, so that parents see components as elements. */
function element(
	registry: Registry,
	name: string,
	props: Record<string, unknown>,
	children: ComponentChild[],
	texts: string[],
): ReturnType<typeof createElement> {
	const type = Object.hasOwn(registry, name) ? registry[name] : undefined;
	if (!type) throw new Error(`No component named "${name}" in templates/components.`);
	const nodes = children.map((child): ReactNode => {
		if (typeof child !== 'string') return element(registry, child.name, child.props, child.children, texts);
		return `${OPEN}${texts.push(child) - 1}${CLOSE}`;
	});
	// The registry forgets the props of its components: it holds them all, and authors may write anything.
	return createElement(type as ComponentType<Record<string, unknown>>, props, ...nodes);
}

/** B-286: after a crash, whether it was an item of the navbar, and which. */
function navbarError({ navbar }: PageView): Error | undefined {
	for (const item of navbar) {
		try {
			renderToStaticMarkup(<NavbarItem item={item} />);
		} catch (cause) {
			return new Error(`A navbar item failed to render.\n${JSON.stringify(item)}`, { cause });
		}
	}
	return undefined;
}

/** The templates with a registry: the packaged components and those a site adds. `layers` are those of the registry. */
export function createTemplates(registry: Registry, layers: Templates['layers']): Templates {
	return {
		page(view: PageView) {
			try {
				return renderToStaticMarkup(<Page view={view} />);
			} catch (error) {
				throw navbarError(view) ?? error;
			}
		},
		sidebar: (view: SidebarView) => renderToStaticMarkup(<Sidebar view={view} />),
		footer: (view: FooterView) => renderToStaticMarkup(<Footer view={view} />),
		component: (...what) => component(registry, ...what),
		components: Object.keys(registry).sort(),
		layers,
	};
}
