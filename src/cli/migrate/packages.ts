/**
 * Imports of other tools' packages: maps them to docsgen's components, or to values. An import without a counterpart is
 * unknown, and reported where it is used.
 */

import { call } from './evaluate.ts';
import { Closure, Code, Component, type Known, Native, wordsOf } from './value.ts';

/** Modules whose components have the same names in docsgen. */
const PACKAGED =
	/^(?:@theme(?:-original|-init)?\/|@docusaurus\/|@astrojs\/starlight\/components$|astro:|starlight-|vitepress(?:\/theme)?$|vitepress-plugin-|react$|(?:\.{1,2}\/|@site\/)(?:.*\/)?templates\/components\/)/;

/** Components that only show their children. */
export const FRAMES: ReadonlySet<string> = new Set(['', 'Fragment', 'Translate', 'BrowserOnly', 'ClientOnly']);

/** Components with another name in docsgen, by the name of their tags. */
export const NAMES: Readonly<Record<string, string>> = { Aside: 'Admonition', CardGrid: 'Cards' };

/** Modules whose component has another name in docsgen. */
const RENAMED: Record<string, string> = {
	'@docusaurus/Head': 'head',
	'@theme/MDXComponents': 'Fragment',
	'@theme/IdealImage': 'Image',
	'@theme/MDXComponents/Img': 'img',
	'react-lite-youtube-embed': 'Video',
};

/** Functions with a known result. */
const FUNCTIONS: Record<string, Native> = {
	'@docusaurus/useBaseUrl': new Native((path: unknown) => wordsOf(path).replace(/^(?![a-z+.-]*:|[/#.]|$)/i, '/')),
	'@docusaurus/Translate translate': new Native((text: { message?: unknown; id?: unknown }) =>
		wordsOf(text?.message ?? text?.id),
	),
	'@docusaurus/useIsBrowser': new Native(() => false),
	// docsgen's list of cards finds its items itself.
	'@docusaurus/theme-common useCurrentSidebarCategory': new Native(() => ({})),
	'@docusaurus/plugin-content-docs/client useCurrentSidebarCategory': new Native(() => ({})),
	clsx: new Native(classes),
	classnames: new Native(classes),
	// A page shows the initial values.
	'vue ref': new Native((first: unknown) => first),
	'vue shallowRef': new Native((first: unknown) => first),
	'vue reactive': new Native((first: unknown) => first),
	'vue computed': new Native(computed),
};

/** The initial result of a function; throws if the function reads `.value`, because that object does not exist. */
function computed(given: unknown): unknown {
	const get = given instanceof Closure ? given : (given as { get?: unknown })?.get;
	if (!(get instanceof Closure) || /"name":"value"/.test(JSON.stringify(get.node))) throw new TypeError('no data');
	const result = call(get, []);
	if (!result.ok) throw new TypeError('no data');
	return result.value;
}

/** React's hooks in their initial state. */
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

/** docsgen's counterpart of an import; undefined if it is not from another tool's package. */
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
