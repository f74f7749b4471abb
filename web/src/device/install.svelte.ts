/** Installing as an app, where the browser lets a page offer it. */

interface Asks extends Event {
  prompt(): Promise<void>;
}

export const installer = $state({ asks: null as Asks | null });

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault(); // it is offered where people look for it
  installer.asks = event as Asks;
});
window.addEventListener('appinstalled', () => (installer.asks = null));

export async function install(): Promise<void> {
  await installer.asks?.prompt();
  installer.asks = null;
}
