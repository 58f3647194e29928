import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { root } from './run-command.ts';

const mark = path.join(root, 'renderer', 'app', 'icon.svg');
/** Where `electron-builder.yml` looks for them. */
export const iconsDir = path.join(root, 'out', 'icons');

/** Kinds of picture in a .icns by their side in pixels: plain ones, and those for screens of twice the density. */
const macKinds: readonly (readonly [kind: string, side: number])[] = [
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
];
const windowsSides = [16, 24, 32, 48, 64, 128, 256];
const linuxSides = [16, 24, 32, 48, 64, 128, 256, 512];

let ready: Promise<void> | undefined;

/** Draws the app's mark in every size and form that installers want, from the one drawing of it. */
export async function writeIcons(dir = iconsDir): Promise<void> {
  const wasm = path.join(root, 'node_modules', '@resvg', 'resvg-wasm', 'index_bg.wasm');
  ready ??= initWasm(readFileSync(wasm));
  await ready;
  const svg = readFileSync(mark, 'utf8');
  mkdirSync(path.join(dir, 'linux'), { recursive: true });
  for (const side of linuxSides)
    writeFileSync(path.join(dir, 'linux', `${side}x${side}.png`), drawn(svg, side));
  writeFileSync(path.join(dir, 'icon.ico'), ico(windowsSides.map((side) => [side, drawn(svg, side)])));
  // On a Mac the mark leaves a tenth of the square free on each side, as the others in the Dock do.
  const inSquare = svg.replace('viewBox="0 0 32 32"', 'viewBox="-3.9 -3.9 39.8 39.8"');
  writeFileSync(
    path.join(dir, 'icon.icns'),
    icns(macKinds.map(([kind, side]) => [kind, drawn(inSquare, side)])),
  );
}

const drawn = (svg: string, side: number): Buffer =>
  Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: side } }).render().asPng());

/** Pictures for a Mac: a head of 8 bytes for the file and for each picture, with its kind and length. */
function icns(pictures: readonly (readonly [kind: string, png: Buffer])[]): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(kind, 'latin1');
    head.writeUInt32BE(data.length + 8, 4);
    return Buffer.concat([head, data]);
  };
  return chunk('icns', Buffer.concat(pictures.map(([kind, png]) => chunk(kind, png))));
}

/** Pictures for Windows: a directory of 16 bytes for each, then the pictures. A side of 256 is written as 0. */
function ico(pictures: readonly (readonly [side: number, png: Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, [side, png]] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(side % 256, at);
    head.writeUInt8(side % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(([, png]) => png)]);
}
