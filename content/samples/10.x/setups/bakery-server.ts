// @filename: server.ts
import { initTRPC } from '@trpc/server';
import { z } from 'zod';

export interface Bread {
  id: string;
  name: string;
  /** In cents. */
  price: number;
}

const shelf: Bread[] = [{ id: 'rye', name: 'Rye loaf', price: 420 }];
const t = initTRPC.create();

export const appRouter = t.router({
  bread: t.router({
    list: t.procedure.query(() => shelf),
    byId: t.procedure.input(z.string()).query(({ input }) => shelf.find((bread) => bread.id === input)),
    page: t.procedure
      .input(z.object({ cursor: z.number().nullish(), limit: z.number().default(10) }))
      .query(({ input }) => {
        const start = input.cursor ?? 0;
        const next = start + input.limit;
        return { items: shelf.slice(start, next), nextCursor: next < shelf.length ? next : undefined };
      }),
    bake: t.procedure
      .input(z.object({ name: z.string(), price: z.number().int().positive() }))
      .mutation(({ input }) => {
        const bread: Bread = { id: input.name.toLowerCase(), ...input };
        shelf.push(bread);
        return bread;
      }),
  }),
});

export type AppRouter = typeof appRouter;
