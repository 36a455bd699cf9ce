/**
 * What the main script and the parts that are loaded later share. Later parts import from here only: so all that is
 * shared is one file, and a page starts with two.
 */
export * from '../../content/model/contract.ts';
export { hashId, pageKey } from './address.ts';
export { BASE_URL, FIRST_ADDRESS } from './base.ts';
export { crash, showCrashesBy, start } from './crashes.ts';
export * from './dom.ts';
export { arrive, enter, settled } from './entries.ts';
export { isPlain, pageOf } from './links.ts';
export { addWidgets, type Mount, mount, unmount } from './mount.ts';
export { applyPreference } from './preference.ts';
export { nameButtons } from './roles.ts';
export { savesData } from './saving.ts';
export { markJump, onScroll } from './scroll.ts';
export { wear } from './sheet.ts';
export { inSlices, pause } from './slices.ts';
export { read, remove, write } from './storage.ts';
