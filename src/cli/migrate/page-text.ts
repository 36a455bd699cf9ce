/**
 * Converts one page of another tool: inserts values, renames components to docsgen's names, and replaces Vue directives
 * by their output. Parts without a known value stay unchanged; a second run changes nothing.
 */

import { readFileSync } from 'node:fs';
import { parseExpression, type Tree } from './docsgen.ts';
import { bound, call, evaluate, inside } from './evaluate.ts';
import { VOID } from './jsx-names.ts';
import { isFile, mayRead, type Origin } from './old-site.ts';
import { FRAMES, NAMES } from './packages.ts';
import { splitFrontMatter } from './page-files.ts';
import { type Block, type PageContext, type PageNames, pathOf, readNames } from './page-names.ts';
import { type Allowance, type Attribute, braceEnd, closeOf, codeEnd, readTag, type Tag } from './page-scan.ts';
import { attributeText, SLOT_MARK, shown } from './page-values.ts';
import { SLOTTED, shaped, TAGS } from './shapes.ts';
import { Closure, Code, Component, type Names, SLOT, wordsOf } from './value.ts';

export interface Translated {
	text: string;
	/** Imports of components that docsgen does not have, by their new tag names. */
	origins: Map<string, Origin>;
	/** Interactive parts, which were removed. */
	idle: string[];
	/** Parts that stay unchanged. */
	left: string[];
}

/** Translates a page with its front matter. */
export function translatePage(text: string, context: PageContext): Translated {
	const [head, written] = splitFrontMatter(text);
	const body = unwrapped(written);
	const code = codeOf(body);
	const found = readNames(body, (at) => code.some(([from, to]) => at > from && at < to), context);
	const pass = new Pass(body, found, context);
	const fresh = pass.page();
	return { text: head + fresh, origins: pass.origins, idle: pass.idle, left: pass.left };
}

