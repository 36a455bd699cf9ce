/** What expressions are made of besides data: functions, elements, components, and what is no data. */
import type { FunctionNode } from './script.ts';

/** A value, or that there is none. */
export type Known = { value: unknown } | { wrong: true };

/** What names stand for: undefined where one is not known. `set` gives a name that is there another value. */
export interface Names {
	(name: string): Known | undefined;
	set?(name: string, value: unknown): boolean;
}

/** A function of the author's. */
export class Closure {
	constructor(
		readonly node: FunctionNode,
		readonly names: Names,
		readonly host?: Host,
	) {}
}

/** A function of ours that an author may call. */
export class Native {
	constructor(readonly call: (...args: never[]) => unknown) {}
}

/** A component of the registry, by its name. */
export class Component {
	constructor(readonly name: string) {}
}

/** JSX of an HTML element or of a component that is not the page's own. */
export class Jsx {
	constructor(
		readonly name: string,
		readonly attributes: Record<string, unknown>,
		readonly children: unknown[],
	) {}
}

/** What is no data: something of a package, a call of it, an expression that would have to be executed. */
export class Code {
	/** Name, or the text of the source, shortened. */
	readonly text: string;

	/** `from` is the package it comes from, `args` what it was called with. */
	constructor(
		text: string,
		readonly from?: string,
		readonly args: unknown[] = [],
	) {
		this.text = text.length > 60 ? `${text.slice(0, 57)}...` : text;
	}
}

/**
 * How configuration is read, whose author has asked for it: what is beyond reading becomes a `Code` in its place and
 * everything around it is still read, values may be changed, and `globals` may be called.
 */
export interface Host {
	globals: Readonly<Record<string, unknown>>;
	/** The exports of a module. */
	load(name: string): unknown;
	/** `import.meta`. */
	meta: Readonly<Record<string, unknown>>;
}

/** Stands for what an author writes between the tags of a component. */
export const SLOT = Symbol('children');

export const text = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The words of a value as a reader sees them. */
export function wordsOf(value: unknown): string {
	// Elements are blocks more often than not.
	if (Array.isArray(value)) return value.map(wordsOf).join(value.some((item) => item instanceof Jsx) ? ' ' : '');
	if (value instanceof Jsx) return wordsOf(value.children);
	return typeof value === 'boolean' ? '' : text(value);
}
