import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isMediaFile, recordingFile } from '../../../shared/picture-words.ts';
import { mostPictureBytes, pictureFacts } from '../../data/pictures.ts';
import { addCount } from '../readers/problems.ts';
import type { ItemSink } from './item-sink.ts';

/** What readers of messages write for a part that is no text and no picture, on a line of its own: `[input_audio]`. */
const standIn =
  /^\[(?:(?:input_)?(image|audio|video|file)(?:_url|_file)?|(?:inline_data|media|document|part that is not text(?:: [\w.-]{1,60})?))\]$/;
const names: Readonly<Record<string, string>> = {
  image: 'pictures',
  audio: 'recordings',
  video: 'videos',
  file: 'attached files',
};

/** What people read in place of a picture or a recording. */
const unshown = { pictures: 'picture that is not shown', recordings: 'recording that is not played' };
const kindOf = (address: string): keyof typeof unshown =>
  /^data:audio\//i.test(address.slice(0, 20)) || recordingFile.test(address.slice(-20))
    ? 'recordings'
    : 'pictures';
/** Letters between the brackets of a picture's name. */
const longestName = 300;

/** Where pictures of texts pass on their way from a reader to the data set, so that they are found in every format. */
interface PictureGate {
  readonly sink: ItemSink;
  /** Says what will not be shown; called once after the last item. */
  tell(): void;
}

/**
 * Takes pictures and recordings out of texts, where they stand as Markdown (`![name](data:image/png;base64,...)`) in any format: the bytes go to the
 * sink once, and the text names them by their hash. Of files beside the imported one their bytes are read. Nothing is fetched from the
 * network: such pictures, and all that cannot be shown, are counted.
 *
 * @param folder where the imported file lies, against which names of files are read; none where it is unknown
 */
export function pictureGate(sink: ItemSink, folder?: string): PictureGate {
  const counts = new Map<string, number>();
  const known = new Map<string, string>();
  /** Of files by where they really lie, as one has any number of names (`a.png`, `./a.png`): their hash, or why they are not shown. */
  const files = new Map<string, { sha256: string } | { why: string }>();
  const leave = (address: string, why: string) => {
    addCount(counts, `${kindOf(address)} that are not shown to people, as ${why}`);
    return null;
  };
  /** Null where the text stays as it is, with the address in it. */
  const bytesOf = (address: string, file: string | undefined): Buffer | 'of another kind' | null => {
    const data = /^data:(?:image|audio)\/[a-z\d.+-]{1,30}(?:;codecs=[\w.-]{1,20})?;base64,/i.exec(
      address.slice(0, 90),
    );
    // In the JSON of a conversation a line of them ends with a backslash and an n.
    if (data) return Buffer.from(address.slice(data[0].length).replaceAll('\\n', ''), 'base64');
    if (/^data:/i.test(address)) return 'of another kind';
    if (/^[a-z][a-z+.-]{1,20}:/i.test(address) || address.startsWith('//'))
      return leave(address, 'nothing is loaded from the network');
    if (file) return readFileSync(file);
    return isMediaFile(address.slice(-20)) ? leave(address, 'their files are not there') : null;
  };
  const takenIn = (bytes: Buffer | 'of another kind' | null) => {
    if (bytes === null) return null;
    const facts =
      typeof bytes === 'string' ? 'it is not a PNG, JPEG, GIF or WebP, nor a recording' : pictureFacts(bytes);
    if (typeof bytes === 'string' || typeof facts === 'string') return { why: String(facts) };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    sink.picture?.({ sha256, bytes, ...facts });
    return { sha256 };
  };
  const shown = (address: string): string | null => {
    if (address.startsWith('assay:picture/')) return null;
    if (keptElsewhere.test(address)) {
      leave(/type=audio/.test(address) ? '.wav' : '', 'Langfuse keeps them elsewhere');
      return '';
    }
    const before = known.get(address);
    if (before !== undefined) return before;
    const file = fileIn(folder, address);
    const read = file === undefined ? undefined : files.get(file);
    const found = read ?? takenIn(bytesOf(address, file));
    if (found === null) return null;
    if (file !== undefined) files.set(file, found);
    if ('why' in found) {
      leave(address, found.why);
      return '';
    }
    if (address.length < longestName) known.set(address, found.sha256);
    return found.sha256;
  };
  const apart = (text: string): string => {
    const rest = withValues(withPictures(text, shown), shown);
    count(rest, counts);
    return rest;
  };
  return {
    sink: {
      range: (...range) => sink.range(...range),
      // What is replaced, and what it is replaced by, has no sign that JSON would write otherwise.
      item: (head) => sink.item({ ...head, conversation: apart(head.conversation) }),
      response: (system, turn, text) => sink.response(system, turn, text === null ? null : apart(text)),
      human: (...score) => sink.human(...score),
      machine: (...score) => sink.machine(...score),
      leftBehind: (...what) => sink.leftBehind(...what),
      remark: (...what) => sink.remark(...what),
    },
    tell() {
      for (const [what, found] of counts) sink.leftBehind(what, found);
    },
  };
}

