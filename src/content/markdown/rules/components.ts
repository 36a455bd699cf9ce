/**
 * Capitalized tags: components of the registry, with their attributes as props. `walk.ts` writes the children.
 * An unknown component is an error or, depending on the configuration, a box around its children. Pages cannot define
 * components, because nothing in them is executed.
 */
import { escapeText } from '../../model/html.ts';
import { isRecord, nearest } from '../../model/schema.ts';
import { readAttributes } from '../engine/attributes.ts';
import type { ParseFinding } from '../engine/facts.ts';
import type { JsxTag } from '../engine/jsx.ts';
import { foreignTag } from '../engine/notations.ts';
import type { OpenScope, PageWriter } from '../engine/walk.ts';
import { resolveAdmonition } from './admonitions.ts';
import { type ImageSource, imageSource, missingSize } from './images.ts';
import { addLink } from './links.ts';

export function openComponent(walk: PageWriter, tag: JsxTag, inline: boolean): void {
	const name = registryName(walk, tag, inline);
	if (name === undefined) openUnknown(walk, tag, inline);
	else openKnown(walk, tag, inline, name);
}

function openKnown(walk: PageWriter, tag: JsxTag, inline: boolean, name: string): void {
	const props = readProps(walk, tag, name);
	const [title = '', ...rest] = visibleWords(walk, name, props);
	const { href, to = href ?? '' } = props;
	const target = isRecord(to) ? Number(to.link) : { kind: 'url' as const, url: String(to) };
	if (title !== '') {
		walk.text.add(`${[title, ...rest].join(': ')} `);
		const shown = to ? [`**[${title}](`, target, ')**'] : [`**${title}**`];
		if (inline) walk.copy.replace(tag.start, tag.end, ...shown, ` ${rest.join(' ')}`);
		else for (const parts of [shown, ...rest.map((text) => [text])]) walk.copy.block(parts);
	} else if (to && tag.form === 'empty' && !inline) walk.copy.block(['<', target, '>']);
	checkProps(walk, tag, name, props);
	if (name === 'TabItem')
		walk.parent?.tabs?.push({ value: String(props.value ?? props.label ?? ''), isDefault: props.default === true });
	if (tag.form === 'open') {
		const tabs: NonNullable<OpenScope['tabs']> = [];
		const variants: OpenScope['variants'] = name === 'Variants' ? [] : undefined;
		// The fences inside it add their variants.
		if (variants) props.names = variants;
		const labels = labelsOf(props.values);
		const { source } = walk.scope;
		const at = walk.offset(tag.start);
		const end = (): void => {
			walk.html.close();
			const problems = name === 'Tabs' ? tabProblems(tabs, props) : [];
			if (variants?.length === 0) problems.push(NO_VARIANTS);
			for (const finding of problems) walk.facts.report(source, at, finding);
		};
		if (!walk.open({ kind: 'component', name: tag.name, end, tabs, labels, variants }, tag.start)) return;
	}
	walk.facts.components.add(name);
	walk.html.open({ name, props, line: walk.scope.source.place(walk.offset(tag.start)).line });
	if (tag.form === 'empty') walk.html.close();
}

/** Props that readers see, in that order. */
const VISIBLE = ['eyebrow', 'title', 'label', 'text', 'summary', 'tagline', 'lead', 'description', 'command', 'alt'];

/** The texts of a component besides its children, in the order in which readers see them. */
function visibleWords(walk: PageWriter, name: string, props: Record<string, unknown>): string[] {
	if (name === 'TabItem')
		return [String(props.label ?? walk.parent?.labels?.get(String(props.value)) ?? props.value ?? '')];
	return VISIBLE.flatMap((prop) => (typeof props[prop] === 'string' && props[prop] !== '' ? props[prop] : []));
}

/** Value → label of tabs, from the prop `values`. */
function labelsOf(values: unknown): Map<string, string> {
	const list: unknown[] = Array.isArray(values) ? values : [];
	return new Map(
		list.flatMap((item): [string, string][] =>
			isRecord(item) && item.label !== undefined ? [[String(item.value), String(item.label)]] : [],
		),
	);
}

/** Props of packaged components, to detect typos; a site's components may have any. */
const PROPS: Record<string, string[]> = {
	Action: ['label', 'href', 'primary'],
	Admonition: ['type', 'title', 'className'],
	Card: ['title', 'href', 'icon', 'note'],
	Chip: ['label', 'href', 'icon'],
	CodeBlock: ['title', 'language', 'metastring', 'showLineNumbers', 'className'],
	Step: ['title', 'text'],
	TabItem: ['value', 'label', 'default', 'className', 'attributes'],
	Variants: ['base', 'beat', 'label'],
	Tabs: ['groupId', 'syncKey', 'defaultValue', 'values', 'className', 'queryString', 'lazy', 'block'],
};

function checkProps(walk: PageWriter, tag: JsxTag, name: string, props: Record<string, unknown>): void {
	const { ownComponents = [] } = walk.facts.options;
	const known = ownComponents.includes(name) ? [] : (PROPS[name] ?? []);
	for (const prop of Object.keys(props)) {
		const near = known.includes(prop) ? undefined : nearest(prop, known);
		if (near === undefined) continue;
		const message = `<${tag.name}> has no prop "${prop}".`;
		const hint = `Did you mean "${near}"?`;
		walk.report({ severity: 'warning', code: 'unknown-prop', message, hint, length: tag.name.length + 1 }, tag.start);
	}
}

