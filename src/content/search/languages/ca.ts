import { endings, withForms } from '../language.ts';

export default withForms(endings(3, 'a e es s os sos esos essos o ions io cions cio ment ments'));
