import {
  createHTTPServer,
} from '@trpc/server/adapters/standalone';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import cors from 'cors';
import { WebSocketServer } from 'ws';
import { createContext } from './context';
import { bake } from './oven';
import { appRouter } from './router';

const port = Number(process.env.PORT ?? 3000);

const { server, listen } = createHTTPServer({
  // The web page comes from another port.
  middleware: cors(),
  router: appRouter,
  createContext,
});

applyWSSHandler({
  wss: new WebSocketServer({ server }),
  router: appRouter,
  createContext: () => ({ user: null }),
});

setInterval(bake, 500);
listen(port);
console.log(`The bakery is open on http://localhost:${port}`);
