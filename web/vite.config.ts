import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.SPIELTISCH_SERVER ?? 'http://127.0.0.1:8000';

/** Scripts and styles are also laid down compressed; the server sends them as they are. */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const [fileName, file] of Object.entries(bundle)) {
      if (!/\.(js|css)$/.test(fileName)) continue;
      const source = gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 });
      this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source });
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
