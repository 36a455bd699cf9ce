/** What is done once, when docsgen is installed: its own templates, styles and scripts are compiled. */
import { loadDevScript, loadScripts, loadStyles } from './assets.ts';
import { installation } from './compile.ts';
import { loadTemplates } from './templates.ts';

export async function install(): Promise<void> {
	const bench = installation();
	for (const name of bench.project.cache.names()) bench.project.cache.remove(name);
	await Promise.all([loadTemplates(bench, {}), loadScripts(bench), loadStyles(bench, ''), loadDevScript(bench)]);
}
