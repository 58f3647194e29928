import type { Plugin } from 'vite';

/** Of a font that comes in several forms, every browser that shows these pages takes WOFF2: the others stay out. */
export const smallFonts: Plugin = {
  name: 'small-fonts',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/katex/dist/katex.css')) return null;
    return code.replaceAll(/,\s*url\([^)]*\)\s*format\("(?:woff|truetype)"\)/g, '');
  },
};
