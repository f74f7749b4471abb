import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.SPIELTISCH_SERVER ?? 'http://127.0.0.1:8000';

/** Scripts and styles are also laid down compressed; the server sends them as they are. Only what has been
 * written is what browsers get: until then Vite still fills in which files to load ahead. */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    for (const fileName of Object.keys(bundle)) {
      if (!/\.(js|css)$/.test(fileName)) continue;
      const file = join(dir!, fileName);
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
    }
  },
};

export default defineConfig({
  root: here('.'),
  plugins: [svelte({ configFile: here('svelte.config.js') }), svelteTesting(), packed],
  resolve: { alias: { $shell: here('src/shell'), $parts: here('src/parts'), $testing: here('src/testing') } },
  build: {
    outDir: here('../src/spieltisch/static'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the server's content security policy allows no data: URLs for scripts
  },
  server: {
    fs: { allow: [here('..')] }, // boards live in the folders of their games
    proxy: { '/api': { target: server, ws: true } },
  },
  test: {
    root: here('..'),
    environment: 'jsdom',
    include: ['web/src/**/*.test.ts', 'src/spieltisch/games/*/web/*.test.ts'],
    setupFiles: [here('src/testing/setup.ts')],
  },
});
