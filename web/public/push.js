// Shows messages that come while no page is open. Imported by the service worker (sw.js), and needs nothing of it.
// A message may come twice: the second one takes the first one's place without a sound.
const TOLD = 'spieltisch-told';
const REMEMBERED = 50;

self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())));

async function isNew(id) {
  const cache = await caches.open(TOLD);
  const url = `${self.registration.scope}told/${id}`;
  if (await cache.match(url)) return false;
  await cache.put(url, new Response(''));
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - REMEMBERED)).map((request) => cache.delete(request)));
  return true;
}

async function show({ id, title, body, url, tag, stop, stopLabel, lang }) {
  const fresh = await isNew(id);
  await self.registration.showNotification(title, {
    body,
    tag,
    lang,
    renotify: fresh,
    silent: !fresh,
    icon: '/favicon-turn.svg',
    data: { id, url, stop },
    actions: [{ action: 'stop', title: stopLabel }],
  });
}

self.addEventListener('notificationclick', (event) => {
  const { url, stop } = event.notification.data;
  event.notification.close();
  event.waitUntil(event.action === 'stop' ? fetch(new URL(stop).pathname, { method: 'POST' }) : open(url));
});

/** The table where it is open already, or a new window. */
async function open(url) {
  const wanted = new URL(url).pathname;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === wanted);
  return there ? there.focus() : self.clients.openWindow(wanted);
}

self.addEventListener('pushsubscriptionchange', (event) => {
  if (event.newSubscription) event.waitUntil(renew(event.newSubscription.toJSON()));
});

function renew({ endpoint, keys: { p256dh, auth } }) {
  const body = JSON.stringify({ endpoint, keys: { p256dh, auth } });
  return fetch('/api/notices/push', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
}
