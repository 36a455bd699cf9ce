/**
 * fast-check with a fixed seed, so that results are reproducible everywhere. PROPERTY_SEED sets another seed.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20221121) });

/** `npm test -- --long`: random tests draw many more cases. */
export const IS_LONG = process.env.DOCSGEN_LONG === '1';

export default fc;
