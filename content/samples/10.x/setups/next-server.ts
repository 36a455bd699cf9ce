// @include: app-server
// @filename: server/context.ts
import type { CreateNextContextOptions } from '@trpc/server/adapters/next';

export interface User {
  id: string;
  name: string;
  role: 'customer' | 'baker';
}

const users = new Map<string, User>([
  ['ines-key', { id: 'ines', name: 'Ines', role: 'baker' }],
  ['tomasz-key', { id: 'tomasz', name: 'Tomasz', role: 'customer' }],
]);

export const findUser = (key = ''): User | null => users.get(key) ?? null;

export function createContext({ req }: CreateNextContextOptions): { user: User | null } {
  return { user: findUser(req.cookies.key) };
}

export type Context = ReturnType<typeof createContext>;
