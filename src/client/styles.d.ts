/** A style sheet of `templates/styles` as text, minified by the bundler. */
declare module 'docsgen:styles/*' {
	const css: string;
	export default css;
}
