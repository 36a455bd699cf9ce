/** What a file in place of a module imports as `docsgen/live`; the sandbox has the function itself. */
import type { Exchange } from '../run.ts';

/** A call in a request, for the panel that lists requests. */
export type Part = Exchange['parts'][number];

/**
 * Answers the requests of a program to an origin, such as `http://localhost:3000`. `describe` returns the calls in a
 * request that has several. Returns a function that closes the server; throws if the origin is taken.
 */
export declare const listen: (
	origin: string,
	handler: (request: Request) => Response | Promise<Response>,
	describe?: (request: Request, response: Response) => Part[] | Promise<Part[]>,
) => () => void;
