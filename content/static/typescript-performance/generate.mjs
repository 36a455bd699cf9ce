import { writeFileSync } from 'node:fs';

const [kind = 'schema', count = 400, perRouter = 10, calls = 0] = process.argv.slice(2);

const book = `{ id: 'b1', title: 'Tides', pages: 80,
  shelf: 'S', lent: false, tags: ['sea'] }`;

const kinds = {
	// One schema per procedure, as in most applications
	schema: (n) => `t.procedure
    .input(z.object({ id: z.string(), copy${n}: z.number() }))
    .query(({ input }) => ({
      id: input.id, place: { shelf: 'S', row${n}: 1 } }))`,
	// Middlewares: written in place, or attached by name
	inline: () => `t.procedure
    .use(({ next }) => next({ ctx: { a: 1 } }))
    .use(({ next }) => next({ ctx: { b: 'x' } }))
    .query(({ ctx }) => ctx.b)`,
	attached: () => `t.procedure
    .use(first).use(second).query(({ ctx }) => ctx.b)`,
	based: () => `base.query(({ ctx }) => ctx.b)`,
	// Results: a literal in place, or what a function returns
	literal: () => `t.procedure.query(() => (${book}))`,
	named: () => `t.procedure.query(() => findBook())`,
	// Schemas: one for all, one each, or a chain of changes
	shared: () => `t.procedure
    .input(card).query(({ input }) => input.id)`,
	whole: (n) => `t.procedure.input(z.object({
      id: z.string(), name: z.string(), a: z.string(),
      b: z.string(), c: z.string(), x${n}: z.string() }))
    .query(({ input }) => input.id)`,
	chained: (n) => `t.procedure.input(card
      .extend({ a: z.string() }).extend({ b: z.string() })
      .extend({ c: z.string() }).extend({ x${n}: z.string() }))
    .query(({ input }) => input.id)`,
};

const numbers = [...Array(Number(count)).keys()];
const routers = [...Array(Math.ceil(count / perRouter)).keys()];
const routerOf = (n) => n % routers.length;

function routerCode(r) {
	const lines = numbers.filter((n) => routerOf(n) === r).map((n) => `  p${n}: ${kinds[kind](n)},`);
	return `const r${r} = t.router({\n${lines.join('\n')}\n});`;
}

const server = `import { initTRPC } from '@trpc/server';
import { z } from 'zod';
const t = initTRPC.create();
export const card = z.object({
  id: z.string(), name: z.string() });
export const first = t.middleware(
  ({ next }) => next({ ctx: { a: 1 } }));
export const second = t.middleware(
  ({ next }) => next({ ctx: { b: 'x' } }));
export const base = t.procedure.use(first).use(second);
export interface Book {
  id: string; title: string; pages: number;
  shelf: string; lent: boolean; tags: string[];
}
export function findBook(): Book { return ${book}; }
${routers.map(routerCode).join('\n')}
export const appRouter = t.router({
  ${routers.map((r) => `r${r}`).join(', ')} });
export type AppRouter = typeof appRouter;
`;
writeFileSync('server.ts', server);

const callCode = (n) => `export const v${n} =
  await client.r${routerOf(n)}.p${n}.query(
    { id: '', copy${n}: 1 });`;

const client = `
import { createTRPCProxyClient } from '@trpc/client';
import type { AppRouter } from './server';
const client = createTRPCProxyClient<AppRouter>({ links: [] });
${numbers.slice(0, calls).map(callCode).join('\n')}
`;
writeFileSync('client.ts', client);
