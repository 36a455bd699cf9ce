import { stemmer } from '@orama/stemmers/irish';
import { withForms } from '../language.ts';

export default withForms(stemmer);
