export interface Bread {
  id: string;
  name: string;
  /** In cents. */
  price: number;
  stock: number;
}

export interface Order {
  id: string;
  breadId: string;
  count: number;
  customerId: string;
  status: 'placed' | 'baking' | 'ready';
  placedAt: Date;
}

export const breads: Bread[] = [
  { id: 'rye', name: 'Rye', price: 550, stock: 4 },
  { id: 'baguette', name: 'Baguette', price: 225, stock: 12 },
  { id: 'brioche', name: 'Brioche', price: 400, stock: 0 },
];

export const orders: Order[] = [];
