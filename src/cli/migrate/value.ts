/** Values of expressions besides data: functions, elements, components, and unknown code. */
import type { FunctionNode } from './docsgen.ts';

/** A value, or that it cannot be evaluated. */
export type Known = { value: unknown } | { wrong: true };

/** Resolves names; undefined for unknown ones. `set` changes the value of an existing name. */
export interface Names {
	(name: string): Known | undefined;
	set?(name: string, value: unknown): boolean;
}

/** A function of the author. */
export class Closure {
	constructor(
		readonly node: FunctionNode,
		readonly names: Names,
		readonly host?: Host,
	) {}
}

/** A built-in function that an author may call. */
export class Native {
	constructor(readonly call: (...args: never[]) => unknown) {}
}

/** A component of the registry, by name. */
export class Component {
	constructor(readonly name: string) {}
}

/** JSX of an HTML element, or of a component from outside the page. */
export class Jsx {
	constructor(
		readonly name: string,
		readonly attributes: Record<string, unknown>,
		readonly children: unknown[],
		/** The module of a component from outside the page. */
		readonly from?: string,
	) {}
}

/** An unknown value: something from a package, a call of it, or an expression that would have to be executed. */
export class Code {
	/** A name, or the text of the source, shortened. */
	readonly text: string;

	/** `from`: the package it was imported from; `args`: the arguments of the call. */
	constructor(
		text: string,
		readonly from?: string,
		readonly args: unknown[] = [],
	) {
		this.text = text.length > 60 ? `${text.slice(0, 57)}...` : text;
	}
}

/**
 * Rules for configuration, which its author asked to read: unknown parts become a `Code` in their place while everything
 * around them is evaluated, values may be changed, and `globals` may be called.
 */
export interface Host {
	globals: Readonly<Record<string, unknown>>;
	/** The exports of a module. */
	load(name: string): unknown;
	/** `import.meta`. */
	meta: Readonly<Record<string, unknown>>;
}

/** Marks the children of a component. */
export const SLOT = Symbol('children');

export const text = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The text of a value as readers see it. */
export function wordsOf(value: unknown): string {
	// Elements are usually blocks, so separate them.
	if (Array.isArray(value)) return value.map(wordsOf).join(value.some((item) => item instanceof Jsx) ? ' ' : '');
	if (value instanceof Jsx) return wordsOf(value.children);
	return typeof value === 'boolean' ? '' : text(value);
}
