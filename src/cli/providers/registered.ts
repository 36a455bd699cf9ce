/** The one place where providers are registered; nothing else leads from the core into their rooms. */
import type { Registration } from '../pipeline/providers.ts';
import { TYPESCRIPT } from '../typescript/registration.ts';

export const PROVIDERS: readonly Registration[] = [TYPESCRIPT];
