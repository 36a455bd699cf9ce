/** Decides from the Accept header whether a client gets a page or its Markdown copy (RFC 9110 section 12.5.1). */

/**
 * Whether a client prefers Markdown to HTML. It must name `text/markdown`, because browsers and most programs accept
 * anything; of two types with the same weight, the first one wins.
 */
export function prefersMarkdown(accept = ''): boolean {
	const ranges = accept.split(',').map((range) => {
		const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
		const [, weight = ''] = /^q=(.*)$/.exec(parameters.find((parameter) => parameter.startsWith('q=')) ?? 'q=1') ?? [];
		// An invalid weight accepts nothing.
		return { type, weight: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
	});
	const find = (wanted: string): (typeof ranges)[number] | undefined => ranges.find(({ type }) => type === wanted);
	const markdown = find('text/markdown');
	if (!markdown || markdown.weight === 0) return false;
	const html = find('text/html');
	const page = html ?? find('text/*') ?? find('*/*');
	if (!page || page.weight < markdown.weight) return true;
	return page.weight === markdown.weight && (!html || ranges.indexOf(markdown) < ranges.indexOf(html));
}
