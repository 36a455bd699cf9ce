// @include: bakery-server
// @filename: client.ts
import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from './server';

export const client = createTRPCClient<AppRouter>({ url: 'http://localhost:3000/trpc' });
