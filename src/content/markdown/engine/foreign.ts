/**
 * Detects the syntax of other tools, which docsgen does not support: the finding names the tool and the command that
 * translates it. Only `docsgen migrate` knows the meaning of the syntax.
 */
import type { Finding, Scope } from './facts.ts';
import type { Tag } from './jsx.ts';

export const MDX = 'MDX, which Docusaurus and Starlight read';
const VUE = 'Vue, which VitePress reads';

/** The finding about another tool's syntax; `what` is the subject of its message. */
export function foreign(path: string, what: string, tool: string, length?: number): Finding {
	return {
		code: 'expression',
		message: `${what} is ${tool} syntax, which docsgen does not support.`,
		hint: `docsgen migrate --pages ${path} translates it; set onExpressions in the configuration to let it pass.`,
		...(length === undefined ? {} : { length }),
	};
}

/** Code in braces, as opposed to words: a member, a call, an operator between values, an element. */
const CODE =
	/^\s*(?:!?[\w$]+\s*(?:\?\.|[.([])\S|new\s+\w|!?[\w$.]+\s+(?:[-+*/?<>]|&&|\|\||[=!]==?)\s+\S|<[\w>]|\[[^\]]*\]\s*\.\w|\([^)]*\)\s*(?:=>|\(\)|\.\w))/;

/** The finding about another tool's syntax in braces; undefined if it is text. `whole` includes the braces. */
export function foreignBraces(whole: string, { source, isModule, isVue }: Scope): Finding | undefined {
	const isMdx = source.path.endsWith('.mdx');
	const report = (tool: string): Finding => {
		const [shown = ''] = whole.slice(0, 60).split('\n', 1);
		return foreign(source.path, shown, tool, shown.length);
	};
	if (/^\{\{[<%]-?\s*\/?\s*[A-Za-z]/.test(whole)) return report('Hugo');
	const [, double] = /^\{\{([\s\S]*)\}\}$/.exec(whole) ?? [];
	if (double !== undefined) {
		return isVue || /\$frontmatter\b/.test(double) || (isMdx && /^[\s!]*[A-Za-z_$]/.test(double))
			? report(VUE)
			: undefined;
	}
	const inner = whole.slice(1, -1);
	if (/^\s*(?:"[^"]*"|'[^']*'|`[^`]*`)\s*$/.test(inner)) return report(MDX);
	const isCode = CODE.test(inner);
	return (isCode && (isMdx || isModule)) || (isMdx && /^\s*[\w$]+\s*$/.test(inner)) ? report(MDX) : undefined;
}

/** Name of a tag → the tool that supports it. */
const TAGS: Readonly<Record<string, string>> = {
	'': MDX,
	Aside: 'Starlight',
	BrowserOnly: 'Docusaurus',
	CardGrid: 'Starlight',
	ClientOnly: 'VitePress',
	Code: 'Starlight',
	Fragment: MDX,
	Redirect: 'Docusaurus',
	TOCInline: 'Docusaurus',
	Translate: 'Docusaurus',
};

/** The finding about another tool's tag, unless the site has a component with its name. */
export function foreignTag({ name, attributes }: Tag, { facts, source }: Scope): Finding | undefined {
	const isSetup = name === 'script' && attributes.some((attribute) => attribute.name === 'setup');
	const tool = isSetup ? VUE : Object.hasOwn(TAGS, name) ? TAGS[name] : undefined;
	if (tool === undefined || facts.options.components.includes(name)) return undefined;
	return foreign(source.path, isSetup ? '<script setup>' : `<${name}>`, tool, name.length + 1);
}

/** Attributes in the spelling of JSX. */
const JSX_NAME =
	/^(?:className|htmlFor|httpEquiv|acceptCharset|dangerouslySetInnerHTML|xlink[A-Z]\w*|(?:stroke|fill|font|stop|flood)[A-Z]\w*|clip(?:Path|Rule)|textAnchor)$/;

/** The tool that an attribute is meant for; undefined for attributes of HTML and components. */
export function foreignAttribute(name: string, { isComponent }: Tag): string | undefined {
	if (/^(?:v-|[@:#])/.test(name)) return VUE;
	return name === '...' || (!isComponent && JSX_NAME.test(name)) ? MDX : undefined;
}
