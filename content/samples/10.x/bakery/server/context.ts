import type {
  CreateHTTPContextOptions,
} from '@trpc/server/adapters/standalone';

export interface User {
  id: string;
  name: string;
  role: 'customer' | 'baker';
}

const ines: User = { id: 'ines', name: 'Ines', role: 'baker' };
const tomasz: User = {
  id: 'tomasz',
  name: 'Tomasz',
  role: 'customer',
};

const keys = new Map([
  ['ines-key', ines],
  ['tomasz-key', tomasz],
]);

export function createContext({
  req,
}: CreateHTTPContextOptions) {
  const key = req.headers.authorization?.replace('Bearer ', '');
  return { user: keys.get(key ?? '') ?? null };
}

export type Context = ReturnType<typeof createContext>;
