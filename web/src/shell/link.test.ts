import { flushSync } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { Link } from './link.svelte';
import { memory } from './memory';
import { settings } from './settings.svelte';

/** A server that says what the test wants it to say. */
class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: any[] = [];
  onopen = (): void => {};
  onmessage = (_event: { data: string }): void => {};
  onclose = (_event: { code: number; reason: string }): void => {};
  constructor(readonly table: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.onclose({ code: 1006, reason: '' });
  }
  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const line = (n: number, text: string, seat = 0) => ({ n, kind: 'turn', seat, text, de: text, en: text });
const table = { id: 't', game: 'g', seats: [{ seat: 0, name: 'Ada' }, { seat: 1, name: 'Bo' }], you: { seats: [0], host: true }, status: 'playing' };
const position = { looking: 0, view: {}, ask: null, acting: [0], chosen: [], deadline: null, undo: null, result: null };
const snapshot = { kind: 'snapshot', n: 3, now: Date.now(), table, log: [line(1, 'a')], chat: [], missed: [], ...position };
const event = (n: number, lines: unknown[], from: number, more: object = {}) => ({
  kind: 'event', n, what: 'turn', seat: 1, at: 0, from, lines, table: null, ...position, ...more,
});

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  FakeSocket.all = [];
  settings.motion = 'less';
});

function connect(): { link: Link; socket: FakeSocket; refused: ReturnType<typeof vi.fn> } {
  const refused = vi.fn();
  const link = new Link('t', refused, (table) => new FakeSocket(table));
  const socket = FakeSocket.all.at(-1)!;
  socket.onopen();
  socket.say(snapshot);
  return { link, socket, refused };
}

const turns = (socket: FakeSocket) => socket.sent.filter((message) => message.kind === 'turn');

test('a turn is sent again after a loss, with the same id, until it is acknowledged', () => {
  const { link, socket } = connect();
  link.play('x');
  const [first] = turns(socket);
  socket.close();
  expect(link.state).toBe('offline');
  vi.advanceTimersByTime(1000);
  const again = FakeSocket.all.at(-1)!;
  again.onopen();
  expect(again.sent[0]).toMatchObject({ kind: 'hello', after: 3, patches: true });
  again.say(snapshot);
  expect(turns(again)).toEqual([first]);
  again.say({ kind: 'ack', id: first.id, n: 4, text: 'x' });
  expect(link.pending).toBeNull();
  expect(memory.pending('t')).toBeNull();
});

test('a turn is remembered by the browser, not by the page', () => {
  connect().link.play('x');
  expect(connect().link.pending?.text).toBe('x');
  expect(turns(FakeSocket.all.at(-1)!)).toHaveLength(1);
});

test('a refused turn says why and leaves the draft', () => {
  const { link, socket, refused } = connect();
  link.setDraft({ some: 'thing' });
  link.play('x');
  socket.say({ kind: 'refused', id: link.pending!.id, rule: 'R-1', de: 'nein', en: 'no' });
  expect(refused).toHaveBeenCalledExactlyOnceWith({ rule: 'R-1', words: settings.lang === 'de' ? 'nein' : 'no' });
  expect(link.draft).toEqual({ some: 'thing' });
});

