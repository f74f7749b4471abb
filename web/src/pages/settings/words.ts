/** Words of what one chooses for one's own screen; loaded where that is chosen. The shell's own come along. */
import { sayWith } from '$shell/words';
import texts from './texts.json';

export const say = sayWith(texts);
export type Key = Parameters<typeof say>[0];
