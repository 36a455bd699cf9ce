/** Text made safe for HTML: one function for each context. Both serve XML as well. */

/** Text between tags. */
export function escapeText(text: string): string {
	if (!/[&<>]/.test(text)) return text;
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text between the double quotes of an attribute. */
export function escapeAttribute(text: string): string {
	return escapeText(text).replaceAll('"', '&quot;');
}

/** A name in code, as text that a narrow column may break at its parts. */
export function breakable(name: string): string {
	return escapeText(name).replace(/(?<=[a-z\d])(?=[A-Z])|(?<=\w[_/.(])(?=\w)/g, '<wbr>');
}
