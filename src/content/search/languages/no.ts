import { stemmer } from '@orama/stemmers/norwegian';
import { twoForOne, withForms } from '../language.ts';

export default withForms(stemmer, { spellings: twoForOne({ ø: 'oe', å: 'aa' }) });
