// @filename: server/context.ts
import type { CreateHTTPContextOptions } from '@trpc/server/adapters/standalone';

export interface User {
  id: string;
  name: string;
  role: 'customer' | 'baker';
}

const users = new Map<string, User>([
  ['ines-key', { id: 'ines', name: 'Ines', role: 'baker' }],
  ['tomasz-key', { id: 'tomasz', name: 'Tomasz', role: 'customer' }],
]);

export function createContext({ req }: CreateHTTPContextOptions): { user: User | null } {
  const key = req.headers.authorization?.replace('Bearer ', '');
  return { user: users.get(key ?? '') ?? null };
}

export type Context = ReturnType<typeof createContext>;
// @filename: server/createRouter.ts
import * as trpc from '@trpc/server';
import type { Context } from './context';

export function createRouter() {
  return trpc.router<Context>();
}

export function createCustomerRouter() {
  return createRouter().middleware(({ ctx, next }) => {
    if (!ctx.user) throw new trpc.TRPCError({ code: 'UNAUTHORIZED' });
    return next({ ctx: { ...ctx, user: ctx.user } });
  });
}

export function createBakerRouter() {
  return createCustomerRouter().middleware(({ ctx, next }) => {
    if (ctx.user.role !== 'baker') throw new trpc.TRPCError({ code: 'FORBIDDEN' });
    return next();
  });
}
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
import { createBakerRouter, createRouter } from '../createRouter';
import { type Bread, breads } from '../data';

export function findBread(id: string): Bread {
  const bread = breads.find((candidate) => candidate.id === id);
  if (!bread) throw new TRPCError({ code: 'NOT_FOUND', message: `We do not bake ${id}` });
  return bread;
}

const forBakers = createBakerRouter()
  .mutation('add', {
    input: z.object({ id: z.string(), name: z.string(), price: z.number().int().positive(), stock: z.number().int() }),
    resolve({ input }) {
      breads.push(input);
      return input;
    },
  })
  .mutation('setPrice', {
    input: z.object({ id: z.string(), price: z.number().int().positive() }),
    resolve({ input }) {
      const bread = findBread(input.id);
      bread.price = input.price;
      return bread;
    },
  });

export const breadRouter = createRouter()
  .query('list', { resolve: () => breads })
  .query('byId', { input: z.string(), resolve: ({ input }) => findBread(input) })
  .merge(forBakers);
// @filename: server/routers/order.ts
import { EventEmitter } from 'events';
import { Subscription, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { createCustomerRouter, createRouter } from '../createRouter';
import { type Order, orders } from '../data';
import { findBread } from './bread';

export const ready = new EventEmitter();

const forCustomers = createCustomerRouter()
  .mutation('place', {
    input: z.object({ breadId: z.string(), count: z.number().int().min(1) }),
    resolve({ ctx, input }): Order {
      const bread = findBread(input.breadId);
      if (bread.stock < input.count) throw new TRPCError({ code: 'CONFLICT', message: `${bread.name} is sold out` });
      bread.stock -= input.count;
      const id = `order-${orders.length + 1}`;
      const order: Order = { id, ...input, customerId: ctx.user.id, status: 'placed', placedAt: new Date() };
      orders.push(order);
      return order;
    },
  })
  .query('byId', {
    input: z.string(),
    resolve({ input }) {
      const order = orders.find((candidate) => candidate.id === input);
      if (!order) throw new TRPCError({ code: 'NOT_FOUND' });
      return order;
    },
  })
  .query('list', {
    input: z.object({ limit: z.number().int().min(1).max(50).default(10), cursor: z.number().int().nullish() }),
    resolve({ input }) {
      const start = input.cursor ?? 0;
      const end = start + input.limit;
      return { orders: orders.slice(start, end), nextCursor: end < orders.length ? end : undefined };
    },
  })
  .mutation('cancel', {
    input: z.string(),
    resolve({ input }) {
      const index = orders.findIndex((order) => order.id === input);
      if (index < 0) throw new TRPCError({ code: 'NOT_FOUND' });
      orders.splice(index, 1);
      return { id: input };
    },
  });

export const orderRouter = createRouter()
  .merge(forCustomers)
  .subscription('onReady', {
    resolve: () =>
      new Subscription<Order>((emit) => {
        ready.on('ready', emit.data);
        return () => ready.off('ready', emit.data);
      }),
  });
// @filename: server/router.ts
import { createRouter } from './createRouter';
import { breadRouter } from './routers/bread';
import { orderRouter } from './routers/order';

export const appRouter = createRouter()
  .query('hours', { resolve: () => ({ opens: '07:00', closes: '13:00' }) })
  .merge('bread.', breadRouter)
  .merge('order.', orderRouter);

export type AppRouter = typeof appRouter;
