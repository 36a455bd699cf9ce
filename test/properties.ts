/**
 * fast-check with one seed for all: a property that fails here fails everywhere, and a run says the same twice.
 * PROPERTY_SEED tries others.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20221121) });

/** `npm test -- --long`: random tests draw many more cases. */
export const IS_LONG = process.env.DOCSGEN_LONG === '1';

export default fc;
