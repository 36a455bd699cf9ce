// The bakery of all guides, as small as the reference needs it: its pages list what these values have.
import { createTRPCProxyClient } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { initTRPC } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { z } from 'zod';

interface Context {
	user: { id: string } | null;
}
interface Bread {
	id: string;
	price: number;
}
interface Order {
	id: string;
	count: number;
}

const t = initTRPC.context<Context>().create();
const { procedure, router } = t;

const appRouter = router({
	bread: router({
		byId: procedure.input(z.string()).query(({ input }): Bread => ({ id: input, price: 550 })),
		setPrice: procedure.input(z.object({ id: z.string(), price: z.number() })).mutation(({ input }): Bread => input),
	}),
	order: router({
		list: procedure
			.input(z.object({ cursor: z.string().optional() }))
			.query((): { orders: Order[] } => ({ orders: [] })),
		onReady: procedure.subscription(() => observable<Order>(() => undefined)),
	}),
});
type AppRouter = typeof appRouter;

const client = createTRPCProxyClient<AppRouter>({ links: [] });
const trpc = createTRPCReact<AppRouter>();
/** Without procedures: what every application has. */
const base = createTRPCReact<ReturnType<typeof router<Record<never, never>>>>();

export { base, client, initTRPC, t, trpc };
