// @filename: server/context.ts
import type {
  CreateHTTPContextOptions,
} from '@trpc/server/adapters/standalone';

export interface User {
  id: string;
  name: string;
  role: 'customer' | 'baker';
}

const ines: User = { id: 'ines', name: 'Ines', role: 'baker' };
const tomasz: User = {
  id: 'tomasz',
  name: 'Tomasz',
  role: 'customer',
};

const keys = new Map([
  ['ines-key', ines],
  ['tomasz-key', tomasz],
]);

export function createContext({
  req,
}: CreateHTTPContextOptions) {
  const key = req.headers.authorization?.replace('Bearer ', '');
  return { user: keys.get(key ?? '') ?? null };
}

export type Context = ReturnType<typeof createContext>;
// @filename: server/trpc.ts
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
// @filename: server/data.ts
export interface Bread {
  id: string;
  name: string;
  /** In cents. */
  price: number;
  stock: number;
}

export interface Order {
  id: string;
  breadId: string;
  count: number;
  customerId: string;
  status: 'placed' | 'baking' | 'ready';
  placedAt: Date;
}

export const breads: Bread[] = [
  { id: 'rye', name: 'Rye', price: 550, stock: 4 },
  { id: 'baguette', name: 'Baguette', price: 225, stock: 12 },
  { id: 'brioche', name: 'Brioche', price: 400, stock: 0 },
];

export const orders: Order[] = [];
// @filename: server/routers/bread.ts
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { type Bread, breads } from '../data';
import {
  bakerProcedure,
  publicProcedure,
  router,
} from '../trpc';

export function findBread(id: string): Bread {
  const bread = breads.find((candidate) => candidate.id === id);
  if (!bread) {
    throw new TRPCError({
      code: 'NOT_FOUND',
      message: `We do not bake ${id}`,
    });
  }
  return bread;
}

const price = z.number().int().positive();

export const breadRouter = router({
  list: publicProcedure.query(() => breads),

  byId: publicProcedure
    .input(z.string())
    .query(({ input }) => findBread(input)),

  add: bakerProcedure
    .input(
      z.object({
        id: z.string().min(1),
        name: z.string().min(1),
        price,
        stock: z.number().int().min(0),
      }),
    )
    .mutation(({ input }) => {
      breads.push(input);
      return input;
    }),

  setPrice: bakerProcedure
    .input(z.object({ id: z.string(), price }))
    .mutation(({ input }) => {
      const bread = findBread(input.id);
      bread.price = input.price;
      return bread;
    }),
});
// @filename: server/routers/order.ts
import { EventEmitter } from 'node:events';
import { TRPCError } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { z } from 'zod';
import type { User } from '../context';
import { type Order, orders } from '../data';
import {
  customerProcedure,
  publicProcedure,
  router,
} from '../trpc';
import { findBread } from './bread';

/** Emits `ready` with each order that leaves the oven. */
export const ready = new EventEmitter();

let placed = 0;

/** Customers see their own orders, bakers all of them. */
function ordersFor(user: User): Order[] {
  if (user.role === 'baker') return orders;
  return orders.filter((order) => order.customerId === user.id);
}

function findOrder(user: User, id: string): Order {
  const order = ordersFor(user).find((mine) => mine.id === id);
  if (!order) throw new TRPCError({ code: 'NOT_FOUND' });
  return order;
}

export const orderRouter = router({
  place: customerProcedure
    .input(
      z.object({
        breadId: z.string(),
        count: z.number().int().min(1),
      }),
    )
    .mutation(({ ctx, input }): Order => {
      const bread = findBread(input.breadId);
      if (bread.stock < input.count) {
        throw new TRPCError({
          code: 'CONFLICT',
          message: `${bread.name} is sold out`,
        });
      }
      bread.stock -= input.count;
      const order: Order = {
        id: `order-${++placed}`,
        ...input,
        customerId: ctx.user.id,
        status: 'placed',
        placedAt: new Date(),
      };
      orders.push(order);
      return order;
    }),

  byId: customerProcedure
    .input(z.string())
    .query(({ ctx, input }) => findOrder(ctx.user, input)),

  list: customerProcedure
    .input(
      z.object({
        limit: z.number().int().min(1).max(50).default(10),
        cursor: z.number().int().nullish(),
      }),
    )
    .query(({ ctx, input }) => {
      const all = ordersFor(ctx.user);
      const start = input.cursor ?? 0;
      const end = start + input.limit;
      return {
        orders: all.slice(start, end),
        nextCursor: end < all.length ? end : undefined,
      };
    }),

  cancel: customerProcedure
    .input(z.string())
    .mutation(({ ctx, input }) => {
      const order = findOrder(ctx.user, input);
      findBread(order.breadId).stock += order.count;
      orders.splice(orders.indexOf(order), 1);
      return { id: order.id };
    }),

  // The board above the counter: everybody may look at it.
  onReady: publicProcedure.subscription(() => {
    return observable<Order>((emit) => {
      const tell = (order: Order) => emit.next(order);
      ready.on('ready', tell);
      return () => {
        ready.off('ready', tell);
      };
    });
  }),
});
// @filename: server/router.ts
import { breadRouter } from './routers/bread';
import { orderRouter } from './routers/order';
import { publicProcedure, router } from './trpc';

export const appRouter = router({
  hours: publicProcedure.query(() => {
    return { opens: '07:00', closes: '13:00' };
  }),
  bread: breadRouter,
  order: orderRouter,
});

export type AppRouter = typeof appRouter;
