import { afterEach, expect, test, vi } from 'vitest';
import { favicon, tell } from './turn_signal';

const shown = vi.fn();
class Shown {
  static permission = 'granted';
  constructor(title: string) {
    shown('page', title);
  }
}

function browser({ hidden = true, worker }: { hidden?: boolean; worker?: object } = {}): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  vi.stubGlobal('Notification', Shown);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(worker) } });
}
const worker = (subscription: object | null): object => ({
  active: {},
  pushManager: { getSubscription: () => Promise.resolve(subscription) },
  showNotification: (title: string, { data }: { data: { url: string } }) => Promise.resolve(shown('worker', title, data.url)),
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  shown.mockClear();
});

test('a tab that nobody sees tells by the page, or by its worker where there is one, which leads back here', async () => {
  browser();
  await tell('Your turn', '', 'table');
  browser({ worker: worker(null) });
  await tell('Your turn', '', 'table');
  expect(shown.mock.calls).toEqual([['page', 'Your turn'], ['worker', 'Your turn', location.href]]);
});

test('nothing is told while somebody looks, nor twice where the device has a subscription', async () => {
  browser({ hidden: false });
  await tell('Your turn', '', 'table');
  browser({ worker: worker({}) });
  await tell('Your turn', '', 'table');
  expect(shown).not.toHaveBeenCalled();
});

test('the icon says that it is my turn, and lies where the page keeps it', () => {
  document.head.innerHTML = '<link rel="icon" href="https://someone.example/some/folder/favicon.svg" />';
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')!;
  favicon(true);
  favicon(true);
  expect(icon.href).toBe('https://someone.example/some/folder/favicon-turn.svg');
  favicon(false);
  expect(icon.href).toBe('https://someone.example/some/folder/favicon.svg');
});
