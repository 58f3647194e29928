import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { smallFonts } from './build/small-fonts.ts';

export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react(), smallFonts],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'esnext',
    modulePreload: { polyfill: false },
    // The page's policy allows fonts and images from files only.
    assetsInlineLimit: 0,
    // Read from this machine, not over a network.
    chunkSizeWarningLimit: 1000,
  },
});
