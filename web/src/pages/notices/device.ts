/** This browser as a way to its owner: permission, service worker, subscription. */

export type Ability = 'no' | 'denied' | 'yes';

export function ability(): Ability {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'no';
  return Notification.permission === 'denied' ? 'denied' : 'yes';
}

export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** How the server names a subscription. */
export async function markOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function current(): Promise<PushSubscription | null> {
  if (ability() === 'no') return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Asks, and subscribes with the server's key; null when the answer was no. */
export async function subscribe(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/sw.js');
  const worker = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: keyBytes(key) };
  try {
    return await worker.pushManager.subscribe(wanted);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    await (await worker.pushManager.getSubscription())?.unsubscribe(); // made with another server key
    return worker.pushManager.subscribe(wanted);
  }
}

/** What to call this device in a list. */
export function deviceName(agent = navigator.userAgent): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)/.exec(agent.replace(/Version\/\S+ /, ''))?.[1] ?? '';
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1] ?? '';
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'Mac' };
  return [browser, system].map((name) => names[name] ?? name).filter(Boolean).join(', ');
}
