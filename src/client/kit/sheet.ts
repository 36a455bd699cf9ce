/** Styles that come with a script: constructed sheets, which a strict policy allows and no page load pays for. */

const worn = new Set<string>();

/** Puts a style sheet on the page, once. */
export function wear(css: string): void {
	if (worn.has(css)) return;
	worn.add(css);
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(css);
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
