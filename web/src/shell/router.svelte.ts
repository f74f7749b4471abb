/** Which page is shown: the path of the address, without reloading. */

export const place = $state({ path: location.pathname, query: location.search, hash: location.hash });

function read(): void {
  place.path = location.pathname;
  place.query = location.search;
  place.hash = location.hash;
}

export function go(to: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
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
    if (!link || !plain || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
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
