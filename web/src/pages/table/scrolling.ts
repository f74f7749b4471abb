/** Shows the end of a list in whatever scrolls around it: never the page, nor what lies around its panel. */
export function toEnd(list: HTMLElement | undefined): void {
  for (let one: HTMLElement | null = list ?? null; one && !one.classList.contains('panel') && one !== document.body; one = one.parentElement) {
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) {
      one.scrollTop = one.scrollHeight;
      return;
    }
  }
}
