/** The one place where extensions are registered; nothing else leads from the core into their folders. */
import type { Extension } from '../extension.ts';
import { HOSTED_SEARCH } from './hosted-search/extension.ts';
import { MATH } from './math/extension.ts';
import { MCP } from './mcp/extension.ts';
import { MERMAID } from './mermaid/extension.ts';
import { OPENAPI } from './openapi/extension.ts';
import { SOCIAL_CARDS } from './social-cards/extension.ts';
import { TYPESCRIPT } from './typescript/extension.ts';

export const EXTENSIONS: readonly Extension[] = [TYPESCRIPT, MERMAID, MATH, MCP, HOSTED_SEARCH, OPENAPI, SOCIAL_CARDS];
