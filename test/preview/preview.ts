/**
 * Writes every sample view as a page to look at: `preview.mjs <folder>`, style sheet included.
 * For people who change templates; no test needs the files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from 'lightningcss';
import { layers, registry } from '../../templates/components/index.ts';
import { createTemplates } from '../../templates/index.tsx';
import { samplePage } from './page.ts';
import { NAMES } from './views.ts';

const templates = createTemplates(registry, layers);
const folder = process.argv[2] ?? 'preview';
mkdirSync(folder, { recursive: true });
for (const name of NAMES) writeFileSync(join(folder, `${name}.html`), samplePage(templates, name));
const { code } = bundle({ filename: 'templates/styles/index.css', minify: true });
writeFileSync(join(folder, 'site.css'), code);
for (const [name, ink, ground] of [
	['logo', '#fff', '#398ccb'],
	['logo-dark', '#0e1820', '#74bcf0'],
	['author', '#fff', '#a84d18'],
]) {
	writeFileSync(
		join(folder, `${name}.svg`),
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ground}"/><path d="M9 12h14M16 12v12" stroke="${ink}" stroke-width="3"/></svg>`,
	);
}
