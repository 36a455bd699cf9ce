import { stemmer } from '@orama/stemmers/danish';
import { withForms, twoForOne } from '../language.ts';

export default withForms(stemmer, { spellings: twoForOne({ ø: 'oe', å: 'aa' }) });
