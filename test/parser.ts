/** The dialect with the rules of all extensions. What only reads fences is left out, because a drawing has few words of its code. */
import { createParser } from '../src/content/markdown/dialect.ts';
import { EXTENSIONS } from '../src/extensions/registered.ts';

export const PARSER = createParser(EXTENSIONS.filter(({ dialect }) => dialect));
/** What readers don't see of the extensions' source. */
export const SYNTAX = EXTENSIONS.flatMap(({ dialect }) => dialect?.syntax ?? []);
