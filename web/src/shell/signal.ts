/** How the page tells somebody who is not looking that it is their turn: with the title and a sound. */
export function favicon(turn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = turn ? '/favicon-turn.svg' : '/favicon.svg';
}
