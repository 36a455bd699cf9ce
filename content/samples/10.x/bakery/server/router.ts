import { breadRouter } from './routers/bread';
import { orderRouter } from './routers/order';
import { publicProcedure, router } from './trpc';

/** The API of a bakery: its breads and its orders. */
export const appRouter = router({
  /** When the shop is open, the same every day. */
  hours: publicProcedure.query(() => {
    return { opens: '07:00', closes: '13:00' };
  }),
  bread: breadRouter,
  order: orderRouter,
});

export type AppRouter = typeof appRouter;