/** Ranges of code. */
function codeOf(text: string): [number, number][] {
	const found: [number, number][] = [];
	const sign = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(?:`{3,}|~{3,})|<!--/gm;
	for (let next = sign.exec(text); next; next = sign.exec(text)) {
		const end = codeEnd(text, next.index);
		if (end === undefined) continue;
		found.push([next.index, end]);
		sign.lastIndex = Math.max(end, next.index + 1);
	}
	return found;
}

/** Removes the markers around parts that translators should not see. */
function unwrapped(text: string): string {
	if (!text.includes('mdx-code-block')) return text;
	const code = codeOf(text);
	let result = '';
	let from = 0;
	for (const [start, end] of code) {
		const [, inner] =
			/^[ \t>]*`{3,}mdx-code-block[ \t]*\n([\s\S]*?)\n?[ \t>]*`{3,}[ \t]*$/.exec(text.slice(start, end)) ?? [];
		result += text.slice(from, start) + (inner ?? text.slice(start, end));
		from = end;
	}
	return result + text.slice(from);
}

/** Maximum depth of nested elements, and maximum number of elements that loops write on a page. */
const MAX_DEPTH = 100;
const MAX_REPEATS = 10_000;
const CONDITION = /^v-(?:if|else-if|else|for)$/;
const CONTENT = /^v-(?:text|html)$/;
/** Docusaurus' props of layout and speed, which have nothing to say to docsgen's component of that name. */
const IDLE_PROPS: Readonly<Record<string, RegExp>> = {
	Tabs: /^(?:lazy|block|attributes)$/,
	TabItem: /^(?:lazy|hidden|attributes|className)$/,
	Details: /^className$/,
	CodeBlock: /^(?:language|className|metastring)$/,
};
/** Directives and handlers that need scripts on the page. */
const INTERACTIVE = /^(?:@|v-on:|v-model|v-show|v-slot|v-bind$|v-cloak|v-once|#|on[A-Z])/;
const PATH = /^\s*(?:props|frontMatter)(?:\.[\w$]+)+\s*$/;

class Pass {
	readonly origins = new Map<string, Origin>();
	readonly idle: string[] = [];
	readonly #body: string;
	readonly #hasFragments: boolean;
	readonly #found: PageNames;
	readonly #context: PageContext;
	readonly #isMdx: boolean;
	readonly #isVue: boolean;
	/** Code that stays unchanged. */
	readonly left: string[] = [];
	/** Partials that remaining tags include. */
	readonly #kept = new Set<string>();
	/** Imports that replace includes. */
	readonly #added = new Map<string, string>();
	readonly #allowance: Allowance;
	#depth = 0;
	/** Number of elements written by loops. */
	#repeats = 0;
	/** Whether the last Vue condition was true. */
	#met: boolean | undefined;

	constructor(body: string, found: PageNames, context: PageContext) {
		this.#body = body;
		this.#hasFragments = body.includes('<>') && body.includes('</>');
		this.#allowance = { left: 20_000 + 50 * body.length };
		this.#found = found;
		this.#context = context;
		const isForeign = ({ names, isScript }: Block): boolean =>
			!isScript && (names.length === 0 || names.some((name) => !found.partials.has(name)));
		this.#isMdx = context.source.endsWith('.mdx') || found.blocks.some(isForeign);
		this.#isVue = found.blocks.some(({ isScript }) => isScript);
	}

	page(): string {
		const { blocks, names } = this.#found;
		const parts: (string | Block)[] = [];
		let from = 0;
		for (const block of blocks) {
			parts.push(this.#body.slice(from, block.start), block);
			from = block.end;
		}
		parts.push(this.#body.slice(from));
		const texts = parts.map((part) => (typeof part === 'string' ? this.text(part, names) : part));
		let written = '';
		for (const [index, part] of texts.entries()) {
			const kept = typeof part === 'string' ? part : this.#statement(part);
			const after = texts[index + 1];
			// Leave one of two blank lines.
			if (typeof part !== 'string' && kept === '' && typeof after === 'string' && /^\n*$|\n\n$/.test(written))
				texts[index + 1] = after.replace(/^\n/, '');
			written += kept;
		}
		const imports = [...this.#added].map(([path, name]) => `import ${name} from '${path}';\n`).join('');
		return imports === '' ? written : `\n${imports}\n${written.replace(/^\n+/, '')}`;
	}

	/** The rest of a statement: imports of partials, or all of it if remaining code needs it. */
	#statement({ start, end, names }: Block): string {
		const isNeeded = (name: string): boolean =>
			this.left.some((source) => new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(source));
		if (names.some(isNeeded)) return this.#body.slice(start, end);
		return names
			.flatMap((name) => {
				const path = this.#found.partials.get(name);
				return path === undefined || !this.#kept.has(name) ? [] : [`import ${name} from '${path}';\n`];
			})
			.join('');
	}

	/** Translates a part of the page outside its statements. */
	text(source: string, names: Names): string {
		if (this.#depth >= MAX_DEPTH) return source;
		this.#depth++;
		let result = '';
		for (let at = 0; at < source.length; ) {
			const next = this.#next(source, at, names);
			if (next) {
				result += next.text;
				at = next.end;
			} else result += source[at++] ?? '';
		}
		this.#depth--;
		return result;
	}

	/** Translates the syntax at an offset; undefined for an ordinary character. */
	#next(source: string, at: number, names: Names): { text: string; end: number } | undefined {
		const isLine = at === 0 || source[at - 1] === '\n';
		const line = isLine ? this.#line(source, at) : undefined;
		if (line) return line;
		const sign = source[at];
		if (sign === '\\') return { text: source.slice(at, at + 2), end: at + 2 };
		const include = sign === '<' ? this.#include(source, at) : undefined;
		if (include) return include;
		const end = sign === '`' || sign === '<' || isLine ? codeEnd(source, at) : undefined;
		if (end !== undefined) return { text: source.slice(at, end), end };
		if (sign === '{') return this.#braces(source, at, names);
		const tag = sign === '<' ? readTag(source, at, this.#allowance) : undefined;
		return tag && (this.#tag(source, tag, names) ?? { text: source.slice(at, tag.end), end: tag.end });
	}

	/** Syntax that takes a whole line. */
	#line(source: string, at: number): { text: string; end: number } | undefined {
		const line = source.slice(at, source.indexOf('\n', at) < 0 ? undefined : source.indexOf('\n', at));
		const end = at + line.length;
		if (/^[ \t]*\[\[toc\]\][ \t]*$/i.test(line)) return { text: '', end: Math.min(end + 1, source.length) };
		const [, pad = '', path = '', region = '', marks = '', title] =
			/^([ \t]*)<<<[ \t]+([^\s#{[]+)(#[\w-]+)?[ \t]*(?:\{([^}]*)\})?[ \t]*(?:\[([^\]]+)\])?[ \t]*$/.exec(line) ?? [];
		if (path !== '') {
			const extension = /\.(\w+)$/.exec(path)?.[1] ?? 'text';
			const [, range = '', lang = extension] = /^([\d,-]*)\s*([A-Za-z:]\S*)?$/.exec(marks.trim()) ?? [];
			const words = [
				lang.startsWith(':') ? extension + lang : lang,
				`file=${this.#inSite(path)}${region}`,
				range && `{${range}}`,
				title && `title="${title}"`,
			];
			return { text: `${pad}\`\`\`${words.filter(Boolean).join(' ')}\n${pad}\`\`\``, end };
		}
		const [, colons = '', kind] = /^[ \t]*(:{3,})[ \t]*(raw|v-pre)[ \t]*$/.exec(line) ?? [];
		if (kind === undefined) return undefined;
		const close = new RegExp(`^[ \\t]*${colons}[ \\t]*$`, 'm').exec(source.slice(end));
		if (!close) return undefined;
		const inner = source.slice(end + 1, end + close.index);
		const text = kind === 'raw' ? this.text(inner, this.#found.names) : this.#verbatim(inner);
		return { text: text.replace(/\n$/, ''), end: end + close.index + close[0].length };
	}

	/** Text in which braces have no meaning. */
	#verbatim(source: string): string {
		return source.replace(/(`+)[^\n]*?\1|\{\{/g, (part, ticks?: string) => (ticks === undefined ? '&#123;{' : part));
	}

	#include(source: string, at: number): { text: string; end: number } | undefined {
		const [whole, path = '', region, from, comma, to] =
			/^<!--\s*@include:\s*([^\s{#]+)(?:#([\w-]+))?\s*(?:\{(\d*)(,?)(\d*)\})?\s*-->/.exec(source.slice(at, at + 500)) ??
			[];
		if (whole === undefined) return undefined;
		const last = comma === '' ? from : to;
		const lines = from || to ? ` lines="${from || 1}-${last ?? ''}"` : '';
		const written = `${/^[./@]/.test(path) ? this.#inSite(path) : `./${path}`}${region === undefined ? '' : `#${region}`}`;
		const known = this.#added.get(written);
		const name = known ?? this.#nameFor(path, region);
		this.#added.set(written, name);
		return { text: `<${name}${lines} />`, end: at + whole.length };
	}

	/** `@/x` as `@site/x`, if the site has that alias. */
	#inSite(path: string): string {
		return Object.hasOwn(this.#context.aliases, '@site/') ? path.replace(/^@\//, '@site/') : path;
	}

	/** A name for a partial that is not in use. */
	#nameFor(path: string, region = ''): string {
		const words =
			`${path
				.split('/')
				.at(-1)
				?.replace(/\.\w+$/, '')}-${region}`.match(/[A-Za-z\d]+/g) ?? [];
		const base = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
		const name = /^[A-Z]/.test(base) ? base : `Part${base}`;
		const taken = (one: string): boolean =>
			[...this.#added.values()].includes(one) ||
			this.#context.components.includes(one) ||
			this.#found.names(one) !== undefined;
		let free = taken(name) ? `${name}Part` : name;
		for (let count = 2; taken(free); count++) free = `${name}Part${count}`;
		return free;
	}

	/* ------------------------------------------------------------ braces */

	#braces(source: string, at: number, names: Names): { text: string; end: number } | undefined {
		const end = braceEnd(source, at, this.#allowance);
		if (end === undefined || source[at - 1] === '$') return undefined;
		const whole = source.slice(at, end);
		const [, double] = /^\{\{([\s\S]*)\}\}$/.exec(whole) ?? [];
		const inner = double ?? whole.slice(1, -1);
		if (/^\s*\/\*/.test(inner) && double === undefined) return { text: whole, end };
		if (/^\s*\/\//.test(inner) && /^(?:\s*\/\/[^\n]*\n)+\s*$/.test(inner))
			return { text: `{/* ${inner.replace(/\/\//g, '').trim()} */}`, end };
		if (double === undefined && PATH.test(inner))
			return this.#isPartial ? undefined : this.#value(inner, whole, end, names);
		const isKnown = names(/[A-Za-z_$][\w$]*/.exec(inner)?.[0] ?? '') !== undefined;
		const isOurs = double !== undefined && this.#isVue;
		if (!isKnown && !this.#isMdx && !isOurs && !/^\s*["'`]/.test(inner))
			return double === undefined ? undefined : { text: whole, end };
		return this.#value(inner, whole, end, names);
	}

	get #isPartial(): boolean {
		return /(?:^|\/)_[^/]*$/.test(this.#context.source) && this.#found.names('props') === undefined;
	}

	#value(source: string, whole: string, end: number, names: Names): { text: string; end: number } | undefined {
		const result = evaluate(source, names);
		const isObject = result.ok && typeof result.value === 'object' && result.value !== null;
		const isUndefined = result.ok && result.value === undefined && !/^\s*undefined\s*$/.test(source);
		const isNumber = /^\s*\d+\s*$/.test(source) && !this.#isMdx;
		const text = result.ok && !isUndefined && !isNumber ? shown(result.value) : undefined;
		if (text === undefined || (isObject && text === '' && !Array.isArray(result.value) && !/^\s*</.test(source))) {
			if (!/^\{\s*(?:[#.]|[\w-]+=|[\w\s,-]*,)/.test(whole)) this.left.push(whole);
			return { text: whole, end };
		}
		return { text, end };
	}

	/* ------------------------------------------------------------ tags */

	#tag(source: string, tag: Tag, names: Names): { text: string; end: number } | undefined {
		const { name, form, end } = tag;
		if (name === '')
			return this.#hasFragments && !/\w/.test(source[tag.start - 1] ?? '') ? { text: '', end } : undefined;
		const isOwn = /^[A-Z]/.test(name) || name.includes('.');
		if (!isOwn) return this.#element(source, tag, names);
		const known = names(name.split('.')[0] ?? '');
		const value = known && 'value' in known ? known.value : undefined;
		const isDeclared = value instanceof Closure && !this.#found.origins.has(name.split('.')[0] ?? '');
		if (name === 'TOCInline') return { text: '', end };
		if (isDeclared) return form === 'close' ? undefined : this.#function(source, tag, value, names);
		const partial = this.#found.partials.get(name);
		if (partial !== undefined) return this.#partial(source, tag, partial, names);
		if (typeof value === 'string' && value.endsWith('.svg'))
			return { text: form === 'close' ? '' : this.#picture(tag, value, names), end };
		const called = value instanceof Component ? value.name : this.#nameOf(name);
		if (FRAMES.has(called) || FRAMES.has(name)) return { text: '', end };
		const to = called === 'Redirect' && form !== 'close' ? this.#props(tag, names)?.to : undefined;
		const last = form === 'open' ? closeOf(source, tag, this.#allowance) : undefined;
		if (typeof to === 'string') return { text: `This page has moved: [${to}](<${to}>)`, end: last?.end ?? end };
		if ((called === 'CodeBlock' || called === 'Code') && form !== 'close') {
			const fence = this.#fence(source, tag, names);
			if (fence) return fence;
		}
		const shaped = form === 'close' ? undefined : this.#shaped(source, tag, names);
		if (shaped) return shaped;
		if (form === 'close') return { text: `</${called}>`, end };
		return this.#element(source, { ...tag, name: called }, names);
	}

	/** A component that docsgen knows, or that only links, in its syntax; code in a file of React is copied instead. */
	#shaped(source: string, tag: Tag, names: Names): { text: string; end: number } | undefined {
		const from = this.#found.origins.get(tag.name) ?? '';
		const { components, renames } = this.#context;
		// Its `Callout` calls to an action.
		if (components.includes(tag.name) && !(renames && tag.name === 'Callout')) return undefined;
		if (/^(?:\.|~|@\/|@site\/|src\/)/.test(from) && !/\.(?:astro|vue|svelte)$/.test(from)) return undefined;
		const props = this.#props(tag, names);
		const given: Record<string, string> = {};
		for (const [name, value] of Object.entries(props ?? {})) {
			if (/^(?:string|number|boolean)$/.test(typeof value)) given[name] = String(value);
			else if (TAGS.has(tag.name) && !Array.isArray(value)) return undefined;
		}
		const shape = TAGS.get(tag.name) ?? (renames && isLink(given, tag) ? LINK : undefined);
		const close = tag.form === 'open' ? closeOf(source, tag, this.#allowance) : undefined;
		if (!props || shape === undefined || (tag.form === 'open' && !close)) return undefined;
		const written = close ? source.slice(tag.end, close.start) : '';
		const hasLines = shape.includes('\n');
		const full = this.text(SLOTTED.test(tag.name) ? withTabItems(written) : written, names);
		const inner = hasLines ? full.replace(/^\s*\n|\s+$/g, '') : full;
		const before = source.slice(source.lastIndexOf('\n', tag.start - 1) + 1, tag.start);
		const pad = before.replace(/[^\s>]/g, ' ');
		if (close && inner.trim() !== '') given.children = '\0';
		const text = shaped(shape, given)
			.replaceAll('\n', `\n${pad}`)
			.replaceAll('\0', () => inner);
		const end = close?.end ?? tag.end;
		const isBlock = hasLines && before.trim() !== '';
		return { text: isBlock ? `\n\n${pad}${text}\n\n${pad}` : text, end };
	}

	/** The new name of a component; another one if docsgen has a component of the same name. */
	#nameOf(name: string): string {
		const [root = ''] = name.split('.');
		const from = this.#found.origins.get(root);
		const bare = name.replaceAll('.', '');
		if (from === undefined) return this.#context.components.includes(bare) ? bare : (NAMES[bare] ?? bare);
		const called = this.#context.renames && this.#context.components.includes(bare) ? `Old${bare}` : bare;
		this.origins.set(called, { from, ...(name.includes('.') ? { isPart: true } : {}) });
		return called;
	}

	/** An element or component in docsgen's syntax, repeated as its directives require. */
	#element(source: string, tag: Tag, names: Names): { text: string; end: number } | undefined {
		const { form, attributes } = tag;
		const isSlot = tag.name === 'template' && this.#isVue;
		if (form === 'close') return isSlot ? { text: '', end: tag.end } : undefined;
		if (isSlot && attributes.every(({ name }) => /^(?:#|v-slot)/.test(name))) return { text: '', end: tag.end };
		const given = new Map(attributes.map((attribute) => [attribute.name, attribute.value ?? '']));
		const directives = attributes.filter(({ name }) => CONDITION.test(name) || CONTENT.test(name));
		const isVerbatim = given.has('v-pre');
		if (directives.length === 0 && !isVerbatim && !isQuoting(tag)) {
			const text = this.#open(tag, names);
			return text === undefined ? undefined : { text, end: tag.end };
		}
		const close = form === 'open' && !VOID.has(tag.name) ? closeOf(source, tag, this.#allowance) : undefined;
		if (form === 'open' && !close && !VOID.has(tag.name)) return undefined;
		const end = close?.end ?? tag.end;
		const inner = close ? source.slice(tag.end, close.start) : '';
		const after = close ? `</${tag.name}>` : '';
		if (isQuoting(tag)) return this.#quoted(source, tag, { inner, after, end }, names);
		const bare = { ...tag, attributes: attributes.filter((one) => !directives.includes(one) && one.name !== 'v-pre') };
		const write = (local: Names): string | undefined => {
			const open = this.#open(bare, local, true);
			const content = this.#content(given, local);
			if (open === undefined || content === undefined) return undefined;
			return open + (content ?? (isVerbatim ? this.#verbatim(inner) : this.text(inner, local))) + after;
		};
		const isLine = /(?:^|\n)[ \t]*$/.test(source.slice(0, tag.start)) && /^[ \t]*(?:\n|$)/.test(source.slice(end));
		const text = this.#repeated(given, names, write, isLine ? '\n' : '');
		if (text === undefined) this.left.push(source.slice(tag.start, end));
		return text === undefined ? { text: source.slice(tag.start, end), end } : { text, end };
	}

	/** The content from `v-text` and `v-html`; null without them, undefined if the value is unknown. */
	#content(given: Map<string, string>, names: Names): string | null | undefined {
		const code = given.get('v-text') ?? given.get('v-html');
		if (code === undefined) return null;
		const result = evaluate(entities(code), names);
		if (!result.ok) return undefined;
		return given.has('v-text') ? shown(result.value) : wordsOf(result.value);
	}

	#repeated(
		given: Map<string, string>,
		names: Names,
		write: (names: Names) => string | undefined,
		between: string,
	): string | undefined {
		const condition = given.get('v-if') ?? given.get('v-else-if');
		if (given.has('v-else') || given.has('v-else-if')) {
			if (this.#met === undefined) return undefined;
			if (this.#met) return '';
		}
		if (condition !== undefined) {
			const result = evaluate(entities(condition), names);
			this.#met = result.ok ? Boolean(result.value) : undefined;
			if (!result.ok) return undefined;
			if (!this.#met) return '';
		}
		const loop = given.get('v-for');
		if (loop === undefined) return write(names);
		const [, several, one, over = ''] =
			/^\s*(?:\(([\s\S]*)\)|([\s\S]*?))\s+(?:in|of)\s+([\s\S]+)$/.exec(entities(loop)) ?? [];
		const list = evaluate(over, names);
		const items = list.ok ? itemsOf(list.value) : undefined;
		const pattern = items && parseExpression(`([${several ?? one}]) => 0`);
		if (!items || pattern?.type !== 'ArrowFunctionExpression') return undefined;
		this.#repeats += items.length;
		if (this.#repeats > MAX_REPEATS) return undefined;
		const parts = items.map((item) => write(inside(bound(pattern.params[0] as Tree, item, names), names)));
		return parts.includes(undefined) ? undefined : parts.join(between);
	}

	/** The start tag of an element, with attributes in the syntax of HTML, or of components. */
	#open(tag: Tag, names: Names, isChanged = false): string | undefined {
		const isComponent = /^[A-Z]/.test(tag.name);
		const parts = tag.attributes.map((attribute) => this.#attribute(attribute, tag, names, isComponent));
		const isSame = parts.every((part, index) => part === tag.attributes[index]?.written);
		if (isSame && !isChanged && tag.written === tag.name) return undefined;
		const kept = parts.filter((part) => part !== '');
		const end = tag.form === 'empty' ? ' />' : '>';
		return `<${tag.name}${kept.map((part) => ` ${part}`).join('')}${end}`;
	}

	#attribute(attribute: Attribute, tag: Tag, names: Names, isComponent: boolean): string {
		const { name, value, isCode, written } = attribute;
		if (name === '...' && /^\s*\/\*/.test(value ?? '')) return '';
		const [, bare = name] = /^(?::|v-bind:)([\w-]+)$/.exec(name) ?? [];
		if (bare === 'key' || bare === 'ref' || IDLE_PROPS[tag.name]?.test(bare)) return '';
		if (INTERACTIVE.test(name) && (isCode || !isComponent || !/^on[A-Z]/.test(name))) {
			if (/^(?:@|v-on:|v-model|on[A-Z])/.test(name)) this.idle.push(`"${name}" in <${tag.name}>`);
			return '';
		}
		if (bare === name && !isCode) return isComponent ? written : htmlSpelling(written, name);
		const result = evaluate(isCode ? (value ?? '') : entities(value ?? ''), names);
		if (name === '...') return result.ok ? (this.#spread(result.value, isComponent) ?? written) : this.#left(written);
		const key = isComponent ? bare.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) : bare;
		if (result.ok && isCode && isComponent && isLiteral(value ?? '')) return written;
		const given = result.ok ? classesOf(key, result.value, isCode) : undefined;
		const text = result.ok ? attributeText(key, given, isComponent) : undefined;
		return text ?? this.#left(written);
	}

	#left(written: string): string {
		this.left.push(written);
		return written;
	}

	#spread(value: unknown, isComponent: boolean): string | undefined {
		if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Code) return undefined;
		const parts = Object.entries(value).map(([name, item]) => attributeText(name, item, isComponent));
		return parts.includes(undefined) ? undefined : parts.filter(Boolean).join(' ');
	}

	/** Replaces `<style>{`…`}</style>` by the text itself. */
	#quoted(
		source: string,
		tag: Tag,
		{ inner, after, end }: { inner: string; after: string; end: number },
		names: Names,
	): { text: string; end: number } | undefined {
		const [, code] = /^\s*\{([\s\S]*)\}\s*$/.exec(inner) ?? [];
		const result = code === undefined ? undefined : evaluate(code, names);
		const open = this.#open(tag, names) ?? source.slice(tag.start, tag.end);
		if (result?.ok && typeof result.value === 'string') return { text: `${open}${result.value}${after}`, end };
		return { text: open + inner + after, end };
	}

	#picture({ attributes }: Tag, path: string, names: Names): string {
		const kept = attributes.filter(({ name }) => /^(?:className|class|style|id|width|height|alt)$/.test(name));
		const title = attributes.find(({ name }) => /^(?:title|aria-label)$/.test(name));
		const alt = title ? [{ ...title, name: 'alt', written: title.written.replace(title.name, 'alt') }] : [];
		const tag: Tag = { name: 'img', written: 'img', form: 'empty', attributes: [...kept, ...alt], start: -1, end: -1 };
		const open = this.#open(tag, names) ?? '<img />';
		const image = open.replace('<img', `<img src="${path}"`);
		return title || attributes.some(({ name }) => name === 'alt') ? image : image.replace(' />', ' alt="" />');
	}

	/** The output of a component function of the page, with the content between its tags inserted. */
	#function(source: string, tag: Tag, component: Closure, names: Names): { text: string; end: number } | undefined {
		const close = tag.form === 'open' ? closeOf(source, tag, this.#allowance) : undefined;
		if (tag.form === 'open' && !close) return undefined;
		const props = this.#props(tag, names);
		const result = props && call(component, [close ? { ...props, children: SLOT } : props]);
		const text = result?.ok ? shown(result.value) : undefined;
		const end = close?.end ?? tag.end;
		if (text === undefined) {
			this.left.push(source.slice(tag.start, tag.end));
			return undefined;
		}
		const inner = close ? this.text(source.slice(tag.end, close.start), names) : '';
		return { text: text.replaceAll(SLOT_MARK, () => inner), end };
	}

	#props({ attributes }: Tag, names: Names): Record<string, unknown> | undefined {
		const props: Record<string, unknown> = {};
		for (const { name, value, isCode } of attributes) {
			const result = isCode ? evaluate(value ?? '', names) : undefined;
			if (result && !result.ok) return undefined;
			if (name === '...') Object.assign(props, result?.value);
			else props[name] = isCode ? result?.value : value === undefined ? true : entities(value);
		}
		return props;
	}

	/** Keeps a partial, unless it computes with its props: then inserts its text. */
	#partial(source: string, tag: Tag, path: string, names: Names): { text: string; end: number } | undefined {
		if (tag.form === 'close') return undefined;
		const file = pathOf(path, this.#context);
		const isOurs =
			file !== undefined && isFile(file) && (this.#context.isMoved(path) || mayRead(file, this.#context.root));
		const text = isOurs ? readFileSync(file, 'utf8') : '';
		const uses = text.match(/\{[^{}\n]*\bprops\b[^{}\n]*\}|\{\s*children\s*\}/g) ?? [];
		const close = tag.form === 'open' ? closeOf(source, tag, this.#allowance) : undefined;
		const props = this.#props(tag, names);
		if (
			file === undefined ||
			!props ||
			(uses.every((use) => PATH.test(use.slice(1, -1)) && !/\bchildren\b/.test(use)) && !close)
		) {
			this.#kept.add(tag.name);
			return this.#element(source, tag, names);
		}
		const [, body] = splitFrontMatter(text);
		const context = { ...this.#context, source: file };
		const found = readNames(unwrapped(body), () => false, context);
		const given = new Map<string, unknown>([
			['props', { ...props, children: SLOT }],
			['children', SLOT],
		]);
		const pass = new Pass(unwrapped(body), { ...found, names: inside(given, found.names) }, context);
		const inner = close ? this.text(source.slice(tag.end, close.start), names) : '';
		const shownAs = pass.page().trim();
		return { text: shownAs.replaceAll(SLOT_MARK, () => inner), end: close?.end ?? tag.end };
	}

	/** Converts `<CodeBlock language="ts">` to a fence. */
	#fence(source: string, tag: Tag, names: Names): { text: string; end: number } | undefined {
		const close = tag.form === 'open' ? closeOf(source, tag, this.#allowance) : undefined;
		const end = close?.end ?? tag.end;
		const content = close ? source.slice(tag.end, close.start) : '';
		if (tag.form === 'open' && (!close || /^\s*(?:```|~~~|<)/m.test(content))) return undefined;
		const props = this.#props(tag, names);
		const inner = content.trim();
		const isCode = inner.startsWith('{') && inner.endsWith('}');
		const result = isCode ? evaluate(inner.slice(1, -1), names) : undefined;
		if (!props || (result && !result.ok) || (inner === '' && props.code === undefined)) {
			return { text: this.#left(source.slice(tag.start, end)), end };
		}
		const value = inner === '' ? wordsOf(props.code) : result?.ok ? wordsOf(result.value) : content;
		const lang =
			/language-(\S+)/.exec(wordsOf(props.className))?.[1] ?? (wordsOf(props.language) || wordsOf(props.lang));
		const words = [
			lang || 'text',
			/^(?:tsx?|typescript|jsx?|javascript)$/.test(lang) && 'nocheck="from a component"',
			wordsOf(props.metastring),
			props.showLineNumbers ? 'showLineNumbers' : '',
			typeof props.title === 'string' ? `title="${props.title.replaceAll('"', "'")}"` : '',
		];
		const code = dedented(value.replace(/^\s*\n|\s+$/g, ''));
		const before = source.slice(source.lastIndexOf('\n', tag.start - 1) + 1, tag.start);
		const pad = before.replace(/[^\s>]/g, ' ');
		const isOwnLine = before.trim() === '';
		const ticks = '`'.repeat(Math.max(3, ...(code.match(/`{3,}/g) ?? []).map((run) => run.length + 1)));
		const lines = [`${ticks}${words.filter(Boolean).join(' ')}`, ...code.split('\n'), ticks];
		const rest = source.slice(end);
		const text = lines.map((line, index) => (index === 0 || line === '' ? line : pad + line)).join('\n');
		return { text: `${isOwnLine ? '' : `\n\n${pad}`}${text}${/^[ \t]*(?:\n|$)/.test(rest) ? '' : `\n\n${pad}`}`, end };
	}
}

const LINK = '<a href="{href|to|url|link}"{? title="{title}"?}>{children|label|text|title}</a>';
/** Props of a link that don't show in its text. */
const OF_LINKS =
	/^(?:href|to|url|link|title|target|rel|id|class|className|style|icon|type|variant|kind|size|download)$/;

/** Whether a component has only a target and words. */
function isLink(given: Readonly<Record<string, string>>, { attributes, form }: Tag): boolean {
	const isNamed = form !== 'open' && ('label' in given || 'text' in given);
	return (
		['href', 'to', 'url', 'link'].some((name) => name in given) &&
		(form === 'open' || isNamed) &&
		attributes.every(({ name }) => OF_LINKS.test(name) || (isNamed && /^(?:label|text)$/.test(name)))
	);
}

/** Named slots as tabs. */
function withTabItems(text: string): string {
	return text.replace(
		/<Fragment\s+slot="([^"]*)"\s*>([\s\S]*?)<\/Fragment>/g,
		(_, name: string, inner: string) => `<TabItem label="${name}">${inner}</TabItem>`,
	);
}

/** Elements with text content only. */
function isQuoting({ name, form }: Tag): boolean {
	return form === 'open' && /^(?:style|script|title|textarea)$/.test(name);
}

/** An attribute without code, in HTML spelling. */
function htmlSpelling(written: string, name: string): string {
	const [, key] = /^(\S+?)=/.exec(attributeText(name, '', false) ?? '') ?? [];
	return key === undefined || key === name ? written : written.replace(name, key);
}

/** Node types of values that need no translation. */
const LITERALS = new Set(
	'Literal ArrayExpression ObjectExpression Property Identifier UnaryExpression ParenthesizedExpression'.split(' '),
);

/** Whether docsgen can read a value as written: it has no names and computes nothing. */
function isLiteral(source: string): boolean {
	if (!evaluate(source).ok) return false;
	const tree = JSON.stringify(parseExpression(source));
	const types = [...tree.matchAll(/"type":"(\w+)"/g)].map(([, type = '']) => type);
	return types.every((type) => LITERALS.has(type)) && !/"computed":true|"operator":"[^-]|"method":true/.test(tree);
}

/** A class of Vue as text: from a text, names with true values, or a list. */
function classesOf(name: string, value: unknown, isCode: boolean): unknown {
	if (name !== 'class' || isCode || typeof value !== 'object' || value === null) return value;
	return [value]
		.flat()
		.flatMap((one: unknown) =>
			typeof one === 'object' && one !== null ? Object.keys(one).filter((key) => Reflect.get(one, key)) : wordsOf(one),
		)
		.join(' ');
}

/** Items, keys and indexes for a loop. */
function itemsOf(value: unknown): unknown[][] | undefined {
	if (typeof value === 'number') return Array.from({ length: Math.min(value, 1000) }, (_, index) => [index + 1, index]);
	if (Array.isArray(value)) return value.map((item, index) => [item, index]);
	return typeof value === 'object' && value !== null && !(value instanceof Code)
		? Object.entries(value).map(([key, item], index) => [item, key, index])
		: undefined;
}

/** Removes the indentation that all lines share. */
function dedented(text: string): string {
	const depths = [...text.matchAll(/^[ \t]*(?=\S)/gm)].map(([spaces]) => spaces.length);
	return text.replace(new RegExp(`^[ \\t]{${Math.min(...depths, 100)}}`, 'gm'), '');
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes entities in attributes of Vue. */
function entities(text: string): string {
	return text.replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => NAMED[name] ?? whole);
}