test('a question that met a failing database is asked again, and a turn is not', async () => {
  const { link, socket } = connect();
  const asked = () => socket.sent.filter((message) => message.kind === 'turns');
  expect(asked()).toHaveLength(1);
  const trouble = { kind: 'error', id: asked()[0].id, code: 'server/store', de: '', en: '' };
  socket.say(trouble);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toHaveLength(2);
  socket.say({ kind: 'turns', id: asked()[1].id, seat: 0, n: 3, turns: ['x'], more: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(link.turns).toEqual(['x']);
  link.play('x');
  socket.say({ ...trouble, id: link.pending!.id });
  await vi.advanceTimersByTimeAsync(5000);
  expect(turns(socket)).toHaveLength(1);
});

test('lines are replaced from where an event says', () => {
  const { link, socket } = connect();
  socket.say(event(4, [line(2, 'veiled', 1)], 2));
  socket.say(event(5, [line(2, 'open', 1), line(3, 'b')], 2));
  expect(link.log.map(({ text }) => text)).toEqual(['a', 'open', 'b']);
});

test('an event that is known already changes nothing', () => {
  const { link, socket } = connect();
  socket.say(event(3, [line(9, 'old')], 1));
  expect(link.log).toHaveLength(1);
});

test('talk leaves the draft and the turns alone', () => {
  const { link, socket } = connect();
  link.setDraft(1);
  link.turns = ['x'];
  socket.say(event(4, [], 2, { what: 'chat', chat: { at: 0, seat: 1, name: 'Bo', text: 'Hi' } }));
  expect([link.draft, link.turns, link.chat.length]).toEqual([1, ['x'], 1]);
});

test('with motion, events of others come one after the other, and can be skipped', () => {
  settings.motion = 'full';
  const { link, socket } = connect();
  for (const n of [4, 5, 6]) socket.say(event(n, [line(n, `${n}`, 1)], n));
  expect(link.now.n).toBe(4);
  expect(link.mine).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(link.now.n).toBe(5);
  link.skip();
  expect(link.now.n).toBe(6);
  expect(link.mine).toBe(0);
});

test('with motion, events of others can be stepped through', () => {
  settings.motion = 'full';
  const { link, socket } = connect();
  for (const n of [4, 5, 6, 7]) socket.say(event(n, [line(n, `${n}`, 1)], n));
  link.step();
  expect(link.now.n).toBe(5);
  vi.advanceTimersByTime(60_000);
  expect(link.now.n).toBe(5);
  link.step();
  link.step();
  expect([link.now.n, link.mine]).toEqual([7, 0]);
});

test('a table that does not exist is not asked for again', () => {
  const { link, socket } = connect();
  socket.onclose({ code: 4404, reason: 'table/unknown' });
  expect([link.state, link.reason]).toEqual(['closed', 'table/unknown']);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test.each([
  ['game/compiling', 1013],
  ['server/store', 1012],
  ['server/stopping', 1012],
  ['rate/limited', 4429],
])('%s passes: the sentence is shown and the table asked for again', (reason, code) => {
  const { link, socket } = connect();
  for (let n = 2; n < 12; n += 1) {
    (n === 2 ? socket : FakeSocket.all.at(-1)!).onclose({ code, reason });
    expect([link.state, link.passing?.en.length]).toEqual(['offline', expect.any(Number)]);
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.all).toHaveLength(n);
  }
  FakeSocket.all.at(-1)!.say(snapshot);
  expect([link.state, link.passing]).toEqual(['online', null]);
});

test.each(['table/unknown', 'table/no-spectators', 'origin/foreign', 'input/invalid', 'table/rules-changed'])(
  '%s is final',
  (reason) => {
    const { link, socket } = connect();
    socket.onclose({ code: 4400, reason });
    vi.advanceTimersByTime(60_000);
    expect([link.state, link.reason, FakeSocket.all.length]).toEqual(['closed', reason, 1]);
  },
);

test('whoever is signed out is told so, and does not come back', () => {
  const { link, socket } = connect();
  socket.say({ kind: 'error', id: null, code: 'me/signed-out', de: 'Abgemeldet.', en: 'You are signed out.' });
  socket.onclose({ code: 4401, reason: 'me/signed-out' });
  vi.advanceTimersByTime(60_000);
  expect([link.state, link.passing, FakeSocket.all.length]).toEqual(['closed', null, 1]);
  expect(link.ended?.en).toContain('signed out');
});

const change = (n: number, more: object = {}) => ({
  kind: 'change', n, what: 'turn', seat: 1, at: 0, from: 2, lines: [], acting: [0], chosen: [], deadline: null, ...more,
});

test('what changed is put onto what was known; a gap or a wrong sum asks for everything', () => {
  const { link, socket } = connect();
  socket.say(change(4, { patch: { '=': { die: 6 } }, own: { '=': { hand: 1 } } }));
  expect(link.now).toMatchObject({ n: 4, looking: 0, view: { die: 6, hand: 1 } });
  socket.say(change(6));
  vi.advanceTimersByTime(10);
  const again = FakeSocket.all.at(-1)!;
  expect(again).not.toBe(socket);
  again.onopen();
  expect(again.sent[0]).toMatchObject({ kind: 'hello', after: 4 });
  again.say({ ...snapshot, n: 6 });
  again.say(change(7, { sum: 1 }));
  vi.advanceTimersByTime(10);
  expect(FakeSocket.all.at(-1)).not.toBe(again);
});

test('another language asks for everything in that language', () => {
  settings.lang = 'de';
  const { socket } = connect();
  expect(socket.sent[0].lang).toBe('de');
  settings.lang = 'en';
  flushSync();
  vi.advanceTimersByTime(10);
  const again = FakeSocket.all.at(-1)!;
  again.onopen();
  expect(again.sent[0].lang).toBe('en');
});
