/** TypeScript, loaded on demand: a bundle would load an imported package at its start. */
import type ts from 'typescript';

/** The compiler; available after `loadTypescript`. */
export let tsc: typeof ts;

export async function loadTypescript(): Promise<void> {
	tsc ??= (await import('typescript')).default;
}
