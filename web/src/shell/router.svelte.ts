/** Which page is shown: the path of the address, without reloading. */

/** Whether tables stand on this device, without a server (src/device). */
export const onDevice = 'device' in document.documentElement.dataset;
/** Whether a server brought this page, which may take finished matches; a site of plain files has none. */
export const house = document.documentElement.dataset['device'] === 'house';

/** Where a page is kept in the address: in its path, or (in a site of plain files) behind a '#'. */
export const addresses = {
  read: (): { pathname: string; search: string; hash: string } => location,
  write: (to: string): string => to,
  /** takes care of a link that was followed; false: it is an address of this house */
  follow: (_link: HTMLAnchorElement): boolean => false,
};

export const place = $state({ path: location.pathname, query: location.search, hash: location.hash });

export function read(): void {
  const { pathname, search, hash } = addresses.read();
  place.path = pathname;
  place.query = search;
  place.hash = hash;
}

export function go(to: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', addresses.write(to));
  read();
  window.scrollTo(0, 0);
}

/** The part of the path after `prefix`, or null: `/table/abc` → "abc". */
export function after(prefix: string): string | null {
  const found = place.path.startsWith(`${prefix}/`) ? place.path.slice(prefix.length + 1) : '';
  return found && !found.includes('/') ? decodeURIComponent(found) : null;
}

/** Follows links and the buttons of the browser; called once by the page. */
export function followLinks(): () => void {
  const click = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest?.('a');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain) return;
    if (addresses.follow(link)) return event.preventDefault();
    if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api/') || (link.pathname === location.pathname && link.hash)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  document.addEventListener('click', click);
  window.addEventListener('popstate', read);
  window.addEventListener('hashchange', read);
  return () => {
    document.removeEventListener('click', click);
    window.removeEventListener('popstate', read);
    window.removeEventListener('hashchange', read);
  };
}
