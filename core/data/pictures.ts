import { findPicture, type Picture } from '../../db/pictures.ts';
import { AppError } from '../../shared/errors.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';

/** A picture of the project by its hash, as a page shows it. @throws AppError NOT_FOUND */
export function pictureOf(context: CoreContext, { sha256 }: { sha256: string }) {
  const found = findPicture(dbOf(context), sha256);
  if (!found) {
    throw new AppError('NOT_FOUND', 'This picture is not in the project.', {
      field: 'sha256',
      remedy: 'Import the file that has it again.',
    });
  }
  const { media, width, height, bytes } = found;
  return { media, width, height, base64: Buffer.from(bytes).toString('base64') };
}

/** What the bytes of a picture say of it. */
type PictureFacts = Pick<Picture, 'media' | 'width' | 'height'>;

/** A picture may have so many bytes, and become so many points when it is shown. */
export const mostPictureBytes = 10 * 1024 * 1024;
const mostPoints = 40_000_000;
const longestSide = 20_000;

/**
 * Kind and size of a picture by its first bytes: PNG, JPEG, GIF or WebP; of a recording its kind, and no size: WAV, MP3, OGG, FLAC, M4A or
 * WebM.
 *
 * @returns why it cannot be shown, where it is of another kind, damaged, or larger than what is shown. SVG is markup, and never shown.
 */
export function pictureFacts(bytes: Uint8Array): PictureFacts | string {
  if (bytes.length > mostPictureBytes) return 'it has more than 10 MB';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const recording = recordingKind(bytes);
  if (recording) return { media: recording, width: 0, height: 0 };
  const found = png(bytes, view) ?? gif(bytes, view) ?? webp(bytes, view) ?? jpeg(bytes, view);
  if (!found) return 'it is not a PNG, JPEG, GIF or WebP, nor a recording';
  const { width, height } = found;
  if (width < 1 || height < 1) return 'its size cannot be read';
  const isLarge = width > longestSide || height > longestSide || width * height > mostPoints;
  return isLarge ? `it has ${width} times ${height} points` : found;
}

/** MP3 begins with its tags, or with the eleven bits of a frame (ISO 11172-3) of layer III. */
function recordingKind(bytes: Uint8Array): PictureFacts['media'] | undefined {
  if (bytes.length < 12) return undefined;
  if (begins(bytes, 'RIFF') && begins(bytes, 'WAVE', 8)) return 'audio/wav';
  if (begins(bytes, 'OggS')) return 'audio/ogg';
  if (begins(bytes, 'fLaC')) return 'audio/flac';
  if (begins(bytes, 'ftypM4A', 4)) return 'audio/mp4';
  if (begins(bytes, '\u001aE\u00df\u00a3')) return 'audio/webm';
  const isFrame = bytes[0] === 0xff && (bytes[1]! & 0xe0) === 0xe0 && (bytes[1]! & 0x06) === 0x02;
  return begins(bytes, 'ID3') || isFrame ? 'audio/mpeg' : undefined;
}

const begins = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

function png(bytes: Uint8Array, view: DataView): PictureFacts | undefined {
  if (bytes.length < 24 || !begins(bytes, '\u0089PNG\r\n\u001a\n') || !begins(bytes, 'IHDR', 12))
    return undefined;
  return { media: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(bytes: Uint8Array, view: DataView): PictureFacts | undefined {
  if (bytes.length < 10 || !(begins(bytes, 'GIF87a') || begins(bytes, 'GIF89a'))) return undefined;
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  for (const frame of gifFrames(bytes, view)) {
    size.width = Math.max(size.width, frame.width);
    size.height = Math.max(size.height, frame.height);
  }
  return { media: 'image/gif', ...size };
}

/** How far each frame of a GIF reaches: browsers make room for one that is larger than the screen it names (GIF89a, 20 and 23). */
function* gifFrames(bytes: Uint8Array, view: DataView): Generator<{ width: number; height: number }> {
  const tableOf = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let at = 13 + tableOf(bytes[10]!);
  const passBlocks = () => {
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
    at += 1;
  };
  while (at + 10 < bytes.length) {
    if (bytes[at] === 0x21) {
      at += 2;
    } else if (bytes[at] === 0x2c) {
      const of = (place: number) => view.getUint16(at + place, true);
      yield { width: of(1) + of(5), height: of(3) + of(7) };
      at += 11 + tableOf(bytes[at + 9]!);
    } else {
      return;
    }
    passBlocks();
  }
}

/** The three layouts of a WebP: lossy, lossless, extended (RFC 9649, 2024). */
function webp(bytes: Uint8Array, view: DataView): PictureFacts | undefined {
  if (bytes.length < 30 || !begins(bytes, 'RIFF') || !begins(bytes, 'WEBP', 8)) return undefined;
  const three = (at: number) => bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  const of = (width: number, height: number) => ({ media: 'image/webp' as const, width, height });
  if (begins(bytes, 'VP8X', 12)) return of(three(24) + 1, three(27) + 1);
  if (begins(bytes, 'VP8L', 12)) {
    const bits = view.getUint32(21, true);
    return of((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
  }
  return begins(bytes, 'VP8 ', 12)
    ? of(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    : undefined;
}

/** A JPEG has its size in the segment that begins the frame (ITU T.81, B.2.2); segments before it are passed over. */
function jpeg(bytes: Uint8Array, view: DataView): PictureFacts | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const kind = bytes[at + 1]!;
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (isFrame)
      return { media: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += kind === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}
