import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program that threads are started with. Only the compiled one can be: a test's bundle has no such parts in it. */
export function threadProgram(): string | undefined {
	const program = fileURLToPath(import.meta.url);
	return basename(program) === 'docsgen.js' ? program : undefined;
}
