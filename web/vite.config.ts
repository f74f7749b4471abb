/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.SPIELTISCH_SERVER ?? 'http://127.0.0.1:8000';

/** Browsers read a function only when it is called, and a page calls nearly all of ours at once, while somebody
 * waits. This first line asks Chromium to read them while the file comes in, beside the main thread; others skip it. */
const EAGER = '//# allFunctionsCalledOnLoad\n';

/** Scripts and styles are also laid down compressed; the server sends them as they are. Only what has been
 * written is what browsers get: until then Vite still fills in which files to load ahead. */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    for (const fileName of Object.keys(bundle)) {
      if (!/\.(js|css)$/.test(fileName)) continue;
      const file = join(dir!, fileName);
      if (fileName.endsWith('.js')) writeFileSync(file, EAGER + readFileSync(file, 'utf8'));
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    }
  },
};

/** For the server, which of the files a page will ask for besides the first ones: it names them in the page, so that
 * they come at once and not one after the other. `home`, `table`, …, `board/<game>` and `texts/<language>`. */
const ahead: Plugin = {
  name: 'ahead',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    const closure = (names: string[], found = new Set<string>()): Set<string> => {
      for (const chunk of chunks) {
        if (!names.includes(chunk.fileName) || found.has(chunk.fileName)) continue;
        found.add(chunk.fileName);
        for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
        closure(chunk.imports, found);
      }
      return found;
    };
    // What every page needs must not need what only some do: each would wait for the other, and nothing would start.
    const base = chunks.find((one) => one.name === 'base');
    if (base?.imports.length) throw new Error(`base needs ${base.imports.join(', ')}`);
    const first = closure(chunks.filter((one) => one.isEntry).map((one) => one.fileName));
    const pages: Record<string, string[]> = {};
    for (const chunk of chunks) {
      const [, folder, what] = /(\w+)\/(?:web\/)?(\w+)\.svelte$/.exec(chunk.facadeModuleId ?? '') ?? [];
      const name =
        chunk.name === 'pictures' ? 'home'
        : what === 'Board' ? `board/${folder!.replaceAll('_', '-')}`
        : folder === 'pages' ? PAGES[what!] ?? what!.toLowerCase()
        : null;
      const lang = /\/texts\/(\w+)\.json$/.exec(chunk.facadeModuleId ?? '')?.[1];
      if (lang) pages[`texts/${lang}`] = [chunk.fileName];
      if (name) pages[name] = [...closure([chunk.fileName])].filter((one) => !first.has(one));
    }
    writeFileSync(join(dir!, 'ahead.json'), JSON.stringify(pages));
  },
};
const PAGES: Record<string, string> = { NewTable: 'new', RulesPage: 'rules', SettingsPage: 'settings', TvHouse: 'house' };

/** Few files, since each costs a phone a trip: what every page needs, what most pages need, pictures. Pages and
 * boards are files of their own. */
/** What only drawers, results and forms need. */
const SELDOM = /\/(Rules|Prose|prose|SettingsForm|Switch|ScoreGraph|Sheet|ShareButton)\.(svelte|ts)/;
/** What only few pages need comes with them. */
const RARE = /\/((Guide|Lotte|TvSeats|HandView|RecentTurns|Diagram|Seconds|Segments|Card|Counter|Points)\.svelte|(fairness|game_parts|recent_turns)\.ts|synth\.ts|watcher_props\.ts)/;
const LATER = /\/(BoardFrame|Stage|Prompt|PlayerChips|PlayerLabel|ChosenBadge|flight|Card|Confirm|Counter|Die|keys|sized|travel)\.(svelte|ts)/;
function file(id: string): string | null {
  if (/\/svelte\/src\/(transition|animate|easing)\//.test(id)) return 'parts';
  if (/\/node_modules\/|preload-helper/.test(id)) return 'base';
  if (/\/web\/Picture\.svelte/.test(id)) return 'pictures';
  if (!/\/web\/src\/(shell|parts|faces)\//.test(id)) return null;
  if (RARE.test(id)) return null;
  return SELDOM.test(id) ? 'seldom' : LATER.test(id) ? 'parts' : 'base';
}

/** Who only builds has no tools for tests: `npm ci --omit=dev` takes half the time. */
const testing = process.env.VITEST ? [(await import('@testing-library/svelte/vite')).svelteTesting()] : [];

export default defineConfig({
  root: here('.'),
  base: './', // also in a folder of any file server; ours writes its own root into the page
  plugins: [svelte({ configFile: here('svelte.config.js') }), ...testing, packed, ahead],
  resolve: { alias: { $shell: here('src/shell'), $parts: here('src/parts'), $testing: here('src/testing') } },
  build: {
    outDir: here('../src/spieltisch/static'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: file, debugName: 'file' }] } },
    },
    assetsInlineLimit: 0, // the server's content security policy allows no data: URLs for scripts
  },
  worker: { format: 'es' },
  server: {
    fs: { allow: [here('..')] }, // boards live in the folders of their games
    proxy: { '/api': { target: server, ws: true } },
  },
  test: {
    root: here('..'),
    environment: 'jsdom',
    include: ['web/src/**/*.test.ts', 'src/spieltisch/games/*/web/*.test.ts'],
    setupFiles: [here('src/testing/setup.ts')],
    testTimeout: 60_000, // a busy machine is no fault of a board
  },
});
