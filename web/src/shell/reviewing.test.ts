import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patiently, transport, Trouble } from './api';
import { followReview } from './reviewing';
import type { ReviewState } from './wire';

const state = (name: string): ReviewState => ({ state: name, progress: 0, review: null }) as ReviewState;
const answer = (told: unknown): Promise<Response> => Promise.resolve(new Response(JSON.stringify(told)));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a server that was restarted has forgotten a review, and is asked for it again', async () => {
  const asked: string[] = [];
  const answers = [() => Promise.reject(new TypeError('gone')), () => answer(state('none')), () => answer(state('waiting')), () => answer(state('done'))];
  vi.spyOn(transport, 'fetch').mockImplementation((_, { method }) => {
    asked.push(method!);
    return answers.shift()!();
  });
  const told: string[] = [];
  const followed = followReview('x', state('working'), (now) => told.push(now.state), () => false);
  await vi.runAllTimersAsync();
  await followed;
  expect(asked).toEqual(['GET', 'GET', 'POST', 'GET']);
  expect(told).toEqual(['working', 'working', 'waiting', 'done']);
});

test('what a page begins with is asked for until the server is back', async () => {
  const answers = [() => Promise.reject(new Trouble('net', { de: 'weg', en: 'away' })), () => Promise.reject(new Trouble('server/store', { de: 'voll', en: 'full' })), () => Promise.resolve(7)];
  const told: (string | null)[] = [];
  const found = patiently(() => answers.shift()!(), (both) => told.push(both && both.en));
  await vi.runAllTimersAsync();
  expect(await found).toBe(7);
  expect(told).toEqual(['away', 'full', null]);
  await expect(patiently(() => Promise.reject(new Trouble('table/unknown', { de: '', en: '' })), () => {})).rejects.toThrow('table/unknown');
});
