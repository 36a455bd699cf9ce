/**
 * Capitalised tags: components of the registry, with their attributes as props. Children are written by whoever
 * walks on. What is unknown is an error that names what is known (nothing is executed, so there is no other way to
 * define a component).
 */
import { readAttributes } from './attributes.ts';
import { imageSource } from './images.ts';
import type { Tag } from './jsx.ts';
import { addLink } from './links.ts';
import type { Walk } from './walk.ts';

export function openComponent(walk: Walk, tag: Tag, inline: boolean): void {
	const name = registryName(walk, tag, inline);
	if (name === undefined) {
		if (tag.form === 'open') walk.forgive({ kind: 'component', name: tag.name });
		return;
	}
	const props = readProps(walk, tag);
	if (!inline && name === 'TabItem') walk.twin.block([`**${String(props.label ?? props.value ?? '')}**`]);
	if (tag.form === 'open') {
		const end = (): void => walk.html.close();
		if (!walk.open({ kind: 'component', name: tag.name, end }, tag.start)) return;
	}
	walk.facts.components.add(name);
	walk.html.open({ name, props, line: walk.scope.source.place(walk.offset(tag.start)).line });
	if (tag.form === 'empty') walk.html.close();
}

export function closeComponent(walk: Walk, tag: Tag): void {
	const closed = walk.close((open) => open.kind === 'component' && open.name === tag.name);
	if (!closed) walk.stray({ kind: 'component', name: tag.name }, tag.start);
}

/** The component's name in the registry. Reports what stands for none. */
function registryName(walk: Walk, { name, start, form }: Tag, inline: boolean): string | undefined {
	const known = walk.facts.options.components;
	const imported = walk.scope.imports.get(name);
	if (imported?.kind === 'component') return imported.name;
	if (imported?.kind === 'partial') {
		// On a line of its own it was included by the block pass.
		if (!inline && form === 'open') return undefined;
		const message = `The partial <${name}> must have a line of its own.`;
		walk.report(
			{ code: 'partial-inline', message, hint: 'Put blank lines around it.', length: name.length + 1 },
			start,
		);
		return undefined;
	}
	if (known.includes(name)) return name;
	const origin =
		imported?.kind === 'unknown' ? ` It is imported from "${imported.from}", but nothing is executed.` : '';
	walk.report(
		{
			code: 'unknown-component',
			message: `There is no component <${name}>.${origin}`,
			hint: walk.facts.suggestion(name, known, 'Write &lt; or use back-ticks if this is no component.'),
			notes: [known.length > 0 ? `Known components: ${known.join(', ')}.` : 'There are no components.'],
			length: name.length + 1,
		},
		start,
	);
	return undefined;
}

/** JSON values; addresses as they are known now: a link's gap, or the name that the output gives a file. */
function readProps(walk: Walk, tag: Tag): Record<string, unknown> {
	const props: [string, unknown][] = [];
	for (const { name, value, start } of readAttributes(walk, tag)) {
		if (name === 'key' || name === 'ref' || value === undefined) continue;
		if (typeof value !== 'string') props.push([name, value]);
		else if (name === 'href' || name === 'to') {
			const address = addLink(walk, value, walk.offset(start));
			if (address.kind === 'link') props.push([name, { link: address.index }]);
			else if (address.kind === 'asset') props.push([name, address.href]);
		} else if (name === 'src') {
			const image = imageSource(walk, value, walk.offset(start));
			if (image) props.push([name, image.src]);
		} else props.push([name, value]);
	}
	return Object.fromEntries(props);
}
