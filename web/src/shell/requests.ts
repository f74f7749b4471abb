/** Messages that want an answer, and the answers: told apart by ids that nobody else uses. */
import { Trouble, unreachable } from './api';
import type { Answer, ClientMessage } from './protocol';
import { PASSING } from './wire';

type WithoutId<M> = M extends { id: string } ? Omit<M, 'id'> : never;
/** A message before it has its id. */
export type Question = WithoutId<ClientMessage>;
export type AnswerOf<K extends Answer['kind']> = Extract<Answer, { kind: K }>;

/** Questions change nothing, so they are asked again where the answer is that something fails and passes. */
const QUESTIONS = ['choices', 'turns', 'why', 'legal'];
const SOON = 1000; // ms

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (trouble: Trouble) => void;
  again: (() => void) | null;
}

export class Requests {
  private readonly asked = new Map<string, Waiting>();
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
    const message = { ...question, id } as ClientMessage;
    const again = QUESTIONS.includes(question.kind) ? () => void this.write(message) : null;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve: resolve as (answer: Answer) => void, reject, again });
      if (this.write(message)) return;
      this.asked.delete(id);
      reject(unreachable());
    });
  }

  answered(answer: Answer): void {
    const waiting = this.asked.get(answer.id ?? '');
    if (!waiting) return;
    if (answer.kind === 'error' && waiting.again && answer.code in PASSING) {
      window.setTimeout(() => this.asked.has(answer.id!) && waiting.again!(), SOON);
      return;
    }
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
