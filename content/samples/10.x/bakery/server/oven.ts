import { orders } from './data';
import { ready } from './routers/order';

/** Takes every order one step further. */
export function bake(): void {
  for (const order of orders) {
    if (order.status === 'baking') {
      order.status = 'ready';
      ready.emit('ready', order);
    }
    if (order.status === 'placed') order.status = 'baking';
  }
}
