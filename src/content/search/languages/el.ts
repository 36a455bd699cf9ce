import { stemmer } from '@orama/stemmers/greek';
import { withForms } from '../language.ts';

export default withForms(stemmer);
