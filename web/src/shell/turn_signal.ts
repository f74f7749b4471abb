/** How the page tells somebody who is not looking that it is their turn: with the title and a sound. */
export function favicon(turn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = icon.href.replace(/favicon(-turn)?\.svg$/, turn ? 'favicon-turn.svg' : 'favicon.svg');
}

/** In a tab that nobody sees, by the system's own notification; a device with a subscription is told by its worker. */
export async function tell(title: string, body: string, tag: string): Promise<void> {
  if (!document.hidden || globalThis.Notification?.permission !== 'granted') return;
  const worker = await navigator.serviceWorker?.getRegistration();
  if (await worker?.pushManager?.getSubscription()) return;
  // Phones show notifications of a worker only.
  if (worker?.active) return worker.showNotification(title, { body, tag, data: { url: location.href } });
  const shown = new Notification(title, { body, tag });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
