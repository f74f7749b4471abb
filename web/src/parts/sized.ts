/** Tells how large something is, whenever that changes: `<div use:sized={(width, height) => …}>`. Unlike a binding it
 * never makes the browser lay out the page in the middle of building it. */
export function sized(node: HTMLElement, told: (width: number, height: number) => void): { destroy: () => void } {
  const observer = new ResizeObserver(() => told(node.clientWidth, node.clientHeight));
  observer.observe(node);
  return { destroy: () => observer.disconnect() };
}
