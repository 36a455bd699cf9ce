/** The hidden command that runs the program as a sample checker, in a child process. */
export const CHECKER_COMMAND = '__check-samples';
