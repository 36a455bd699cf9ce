import { stemmer } from '@orama/stemmers/lithuanian';
import { withForms } from '../language.ts';

export default withForms(stemmer);
