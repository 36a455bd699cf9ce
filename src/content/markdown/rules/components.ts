/**
 * Capitalized tags: components of the registry, with their attributes as props. `walk.ts` writes the children.
 * An unknown component is an error or, depending on the configuration, a box around its children. Pages cannot define
 * components, because nothing in them is executed.
 */
import { type ComponentManifest, misfit, seenProps } from '../../model/component.ts';
import { escapeText } from '../../model/html.ts';
import { isRecord, nearest } from '../../model/schema.ts';
import { type ReadAttribute, readAttributes } from '../engine/attributes.ts';
import type { ParseFinding } from '../engine/facts.ts';
import type { JsxTag } from '../engine/jsx.ts';
import { foreignTag } from '../engine/notations.ts';
import { shortened } from '../engine/text.ts';
import { type OpenScope, PARTIAL, type PageWriter } from '../engine/walk.ts';
import { resolveAdmonition } from './admonitions.ts';
import { type ImageSource, imageSource, missingSize } from './images.ts';
import { addLink } from './links.ts';

export function openComponent(walk: PageWriter, tag: JsxTag, inline: boolean): void {
	const name = registryName(walk, tag, inline);
	if (name === undefined) openUnknown(walk, tag, inline);
	else openKnown(walk, tag, inline, name);
}

function openKnown(walk: PageWriter, tag: JsxTag, inline: boolean, name: string): void {
	const read = readAttributes(walk, tag);
	const manifest = walk.facts.options.manifests?.[name];
	if (manifest) {
		checkProps(walk, tag, manifest, read);
		checkPlace(walk, tag, manifest);
	}
	const props = readProps(walk, tag, name, read);
	const [title = '', ...rest] = visibleWords(walk, name, props, manifest);
	const { href, to = href ?? '' } = props;
	const target = isRecord(to) ? Number(to.link) : { kind: 'url' as const, url: String(to) };
	if (title !== '') {
		walk.text.add(`${[title, ...rest].join(': ')} `);
		const shown = to ? [`**[${title}](`, target, ')**'] : [`**${title}**`];
		if (inline) walk.copy.replace(tag.start, tag.end, ...shown, ` ${rest.join(' ')}`);
		else for (const parts of [shown, ...rest.map((text) => [text])]) walk.copy.block(parts);
	} else if (to && tag.form === 'empty' && !inline) walk.copy.block(['<', target, '>']);
	walk.whole?.contents?.add(name);
	const { holds } = manifest ?? {};
	// An attribute that can't be read is reported itself, and may be meant to hold them.
	const isRead = read.length === tag.attributes.length;
	if (holds && isRead && tag.form === 'empty') reportContents(walk, tag, holds, walk.offset(tag.start));
	if (name === 'TabItem')
		walk.whole?.tabs?.push({ value: String(props.value ?? props.label ?? ''), isDefault: props.default === true });
	if (tag.form === 'open') {
		const tabs: NonNullable<OpenScope['tabs']> = [];
		const variants: OpenScope['variants'] = name === 'Variants' ? [] : undefined;
		// The fences inside it add their variants.
		if (variants) props.names = variants;
		const labels = labelsOf(props.values);
		const { source } = walk.scope;
		const at = walk.offset(tag.start);
		const contents = new Set<string>();
		const end = (isClosed: boolean): void => {
			walk.html.close();
			if (holds && isRead && isClosed && ![...holds, UNKNOWN].some((one) => contents.has(one)))
				reportContents(walk, tag, holds, at);
			const problems = name === 'Tabs' ? tabProblems(tabs, props) : [];
			if (variants?.length === 0) problems.push(NO_VARIANTS);
			for (const finding of problems) walk.facts.report(source, at, finding);
		};
		if (!walk.open({ kind: 'component', name: tag.name, end, tabs, labels, variants, contents }, tag.start)) return;
	}
	walk.facts.components.add(name);
	walk.html.open({ name, props, line: walk.scope.source.place(walk.offset(tag.start)).line });
	if (tag.form === 'empty') walk.html.close();
}

/** The texts of a component besides its children, in the order in which readers see them. */
function visibleWords(
	walk: PageWriter,
	name: string,
	props: Record<string, unknown>,
	manifest?: ComponentManifest,
): string[] {
	if (name === 'TabItem')
		return [String(props.label ?? walk.whole?.labels?.get(String(props.value)) ?? props.value ?? '')];
	return (seenProps(manifest) ?? LIKELY_WORDS).flatMap((prop) =>
		typeof props[prop] === 'string' && props[prop] !== '' ? props[prop] : [],
	);
}

/** Props that readers see in components that say nothing of theirs, in that order. */
const LIKELY_WORDS = [
	'eyebrow',
	'title',
	'label',
	'text',
	'summary',
	'tagline',
	'lead',
	'description',
	'command',
	'alt',
];

/** Value → label of tabs, from the prop `values`. */
function labelsOf(values: unknown): Map<string, string> {
	const list: unknown[] = Array.isArray(values) ? values : [];
	return new Map(
		list.flatMap((item): [string, string][] =>
			isRecord(item) && item.label !== undefined ? [[String(item.value), String(item.label)]] : [],
		),
	);
}

