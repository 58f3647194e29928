import { isMediaFile } from '../../../../shared/picture-words.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';

/** Fields in which the parts of libraries hold another object with the picture or recording, or its address. */
const holders = [
  ...['image_url', 'audio_url', 'input_audio', 'inline_data', 'inlineData', 'file_data', 'fileData'],
  ...['source', 'image', 'audio', 'picture', 'screenshot', 'file', 'blob', 'message_content'],
];
/** Fields that hold the bytes as base64, or an address. */
const byteFields = ['data', 'base64', 'bytes', 'content'];
const addressFields = ['url', 'uri', 'file_uri', 'fileUri', 'path'];
const mediaFields = ['media_type', 'mime_type', 'mimeType', 'mediaType', 'media', 'mime'];
const mostHolders = 3;

/**
 * A text that is nothing but a picture or a recording, as Markdown: its bytes, with what they are or by how they begin, or the name of a
 * file. Undefined for any other text.
 */
export function pictureOfText(text: string, name: string): string | undefined {
  const held = pictureBytes(text);
  const address = held ?? (isMediaFile(text.slice(-20)) && text.length <= 2000 ? text : undefined);
  if (address === undefined || /[\s)"\\]/.test(address.slice(0, 2000))) return undefined;
  return `![${name.replaceAll(/[[\]\n]/g, ' ').slice(0, 200)}](${address})`;
}

/** The same where the text holds the bytes themselves, as their address. */
export function pictureBytes(text: string): string | undefined {
  if (/^data:(?:image|audio)\/[a-z\d.+-]{1,30}(?:;codecs=[\w.-]{1,20})?;base64,/i.test(text.slice(0, 90)))
    return text;
  return text.length >= fewestBytes ? heldBytes(text, '')?.address : undefined;
}

/** Letters of the base64 of the smallest picture that anybody looks at. */
const fewestBytes = 80;

interface Medium {
  /** `image/png`, or what can be told of it: `image/`. */
  readonly media: string;
  readonly address: string;
}

/**
 * What a part of a message that is a picture or a recording says of it, as Markdown with its address; undefined for any other part. It
 * reads what OpenAI, Anthropic, Gemini, Bedrock, LangChain, the AI SDK, MCP, OpenTelemetry, Inspect and Hugging Face write: they
 * differ in which fields hold the bytes, the kind, and one another.
 */
export function pictureIn(part: unknown): string | undefined {
  if (!isJsonObject(part) || isText(part)) return undefined;
  const found = mediumIn(part, '', 0);
  if (found === undefined || /[\s)"\\]/.test(found.address.slice(0, 300))) return undefined;
  const named = [part.alt_text, part.filename, part.file_name].find((one) => typeof one === 'string');
  const isSound = /^audio/.test(found.media) || found.address.startsWith('data:audio/');
  const kind = isSound ? 'recording' : 'picture';
  const name = typeof named === 'string' ? named.replaceAll(/[[\]\n]/g, ' ').slice(0, 200) : kind;
  return `![${name}](${found.address})`;
}

const isText = ({ type, text }: JsonObject): boolean =>
  (typeof text === 'string' && text !== '') || /text/.test(String(type));

function mediumIn(part: JsonObject, outer: string, depth: number): Medium | undefined {
  const media = mediaOf(part, outer);
  const bytes = byteFields.map((name) => part[name]).find((one) => typeof one === 'string' && one !== '');
  const address = addressFields.map((name) => part[name]).find((one) => typeof one === 'string');
  const own =
    (typeof bytes === 'string' ? heldBytes(bytes, media) : undefined) ??
    (typeof address === 'string' ? namedAddress(address, media) : undefined);
  if (own !== undefined || depth === mostHolders) return own;
  for (const [name, value] of Object.entries(part)) {
    // Phoenix writes the way to a value into its name: `message_content.image.image.url`.
    const last = name.split('.').at(-1)!;
    const isFlat = last !== name && addressFields.includes(last);
    if (!isFlat && !holders.includes(last)) continue;
    const kind = /image|picture|screenshot/.test(name) ? 'image/' : /audio/.test(name) ? 'audio/' : media;
    const found = isJsonObject(value)
      ? mediumIn(value, kind, depth + 1)
      : typeof value === 'string'
        ? (heldBytes(value, kind) ?? namedAddress(value, kind))
        : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a part says that it is; `outer` where it says nothing. */
function mediaOf(part: JsonObject, outer: string): string {
  const said = mediaFields
    .map((name) => part[name])
    .find((one) => typeof one === 'string' && one.includes('/'));
  if (typeof said === 'string') return said.toLowerCase();
  const { type, modality, format } = part;
  const kind = /image|picture|screenshot/.test(`${type} ${modality}`)
    ? 'image/'
    : /audio/.test(`${type} ${modality}`)
      ? 'audio/'
      : outer;
  // Bedrock and OpenAI name the format alone.
  const isPlain =
    /^(?:image|audio)\/$/.test(kind) && typeof format === 'string' && /^[a-z\d]{1,9}$/i.test(format);
  return isPlain ? `${kind}${format.toLowerCase()}` : kind;
}

const isSeenOrHeard = (media: string): boolean => /^(?:image|audio)\//.test(media);

/** What base64 of PNG, JPEG, GIF, WebP and WAV begins with. */
const knownBytes = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)/;

function heldBytes(bytes: string, media: string): Medium | undefined {
  if (bytes.startsWith('data:')) return namedAddress(bytes, media);
  const isOther = media !== '' && !isSeenOrHeard(media);
  // A kind without bytes that are known: what it is has to be said.
  const isNamed = isSeenOrHeard(media) && media.length > 'image/'.length;
  if (isOther || !(isNamed || knownBytes.test(bytes)) || !/^[A-Za-z\d+/=\r\n]*$/.test(bytes.slice(0, 200)))
    return undefined;
  const whole = isNamed ? media : `${/^audio/.test(media) ? 'audio/wav' : 'image/png'}`;
  return { media: whole, address: `data:${whole};base64,${bytes}` };
}

function namedAddress(address: string, media: string): Medium | undefined {
  if (/^data:(?:image|audio)\//i.test(address)) return { media, address };
  const isNamed =
    /^(?:data:|[a-z][a-z+.-]{1,20}:\/\/|@@@langfuseMedia:)/i.test(address) || isMediaFile(address);
  return isNamed && isSeenOrHeard(media) ? { media, address } : undefined;
}
