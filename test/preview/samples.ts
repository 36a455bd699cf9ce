/** AnnotatedFence code for the sample views: a bakery. */

export const ROUTER = `import { initTRPC } from '@trpc/server';
import { z } from 'zod';

const t = initTRPC.create();

export const appRouter = t.router({
  loaf: t.procedure
    .input(z.object({ id: z.number() }))
    .query(({ input }) => bakery.find(input.id)),
});

export type AppRouter = typeof appRouter;`;

export const CLIENT = `import type { AppRouter } from './server';

const trpc = createTRPCProxyClient<AppRouter>({
  links: [httpBatchLink({ url: '/trpc' })],
});

const loaf = await trpc.loaf.query({ id: 7 });
//    ^ { name: string; baked: Date; price: number }

console.log(loaf.name);`;

export const LONG = `import { inferAsyncReturnType, initTRPC, TRPCError } from '@trpc/server';
import type { CreateExpressContextOptions } from '@trpc/server/adapters/express';

// Runs once for each request; what it returns is the context of every procedure of that request.
export async function createContext({ req, res }: CreateExpressContextOptions) {
  const session = await readSession(req.headers.authorization);
  return { req, res, baker: session?.baker ?? null, requestedAt: 1_699_999_999, region: 'eu-central' };
}

type Context = inferAsyncReturnType<typeof createContext>;
const t = initTRPC.context<Context>().create();

const bakersOnly = t.middleware(async ({ ctx, next }) => {
  if (!ctx.baker) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Only bakers may touch the oven.' });
  return next({ ctx: { baker: ctx.baker } });
});

export const bakerProcedure = t.procedure.use(bakersOnly);`;

export const STEPS = [
	`export const appRouter = t.router({
  order: t.procedure
    .input(z.object({ loaf: z.string(), count: z.number() }))
    .mutation(({ input }) => oven.add(input)),
});`,
	`createHTTPServer({ router: appRouter }).listen(3000);

export type AppRouter = typeof appRouter;`,
	`const { eta } = await trpc.order.mutate({
  loaf: 'rye',
  count: 2,
});`,
];
