import {
  createTRPCProxyClient,
  createWSClient,
  httpBatchLink,
  splitLink,
  wsLink,
} from '@trpc/client';
import { WebSocket } from 'ws';
import type { AppRouter } from '../server/router';

const host = `localhost:${process.env.PORT ?? 3000}`;

export const socket = createWSClient({
  url: `ws://${host}`,
  // Node.js has a WebSocket of its own from version 22 on.
  WebSocket: globalThis.WebSocket ?? WebSocket,
});

/** The API as the person with this key sees it. */
export function clientOf(key?: string) {
  return createTRPCProxyClient<AppRouter>({
    links: [
      splitLink({
        condition: (op) => op.type === 'subscription',
        true: wsLink({ client: socket }),
        false: httpBatchLink({
          url: `http://${host}`,
          headers: key
            ? { authorization: `Bearer ${key}` }
            : {},
        }),
      }),
    ],
  });
}
