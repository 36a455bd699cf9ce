import { stemmer } from '@orama/stemmers/indian';
import { withForms } from '../language.ts';

export default withForms(stemmer);
