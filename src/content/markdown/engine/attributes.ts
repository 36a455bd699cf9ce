/**
 * The attributes of one tag, read: strings with entities decoded, expressions as data. What has no value without
 * being executed is reported and left out.
 */

import { decodeEntities } from './entities.ts';
import { evaluate } from './evaluate.ts';
import type { Attribute, Tag } from './jsx.ts';
import { Closure, Jsx, Native, wordsOf } from './value.ts';
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
		if (attribute.name !== '...' && seen.has(attribute.name)) {
			reportRepeated(walk, tag, attribute);
			continue;
		}
		seen.add(attribute.name);
		const read = attribute.name === '...' ? spread(walk, tag, attribute) : [readOne(walk, tag, attribute)];
		for (const one of read) if (one) result.push(one);
	}
	return result;
}

/** An attribute that has been given before, maybe in another spelling. */
export function reportRepeated(walk: Walk, tag: Tag, { name, start }: Pick<Attribute, 'name' | 'start'>): void {
	const message = `<${tag.name}> has "${name}" twice; the first one counts.`;
	const hint = 'Remove one of them.';
	walk.report({ code: 'repeated-attribute', severity: 'warning', message, hint }, start);
}

function readOne(walk: Walk, tag: Tag, { name, start, value }: Attribute): Read | undefined {
	if (value.kind === 'flag') return { name, value: true, start };
	if (value.kind === 'string') return { name, value: decodeEntities(value.raw), start: value.start };
	const known = value.kind === 'value' ? value : expression(walk, tag, name, value);
	return known && { name, value: plain(known.value), start: value.start };
}

function expression(
	walk: Walk,
	tag: Tag,
	name: string,
	{ source, start }: { source: string; start: number },
): { value: unknown } | undefined {
	const result = evaluate(source, walk.scope.names);
	// Handlers are refused where attributes are written, with a reason of their own.
	if (result.ok && (/^on[A-Z]/.test(name) || !isFunction(result.value))) return result;
	const problem = result.ok ? { message: 'a function would have to be executed', offset: 0 } : result;
	const what = name === '...' ? 'A spread' : `The value of "${name}"`;
	walk.report(
		{
			code: 'expression',
			message: `${what} in <${tag.name}> is no plain value: ${problem.message}.`,
			hint: 'Write a string, number, boolean, list or object, or set onExpressions in the configuration.',
		},
		start + problem.offset,
	);
	return undefined;
}

function isFunction(value: unknown): boolean {
	return value instanceof Closure || value instanceof Native;
}

/** Attributes are data: of elements in them the words are left. */
function plain(value: unknown): unknown {
	if (isFunction(value)) return '';
	if (value instanceof Jsx || (Array.isArray(value) && value.some((item) => item instanceof Jsx)))
		return wordsOf(value);
	return value;
}

/** What the reader of tags would have taken for a name; names in an object may be anything. */
const NAME = /^[^\s"'<>/=`{}]+$/;

/** `{...{ a: 1 }}` is as good as `a={1}`. */
function spread(walk: Walk, tag: Tag, { start, value }: Attribute): Read[] {
	if (value.kind !== 'expression') return [];
	const spread = expression(walk, tag, '...', {
		source: value.source.replace(/^\s*\.\.\./, (dots) => ' '.repeat(dots.length)),
		start: value.start,
	});
	const object = spread?.value;
	if (typeof object !== 'object' || object === null || Array.isArray(object)) return [];
	return Object.entries(object).flatMap(([name, item]) => {
		if (NAME.test(name)) return [{ name, value: item, start }];
		const message = `"${name}" in <${tag.name}> is no name for an attribute.`;
		walk.report({ code: 'expression', message, hint: 'Write attributes one by one.' }, start);
		return [];
	});
}
