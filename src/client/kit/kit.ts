/**
 * Code shared by the main script and the parts that load later. Later parts import from here only, so that all shared
 * code is in one file and a page starts with two.
 */
export * from '../../content/model/contract.ts';
export { BASE_URL, hashId, isPlain, pageKey, pageOf } from './address.ts';
export * from './async.ts';
export * from './dom.ts';
export { FIRST_URL, markShown, pushEntry, restoreEntry, rewrite } from './history.ts';
export * from './mount.ts';
export { markJump, onScroll, type Scrolled } from './scroll.ts';
export { read, remove, write } from './storage.ts';
