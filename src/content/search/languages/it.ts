import { stemmer } from '@orama/stemmers/italian';
import { withForms } from '../language.ts';

export default withForms(stemmer);
