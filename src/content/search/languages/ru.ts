import { stemmer } from '@orama/stemmers/russian';
import { withForms } from '../language.ts';

export default withForms(stemmer);
