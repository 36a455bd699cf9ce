/** The word that makes the program a reader of packages, for its own child processes only. */
export const API_COMMAND = '__api-reference';
