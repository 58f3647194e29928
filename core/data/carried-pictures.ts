import { Resvg } from '@resvg/resvg-wasm';
import { findPicture, hasPictures, type Picture } from '../../db/pictures.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { StoredPicture } from '../../shared/contract/data.ts';
import { isRecording } from '../../shared/picture-words.ts';
import { drawerReady } from '../platform/page/bundled-parts.ts';

/** What a file may carry of pictures, in bytes and points; a larger picture is drawn smaller. */
interface CarriedLimits {
  /** Bytes of one picture. */
  readonly each: number;
  /** Bytes of all together. */
  readonly all: number;
  /** Points of the longer side of one that is drawn smaller. */
  readonly side: number;
}

/** A recording cannot be made smaller, and may have so many times the bytes of a picture. */
const LONGEST_RECORDING = 5;
/** Bytes are worth carrying as long as a side has so many points. */
const leastSide = 200;

/** Loads what draws pictures smaller, where a project has any; needed once before `carriedPictures`. */
export async function readyForPictures(db: ReadableDb): Promise<void> {
  if (hasPictures(db)) await drawerReady();
}

/**
 * The pictures that texts name, for a file that is read without the project: each as it is stored where it is small, else drawn smaller.
 *
 * @returns by hash, without those that cannot be drawn, or would make the file larger than `limits.all`
 */
export function carriedPictures(
  db: ReadableDb,
  hashes: readonly string[],
  limits: CarriedLimits,
): Record<string, StoredPicture> {
  const pictures: Record<string, StoredPicture> = {};
  let room = limits.all;
  for (const hash of hashes) {
    const found = findPicture(db, hash);
    const small = found && smaller(found, limits);
    if (!small || small.bytes.length > room) continue;
    room -= small.bytes.length;
    const { media, width, height, bytes } = small;
    pictures[hash] = { media, width, height, base64: Buffer.from(bytes).toString('base64') };
  }
  return pictures;
}

type Shown = Pick<Picture, 'media' | 'width' | 'height' | 'bytes'>;

/** A picture of at most so many bytes: drawn at half the side until it is; undefined where that is no longer worth looking at. */
function smaller(picture: Picture, { each, side }: CarriedLimits): Shown | undefined {
  if (picture.bytes.length <= each) return picture;
  if (isRecording(picture)) return picture.bytes.length <= LONGEST_RECORDING * each ? picture : undefined;
  const longest = Math.max(picture.width, picture.height);
  for (let to = Math.min(side, longest); to >= Math.min(leastSide, longest); to /= 2) {
    const drawn = drawnAt(picture, to / longest);
    if (!drawn || drawn.bytes.length <= each) return drawn;
  }
  return undefined;
}

/** A picture drawn at a part of its size, as PNG; undefined where its bytes are damaged. */
function drawnAt({ media, width, height, bytes }: Picture, part: number): Shown | undefined {
  const data = Buffer.from(bytes).toString('base64');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:${media};base64,${data}"/></svg>`;
  try {
    const drawn = new Resvg(svg, { fitTo: { mode: 'zoom', value: part } }).render();
    const isSeen = drawn.pixels.some((byte, at) => at % 4 === 3 && byte > 0);
    const small = { media: 'image/png' as const, width: drawn.width, height: drawn.height };
    const png = isSeen ? drawn.asPng() : undefined;
    drawn.free();
    return png && { ...small, bytes: Buffer.from(png) };
  } catch {
    return undefined;
  }
}
