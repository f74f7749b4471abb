/** What the server has answered about the turns of one position, by the decisions that begin them. */
import type { Refused, Step } from '$shell/board';
import type { ReMoveView } from './view';

export class Answers {
  private known = $state.raw<Readonly<Record<string, Step<ReMoveView>>>>({});
  private readonly asked = new Set<string>();

  constructor(private readonly choices: (begun: readonly number[]) => Promise<Step<ReMoveView>>) {}

  of(begun: readonly number[]): Step<ReMoveView> | null {
    return this.known[begun.join()] ?? null;
  }

  /** The view after as many of these decisions as have been answered. */
  viewOf(begun: readonly number[]): ReMoveView | null {
    for (let many = begun.length; many > 0; many--) {
      const found = this.of(begun.slice(0, many));
      if (found) return found.view;
    }
    return null;
  }

  /** Asks once. */
  ask(begun: readonly number[], refused: (refusal: Refused) => void = () => {}): void {
    const key = begun.join();
    if (this.asked.has(key)) return;
    this.asked.add(key);
    this.choices(begun).then(
      (step) => (this.known = { ...this.known, [key]: step }),
      (refusal: Refused) => {
        this.asked.delete(key);
        refused(refusal);
      },
    );
  }
}
