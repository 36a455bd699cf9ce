/**
 * The templates as one object that the renderer calls. Contains no markup.
 */
import { type ComponentType, createElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ComponentManifest } from '../src/content/model/component.ts';
import type { ComponentChild, ComponentPlace, PageView, Templates, Words } from '../src/render/model/view.ts';
import { Footer } from './Footer.tsx';
import { NavbarItem } from './NavbarItem.tsx';
import { Page } from './Page.tsx';
import { Sidebar } from './Sidebar.tsx';
import { WordsContext } from './words.tsx';

/** Private-use characters: React does not escape them, and authors do not type them. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARK = /\uE000(\d+)\uE001/g;

/** Components, and what they say of themselves: a site's own may say nothing. */
export type Registry = Record<string, ComponentType<never> & { manifest?: ComponentManifest }>;

/** Renders a component. Throws if `name` is not in the registry; the parser reports such names earlier. */
function component(
	registry: Registry,
	name: string,
	props: Record<string, unknown>,
	children: ComponentChild[],
	{ words, place }: ComponentPlace = {},
): string {
	const texts: string[] = [];
	const shown = inWords(words, element(registry, name, props, children, texts));
	const markup = renderToStaticMarkup(shown, { identifierPrefix: place });
	return markup.replace(MARK, (_, index) => texts[Number(index)] ?? '');
}

/** An element that says its words in the language of the page. */
function inWords(words: Words | undefined, shown: ReactElement): ReactElement {
	return words ? <WordsContext value={words}>{shown}</WordsContext> : shown;
}

/** In place of a component that its file doesn't export: the file has the finding, and the page still shows. */
function WithoutComponent({ children }: { children?: ReactNode }) {
	return children;
}

/** Creates the element of a component. Text children become marks, so that React does not escape their HTML. */
function element(
	registry: Registry,
	name: string,
	props: Record<string, unknown>,
	children: ComponentChild[],
	texts: string[],
): ReturnType<typeof createElement> {
	if (!Object.hasOwn(registry, name)) throw new Error(`No component named "${name}" in templates/components.`);
	const type = registry[name] ?? WithoutComponent;
	const nodes = children.map((child): ReactNode => {
		if (typeof child !== 'string') return element(registry, child.name, child.props, child.children, texts);
		return `${OPEN}${texts.push(child) - 1}${CLOSE}`;
	});
	// The registry's type has no props: it contains components of any props, and authors may pass anything.
	return createElement(type as ComponentType<Record<string, unknown>>, props, ...nodes);
}

/** After a crash, an error that names the navbar item that failed, if one did (B-286). */
function navbarError({ navbar, site }: PageView): Error | undefined {
	for (const item of navbar) {
		try {
			renderToStaticMarkup(inWords(site.words, <NavbarItem item={item} />));
		} catch (cause) {
			return new Error(`A navbar item failed to render.\n${JSON.stringify(item)}`, { cause });
		}
	}
	return undefined;
}

/** The templates with a registry of built-in and custom components, and the registry's `layers`. */
export function createTemplates(registry: Registry, layers: Templates['layers']): Templates {
	const { manifest: navbarItem }: { manifest?: ComponentManifest } = NavbarItem;
	return {
		page(view: PageView) {
			try {
				return renderToStaticMarkup(inWords(view.site.words, <Page view={view} />));
			} catch (error) {
				throw navbarError(view) ?? error;
			}
		},
		sidebar: (view, words) => renderToStaticMarkup(inWords(words, <Sidebar view={view} />)),
		footer: (view, words) => renderToStaticMarkup(inWords(words, <Footer view={view} />)),
		component: (...what) => component(registry, ...what),
		components: Object.keys(registry).sort(),
		manifests: Object.fromEntries(
			Object.entries(registry).flatMap(([name, component]) =>
				// A file of a site may export something else than its component, which is a finding.
				component?.manifest ? [[name, component.manifest]] : [],
			),
		),
		navbarItem,
		layers,
	};
}
