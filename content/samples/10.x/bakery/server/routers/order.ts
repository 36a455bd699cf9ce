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

/** Orders of those who have signed in. */
export const orderRouter = router({
  /** Takes loaves from the shelf and orders them. */
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

  /** One order: bakers see any, customers their own. */
  byId: customerProcedure
    .input(z.string())
    .query(({ ctx, input }) => findOrder(ctx.user, input)),

  /** Orders, oldest first, one page at a time. */
  list: customerProcedure
    .input(
      z.object({
        limit: z.number().int().min(1).max(50).default(10),
        /** The `nextCursor` of the page before. */
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

  /** Removes an order and puts its loaves back. */
  cancel: customerProcedure
    .input(z.string())
    .mutation(({ ctx, input }) => {
      const order = findOrder(ctx.user, input);
      findBread(order.breadId).stock += order.count;
      orders.splice(orders.indexOf(order), 1);
      return { id: order.id };
    }),

  /** Each order that is ready, for the board that everyone sees. */
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
