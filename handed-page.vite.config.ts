import path from 'node:path';
import { Script } from 'node:vm';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';
import { smallFonts } from './build/small-fonts.ts';

const renderer = path.join(import.meta.dirname, 'renderer');

/** Inside a page no letter of a script may end its element, or begin another. */
const safeInPage: Plugin = {
  name: 'safe-in-page',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue;
      part.code = part.code.trim().replaceAll(/<(?=\/?script|!--)/gi, '\\x3c');
      // Outside a string the letters would stand for something else; then this is no script any more.
      new Script(part.code);
    }
  },
};

/** One script and one style, which the engine puts into a page. */
const inOneFile = (entry: string, name: string): InlineConfig => ({
  root: renderer,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    lib: {
      entry: path.join(renderer, 'handed-page', entry),
      formats: ['iife'],
      name,
      fileName: () => `${name}.js`,
      cssFileName: name,
    },
  },
});

let outDir = '';

/** Formulas and code need a second script, for the pages of batches that have any. */
const withParts: Plugin = {
  name: 'with-parts',
  configResolved({ build: { outDir: target }, root }) {
    outDir = path.resolve(root, target);
  },
  async closeBundle() {
    const one = inOneFile('parts-script.ts', 'parts');
    await build({
      ...one,
      configFile: false,
      logLevel: 'warn',
      plugins: [safeInPage, smallFonts],
      build: { ...one.build, outDir, emptyOutDir: false },
    });
  },
};

const page = inOneFile('main.tsx', 'page');

/** The page of a batch that is handed out. */
export default defineConfig({
  ...page,
  plugins: [
    react(),
    safeInPage,
    withParts,
    {
      name: 'parts-in-page',
      resolveId: (name) =>
        name === './parts.ts' ? path.join(renderer, 'handed-page', 'parts-in-page.ts') : null,
      enforce: 'pre',
    },
  ],
  build: { ...page.build, outDir: '../out/handed-page', emptyOutDir: true },
});
