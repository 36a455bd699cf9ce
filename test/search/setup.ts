/** A served site with its search: only the offline index, or a service on loopback that `search push` has filled. */

import { diskProject } from '../../src/cli/disk/project.ts';
import { createTerminal } from '../../src/cli/terminal/terminal.ts';
import { type Served, serveSite } from '../browser/browser.ts';
import { pushSearch } from './push-search.ts';
import { ADMIN, APP, SEARCH_KEY, type Service, startService } from './service.ts';
import { type Hosted, siteFiles } from './site.ts';

export interface Searched extends Served {
	/** Absent: only the offline index. */
	service?: Service;
	/** A second host of the service. */
	second?: Service;
}

const silent = { write: () => undefined };
export const quietTerminal = () =>
	createTerminal({ stdout: silent, stderr: silent, isTTY: false, env: {}, quiet: true });

export async function offlineSite(more: Record<string, string> = {}, baseUrl = '/'): Promise<Searched> {
	return serveSite(siteFiles(undefined, more), baseUrl);
}

/** Builds, pushes and serves. The second host has the same records. */
export async function hostedSite(
	extra: Partial<Hosted> = {},
	more: Record<string, string> = {},
	baseUrl = '/',
): Promise<Searched> {
	const service = await startService();
	const second = await startService();
	const hosted: Hosted = {
		appId: APP,
		apiKey: SEARCH_KEY,
		indexName: 'trpc',
		hosts: [service.origin, second.origin],
		...extra,
	};
	const served = await serveSite(siteFiles(hosted, more), baseUrl);
	const findings = await pushSearch(
		diskProject(served.folder, ''),
		{ env: { DOCSGEN_SEARCH_ADMIN_KEY: ADMIN }, send: true },
		quietTerminal(),
	);
	if (findings.length > 0) throw new Error(findings[0]?.message);
	for (const [name, index] of service.indexes) second.indexes.set(name, index);
	service.asked.length = 0;
	return { ...served, service, second };
}

/** Lets the services of a site respond as usual, and forgets their requests. */
export function resetServices({ service, second }: Searched): void {
	for (const each of [service, second]) each?.behave(undefined);
	if (service) service.asked.length = 0;
}
