import { stemmer } from '@orama/stemmers/serbian';
import { withForms } from '../language.ts';

export default withForms(stemmer);
