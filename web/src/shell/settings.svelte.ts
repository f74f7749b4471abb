/** What somebody has chosen for their own screen; kept in this browser only. */
import type { Lang, Marks } from './board';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'full' | 'less';

export interface Settings {
  lang: Lang;
  theme: Theme;
  motion: Motion;
  /** null: nobody has said yet */
  sound: boolean | null;
  /** 0 … 100 */
  volume: number;
  marks: Marks;
  /** boards whose notation names places show these names */
  codes: boolean;
  /** words instead of percentages in hints and reviews */
  child: boolean;
  name: string;
}

const KEY = 'spieltisch.settings';

function spoken(): Lang {
  const first = (globalThis.navigator?.languages ?? []).find((l) => /^(de|en)\b/.test(l)) ?? 'en';
  return first.startsWith('de') ? 'de' : 'en';
}

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({
  lang: spoken(),
  theme: 'system',
  motion: 'system',
  sound: null,
  volume: 60,
  marks: 'shape',
  codes: false,
  child: false,
  name: '',
  ...kept(),
});

/** What the system asks for, as it changes. */
const system = $state({ less: false, dark: false });
for (const [key, query] of [
  ['less', '(prefers-reduced-motion: reduce)'],
  ['dark', '(prefers-color-scheme: dark)'],
] as const) {
  const media = globalThis.matchMedia?.(query);
  system[key] = media?.matches ?? false;
  media?.addEventListener('change', (event) => (system[key] = event.matches));
}

/** Whether the page is dark now. */
export function dark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && system.dark);
}

/** Whether pieces may travel. */
export function moving(): boolean {
  return settings.motion === 'full' || (settings.motion === 'system' && !system.less);
}

/** How long a movement of `ms` takes for this person. */
export function lasting(ms: number): number {
  return moving() ? ms : 0;
}

/** Keeps the settings and shows them; called once by the page. */
export function keepSettings(): void {
  $effect(() => {
    const now = $state.snapshot(settings);
    try {
      localStorage.setItem(KEY, JSON.stringify(now));
    } catch {
      // a private window without storage: the settings last as long as the page
    }
    const root = document.documentElement;
    root.lang = now.lang;
    root.dataset['theme'] = dark() ? 'dark' : 'light';
    root.dataset['motion'] = moving() ? 'full' : 'less';
  });
}
