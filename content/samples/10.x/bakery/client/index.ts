import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../server/router';
import { clientOf, socket } from './trpc';

const tomasz = clientOf('tomasz-key');
const ines = clientOf('ines-key');

function isApiError(
  error: unknown,
): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}

async function attempt(
  what: string,
  call: () => Promise<unknown>,
) {
  try {
    await call();
    console.log(`${what}: done`);
  } catch (error) {
    if (!isApiError(error)) throw error;
    const { data, message } = error;
    console.log(`${what}: ${data?.code}, ${message}`);
  }
}

const [hours, breads] = await Promise.all([
  tomasz.hours.query(),
  tomasz.bread.list.query(),
]);
console.log(`Open from ${hours.opens} to ${hours.closes}`);
for (const { name, price, stock } of breads) {
  const coins = (price / 100).toFixed(2);
  console.log(`${name}: ${coins}, ${stock} left`);
}

const spelt = {
  id: 'spelt',
  name: 'Spelt',
  price: 480,
  stock: 6,
};
await attempt('Tomasz adds spelt', () =>
  tomasz.bread.add.mutate(spelt),
);
await attempt('Ines adds spelt', () =>
  ines.bread.add.mutate(spelt),
);
await attempt('Tomasz orders a brioche', () =>
  tomasz.order.place.mutate({ breadId: 'brioche', count: 1 }),
);

const board = tomasz.order.onReady.subscribe(undefined, {
  onStarted: async () => {
    const order = await tomasz.order.place.mutate({
      breadId: 'rye',
      count: 2,
    });
    console.log(
      `${order.id}: ${order.count} rye, ${order.status}`,
    );
  },
  onData: (order) => {
    console.log(`${order.id}: ${order.status}`);
    board.unsubscribe();
    socket.close();
  },
});