const NO_VARIANTS: ParseFinding = {
	severity: 'warning',
	code: 'no-variants',
	message: 'No sample in <Variants> has a variant.',
	hint: 'Name one in a fence of TypeScript: // @variant: Rename a field',
	length: 9,
};

/** Findings about contradictory tabs. */
function tabProblems(tabs: NonNullable<OpenScope['tabs']>, { defaultValue }: Record<string, unknown>): ParseFinding[] {
	const problems: ParseFinding[] = [];
	const report = (message: string, hint: string): unknown =>
		problems.push({ severity: 'warning', code: 'tabs', message, hint, length: 5 });
	const values = tabs.map(({ value }) => value);
	if (typeof defaultValue === 'string' && !values.includes(defaultValue))
		report(`No tab has the value "${defaultValue}" of defaultValue.`, `Values are ${values.join(', ')}.`);
	if (tabs.filter(({ isDefault }) => isDefault).length > 1)
		report('Two tabs are marked as default; the first is used.', 'Leave one "default".');
	const twice = values.find((value, index) => value !== '' && values.indexOf(value) !== index);
	if (twice !== undefined) report(`Two tabs have the value "${twice}".`, 'Give each tab a unique value.');
	return problems;
}

/** Writes the children of an unknown component, in a box that names the missing file. */
function openUnknown(walk: PageWriter, tag: JsxTag, inline: boolean): void {
	const reaction = walk.facts.options.severity?.['unknown-component'] ?? 'error';
	if (reaction === 'error' || walk.scope.partials.has(tag.name)) {
		if (tag.form === 'open') walk.forgive({ kind: 'component', name: tag.name });
		return;
	}
	walk.facts.components.add('unknown-component');
	const [outer, title] = inline ? ['span', 'span'] : ['div', 'p'];
	const says = `<code>&lt;${escapeText(tag.name)}&gt;</code> needs templates/components/${escapeText(tag.name)}.tsx`;
	const box = reaction === 'ignore' ? '' : `<${outer} class="unknown-component"><${title}>${says}</${title}>`;
	const end = (): void => walk.html.add(box === '' ? '' : `</${outer}>${inline ? '' : '\n'}`);
	if (tag.form === 'open' && !walk.open({ kind: 'component', name: tag.name, end }, tag.start)) return;
	walk.html.add(box);
	if (tag.form === 'empty') end();
}

export function closeComponent(walk: PageWriter, tag: JsxTag): void {
	const closed = walk.close((open) => open.kind === 'component' && open.name === tag.name);
	if (!closed) walk.stray({ kind: 'component', name: tag.name }, tag.start);
}

/** The component's name if it is in the registry; reports other tags. */
function registryName(walk: PageWriter, tag: JsxTag, inline: boolean): string | undefined {
	const { name, start, form } = tag;
	const length = name.length + 1;
	if (walk.scope.partials.has(name)) {
		// The block pass has already included it if it is on a separate line.
		const isInline = inline || form !== 'open';
		const message = isInline
			? `The partial <${name}> must be on its own line.`
			: `The partial <${name}> ignores its children.`;
		const hint = isInline ? 'Put blank lines around it.' : `Write <${name} />, and put the text below it.`;
		walk.report({ code: 'partial-inline', message, hint, length }, start);
		return undefined;
	}
	const known = walk.facts.options.components;
	if (known.includes(name)) return name;
	const near = nearest(name, known);
	const otherwise = `Write templates/components/${name}.tsx, set onUnknownComponents in the configuration, or write &lt; if this is not a component.`;
	walk.report(
		foreignTag(tag, walk.scope) ?? {
			code: 'unknown-component',
			message: `There is no component <${name}>.`,
			about: { name },
			hint: near === undefined ? otherwise : `Did you mean "${near}"?`,
			length,
		},
		start,
	);
	return undefined;
}

/** JSON values; URLs become the gap of a link, or the URL of a file in the output. */
function readProps(walk: PageWriter, tag: JsxTag, component: string): Record<string, unknown> {
	const props: [string, unknown][] = [];
	let image: ImageSource | undefined;
	for (const { name, value, start } of readAttributes(walk, tag)) {
		if (name === 'sources' && isRecord(value)) {
			const pictures = Object.entries(value).map(([mode, file]) => {
				const picture = imageSource(walk, String(file), walk.offset(start));
				image ??= picture;
				return [mode, picture?.src];
			});
			props.push([name, Object.fromEntries(pictures)]);
		} else if (typeof value !== 'string') props.push([name, value]);
		else if (name === 'href' || name === 'to') {
			const address = addLink(walk, value, walk.offset(start));
			if (address.kind === 'link') props.push([name, { link: address.index }]);
			// As `writeHref` for links in the text; an own `rel` comes later, or is already there.
			const isBeside = address.kind === 'link' && address.leads === 'beside';
			if (isBeside && !props.some(([prop]) => prop === 'rel')) props.push(['rel', 'external']);
			else if (address.kind === 'asset') props.push([name, address.href]);
		} else if ((name === 'src' && !/\.html?$/.test(value)) || (name === 'img' && component === 'Image')) {
			// `img` is the name of the prop in Docusaurus's ideal-image plugin.
			image = imageSource(walk, value, walk.offset(start));
			if (image) props.push(['src', image.src]);
		} else props.push([name, value]);
	}
	const written = Object.fromEntries(props);
	if (component === 'Admonition') return resolveAdmonition(walk, written, tag.start);
	const isPicture = component === 'Image' || component === 'ThemedImage';
	return isPicture && image ? { ...written, ...missingSize(image, written) } : written;
}
