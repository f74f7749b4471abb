/** What a screen reader says next, besides what it reads by itself. */
export const announced = $state({ text: '', count: 0 });

export function announce(text: string): void {
  announced.text = text;
  announced.count += 1;
}
