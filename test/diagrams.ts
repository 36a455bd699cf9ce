/** The ordinary diagrams in `test/diagrams`: each with what its drawing shows, or the line that it would lose. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface OrdinaryDiagram {
	/** File and title. */
	title: string;
	code: string;
	/** The number of lines with an arrowhead, and the texts of the drawing. */
	whole?: { arrows: number; texts: string[] };
	/** The line that the drawing would lose, and its number. */
	lost?: string;
	/** Words that Mermaid draws in browsers; absent for diagrams with a mistake. */
	inBrowsers?: string[];
}

const FOLDER = 'test/diagrams';

export function ordinaryDiagrams(): OrdinaryDiagram[] {
	return readdirSync(FOLDER)
		.sort()
		.flatMap((file) => {
			const [, ...parts] = readFileSync(join(FOLDER, file), 'utf8').split(/^@@ /m);
			return parts.map((part): OrdinaryDiagram => {
				const [, title = '', code = '', what = '', number = '', rest = '', words] =
					/^(.*)\n([\s\S]*)\n= (whole|lost) (\d+): ?(.*)(?:\n= in browsers: (.*))?\n*$/.exec(part) ?? [];
				if (what === '') throw new Error(`${file}: ${title} has no expectation`);
				const about = { title: `${file.replace('.txt', '')}: ${title}`, code };
				if (what === 'lost') return { ...about, lost: `${number}: ${rest}`.trim(), inBrowsers: words?.split(' | ') };
				return { ...about, whole: { arrows: Number(number), texts: rest.split(' | ') } };
			});
		});
}

export function fence(text: string): string {
	return `\`\`\`mermaid\n${text}\n\`\`\`\n`;
}

/** The files of a site that has installed Mermaid: this repository's copy. */
export function withMermaid(): Record<string, string> {
	const { resolve } = createRequire(import.meta.url);
	return {
		'package.json': JSON.stringify({ devDependencies: { mermaid: '*' } }),
		'node_modules/mermaid/package.json': JSON.stringify({ version: '1.0.0', type: 'module', main: 'index.js' }),
		'node_modules/mermaid/index.js': `export { default } from ${JSON.stringify(resolve('mermaid'))};\n`,
	};
}
