/** Writes values in docsgen's syntax: text, attributes, elements. */

import { isRecord } from './docsgen.ts';
import { call } from './evaluate.ts';
import { attributeName, styleText, VOID } from './jsx-names.ts';
import { FRAMES } from './packages.ts';
import { literal } from './print.ts';
import { Closure, Code, Component, Jsx, Native, SLOT, wordsOf } from './value.ts';

/** A value as shown on a page; undefined if it cannot be shown. `SLOT_MARK` marks the place of children. */
export function shown(value: unknown): string | undefined {
	if (value === SLOT) return SLOT_MARK;
	if (value === null || typeof value === 'boolean' || value === undefined) return '';
	if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
	if (Array.isArray(value)) return joined(value);
	if (value instanceof Jsx) return element(value);
	if (value instanceof Closure) {
		const result = call(value, []);
		return result.ok ? shown(result.value) : undefined;
	}
	return undefined;
}

/** Marks the place of a component's children in its output. */
export const SLOT_MARK = '\u0001';

function joined(values: readonly unknown[]): string | undefined {
	const parts = values.map(shown);
	return parts.includes(undefined) ? undefined : parts.join('');
}

function element({ name, attributes, children }: Jsx): string | undefined {
	const { children: given, ...rest } = attributes;
	const inner = joined(children.length > 0 ? children : [given].flat());
	if (FRAMES.has(name) || inner === undefined) return inner;
	const written = Object.entries(rest).map(([key, value]) =>
		/^on[A-Z]/.test(key) || key === 'key' || key === 'ref' ? '' : attributeText(key, value, /^[A-Z]/.test(name)),
	);
	if (written.includes(undefined)) return undefined;
	const head = `<${name}${written.map((text) => (text === '' ? '' : ` ${text}`)).join('')}`;
	return inner === '' && (VOID.has(name) || /^[A-Z]/.test(name)) ? `${head} />` : `${head}>${inner}</${name}>`;
}

/** Text with Markdown syntax escaped. */
export function escaped(text: string): string {
	return text
		.replace(/&(?=#?\w+;)/g, '&amp;')
		.replace(/[\\`*_[\]{}~$^=]/g, '\\$&')
		.replaceAll('<', '&lt;')
		.replace(/\n/g, ' ');
}

/** An attribute; empty if it has no effect, undefined if its value cannot be written. */
export function attributeText(name: string, value: unknown, isComponent: boolean): string | undefined {
	const key = isComponent ? name : attributeName(name);
	if (value === undefined || value === null) return isComponent && value === null ? `${key}={null}` : '';
	if (value === true) return isComponent ? key : `${key}${/^(?:aria-|data-)/.test(key) ? '="true"' : ''}`;
	if (value === false) return isComponent ? `${key}={false}` : /^(?:aria-|data-)/.test(key) ? `${key}="false"` : '';
	if (key === 'style' && isRecord(value)) return `style="${styleText(value).replaceAll('"', '&quot;')}"`;
	if (typeof value === 'string' || (typeof value === 'number' && !isComponent))
		return `${key}="${String(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
	const plain = data(value);
	if (!isComponent || plain === NONE) return undefined;
	const text = literal(plain);
	return `${key}={${text.includes('\n') ? JSON.stringify(plain) : text}}`;
}

const NONE = Symbol('no data');

/** A value as pure data, with elements as text; `NONE` if it contains anything else. */
function data(value: unknown): unknown {
	if (value instanceof Jsx) return wordsOf(value);
	const isCode = [Closure, Native, Code, Component].some((kind) => value instanceof kind);
	if (isCode || typeof value === 'function' || typeof value === 'symbol') return NONE;
	if (Array.isArray(value)) {
		if (value.some((item) => item instanceof Jsx)) return wordsOf(value);
		const items = value.map(data);
		return items.includes(NONE) ? NONE : items;
	}
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, item]) => [key, data(item)] as const);
	if (entries.some(([, item]) => item === NONE)) return NONE;
	return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}
