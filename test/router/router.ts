import { initTRPC } from '@trpc/server';
import { z } from 'zod';

const t = initTRPC.create();
const { procedure } = t;

enum Size {
	Small = 'small',
	Large = 'large',
}

interface Tree {
	name: string;
	children: Tree[];
}
const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: tree.array() }));

export const appRouter = t.router({
	nothing: procedure.query(() => 1),
	text: procedure.input(z.string()).query(({ input }) => input),
	optional: procedure.input(z.string().optional()).query(({ input }) => input),
	nullable: procedure.input(z.number().nullable()).query(({ input }) => input),
	flag: procedure.input(z.boolean()).mutation(({ input }) => input),
	big: procedure.input(z.bigint()).mutation(() => {}),
	literal: procedure.input(z.literal("it's")).query(({ input }) => input),
	choice: procedure.input(z.enum(['rye', 'spelt'])).query(({ input }) => input),
	size: procedure.input(z.nativeEnum(Size)).query(({ input }) => input),
	list: procedure
		.input(z.array(z.object({ id: z.string(), tags: z.string().array().min(1) })))
		.mutation(({ input }) => input),
	pair: procedure.input(z.tuple([z.string(), z.number()])).query(({ input }) => input),
	date: procedure.input(z.object({ from: z.date(), to: z.date().optional() })).query(({ input }) => input),
	either: procedure
		.input(
			z.discriminatedUnion('kind', [
				z.object({ kind: z.literal('a'), a: z.string() }),
				z.object({ kind: z.literal('b'), b: z.number() }),
			]),
		)
		.mutation(({ input }) => input),
	deep: procedure
		.input(z.object({ a: z.object({ b: z.object({ c: z.object({ d: z.string().url() }) }) }) }))
		.query(({ input }) => input),
	cyclic: procedure.input(tree).mutation(({ input }) => input),
	table: procedure.input(z.record(z.number())).mutation(({ input }) => input),
	anything: procedure.input(z.any()).mutation(({ input }) => input),
	'odd-name': procedure.input(z.object({ 'content-type': z.string() })).query(({ input }) => input),
	merged: procedure
		.input(z.object({ a: z.string() }))
		.input(z.object({ b: z.number() }))
		.query(({ input }) => input),
	refined: procedure
		.input(
			z
				.object({ a: z.string() })
				.strict()
				.refine(({ a }) => a !== ''),
		)
		.query(({ input }) => input),
	mixed: procedure
		.input(z.object({ note: z.string().optional(), id: z.string(), at: z.string().optional(), by: z.string() }))
		.mutation(() => {}),
	set: procedure.input(z.set(z.string())).mutation(() => {}),
	transformed: procedure.input(z.string().transform((text) => text.length)).query(({ input }) => input),
});

export type AppRouter = typeof appRouter;
