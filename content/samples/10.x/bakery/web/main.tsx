import {
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/react-query';
import { createRoot } from 'react-dom/client';
import { Shop } from './Shop';
import { trpc } from './trpc';

const queryClient = new QueryClient();
const trpcClient = trpc.createClient({
  links: [
    httpBatchLink({
      url: 'http://localhost:3000',
      headers: { authorization: 'Bearer tomasz-key' },
    }),
  ],
});

const element = document.getElementById('shop');
if (!element) throw new Error('No element has the id "shop"');

createRoot(element).render(
  <trpc.Provider client={trpcClient} queryClient={queryClient}>
    <QueryClientProvider client={queryClient}>
      <Shop />
    </QueryClientProvider>
  </trpc.Provider>,
);
