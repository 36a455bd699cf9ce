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

/** In cents. */
const price = z.number().int().positive();

/** The shelf: everyone reads it, bakers fill it. */
export const breadRouter = router({
  /** All breads, also those that are sold out. */
  list: publicProcedure.query(() => breads),

  /** One bread by its id. */
  byId: publicProcedure
    .input(z.string())
    .query(({ input }) => findBread(input)),

  /** Puts a new bread on the shelf. */
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

  /** Changes what a bread costs. */
  setPrice: bakerProcedure
    .input(z.object({ id: z.string(), price }))
    .mutation(({ input }) => {
      const bread = findBread(input.id);
      bread.price = input.price;
      return bread;
    }),
});
