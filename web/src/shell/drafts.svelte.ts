/** The turn that is being composed, and the one that is on its way: both outlive a reload of the page. */
import { memory, type Pending } from './memory';

export class Drafts {
  draft = $state.raw<unknown>(null);
  /** confirmed, and not known to be on the server's disk yet */
  pending = $state.raw<Pending | null>(null);
  /** the position that the draft is for */
  at = '';

  constructor(private readonly table: string) {
    this.pending = memory.pending(table);
  }

  /** Goes on with what was begun in this position, if anything was. */
  arrive(at: string): void {
    this.at = at;
    const begun = memory.draft(this.table);
    this.draft = begun?.at === at ? begun.draft : null;
  }

  set(draft: unknown): void {
    this.draft = draft;
    memory.setDraft(this.table, draft === null ? null : { at: this.at, draft });
  }

  send(pending: Pending | null): void {
    this.pending = pending;
    memory.setPending(this.table, pending);
  }
}
