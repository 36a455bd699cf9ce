/** The standalone adapter in a page: `listen` answers the requests to its port, which no other program can send. */
import type { AnyRouter, inferRouterContext } from '@trpc/server';
import type { CreateHTTPHandlerOptions } from '@trpc/server/adapters/standalone';
import { resolveHTTPResponse } from '@trpc/server/http';
import { listen, type Part } from 'docsgen/live';

export function createHTTPServer<TRouter extends AnyRouter>(opts: CreateHTTPHandlerOptions<TRouter>) {
	const answer = async (request: Request): Promise<Response> => {
		const { pathname, search, searchParams } = new URL(request.url);
		const headers = Object.fromEntries(request.headers);
		const { method } = request;
		const sent = new Headers();
		// What contexts read of a request of Node, and write to its response.
		const req = { method, headers, url: pathname + search };
		const res = { setHeader: (name: string, value: string) => sent.set(name, value), statusCode: 200 };
		const node = { req, res } as unknown as Parameters<NonNullable<typeof opts.createContext>>[0];
		const result = await resolveHTTPResponse({
			...opts,
			createContext: async () => (await opts.createContext?.(node)) as inferRouterContext<TRouter>,
			onError: (problem) => opts.onError?.({ ...problem, req: node.req }),
			path: pathname.slice(1),
			req: { method, headers, query: searchParams, body: await request.text() },
		});
		for (const [name, value] of Object.entries(result.headers ?? {}))
			for (const one of [value ?? []].flat()) sent.append(name, one);
		const status = res.statusCode === 200 ? result.status : res.statusCode;
		return new Response(result.body, { status, headers: sent });
	};
	const closers: (() => void)[] = [];
	return {
		server: { close: () => closers.forEach((close) => close()) },
		listen(port: number) {
			closers.push(listen(`http://localhost:${port}`, answer, callsOf));
			return { port };
		},
	};
}

/** The calls in a request, which may be a batch, with their inputs and outputs as JSON. */
async function callsOf(request: Request, response: Response): Promise<Part[]> {
	const { pathname, searchParams } = new URL(request.url);
	const isBatch = searchParams.has('batch');
	const text = request.method === 'GET' ? searchParams.get('input') : await request.text();
	const inputs: unknown = JSON.parse(text || 'null');
	const outputs: unknown = JSON.parse((await response.text()) || 'null');
	const at = (all: unknown, index: number): string | undefined => {
		const one = isBatch ? (all as Record<number, unknown> | null)?.[index] : all;
		return one === undefined || one === null ? undefined : JSON.stringify(one);
	};
	const paths = isBatch ? pathname.slice(1).split(',') : [pathname.slice(1)];
	return paths.map((path, index) => ({ path, input: at(inputs, index), output: at(outputs, index) }));
}
