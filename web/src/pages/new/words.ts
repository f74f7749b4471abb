/** Words of new tables; loaded with that page. The shell's own come along. */
import { sayWith } from '$shell/words';
import texts from './texts.json';

export const say = sayWith(texts);
