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
