/** A server with which assistants search and read a site. */
import type { Extension } from '../../extension.ts';
import { mcpCommand } from './command.ts';

export const MCP: Extension = { name: 'mcp', commands: (host) => [mcpCommand(host)] };
