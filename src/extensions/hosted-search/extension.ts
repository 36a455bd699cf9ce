/** A hosted service that answers readers before the site's own index does, and the command that sends it the records. */
import type { Extension } from '../../extension.ts';
import { pushCommand } from './command.ts';
import { SEARCH_SECTION } from './config.ts';

export const HOSTED_SEARCH: Extension = {
	name: 'hosted-search',
	config: SEARCH_SECTION,
	client: { services: { hosted: 'client/hosted.ts' } },
	commands: (host) => [pushCommand(host)],
};
