/** Tables on this device: hands the client another transport, other sockets and addresses behind a '#'. */
import { mount } from 'svelte';
import { transport } from '$shell/api';
import { sockets } from '$shell/connection.svelte';
import { addresses, go, read } from '$shell/router.svelte';
import DeviceStatus from './DeviceStatus.svelte';
import { save } from './download';
import { engine } from './engine.svelte';
import { keepAfterwards } from './precache.svelte';

/** `#/table/abc` is the page `/table/abc`; anything else behind the '#' is a place on the page that is shown. */
let shown = '/';
function behind(): URL {
  if (location.hash.startsWith('#/')) shown = location.hash.slice(1);
  return new URL(shown, location.origin);
}

/** Follows what a link says: a page, a place on this page, or a file that only the tables can make. */
function follow(link: HTMLAnchorElement): boolean {
  const to = link.getAttribute('href') ?? '';
  if (link.hasAttribute('data-house')) return false; // an address of the server
  if (to.startsWith('/api/')) void save(to.slice(4), link.download);
  else if (to.startsWith('#/') || to.startsWith('/')) go(to.replace(/^#/, ''));
  else if (to.startsWith('#')) reach(to.slice(1));
  else return false;
  return true;
}

function reach(id: string): void {
  const target = document.getElementById(id);
  target?.scrollIntoView();
  target?.focus();
}

/** Opened in another tab or copied, a link must lead there as well. */
function showAddress(event: Event): void {
  const link = (event.target as Element | null)?.closest?.('a');
  const to = link?.getAttribute('href');
  if (to?.startsWith('/') && !to.startsWith('/api/') && !link!.hasAttribute('data-house')) link!.setAttribute('href', `#${to}`);
}

export function begin(): void {
  transport.fetch = (path, init) => engine.fetch(path, init);
  sockets.open = (table) => engine.open(table);
  Object.assign(addresses, { read: behind, write: (to: string) => `#${to}`, follow });
  for (const event of ['pointerdown', 'focusin', 'contextmenu']) document.addEventListener(event, showAddress, true);
  read();
  const bar = document.createElement('div');
  document.body.append(bar);
  mount(DeviceStatus, { target: bar });
  engine.start();
  keepAfterwards();
}
