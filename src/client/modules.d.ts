/** A style sheet of `templates/styles` as text, minified by the bundler. */
declare module 'docsgen:styles/*' {
	const css: string;
	export default css;
}

/** The widgets of extensions by name. */
declare module 'docsgen:widgets' {
	const widgets: Record<string, (element: HTMLElement) => (() => void) | undefined>;
	export default widgets;
}

/** Beginning of a hash in the address → the script of an extension for it. */
declare module 'docsgen:hashes' {
	const hashes: Record<string, () => Promise<{ open(): unknown }>>;
	export default hashes;
}
