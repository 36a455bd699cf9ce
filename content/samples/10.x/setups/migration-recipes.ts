// @filename: server/trpc.ts
import { initTRPC } from '@trpc/server';
import type { CreateHTTPContextOptions } from '@trpc/server/adapters/standalone';
export function createContext({ req }: CreateHTTPContextOptions) {
  const cook = req.headers['x-cook'];
  return { cook: typeof cook === 'string' ? cook : null };
}
export const t = initTRPC.context<typeof createContext>().create();
// @filename: server/router.ts
import { z } from 'zod';
import { observable } from '@trpc/server/observable';
import { t } from './trpc';
export const recipeRouter = t.router({
  list: t.procedure.query(() => [{ title: 'Leek soup', minutes: 40, added: new Date(0) }]),
  byTitle: t.procedure
    .input(z.object({ title: z.string() }))
    .query(({ input }) => ({ title: input.title, minutes: 40 })),
  page: t.procedure
    .input(z.object({ limit: z.number(), cursor: z.number().nullish() }))
    .query(({ input }) => ({ titles: ['Leek soup'], next: (input.cursor ?? 0) + input.limit })),
  add: t.procedure
    .input(z.object({ title: z.string(), minutes: z.number() }))
    .mutation(({ input }) => input),
  onAdd: t.procedure.subscription(() => observable<string>((emit) => emit.next('Leek soup'))),
});
export const appRouter = t.router({ recipes: recipeRouter });
export type AppRouter = typeof appRouter;
