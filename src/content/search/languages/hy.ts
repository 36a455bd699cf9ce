import { stemmer } from '@orama/stemmers/armenian';
import { withForms } from '../language.ts';

export default withForms(stemmer);
