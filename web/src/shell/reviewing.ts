/** A review is made in the background, once for everybody. */
import { api } from './api';
import type { ReviewState } from './wire';

const OFTEN = 1000; // ms

/** Tells how far it is until it is done; a server that was restarted has forgotten the work, and is asked again. */
export async function followReview(id: string, first: ReviewState, tell: (now: ReviewState) => void, gone: () => boolean): Promise<void> {
  let told = first;
  tell(told);
  while (!gone() && told.state !== 'done') {
    await new Promise((resolve) => setTimeout(resolve, OFTEN));
    const now = await api.reviewed(id).catch(() => null);
    told = (now?.state === 'none' ? await api.review(id).catch(() => null) : now) ?? told;
    tell(told);
  }
}
