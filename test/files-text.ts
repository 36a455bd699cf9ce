/** Several files in one text, each after a line `@@ path`. */

/** Path → text, in order. */
export function splitFiles(text: string): Record<string, string> {
	const parts = text.split(/^@@ (.+)\n/m);
	const files: Record<string, string> = {};
	for (let index = 1; index < parts.length; index += 2) files[(parts[index] ?? '').trim()] = parts[index + 1] ?? '';
	return files;
}
