import { stemmer } from '@orama/stemmers/romanian';
import { withForms } from '../language.ts';

export default withForms(stemmer);
