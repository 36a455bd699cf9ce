const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text made safe for HTML and XML, in content and in double-quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