/** Reports props and values that the component cannot use, and what it lacks. */
function checkProps(
	walk: PageWriter,
	tag: JsxTag,
	{ props, needs = [] }: ComponentManifest,
	read: readonly ReadAttribute[],
): void {
	const report = (code: string, message: string, hint: string, at: Pick<JsxTag, 'name' | 'start'> = tag): void =>
		walk.report({ severity: 'warning', code, message, hint, length: at.name.length + (at === tag ? 1 : 0) }, at.start);
	for (const { name, value } of read) {
		const at = tag.attributes.find((attribute) => attribute.name === name);
		const rule = Object.hasOwn(props, name) ? props[name] : undefined;
		if (rule === undefined) {
			const known = Object.keys(props);
			const near = nearest(name, known);
			const all = `Remove it${known.length === 0 ? ': the component has none' : `, or use one of ${known.join(', ')}`}.`;
			report(
				'unknown-prop',
				`<${tag.name}> has no prop "${name}".`,
				near === undefined ? all : `Did you mean "${near}"?`,
				at,
			);
			continue;
		}
		const instead = misfit(name, rule, value);
		if (instead === undefined) continue;
		const near = Array.isArray(rule) ? nearest(String(value), rule) : undefined;
		const what = value === true ? `"${name}" without a value` : `The value of "${name}"`;
		const shown = typeof value === 'string' ? `: "${shortened(value, 40)}"` : '';
		const message = `${what} means nothing to <${tag.name}>${shown}.`;
		report('prop-value', message, near === undefined ? instead : `Did you mean "${near}"?`, at);
	}
	const missing = needs.find((name) => !tag.attributes.some((attribute) => attribute.name === name));
	if (missing !== undefined)
		report('prop-value', `<${tag.name}> shows nothing without "${missing}".`, `Write <${tag.name} ${missing}="…">.`);
}

/** Reports a component that has nothing of what it shows between its tags. */
function reportContents(walk: PageWriter, { name }: JsxTag, holds: readonly string[], offset: number): void {
	const parts = holds.map((one) => (one === 'list' ? 'a list' : `<${one}>`)).join(' or ');
	walk.facts.report(walk.scope.source, offset, {
		severity: 'warning',
		code: 'component-content',
		message: `<${name}> has no ${parts.replace(/^a /, '')} between its tags, so it has nothing to arrange.`,
		hint: `Write ${parts} in it, with blank lines around, or remove the tags.`,
		length: name.length + 1,
	});
}

/** Reports a part of another component that is outside of it. Partials and own components may be shown in one. */
function checkPlace(walk: PageWriter, tag: JsxTag, { within }: ComponentManifest): void {
	if (within === undefined) return;
	const { manifests = {} } = walk.facts.options;
	const fits = ({ kind, name }: OpenScope): boolean =>
		name === PARTIAL || (kind === 'component' && (name === within || !Object.hasOwn(manifests, name)));
	if (walk.isWithin(fits)) return;
	walk.report(
		{
			severity: 'warning',
			code: 'component-content',
			message: `<${tag.name}> is not in <${within}>, so readers see only what's in it.`,
			hint: `Write it between <${within}> and </${within}>.`,
			length: tag.name.length + 1,
		},
		tag.start,
	);
}

/** A tag that is reported itself, and may be meant as one that its parent needs. */
const UNKNOWN = 'unknown-component';

const NO_VARIANTS: ParseFinding = {
	severity: 'warning',
	code: 'no-variants',
	message: 'No fence in <Variants> has a variant.',
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
	if (values.includes('')) report('A tab has no label, so readers see an empty one.', 'Write <TabItem label="…">.');
	const twice = values.find((value, index) => value !== '' && values.indexOf(value) !== index);
	if (twice !== undefined) report(`Two tabs have the value "${twice}".`, 'Give each tab a unique value.');
	return problems;
}

/** Writes the children of an unknown component, in a box that names the missing file if the site isn't published. */
function openUnknown(walk: PageWriter, tag: JsxTag, inline: boolean): void {
	const reaction = walk.facts.options.severity?.['unknown-component'] ?? 'error';
	walk.whole?.contents?.add(UNKNOWN);
	if (reaction === 'error' || walk.scope.partials.has(tag.name)) {
		if (tag.form === 'open') walk.forgive({ kind: 'component', name: tag.name });
		return;
	}
	if (!walk.facts.options.unboxed) walk.facts.components.add('unknown-component');
	const [outer, title] = inline ? ['span', 'span'] : ['div', 'p'];
	const says = `<code>&lt;${escapeText(tag.name)}&gt;</code> needs templates/components/${escapeText(tag.name)}.tsx`;
	const box =
		reaction === 'ignore' || walk.facts.options.unboxed
			? ''
			: `<${outer} class="unknown-component"><${title}>${says}</${title}>`;
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
	const near = componentLike(name, known);
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

/** A part of a component has its name in front: `Tab` is `TabItem`, and not `Tabs`, the component around it. */
function componentLike(name: string, known: readonly string[]): string | undefined {
	const parts = known.filter((one) => one.startsWith(name) && /^[A-Z]/.test(one.slice(name.length)));
	return parts.length === 1
		? parts[0]
		: nearest(
				name,
				known.filter((one) => one !== `${name}s`),
			);
}

/** JSON values; URLs become the gap of a link, or the URL of a file in the output. */
function readProps(
	walk: PageWriter,
	tag: JsxTag,
	component: string,
	read: readonly ReadAttribute[],
): Record<string, unknown> {
	const props: [string, unknown][] = [];
	let image: ImageSource | undefined;
	for (const { name, value, start } of read) {
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
