import { stemmer } from '@orama/stemmers/french';
import { withForms } from '../language.ts';

export default withForms(stemmer);
