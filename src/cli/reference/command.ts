/** The hidden command that runs the program as a reader of packages, in a child process. */
export const API_COMMAND = '__api-reference';
