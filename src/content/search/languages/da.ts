import { stemmer } from '@orama/stemmers/danish';
import { scandinavian } from '../language.ts';

export default scandinavian(stemmer, { ø: 'oe', å: 'aa' });
