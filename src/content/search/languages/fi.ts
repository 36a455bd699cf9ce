import { stemmer } from '@orama/stemmers/finnish';
import { withForms } from '../language.ts';

export default withForms(stemmer);
