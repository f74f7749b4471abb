/** Keeps everything that is needed without a net: fetches what is missing, and tells how far it is. */
import { untrack } from 'svelte';
import { BUNDLE, cache, fetched, Lacking, listing, packedAt, ROOT, type Bundle, type Fault } from './bundle';
import { engine } from './engine.svelte';

/** The page whose tables stand on this device: of a site of plain files it is the only one. */
const PAGE = document.documentElement.dataset.device === '' ? './' : 'device/';

export const keeping = $state({
  state: 'unknown' as 'unknown' | 'no' | 'working' | 'kept' | 'failed',
  bytes: 0,
  total: 0,
  fault: null as Fault | null,
  /** a newer version has been fetched and will be used from the next start on */
  newer: false,
});

interface File {
  url: string;
  size: number;
}

function files(bundle: Bundle): File[] {
  const packed = Object.values(bundle.files).map(({ path, size }) => ({ url: new URL(path, BUNDLE).href, size }));
  return [...packed, ...bundle.client.map(({ path, size }) => ({ url: new URL(path, ROOT).href, size }))];
}

async function missing(bundle: Bundle): Promise<File[]> {
  const store = await cache();
  if (!store) return files(bundle);
  const kept = new Set((await store.keys()).map((request) => packedAt(request.url)));
  return files(bundle).filter(({ url }) => !kept.has(url));
}

/** Looks what is there. */
export async function look(): Promise<void> {
  try {
    const bundle = await listing();
    const lacking = await missing(bundle);
    keeping.total = files(bundle).reduce((sum, { size }) => sum + size, 0);
    keeping.bytes = keeping.total - lacking.reduce((sum, { size }) => sum + size, 0);
    keeping.state = lacking.length ? 'no' : 'kept';
    keeping.fault = null;
  } catch (error) {
    keeping.state = 'failed';
    keeping.fault = error instanceof Lacking ? error.fault : 'download';
  }
}

let busy = false;

export async function keep(): Promise<void> {
  if (busy) return;
  busy = true;
  try {
    await look();
    if (keeping.fault) return;
    keeping.state = 'working';
    const bundle = await listing();
    await register();
    for (const { url } of await missing(bundle)) await fetched(url, (bytes) => (keeping.bytes += bytes));
    await settle(bundle);
    keeping.state = 'kept';
    void navigator.storage?.persist?.();
  } catch (error) {
    keeping.state = 'failed';
    keeping.fault = error instanceof Lacking ? error.fault : 'download';
  } finally {
    busy = false;
  }
}

async function register(): Promise<void> {
  if (!navigator.serviceWorker) throw new Lacking('download', 'sw.js');
  await navigator.serviceWorker.register(new URL('sw.js', ROOT));
}

/** The page itself comes last, when all that it asks for is there; what the version before it used stays until then. */
async function settle(bundle: Bundle): Promise<void> {
  const store = await cache();
  if (!store) return;
  const list = new URL('bundle.json', BUNDLE).href;
  const before = (await (await store.match(list))?.json().catch(() => null)) as Bundle | null;
  const url = new URL(PAGE, ROOT).href;
  const answer = await fetch(url, { cache: 'no-cache' }).catch(() => null);
  if (answer?.ok && (await answer.clone().text()).includes('data-device')) await store.put(url, answer);
  await store.put(list, new Response(JSON.stringify(bundle)));
  const used = new Set([...files(bundle), ...(before ? files(before) : [])].map(({ url }) => url));
  for (const { url } of await store.keys())
    if (/\/(assets|bundle)\//.test(url) && url !== list && !used.has(packedAt(url))) await store.delete(url);
  keeping.newer = engine.state === 'ready' && (await engine.bundle()).version !== bundle.version;
}

const AGAIN = 3_600_000; // ms between two looks for a newer version

/** On a page whose tables stand on this device everything is kept once the first game can be played; and again when
 * somebody comes back to it after a while, since there may be a newer version. */
export function keepAfterwards(): void {
  $effect.root(() => {
    $effect(() => {
      if (engine.state === 'ready') untrack(() => void keep()); // once, whatever it changes
    });
    let last = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || engine.state !== 'ready' || busy || Date.now() - last < AGAIN) return;
      last = Date.now();
      void keep();
    });
  });
}

export async function forget(): Promise<void> {
  await caches.delete('spieltisch');
  for (const one of (await navigator.serviceWorker?.getRegistrations()) ?? []) {
    if (!(await one.pushManager?.getSubscription())) await one.unregister(); // it also shows messages
  }
  await look();
}
