/**
 * fast-check with a fixed seed, so that results are reproducible everywhere. PROPERTY_SEED sets another seed.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20221121) });

/** `npm test -- --all`, CI, or a file that was named: no point where a disk fails is left out, and no page. */
export const IS_ALL = process.env.DOCSGEN_ALL === '1';

/** `npm test -- --long`: random tests draw many more cases. */
export const IS_LONG = process.env.DOCSGEN_LONG === '1';

export default fc;
