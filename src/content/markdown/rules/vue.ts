/**
 * Directives of Vue, as far as they are about data of the page: `v-if`, `v-else`, `v-for`, `v-text`, `v-html` and bound
 * attributes. What would have to be executed is a finding, and the element is shown once with what it holds.
 */
import type { Read } from '../engine/attributes.ts';
import { decodeEntities } from '../engine/entities.ts';
import { bound, evaluate, type Result } from '../engine/evaluate.ts';
import type { Imported } from '../engine/facts.ts';
import { Tag } from '../engine/jsx.ts';
import type { Pattern } from '../engine/script.ts';
import { parseExpression } from '../engine/script.ts';
import { wordsOf } from '../engine/value.ts';
import type { Walk } from '../engine/walk.ts';

const CONDITION = /^v-(?:if|else-if|else|for)$/;
const CONTENT = /^v-(?:text|html)$/;

/** Whether what is between the tags of an element is no Markdown, but for Vue to fill. */
export function isFilled({ attributes }: Tag): boolean {
	return attributes.some(({ name }) => CONDITION.test(name) || CONTENT.test(name));
}

/** Whether the condition before was met, for `v-else`; undefined where that is not known. */
const chains = new WeakMap<Walk, boolean | undefined>();

/** Writes an element as often as its directives say: once, if there are none or none that can be read. */
export function repeated(walk: Walk, tag: Tag, write: (tag: Tag) => void): void {
	const given = new Map(tag.attributes.map((attribute) => [attribute.name, attribute]));
	const left = tag.attributes.filter(({ name }) => !CONDITION.test(name));
	const plain = new Tag(tag.name, tag.form, left, tag.start, tag.end);
	const source = (name: string): string | undefined => {
		const value = given.get(name)?.value;
		return value?.kind === 'string' ? decodeEntities(value.raw) : undefined;
	};
	const loop = /^\s*(?:\(([\s\S]*)\)|([\s\S]*?))\s+(?:in|of)\s+([\s\S]+)$/.exec(source('v-for') ?? '');
	const condition = source('v-if') ?? source('v-else-if');
	if (given.has('v-else') || given.has('v-else-if')) {
		const before = chains.get(walk);
		if (before === true) return;
		if (before === undefined) {
			unknown(walk, tag, plain, write);
			return;
		}
	}
	if (condition !== undefined) {
		const result = valueIn(walk, condition);
		const isMet = result.ok ? Boolean(result.value) : undefined;
		chains.set(walk, isMet);
		if (isMet === undefined) unknown(walk, tag, plain, write);
		if (!isMet) return;
	}
	if (!given.has('v-for')) {
		write(plain);
		return;
	}
	const [, several, one, over = ''] = loop ?? [];
	const list = valueIn(walk, over);
	const items = list.ok ? itemsOf(list.value) : undefined;
	const pattern = items && parseExpression(`([${several ?? one}]) => 0`);
	if (!items || pattern?.type !== 'ArrowFunctionExpression') {
		unknown(walk, tag, plain, write);
		return;
	}
	for (const item of items)
		within(walk, bound(pattern.params[0] as Pattern, item, walk.scope.names), () => write(plain));
}

/** Values and keys, as a loop takes them. */
function itemsOf(value: unknown): unknown[][] | undefined {
	if (typeof value === 'number') return Array.from({ length: Math.min(value, 1000) }, (_, index) => [index + 1, index]);
	if (Array.isArray(value)) return value.map((item, index) => [item, index]);
	return typeof value === 'object' && value !== null
		? Object.entries(value).map(([key, item], index) => [item, key, index])
		: undefined;
}

function within(walk: Walk, names: Map<string, unknown>, work: () => void): void {
	const { imports } = walk.scope;
	const before = [...names.keys()].map((name): [string, Imported | undefined] => [name, imports.get(name)]);
	for (const [name, value] of names) imports.set(name, { kind: 'value', value });
	work();
	for (const [name, imported] of before)
		if (imported) imports.set(name, imported);
		else imports.delete(name);
}

/** An element whose directives are a program: it is shown once, and said. */
function unknown(walk: Walk, tag: Tag, plain: Tag, write: (tag: Tag) => void): void {
	for (const { name, start } of tag.attributes) if (CONDITION.test(name)) report(walk, tag, name, start);
	write(plain);
}

function report(walk: Walk, tag: Tag, name: string, start: number): void {
	walk.report(
		{
			code: 'expression',
			message: `"${name}" in <${tag.name}> would have to be executed.`,
			hint: 'Write what is to be shown, or set onExpressions in the configuration.',
			length: name.length,
		},
		start,
	);
}

/** Something that only works where an author's scripts run. */
export function reportIdle(walk: Walk, tag: Tag, { name, start }: Read): void {
	walk.report(
		{
			severity: 'info',
			code: 'interactive',
			message: `"${name}" in <${tag.name}> does nothing: no script of a page is run.`,
			hint: 'Write a component with a script in templates/components, or remove it.',
			length: name.length,
		},
		start,
	);
}

function valueIn(walk: Walk, source: string): Result {
	return evaluate(source, walk.scope.names);
}

/** What `v-text` and `v-html` put between the tags of an element. */
export function ownContent(walk: Walk, { attributes }: Tag): { text: unknown } | { html: string } | undefined {
	const found = attributes.find(({ name }) => CONTENT.test(name));
	const result = found?.value.kind === 'string' ? valueIn(walk, found.value.raw) : undefined;
	if (!found || !result?.ok) return undefined;
	return found.name === 'v-text' ? { text: result.value } : { html: wordsOf(result.value) };
}

/** A prop of a component: a bound one with its value, whatever that is; undefined for what is for scripts alone. */
export function propFromVue(walk: Walk, tag: Tag, read: Read): Read | undefined {
	const { name, value, start } = read;
	if (!/^(?:v-|[:@#])/.test(name)) return read;
	if (/^(?:@|v-on:|v-model)/.test(name)) reportIdle(walk, tag, read);
	const [, bound] = /^(?::|v-bind:)([\w-]+)$/.exec(name) ?? [];
	if (bound === undefined || bound === 'key' || typeof value !== 'string') return undefined;
	const result = valueIn(walk, value);
	if (!result.ok) report(walk, tag, name, start);
	else
		return { name: bound.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), value: result.value, start };
	return undefined;
}

/** An attribute as HTML has it: the same if it is none of Vue's, undefined where it is for scripts alone. */
export function fromVue(walk: Walk, tag: Tag, read: Read): Read | undefined {
	const { name, value, start } = read;
	if (!/^(?:v-|[:@#])/.test(name)) return read;
	const known = typeof value === 'string' && (/^(?::|v-bind:)[a-z-]+$/.test(name) || CONTENT.test(name));
	const result = known ? valueIn(walk, value) : undefined;
	if (/^(?:@|v-on:|v-model)/.test(name)) reportIdle(walk, tag, read);
	const isTelling = CONDITION.test(name) || CONTENT.test(name) || /:(?:src|href)$/.test(name);
	if (isTelling && !result?.ok) report(walk, tag, name, start);
	const isText = result?.ok && ['string', 'number', 'boolean'].includes(typeof result.value);
	return isText && !CONTENT.test(name) && result.value !== false
		? { name: name.replace(/^(?:v-bind)?:/, ''), value: result.value, start }
		: undefined;
}
