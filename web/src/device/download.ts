/** Files that this device's tables make. */
import { engine } from './engine.svelte';

export async function save(path: string, name: string): Promise<void> {
  const answer = await engine.fetch(path);
  if (!answer.ok) return;
  hand(await answer.blob(), name || 'spieltisch.jsonl');
}

/** Lets the browser put something into its folder of downloads. */
export function hand(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
