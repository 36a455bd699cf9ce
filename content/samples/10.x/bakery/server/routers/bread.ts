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
