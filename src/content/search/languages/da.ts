import { stemmer } from '@orama/stemmers/danish';
import { twoForOne, withForms } from '../language.ts';

export default withForms(stemmer, { spellings: twoForOne({ ø: 'oe', å: 'aa' }) });
