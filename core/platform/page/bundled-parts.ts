import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { initWasm } from '@resvg/resvg-wasm';

/** A file of a package that documents are made with. */
interface BundledPart {
  readonly from: string;
  readonly file: string;
}

/** The typeface of the app, every weight of it in one file, for pages; letters of other scripts are the reader's own. */
const pageFont: BundledPart = {
  from: '@fontsource-variable/source-sans-3',
  file: 'files/source-sans-3-latin-wght-normal.woff2',
};

/** The same for figures, a script in a file. The first draws what it can, the others what is left. */
export const figureFonts: readonly BundledPart[] = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'vietnamese',
].map((subset) => ({
  from: '@fontsource/source-sans-3',
  file: `files/source-sans-3-${subset}-400-normal.woff2`,
}));

/** Fonts that are packed beside the code, wherever that is built. */
export const fonts: readonly BundledPart[] = [pageFont, ...figureFonts];

/** What draws figures and small forms of pictures, in WebAssembly. */
export const figureDrawer: BundledPart = { from: '@resvg/resvg-wasm', file: 'index_bg.wasm' };

/** Where a part lies in an installed copy of its package. */
export const installedAt = ({ from, file }: BundledPart): string => path.join('node_modules', from, file);
/** The folder beside the code that it is packed into, and its name there. */
export const packedAt = ({ file }: BundledPart): string => path.join('figure-parts', path.basename(file));

/** A file of a package: in the packed app beside the code, else where the package is installed. */
export function readPart(part: BundledPart): Uint8Array<ArrayBuffer> {
  const packed = path.join(import.meta.dirname, packedAt(part));
  if (existsSync(packed)) return new Uint8Array(readFileSync(packed));
  const installed = createRequire(import.meta.url).resolve(`${part.from}/${part.file}`);
  return new Uint8Array(readFileSync(installed));
}

let ready: Promise<void> | undefined;

/** Loads what draws, once; it is needed before a `Resvg` is made. */
export async function drawerReady(): Promise<void> {
  ready ??= initWasm(readPart(figureDrawer));
  await ready;
}

let face: string | undefined;

/** The typeface as a rule of a page that carries it; digits of one width are among its letters. */
export function pageFontFace(): string {
  const data = () => Buffer.from(readPart(pageFont)).toString('base64');
  face ??= `@font-face { font-family: "Source Sans 3"; font-weight: 200 900; src: url(data:font/woff2;base64,${data()}) format("woff2"); }\n`;
  return face;
}
