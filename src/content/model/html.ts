/** Escapes text for HTML: one function for each context. Both work for XML as well. */

/** Escapes text between tags. */
export function escapeText(text: string): string {
	if (!/[&<>]/.test(text)) return text;
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes text between the double quotes of an attribute. */
export function escapeAttribute(text: string): string {
	return escapeText(text).replaceAll('"', '&quot;');
}

/** HTML of an identifier or path, with `<wbr>` where a narrow column may break it. */
export function breakable(name: string): string {
	return escapeText(name).replace(/(?<=[a-z\d])(?=[A-Z])|(?<=\w[_/.(])(?=\w)/g, '<wbr>');
}

/** The start tag of a box in which a wide part scrolls, also by keys. */
export function scrollBox(label: string): string {
	return `<div class="table-scroll" role="group" aria-label="${escapeAttribute(label)}" tabindex="0">`;
}
