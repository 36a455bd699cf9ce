/**
 * Packages that pages of other tools import: which component of ours an import of theirs is, or which value. What has
 * no counterpart is unknown, and a finding says so where it is used.
 */

import { call } from '../engine/evaluate.ts';
import type { Imported } from '../engine/facts.ts';
import { Closure, Component, Native, wordsOf } from '../engine/value.ts';

/** Modules whose components are those of the registry that have their names. */
const PACKAGED =
	/^(?:@theme(?:-original|-init)?\/|@docusaurus\/|@astrojs\/starlight\/components$|astro:|starlight-|vitepress(?:\/theme)?$|vitepress-plugin-|react$|(?:\.{1,2}\/|@site\/)(?:.*\/)?templates\/components\/)/;

/** Components that are no templates: the dialect writes them itself. */
export const OWN_MARKUP: ReadonlySet<string> = new Set(['TOCInline', 'Code']);

/** What others call components that have another name here. */
const RENAMED: Record<string, string> = {
	'@docusaurus/Head': 'head',
	'@theme/MDXComponents': 'Fragment',
	'@theme/IdealImage': 'Image',
	'@theme/MDXComponents/Img': 'img',
	'react-lite-youtube-embed': 'Video',
};

/** What components without a counterpart were, and what there is instead. */
export const COUNTERPARTS: Readonly<Record<string, string>> = {
	CodeGroup: 'In VuePress it is tabs around fences; here write a line ::: code-group above them and ::: below.',
	CodeGroupItem: 'In VuePress it is one tab; here a fence in ::: code-group is one, named by [label].',
	Content: 'In VitePress it is the text of the page; here the page shows it without a tag.',
	Layout: 'In Docusaurus it is the frame of a page; here every page has one: remove the tags.',
	LiveCode: 'Code that readers run has no counterpart; write a fence, or a component in templates/components.',
	LiveProvider: 'Code that readers run has no counterpart; write a fence, or a component in templates/components.',
	PackageManagers: 'In Starlight it is tabs of commands; here write a fence: ```sh npm2yarn, with the command of npm.',
	VPFeatures: 'In VitePress it is a grid of reasons; here write <Features> with <Feature title="…"> in it.',
	VPHero: 'In VitePress it is the top of the home page; here write <Hero title="…" tagline="…">.',
	VPTeamMembers: 'In VitePress it is a grid of people; here write <Cards> with <Card title="…" href="…"> in it.',
	VPTeamPage: 'In VitePress it is the frame of a page about a team; here remove the tags.',
	VPTeamPageSection: 'In VitePress it is a section of a page about a team; here write a heading.',
	VPTeamPageTitle: 'In VitePress it is the title of a page about a team; here write a heading.',
};

/** Functions that are as good as values. */
const FUNCTIONS: Record<string, Native> = {
	'@docusaurus/useBaseUrl': new Native((path: unknown) => wordsOf(path).replace(/^(?![a-z+.-]*:|[/#.]|$)/i, '/')),
	'@docusaurus/Translate translate': new Native((text: { message?: unknown; id?: unknown }) =>
		wordsOf(text?.message ?? text?.id),
	),
	'@docusaurus/useIsBrowser': new Native(() => false),
	// A list of cards knows by itself what is beside its page.
	'@docusaurus/theme-common useCurrentSidebarCategory': new Native(() => ({})),
	'@docusaurus/plugin-content-docs/client useCurrentSidebarCategory': new Native(() => ({})),
	clsx: new Native(classes),
	classnames: new Native(classes),
	// A page shows what they begin with.
	'vue ref': new Native((first: unknown) => first),
	'vue shallowRef': new Native((first: unknown) => first),
	'vue reactive': new Native((first: unknown) => first),
	'vue computed': new Native(computed),
};

/** What a function gives at first; one that asks for `.value` means the object around it, which is not there. */
function computed(given: unknown): unknown {
	const get = given instanceof Closure ? given : (given as { get?: unknown })?.get;
	if (!(get instanceof Closure) || /"name":"value"/.test(JSON.stringify(get.node))) throw new TypeError('no data');
	const result = call(get, []);
	if (!result.ok) throw new TypeError(result.message);
	return result.value;
}

/** What components are made with, as it is before anybody has clicked. */
const REACT: Record<string, Native> = {
	useState: new Native((first: unknown) => [first, new Native(() => undefined)]),
	useRef: new Native((current: unknown) => ({ current })),
	useEffect: new Native(() => undefined),
};

/** `classes('a', { b: true }, ['c'])` → `a b c`. */
function classes(...given: unknown[]): string {
	return given
		.flat()
		.flatMap((one) =>
			typeof one === 'object' && one !== null ? Object.keys(one).filter((key) => Reflect.get(one, key)) : wordsOf(one),
		)
		.filter(Boolean)
		.join(' ');
}

/** The component or function that an import of another tool's package is here; undefined where it is no such package. */
export function packagedName(imported: string, from: string, components: readonly string[]): Imported | undefined {
	const own = FUNCTIONS[imported === 'default' ? from : `${from} ${imported}`];
	if (own) return { kind: 'value', value: own };
	if (!PACKAGED.test(from) && !Object.hasOwn(RENAMED, from)) return undefined;
	const base = from.slice(from.lastIndexOf('/') + 1).replace(/\.[jt]sx?$/, '');
	const name = RENAMED[from] ?? (imported === 'default' ? base : imported);
	if (components.includes(name) || OWN_MARKUP.has(name)) return { kind: 'component', name };
	if (name === 'head' || name === 'img') return { kind: 'value', value: new Component(name) };
	return from === 'react' ? { kind: 'value', value: REACT[imported] ?? REACT } : { kind: 'unknown', from };
}
