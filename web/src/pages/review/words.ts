/** Words of replays, reviews and practice; loaded with these pages, not with the first one. The shell's own come along. */
import { sayWith } from '$shell/words';
import texts from './texts.json';

export const say = sayWith(texts);
