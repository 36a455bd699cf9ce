// @filename: server.ts
import * as trpc from '@trpc/server';
import { z } from 'zod';

export interface Bread {
  id: string;
  name: string;
  /** In cents. */
  price: number;
}

const shelf: Bread[] = [{ id: 'rye', name: 'Rye loaf', price: 420 }];

export const appRouter = trpc
  .router()
  .query('bread.list', { resolve: () => shelf })
  .query('bread.byId', {
    input: z.string(),
    resolve: ({ input }) => shelf.find((bread) => bread.id === input),
  })
  .query('bread.page', {
    input: z.object({ cursor: z.number().nullish(), limit: z.number().default(10) }),
    resolve({ input }) {
      const start = input.cursor ?? 0;
      const next = start + input.limit;
      return { items: shelf.slice(start, next), nextCursor: next < shelf.length ? next : undefined };
    },
  })
  .mutation('bread.bake', {
    input: z.object({ name: z.string(), price: z.number().int().positive() }),
    resolve({ input }) {
      const bread: Bread = { id: input.name.toLowerCase(), ...input };
      shelf.push(bread);
      return bread;
    },
  });

export type AppRouter = typeof appRouter;
