import { initTRPC, TRPCError } from '@trpc/server';
import type { Context } from './context';

const t = initTRPC.context<Context>().create();

export const { router, middleware, mergeRouters } = t;
export const publicProcedure = t.procedure;

export const customerProcedure = publicProcedure.use(
  ({ ctx, next }) => {
    if (!ctx.user) {
      throw new TRPCError({ code: 'UNAUTHORIZED' });
    }
    return next({ ctx: { user: ctx.user } });
  },
);

export const bakerProcedure = customerProcedure.use(
  ({ ctx, next }) => {
    if (ctx.user.role !== 'baker') {
      throw new TRPCError({ code: 'FORBIDDEN' });
    }
    return next();
  },
);
