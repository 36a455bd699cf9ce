/**
 * Packages that pages of other tools import: which component of ours an import of theirs is, or which value. What has
 * no counterpart is unknown, and a finding says so where it is used.
 */

import { call } from './evaluate.ts';
import { Closure, Code, Component, type Known, Native, wordsOf } from './value.ts';

/** Modules whose components are those of the registry that have their names. */
const PACKAGED =
	/^(?:@theme(?:-original|-init)?\/|@docusaurus\/|@astrojs\/starlight\/components$|astro:|starlight-|vitepress(?:\/theme)?$|vitepress-plugin-|react$|(?:\.{1,2}\/|@site\/)(?:.*\/)?templates\/components\/)/;

/** Components that show nothing but what is between their tags. */
export const FRAMES: ReadonlySet<string> = new Set(['', 'Fragment', 'Translate', 'BrowserOnly', 'ClientOnly']);

/** Components of others that have another name here, by the name that their tags have. */
export const NAMES: Readonly<Record<string, string>> = { Aside: 'Admonition', CardGrid: 'Cards' };

/** Modules whose component has another name here. */
const RENAMED: Record<string, string> = {
	'@docusaurus/Head': 'head',
	'@theme/MDXComponents': 'Fragment',
	'@theme/IdealImage': 'Image',
	'@theme/MDXComponents/Img': 'img',
	'react-lite-youtube-embed': 'Video',
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
	if (!result.ok) throw new TypeError('no data');
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

/** What an import of another tool's package is here; undefined where it is no such package. */
export function packaged(imported: string, from: string, components: readonly string[]): Known | undefined {
	const own = FUNCTIONS[imported === 'default' ? from : `${from} ${imported}`];
	if (own) return { value: own };
	if (!PACKAGED.test(from) && !Object.hasOwn(RENAMED, from)) return undefined;
	const base = from.slice(from.lastIndexOf('/') + 1).replace(/\.[jt]sx?$/, '');
	const theirs = imported === 'default' ? base : imported;
	const name = RENAMED[from] ?? NAMES[theirs] ?? theirs;
	const isKnown = components.includes(name) || FRAMES.has(name) || /^(?:TOCInline|Redirect|Code|head|img)$/.test(name);
	if (isKnown || from.includes('templates/components/')) return { value: new Component(name) };
	return { value: from === 'react' ? (REACT[imported] ?? REACT) : new Code(imported, from) };
}
