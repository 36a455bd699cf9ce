import { stemmer } from '@orama/stemmers/nepali';
import { withForms } from '../language.ts';

export default withForms(stemmer);
