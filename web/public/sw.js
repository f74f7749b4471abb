importScripts('push.js'); // messages that come while no page is open

// Serves what was kept for offline. It fetches nothing by itself: pages put files into the cache (src/device/precache.svelte.ts).
// Names of files change with their content, so what is kept is always right; pages come from the net first.
const CACHE = 'spieltisch';
const PATIENCE = 3000; // ms that a page waits for a slow net before what is kept is shown

self.addEventListener('install', () => self.skipWaiting()); // it holds no state, so a new one takes over at once
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  const path = url.href.slice(self.registration.scope.length);
  if (request.mode === 'navigate') event.respondWith(page(request, path));
  else if (/^(assets|bundle)\//.test(path) && path !== 'bundle/bundle.json') event.respondWith(kept(request));
  else if (/^[^/?]+\.(svg|png|webmanifest)$/.test(path)) event.respondWith(fetch(request).catch(() => kept(request)));
});

async function kept(request) {
  const found = await (await caches.open(CACHE)).match(request.url, { ignoreSearch: true });
  return found ?? fetch(request);
}

/** From the net, or as it was kept; without both the page of this device's tables, wherever somebody wanted to go. */
async function page(request, path) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const online = fetch(request).catch(() => null);
  const found = await Promise.race([online, late]);
  if (found) return found;
  const cache = await caches.open(CACHE);
  const scope = self.registration.scope;
  for (const name of ['device/', '']) {
    const own = await cache.match(scope + name);
    if (!own) continue;
    return path.split(/[?#]/)[0] === name ? own : Response.redirect(scope + name);
  }
  return (await online) ?? Response.error();
}
