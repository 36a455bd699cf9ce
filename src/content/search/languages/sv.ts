import { stemmer } from '@orama/stemmers/swedish';
import { twoForOne, withForms } from '../language.ts';

export default withForms(stemmer, { spellings: twoForOne({ ä: 'ae', ö: 'oe', å: 'aa' }) });
