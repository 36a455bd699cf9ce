// @include: app-server
// @filename: client.ts
import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from './server/router';

export const client = createTRPCClient<AppRouter>({ url: 'http://localhost:3000' });
