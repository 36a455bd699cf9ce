/** The compiled worker, as a text. */
declare module 'docsgen:worker' {
	const text: string;
	export default text;
}
