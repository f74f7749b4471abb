/** Messages that want an answer, and the answers: told apart by ids that nobody else uses. */
import { Trouble, unreachable } from './api';
import type { Answer, ClientMessage } from './protocol';

type WithoutId<M> = M extends { id: string } ? Omit<M, 'id'> : never;
/** A message before it has its id. */
export type Question = WithoutId<ClientMessage>;
export type AnswerOf<K extends Answer['kind']> = Extract<Answer, { kind: K }>;

export class Requests {
  private readonly asked = new Map<string, { resolve: (answer: Answer) => void; reject: (trouble: Trouble) => void }>();
  private readonly prefix = Math.random().toString(36).slice(2, 10);
  private lastId = 0;

  constructor(private readonly write: (message: ClientMessage) => boolean) {}

  newId(): string {
    this.lastId += 1;
    return `${this.prefix}.${this.lastId}`;
  }

  /** An answer that is an error is thrown. */
  ask<K extends Answer['kind']>(question: Question): Promise<AnswerOf<K>> {
    const id = this.newId();
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve: resolve as (answer: Answer) => void, reject });
      if (this.write({ ...question, id } as ClientMessage)) return;
      this.asked.delete(id);
      reject(unreachable());
    });
  }

  answered(answer: Answer): void {
    const waiting = this.asked.get(answer.id ?? '');
    if (!waiting) return;
    this.asked.delete(answer.id!);
    if (answer.kind === 'error') waiting.reject(new Trouble(answer.code, answer));
    else waiting.resolve(answer);
  }

  /** Nobody will answer any more. */
  lost(): void {
    for (const { reject } of this.asked.values()) reject(unreachable());
    this.asked.clear();
  }
}
