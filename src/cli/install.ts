/** What is done once, when docsgen is installed: its own templates, styles and scripts are compiled. */
import { loadAssets, loadDevScript, loadTemplates } from './bundle.ts';
import { installation } from './compiled.ts';

export async function install(): Promise<void> {
	const project = installation();
	await Promise.all([loadTemplates(project), loadAssets(project, ''), loadDevScript(project)]);
}
