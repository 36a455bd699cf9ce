// @include: next-server
// @filename: server/trpc.ts
import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import type { Context } from './context';

const t = initTRPC.context<Context>().create({ transformer: superjson });

export const { router, middleware, mergeRouters } = t;
export const publicProcedure = t.procedure;

export const customerProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.user) throw new TRPCError({ code: 'UNAUTHORIZED' });
  return next({ ctx: { user: ctx.user } });
});

export const bakerProcedure = customerProcedure.use(({ ctx, next }) => {
  if (ctx.user.role !== 'baker') throw new TRPCError({ code: 'FORBIDDEN' });
  return next();
});
// @filename: utils/trpc.ts
import { httpBatchLink } from '@trpc/client';
import { createTRPCNext } from '@trpc/next';
import superjson from 'superjson';
import type { AppRouter } from '../server/router';

export const trpc = createTRPCNext<AppRouter>({
  config() {
    return {
      transformer: superjson,
      links: [httpBatchLink({ url: '/api/trpc' })],
      queryClientConfig: { defaultOptions: { queries: { staleTime: 30_000 } } },
    };
  },
});
