// Made from docs/nextjs/setup.md by test/copies.test.ts.
// @filename: server/context.ts
import type {
  CreateNextContextOptions,
} from '@trpc/server/adapters/next';

export interface User {
  id: string;
  name: string;
  role: 'customer' | 'baker';
}

const users = new Map<string, User>([
  ['ines-key', { id: 'ines', name: 'Ines', role: 'baker' }],
  [
    'tomasz-key',
    { id: 'tomasz', name: 'Tomasz', role: 'customer' },
  ],
]);

export function findUser(key = ''): User | null {
  return users.get(key) ?? null;
}

export function createContext({
  req,
}: CreateNextContextOptions) {
  return { user: findUser(req.cookies.key) };
}

export type Context = ReturnType<typeof createContext>;
// @filename: server/trpc.ts
import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import type { Context } from './context';

const t = initTRPC
  .context<Context>()
  .create({ transformer: superjson });

export const router = t.router;
export const publicProcedure = t.procedure;

export const customerProcedure = t.procedure.use(
  ({ ctx, next }) => {
    if (!ctx.user)
      throw new TRPCError({ code: 'UNAUTHORIZED' });
    return next({ ctx: { user: ctx.user } });
  },
);
// @filename: server/router.ts
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import {
  customerProcedure,
  publicProcedure,
  router,
} from './trpc';

interface Order {
  id: string;
  breadId: string;
  count: number;
  customerId: string;
  placedAt: Date;
}

const breads = [
  { id: 'rye', name: 'Rye', price: 550, stock: 4 },
  { id: 'baguette', name: 'Baguette', price: 225, stock: 12 },
  { id: 'brioche', name: 'Brioche', price: 400, stock: 0 },
];
const orders: Order[] = [];

function findBread(id: string) {
  const bread = breads.find((candidate) => candidate.id === id);
  if (!bread) {
    throw new TRPCError({
      code: 'NOT_FOUND',
      message: `We do not bake ${id}`,
    });
  }
  return bread;
}

export const appRouter = router({
  bread: router({
    list: publicProcedure.query(() => breads),
    byId: publicProcedure
      .input(z.string())
      .query(({ input }) => findBread(input)),
  }),

  order: router({
    place: customerProcedure
      .input(
        z.object({
          breadId: z.string(),
          count: z.number().int().min(1),
        }),
      )
      .mutation(({ ctx, input }) => {
        const bread = findBread(input.breadId);
        if (bread.stock < input.count) {
          throw new TRPCError({
            code: 'CONFLICT',
            message: `${bread.name} is sold out`,
          });
        }
        bread.stock -= input.count;
        const order: Order = {
          id: `order-${orders.length + 1}`,
          ...input,
          customerId: ctx.user.id,
          placedAt: new Date(),
        };
        orders.push(order);
        return order;
      }),

    byId: customerProcedure
      .input(z.string())
      .query(({ ctx, input }) => {
        const order = orders.find(({ id }) => id === input);
        if (order?.customerId !== ctx.user.id)
          throw new TRPCError({ code: 'NOT_FOUND' });
        return order;
      }),

    list: customerProcedure
      .input(
        z.object({
          limit: z.number().int().min(1).max(50).default(10),
          cursor: z.number().int().nullish(),
        }),
      )
      .query(({ ctx, input }) => {
        const mine = orders.filter(
          ({ customerId }) => customerId === ctx.user.id,
        );
        const start = input.cursor ?? 0;
        const end = start + input.limit;
        return {
          orders: mine.slice(start, end),
          nextCursor: end < mine.length ? end : undefined,
        };
      }),
  }),
});

export type AppRouter = typeof appRouter;
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
    };
  },
});
