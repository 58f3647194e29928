import { Script } from 'node:vm';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/** The page of a batch that is handed out: one script and one style, which the engine puts into each page. */
export default defineConfig({
  root: 'renderer',
  plugins: [react(), safeInPage],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: '../out/handed-page',
    emptyOutDir: true,
    target: 'es2022',
    lib: {
      entry: 'handed-page/main.tsx',
      formats: ['iife'],
      name: 'handedPage',
      fileName: () => 'page.js',
      cssFileName: 'page',
    },
  },
});
