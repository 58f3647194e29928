import { findPicture, hasPictures, type Picture } from '../../../db/pictures.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { EndpointSettings } from '../../../shared/contract/index.ts';
import { isRecording, picturesIn } from '../../../shared/picture-words.ts';

/** Pictures that a request shows, by the hash that texts name them by. */
export type SentPictures = ReadonlyMap<string, Pick<Picture, 'width' | 'height'>>;

/** The pictures and recordings that texts name and the project has, in order. */
function picturesOf(db: ReadableDb, texts: Iterable<string>): ReadonlyMap<string, Picture> {
  if (!hasPictures(db)) return new Map();
  const found = new Map<string, Picture>();
  for (const text of texts) {
    for (const hash of picturesIn(text)) {
      const picture = findPicture(db, hash);
      if (picture) found.set(hash, picture);
    }
  }
  return found;
}

/** The pictures that go with a request of these messages: none where the endpoint takes text alone. Recordings never do. */
export const sentPictures = (
  db: ReadableDb,
  { pictures }: Pick<EndpointSettings, 'pictures'>,
  messages: readonly { readonly content: string }[],
): SentPictures =>
  new Map(
    pictures
      ? [
          ...picturesOf(
            db,
            messages.map(({ content }) => content),
          ),
        ].filter(([, one]) => !isRecording(one))
      : [],
  );

/** Whether texts show pictures that the endpoint does not take, or play recordings: its model would answer about what it never saw. */
export const showUnsent = (
  db: ReadableDb,
  { pictures }: Pick<EndpointSettings, 'pictures'>,
  texts: Iterable<string>,
): boolean => [...picturesOf(db, texts).values()].some((one) => !pictures || isRecording(one));

const address = 'assay:picture/';

/** A part of a message's content, in the chat API or in the Responses API. */
type ContentPart = Readonly<Record<string, unknown>>;

/**
 * The content of a message with its pictures as parts of their own, each where the text names it. They stand by their hash, so that a
 * stored request holds no copy of them; `bodyAsSent` puts in their bytes.
 */
export function contentParts(
  text: string,
  pictures: SentPictures,
  api: EndpointSettings['api'],
): string | ContentPart[] {
  if (pictures.size === 0) return text;
  const parts: ContentPart[] = [];
  const say = (piece: string) => {
    if (piece !== '') parts.push({ type: api === 'chat' ? 'text' : 'input_text', text: piece });
  };
  let from = 0;
  for (const match of text.matchAll(/!\[[^\]\n]{0,300}\]\(assay:picture\/([0-9a-f]{64})\)/g)) {
    const hash = match[1]!;
    if (!pictures.has(hash)) continue;
    say(text.slice(from, match.index));
    const url = `${address}${hash}`;
    parts.push(
      api === 'chat' ? { type: 'image_url', image_url: { url } } : { type: 'input_image', image_url: url },
    );
    from = match.index + match[0].length;
  }
  say(text.slice(from));
  return from === 0 ? text : parts;
}

/** A request's body with the bytes of its pictures, as it goes out. */
export function bodyAsSent(
  db: ReadableDb,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const key = 'messages' in body ? 'messages' : 'input';
  const messages = body[key] as readonly { content: string | ContentPart[] }[] | undefined;
  if (!messages?.some(({ content }) => typeof content !== 'string')) return body;
  const whole = messages.map((message) =>
    typeof message.content === 'string'
      ? message
      : { ...message, content: message.content.map((part) => partAsSent(db, part)) },
  );
  return { ...body, [key]: whole };
}

function partAsSent(db: ReadableDb, part: ContentPart): ContentPart {
  const held = part.image_url;
  const url = typeof held === 'string' ? held : (held as { url?: string } | undefined)?.url;
  if (!url?.startsWith(address)) return part;
  // It was found when the request was made; a data set that is removed meanwhile leaves the request without an answer.
  const picture = findPicture(db, url.slice(address.length));
  if (!picture) return part;
  const data = `data:${picture.media};base64,${Buffer.from(picture.bytes).toString('base64')}`;
  return { ...part, image_url: typeof held === 'string' ? data : { url: data } };
}

/**
 * Tokens that a picture counts for, by the rule of OpenAI's vision guide for models with tiles: fitted into 2048 points square, the
 * shorter side brought to at most 768, then 170 tokens for each tile of 512 points and 85 for the whole. Only for estimates and limits.
 *
 * @param size in points
 */
export function tokensOfPicture({ width, height }: Pick<Picture, 'width' | 'height'>): number {
  const fitted = Math.min(1, 2048 / Math.max(width, height));
  const scale = fitted * Math.min(1, 768 / (Math.min(width, height) * fitted));
  return 85 + 170 * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
}
