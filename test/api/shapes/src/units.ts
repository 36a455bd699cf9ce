/** One metre. */
export const metre = 1;
/** A unit. */
export type Unit = 'm' | 'km';
