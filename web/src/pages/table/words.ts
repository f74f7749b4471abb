/** Words of what few people open at a table; loaded with that. The shell's own come along. */
import { sayWith } from '$shell/words';
import texts from './texts.json';

export const say = sayWith(texts);
