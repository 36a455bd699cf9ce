/**
 * What the main script and the parts that are loaded later share. Later parts import from here only: so all that is
 * shared is one file, and a page starts with two.
 */
export * from '../content/contract.ts';
export { pageKey, viewPath } from './address.ts';
export * from './dom.ts';
export { enterPanel, inPanel } from './entries.ts';
export { isPlain, pageOf } from './links.ts';
export { BASE_URL } from './pages.ts';
export { read, remove, write } from './storage.ts';
