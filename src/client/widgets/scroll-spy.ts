/** The heading that the reader is at. Pure. */

/** Edges of a heading, in CSS pixels from the top of the window. */
interface Edges {
	top: number;
	bottom: number;
}

/**
 * Index of the heading to highlight in a table of contents, -1 for none (B-161). `line` is the lower edge of the
 * navbar, `viewport` the height of the window. At the end of a page, the headings below the line cannot come any higher:
 * the one that readers have just `chosen` is highlighted, else the last one.
 */
export function currentHeading(
	headings: Edges[],
	line: number,
	viewport: number,
	{ isAtEnd = false, chosen = -1 } = {},
): number {
	if (isAtEnd) return (headings[chosen]?.top ?? Number.NEGATIVE_INFINITY) >= line ? chosen : headings.length - 1;
	const next = headings.findIndex(({ top }) => top >= line);
	const heading = headings[next];
	if (!heading) return headings.length - 1;
	const inTopHalf = heading.top >= 0 && heading.bottom <= viewport / 2;
	return inTopHalf ? next : next - 1;
}
