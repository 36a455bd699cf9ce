import { stemmer } from '@orama/stemmers/hungarian';
import { withForms } from '../language.ts';

export default withForms(stemmer);
