/** Reads the attributes of a tag: decoded strings and literals. Others are reported and left out. */

import { foreign, foreignAttribute } from './foreign.ts';
import type { Attribute, Tag } from './jsx.ts';
import { readValue } from './literal.ts';
import { decodeEntities } from './text.ts';
import type { Walk } from './walk.ts';

export interface Read {
	name: string;
	/** A flag is `true`. */
	value: unknown;
	/** Offset of the value, or of the name if it has no value. */
	start: number;
}

/** Attributes of `tag` in order; the first value of a repeated name wins, as in HTML. */
export function readAttributes(walk: Walk, tag: Tag): Read[] {
	const result: Read[] = [];
	const seen = new Set<string>();
	for (const attribute of tag.attributes) {
		if (attribute.name !== '...' && seen.has(attribute.name)) {
			reportRepeated(walk, tag, attribute);
			continue;
		}
		seen.add(attribute.name);
		const read = readOne(walk, tag, attribute);
		if (read) result.push(read);
	}
	return result;
}

/** Reports a repeated attribute, possibly in another spelling. */
export function reportRepeated(walk: Walk, tag: Tag, { name, start }: Pick<Attribute, 'name' | 'start'>): void {
	const message = `<${tag.name}> has "${name}" twice; the first one counts.`;
	const hint = 'Remove one of them.';
	walk.report({ code: 'repeated-attribute', severity: 'warning', message, hint }, start);
}

function readOne(walk: Walk, tag: Tag, { name, start, value }: Attribute): Read | undefined {
	const tool = foreignAttribute(name, tag);
	const { source } = walk.scope;
	if (tool !== undefined) {
		const what = name === '...' ? 'A spread' : `"${name}"`;
		walk.report(foreign(source.path, `${what} in <${tag.name}>`, tool, name.length), start);
		return undefined;
	}
	if (value.kind === 'flag') return { name, value: true, start };
	if (value.kind === 'string') return { name, value: decodeEntities(value.raw), start: value.start };
	const known = readValue(value.source, walk.scope.known);
	const isPlain = tag.isComponent || typeof known?.value !== 'object' || known.value === null;
	if (known && isPlain) return { name, value: known.value, start: value.start };
	// Event handlers are refused with a more specific message when attributes are written.
	const isRefused = /^on[A-Z]/.test(name) && !tag.isComponent && !walk.facts.options.allowScripts;
	if (isRefused) return { name, value: '', start: value.start };
	walk.report(
		{
			code: 'expression',
			message: `The value of "${name}" in <${tag.name}> is not a literal: docsgen evaluates no code in a page.`,
			hint: `Write a string, number, boolean${tag.isComponent ? ', list or object' : ''}; docsgen migrate --pages ${source.path} translates what other tools read.`,
		},
		value.start,
	);
	return undefined;
}
