import { stemmer } from '@orama/stemmers/tamil';
import { withForms } from '../language.ts';

export default withForms(stemmer);