/** Counts parts of messages that stand as their kind in brackets. In the JSON of a conversation a line ends with a backslash and an n. */
function count(text: string, counts: Map<string, number>): void {
  if (!text.includes('[')) return;
  for (const line of text.split(/\n|\\n|"/)) {
    const found = standIn.exec(line);
    if (found === null) continue;
    addCount(
      counts,
      `${names[found[1] ?? ''] ?? 'message parts'} that are not shown to people, who read the kind in brackets`,
    );
  }
}

/** @param shown the hash of what stands at an address; empty where it cannot be shown, null where the text stays as it is */
function withPictures(text: string, shown: (address: string) => string | null): string {
  let result = '';
  let from = 0;
  let [close, end] = [-1, -1];
  for (let start = text.indexOf('!['); start >= 0; start = text.indexOf('![', start + 2)) {
    // Each place is looked for once, however many beginnings a text has.
    if (close < start) close = text.indexOf('](', start);
    if (close < 0) break;
    if (end < close) end = text.indexOf(')', close);
    if (end < 0) break;
    const name = close - start > longestName ? undefined : text.slice(start + 2, close);
    const hash = name === undefined || name.includes('\n') ? null : shown(text.slice(close + 2, end));
    if (hash === null) continue;
    result += text.slice(from, start);
    const address = text.slice(close + 2, end);
    result += hash === '' ? `[${unshown[kindOf(address)]}]` : `![${name}](assay:picture/${hash})`;
    from = end + 1;
    start = end - 1;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** What Langfuse writes in place of a picture or recording (`@@@langfuseMedia:type=image/png|id=...|source=...@@@`). */
const keptElsewhere = /^@@@langfuseMedia:type=(?:image|audio)\/[^@]{0,300}@@@/;

/** Where a value of JSON begins that may be the bytes of a picture; within the JSON of a conversation its quote has a backslash. */
const valueBegin =
  /(?<=[:,[]\s{0,9}\\{0,3}")(?:data:(?:image|audio)\/[a-z\d.+-]{1,30};base64,|(?=iVBORw0KGgo|\/9j\/|R0lGOD|UklGR))|@@@langfuseMedia:/gi;
/** What every such text has, looked for first: most texts have none of it. */
const mayHold = /;base64,|iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|@@@langfuseMedia:/;
const base64 = /[A-Za-z\d+/]*={0,2}/y;
/** Nobody reads so many letters of base64; a short one may stand in code that is to be judged. */
const fewestLetters = 1000;

/**
 * Takes pictures out of what tools wrote as JSON, such as the screenshots of a browser (`{"screenshot":"iVBORw0..."}`), and out of names that
 * stand for pictures. Parts of messages are read before, and have become Markdown.
 */
function withValues(text: string, shown: (address: string) => string | null): string {
  if (!mayHold.test(text)) return text;
  let result = '';
  let from = 0;
  for (const { 0: found, index } of text.matchAll(valueBegin)) {
    if (index < from) continue;
    const start = index + found.length;
    base64.lastIndex = start;
    const bytes = found.startsWith('@') ? '' : base64.exec(text)![0];
    const named = found.startsWith('@') ? keptElsewhere.exec(text.slice(index, index + 400))?.[0] : undefined;
    const isLong =
      bytes.length >= fewestLetters &&
      /^\\{0,3}"/.test(text.slice(start + bytes.length, start + bytes.length + 4));
    if (!isLong && named === undefined) continue;
    const address = named ?? `${found || 'data:image/png;base64,'}${bytes}`;
    const hash = shown(address);
    if (hash === null) continue;
    const kind = kindOf(address);
    result += text.slice(from, index);
    result += hash === '' ? `[${unshown[kind]}]` : `![${kind.slice(0, -1)}](assay:picture/${hash})`;
    from = named === undefined ? start + bytes.length : index + named.length;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Where a picture below a folder really lies; undefined where there is none, it is too large, or lies elsewhere. */
function fileIn(folder: string | undefined, name: string): string | undefined {
  if (folder === undefined || !isMediaFile(name) || /^[a-z][a-z+.-]*:/i.test(name) || path.isAbsolute(name))
    return undefined;
  try {
    const real = realpathSync(path.join(folder, name));
    const isInside = real.startsWith(`${realpathSync(folder)}${path.sep}`);
    const found = isInside ? statSync(real) : undefined;
    return found?.isFile() && found.size <= mostPictureBytes ? real : undefined;
  } catch {
    return undefined;
  }
}
