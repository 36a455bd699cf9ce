/** The home page of Docusaurus, which is a React component: its buttons and features, as far as they are data. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { called, type Fields, type HomeImage, type HomeParts, textOf } from './old-site.ts';
import { shown } from './page-values.ts';
import { Code, Jsx, Native, text, wordsOf } from './value.ts';
import { ModuleReader } from './values.ts';

/** The parts that the component in `file` shows; none if its code would have to be executed. `config`: of Docusaurus. */
export function componentHome(file: string, root: string, config: Fields): HomeParts {
	const reader: ModuleReader = new ModuleReader(root, (name, from) => {
		if (from.startsWith('@site/')) return reader.imported(name, join(root, from.slice('@site/'.length)), file);
		const make = HOOKS[from];
		return make && { value: new Native((given: unknown) => make(given, config)) };
	});
	try {
		return partsOf(called(reader.default(file), {}), join(root, 'static'));
	} catch {
		// The component is reported as a page that has not moved.
		return { actions: [], features: [] };
	}
}

/** Functions of Docusaurus that give texts. */
const HOOKS: Record<string, (given: unknown, config: Fields) => unknown> = {
	'@docusaurus/useDocusaurusContext': (_, siteConfig) => ({ siteConfig }),
	'@docusaurus/useBaseUrl': (path) => path,
};

/**
 * Links that look like buttons, and headings below the first level, each with the picture before it and the paragraphs
 * that follow it.
 */
function partsOf(page: unknown, statics: string): HomeParts {
	const actions: HomeParts['actions'] = [];
	const features: HomeParts['features'] = [];
	let image: HomeImage | undefined;
	for (const leaf of leavesOf(page)) {
		const { name, attributes, children } = leaf;
		image = imageOf(leaf, statics) ?? image;
		const href = hrefOf(attributes);
		const label = wordsOf(children).trim();
		const tag = name === 'Heading' ? text(attributes.as) : name;
		if (href !== undefined && isButton(attributes.className)) actions.push({ label, href });
		else if (/^h[2-4]$/.test(tag) && label !== '') {
			features.push({ title: label, text: '', ...(image && { image }) });
			image = undefined;
		} else if (tag === 'p') {
			const feature = features.at(-1);
			if (feature) feature.text = `${feature.text} ${inline(children)}`.trim();
		}
	}
	return { actions, features: features.filter((feature) => feature.text !== '') };
}

const LEAF = /^(?:h[1-6]|p|a|img|Link|Heading)$/;
const PICTURE = /\.(?:svg|png|jpe?g|webp|gif|avif)$/;

/** The picture that an element shows, if it's one of the static files: `<img>`, or a component of an imported SVG file. */
function imageOf({ name, attributes, from }: Jsx, statics: string): HomeImage | undefined {
	const { src } = attributes;
	const path = name === 'img' ? (src instanceof Code ? src.from : text(src) && statics + text(src)) : from;
	if (path === undefined || !path.startsWith(`${statics}/`) || !PICTURE.test(path) || !existsSync(path))
		return undefined;
	return { src: path.slice(statics.length), alt: text(attributes.alt) };
}

function leavesOf(value: unknown): Jsx[] {
	if (Array.isArray(value)) return value.flatMap(leavesOf);
	if (!(value instanceof Jsx)) return [];
	if (LEAF.test(value.name)) return [value];
	return [...(value.from === undefined ? [] : [value]), ...leavesOf(value.children)];
}

function hrefOf({ to, href }: Fields): string | undefined {
	return textOf(to ?? href);
}

/** A class of Infima, alone or as an argument of `clsx`. */
function isButton(name: unknown): boolean {
	if (name instanceof Code) return name.args.some(isButton);
	return /\bbutton\b/.test(text(name));
}

/** The text of a paragraph, with its links. `homePage` escapes braces. */
function inline(value: unknown): string {
	if (Array.isArray(value)) return value.map(inline).join('');
	const href = value instanceof Jsx ? hrefOf(value.attributes) : undefined;
	if (value instanceof Jsx && href !== undefined) return `[${inline(value.children)}](${href})`;
	return (shown(value) ?? '').replace(/\\(?=[{}])/g, '');
}
