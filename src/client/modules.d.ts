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

/** The services of extensions that answer questions before the site's own index does. */
declare module 'docsgen:services' {
	type Settings = import('../content/search/format.ts').SearchSettings;
	type Found = Omit<import('./search/hit.ts').Answer, 'by'>;
	type Answering = (known: Settings, question: import('./search/hit.ts').Question) => Promise<Found>;
	const services: Record<string, () => Promise<{ answerQuestion: Answering }>>;
	export default services;
}

/** Beginning of a hash in the address → the script of an extension for it. */
declare module 'docsgen:hashes' {
	const hashes: Record<string, () => Promise<{ open(): unknown }>>;
	export default hashes;
}
