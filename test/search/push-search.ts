/** Sends the records of a project, as `docsgen search push` does. */
import type { Project } from '../../src/cli/disk/project.ts';
import { workOnPages } from '../../src/cli/search/linked.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import type { Diagnostic } from '../../src/content/model/page.ts';
import { type PushOptions, pushSearch as push } from '../../src/extensions/hosted-search/push.ts';

export function pushSearch(project: Project, options: PushOptions, terminal: Terminal): Promise<Diagnostic[]> {
	return workOnPages(project, options.env, (site) => push(site, options, terminal));
}
