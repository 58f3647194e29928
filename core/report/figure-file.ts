import { Resvg } from '@resvg/resvg-wasm';
import { plainColors } from '../../shared/palette.ts';
import { drawerReady, figureFonts, readPart } from '../platform/page/bundled-parts.ts';

const family = 'Source Sans 3';
/** Pixels for each unit of a figure: 1520 across, sharp in print at the width of a page. */
const zoom = 2;
/** What none of the font's files holds; a box stands in for it. */
const notInTheFont =
  /[^\s\u0021-\u024f\u02b0-\u02ff\u0370-\u03ff\u0400-\u045f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20c0\u2122\u2191\u2193\u2212\u2215]/gu;

/** A chart as an SVG file of its own, with a plain font family that every program knows. */
export function svgFile(svg: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${standalone(svg, 'sans-serif')}\n`;
}

/** A figure of a project that another program changed, with a line below it that says so. */
export function alteredFigure(svg: string): string {
  const size = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
  if (!size) throw new Error('a figure without a view box');
  const [width, height] = [Number(size[1]), Number(size[2])];
  const taller = height + 24;
  return svg
    .replace(size[0], `viewBox="0 0 ${width} ${taller}"`)
    .replace(/ height="[\d.]+"/, ` height="${taller}"`)
    .replace(
      /<\/svg>$/,
      `<text x="8" y="${height + 16}" fill="#b3261e" font-weight="bold">Another program changed this project; the report says what.</text></svg>`,
    );
}

const standalone = (svg: string, font: string): string => {
  const named = svg.includes('xmlns=') ? svg : svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  return plainColors(named).replace('font-family="inherit"', `font-family="${font}"`);
};

export interface PngFigure {
  readonly png: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** A chart as pixels on white, the same on every machine: drawn by a library in WebAssembly with a font that Assay brings. */
export async function pngFigure(svg: string): Promise<PngFigure> {
  await drawerReady();
  fonts ??= figureFonts.map(readPart);
  const source = standalone(svg, family).replaceAll(notInTheFont, '\ufffd');
  const drawn = new Resvg(source, {
    background: '#ffffff',
    fitTo: { mode: 'zoom', value: zoom },
    font: { fontBuffers: fonts, defaultFontFamily: family, sansSerifFamily: family },
  }).render();
  const { width, height } = drawn;
  const png = drawn.asPng();
  drawn.free();
  return { png, width, height };
}

/** Read when the first figure is drawn. */
let fonts: Uint8Array[] | undefined;
