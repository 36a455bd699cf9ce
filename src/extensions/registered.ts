/** The one place where extensions are registered; nothing else leads from the core into their folders. */
import type { Extension } from '../extension.ts';
import { MATH } from './math/extension.ts';
import { MERMAID } from './mermaid/extension.ts';

export const EXTENSIONS: readonly Extension[] = [MERMAID, MATH];
