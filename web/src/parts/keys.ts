/** For things that are not HTML buttons, inside an SVG: Enter and the space bar press them. */
export function pressed(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      act();
    }
  };
}

/**
 * Arrow keys walk through the buttons of a group, Home and End jump: `<div use:roving>`. In a group laid out
 * in lines of `columns`, up and down go to the line above and below.
 */
export function roving(group: HTMLElement | SVGElement, columns = 0): { destroy: () => void } {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns || 1,
    ArrowUp: -(columns || 1),
  };
  const walk = (event: Event): void => {
    const { key } = event as KeyboardEvent;
    const all = [...group.querySelectorAll<HTMLElement>('button, [role="button"], [role="checkbox"]')];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const step = steps[key];
    const to = key === 'Home' ? 0 : key === 'End' ? all.length - 1 : step === undefined ? -1 : at + step;
    if (to < 0 || to >= all.length) return;
    event.preventDefault();
    all[to]!.focus();
  };
  group.addEventListener('keydown', walk);
  return { destroy: () => group.removeEventListener('keydown', walk) };
}
