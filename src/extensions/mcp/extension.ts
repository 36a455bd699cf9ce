/** A server with which assistants search and read a site. */
import type { Extension } from '../../extension.ts';
import { mcpCommand } from './command.ts';
import { ASSISTANT_SECTION } from './config.ts';
import { ASSISTANT_WORDS, type AssistantWord } from './words.ts';

export const MCP: Extension<AssistantWord> = {
	name: 'mcp',
	config: ASSISTANT_SECTION,
	words: ASSISTANT_WORDS,
	commands: (host) => [mcpCommand(host)],
};
