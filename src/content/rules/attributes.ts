/**
 * The attributes of one tag, read: strings with entities decoded, expressions as data. What has no value without
 * being executed is reported and left out.
 */

import { decodeEntities } from './entities.ts';
import type { Attribute, Tag } from './jsx.ts';
import { readLiteral } from './literal.ts';
import type { Walk } from './walk.ts';

export interface Read {
	name: string;
	/** A flag is `true`. */
	value: unknown;
	/** Offset of the value, or of the name where there is none. */
	start: number;
}

/** Attributes of `tag` in order; a repeated name keeps its first value, as in HTML. */
export function readAttributes(walk: Walk, tag: Tag): Read[] {
	const result: Read[] = [];
	const seen = new Set<string>();
	for (const attribute of tag.attributes) {
		if (seen.has(attribute.name)) continue;
		seen.add(attribute.name);
		const read = attribute.name === '...' ? spread(walk, tag, attribute) : [readOne(walk, tag, attribute)];
		for (const one of read) if (one) result.push(one);
	}
	return result;
}

function readOne(walk: Walk, tag: Tag, { name, start, value }: Attribute): Read | undefined {
	if (value.kind === 'flag') return { name, value: true, start };
	if (value.kind === 'string') return { name, value: decodeEntities(value.raw), start: value.start };
	const literal = expression(walk, tag, name, value);
	return literal && { name, value: literal.value, start: value.start };
}

function expression(
	walk: Walk,
	tag: Tag,
	name: string,
	{ source, start }: { source: string; start: number },
): { value: unknown } | undefined {
	const literal = readLiteral(source, (word) => {
		const imported = walk.scope.imports.get(word);
		return imported?.kind === 'file' ? imported.path : undefined;
	});
	if (literal.ok) return literal;
	const what = name === '...' ? 'A spread' : `The value of "${name}"`;
	walk.report(
		{
			code: 'expression',
			message: `${what} in <${tag.name}> is no plain value: ${literal.message}.`,
			hint: 'Write a string, number, boolean, list or object.',
		},
		start + literal.offset,
	);
	return undefined;
}

/** What the reader of tags would have taken for a name; names in an object may be anything. */
const NAME = /^[^\s"'<>/=`{}]+$/;

/** `{...{ a: 1 }}` is as good as `a={1}`. */
function spread(walk: Walk, tag: Tag, { start, value }: Attribute): Read[] {
	if (value.kind !== 'expression') return [];
	const literal = expression(walk, tag, '...', {
		source: value.source.replace(/^\s*\.\.\./, (dots) => ' '.repeat(dots.length)),
		start: value.start,
	});
	const object = literal?.value;
	if (typeof object !== 'object' || object === null || Array.isArray(object)) return [];
	return Object.entries(object).flatMap(([name, item]) => {
		if (NAME.test(name)) return [{ name, value: item, start }];
		const message = `"${name}" in <${tag.name}> is no name for an attribute.`;
		walk.report({ code: 'expression', message, hint: 'Write attributes one by one.' }, start);
		return [];
	});
}
