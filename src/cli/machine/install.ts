/** Runs once, when docsgen is installed: compiles its own templates, styles and scripts. */
import { loadDevScript, loadScripts, loadStyles } from './assets.ts';
import { installation } from './compile.ts';
import { loadTemplates } from './templates.ts';

export async function install(): Promise<void> {
	const bench = installation();
	bench.project.store.clear();
	await Promise.all([loadTemplates(bench, {}), loadScripts(bench), loadStyles(bench, ''), loadDevScript(bench)]);
	bench.project.store.save();
}
