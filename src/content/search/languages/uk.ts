import { stemmer } from '@orama/stemmers/ukrainian';
import { withForms } from '../language.ts';

export default withForms(stemmer);
