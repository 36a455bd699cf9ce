import { stemmer } from '@orama/stemmers/bulgarian';
import { withForms } from '../language.ts';

export default withForms(stemmer);
