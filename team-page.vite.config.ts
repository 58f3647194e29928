import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { smallFonts } from './build/small-fonts.ts';

/** The page of annotators who come by a link: small, since it goes over a network. */
export default defineConfig({
  root: 'renderer/team-page',
  base: './',
  plugins: [react(), smallFonts],
  build: {
    outDir: '../../out/team-page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The page's policy allows fonts and images from files only.
    assetsInlineLimit: 0,
  },
});
