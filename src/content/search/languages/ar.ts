import { stemmer } from '@orama/stemmers/arabic';
import { withForms } from '../language.ts';

/** Snowball's stemmer leaves the plural's `ا`: `مكتبات` must be a form of `مكتبة`. */
export default withForms((word) => stemmer(word.replace(/(?<=...)ات$/, '')));
