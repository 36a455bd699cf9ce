/** The word that makes the program a sample checker, for its own child processes only. */
export const CHECKER_COMMAND = '__check-samples';
