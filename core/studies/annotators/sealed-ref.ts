import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { keepNewest, keptMaps } from '../../../db/kept-maps.ts';
import { type KeyPurpose, secretKey } from '../../../db/secret-keys.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { chainHead } from '../../../db/word-chain.ts';
import { AppError } from '../../../shared/errors.ts';

/** Something that a person opened on a page. */
interface Opened {
  /** What it is: letters, digits, `-` and `_`. */
  readonly what: string;
  readonly annotatorId: number;
}

/** Kinds of things that pages open. A reference of one kind is none of another. */
type RefKind = Extract<KeyPurpose, 'batch' | 'validation' | 'adjudication' | 'talk' | 'chain'>;

/**
 * The reference of what a person opened. Whatever comes back with it is that person's, whoever chose a name since: it
 * is sealed with a key of the project, so that nobody makes one up for somebody else or reads whose it is, and needs no memory, so
 * that a page goes on after the engine was started anew. The same thing has the same reference each time: the seal is made from what
 * is sealed (Rogaway and Shrimpton 2006, SIV), here with HMAC-SHA-256 and AES-256-CTR.
 *
 * @returns 86 letters of base64url, whatever a page opens
 */
export function sealedRef(db: ReadableDb, kind: RefKind, { what, annotatorId }: Opened): string {
  const keys = keysOf(db, kind);
  const name = `${what}.${annotatorId}`;
  const known = keys.sealed.get(name);
  if (known !== undefined) return known;
  const said = Buffer.from(name);
  const padded = Buffer.alloc(padTo * Math.ceil(said.length / padTo));
  said.copy(padded);
  const tag = tagOf(keys.seal, padded);
  const cipher = createCipheriv('aes-256-ctr', keys.hide, tag);
  const sealed = Buffer.concat([tag, cipher.update(padded), cipher.final()]).toString('base64url');
  keepNewest(keys.sealed, name, sealed, mostOpened);
  return sealed;
}

/** So long that what pages open fits, and no length tells one from another. */
const padTo = 48;
const tagLength = 16;

/** What a reference stands for; undefined unless this project sealed it, also in a version that wrote in clear what it stands for. */
export function openedBy(db: ReadableDb, kind: RefKind, ref: string): Opened | undefined {
  const bytes = Buffer.from(ref, 'base64url');
  const length = bytes.length - tagLength;
  if (length < padTo || length % padTo !== 0 || bytes.toString('base64url') !== ref) {
    return openedEarlier(db, ref);
  }
  const keys = keysOf(db, kind);
  const known = keys.opened.get(ref);
  if (known) return known;
  const tag = bytes.subarray(0, tagLength);
  const cipher = createDecipheriv('aes-256-ctr', keys.hide, tag);
  const padded = Buffer.concat([cipher.update(bytes.subarray(tagLength)), cipher.final()]);
  if (!timingSafeEqual(tagOf(keys.seal, padded), tag)) return undefined;
  const end = padded.indexOf(0);
  const opened = partsOf(padded.subarray(0, end < 0 ? padded.length : end).toString());
  if (opened) keepNewest(keys.opened, ref, opened, mostOpened);
  return opened;
}

/** Who opened something. @throws AppError NOT_FOUND when the reference is of something else, or of nothing */
export function whoOpened(db: ReadableDb, kind: RefKind, { what, ref }: { what: string; ref: string }) {
  const opened = openedBy(db, kind, ref);
  if (opened?.what === what) return opened.annotatorId;
  throw new AppError('NOT_FOUND', 'This page was not opened here under a name.', {
    field: 'as',
    remedy: 'Open the screen again.',
  });
}

/**
 * The newest link of the chain of a project, as batches carry it that leave the project. Only the project reads it, and no length
 * tells how many links there are.
 */
export function sealedHead(db: ReadableDb): string {
  const { links, sha256 } = chainHead(db);
  return sealedRef(db, 'chain', { what: `${links}-${sha256}`, annotatorId: 0 });
}

/** The link that a batch carries; undefined unless this project sealed it. */
export function openedHead(db: ReadableDb, ref: string): { links: number; sha256: string } | undefined {
  const [, links, sha256] = /^(\d{1,12})-([0-9a-f]{64})?$/.exec(openedBy(db, 'chain', ref)?.what ?? '') ?? [];
  return links === undefined ? undefined : { links: Number(links), sha256: sha256 ?? '' };
}

function partsOf(said: string): Opened | undefined {
  const [, what, id] = /^([\w-]+)\.(\d{1,15})$/.exec(said) ?? [];
  return what === undefined ? undefined : { what, annotatorId: Number(id) };
}

/** The same of a page that was opened in an earlier version: what it names, then a seal. */
function openedEarlier(db: ReadableDb, ref: string): Opened | undefined {
  const [, said, seal] = /^([\w-]+\.(?:0|[1-9]\d{0,14}))\.([\w-]{22})$/.exec(ref) ?? [];
  if (said === undefined) return undefined;
  const key = secretKey(db, 'earlier');
  const expected = createHmac('sha256', key).update(said).digest('base64url').slice(0, 22);
  return timingSafeEqual(Buffer.from(expected), Buffer.from(seal!)) ? partsOf(said) : undefined;
}

const tagOf = (key: Buffer, padded: Buffer): Buffer =>
  createHmac('sha256', key).update(padded).digest().subarray(0, tagLength);

interface RefKeys {
  readonly seal: Buffer;
  readonly hide: Buffer;
  /** What references were opened last: a request asks for the same one several times. */
  readonly opened: Map<string, Opened>;
  /** And the references of what was opened. */
  readonly sealed: Map<string, string>;
}
const mostOpened = 2_000;
const derivedKeys = keptMaps<string, RefKeys>();

/** One key to seal and one to hide, from the key of the kind. Derived once for each key while the project is open. */
function keysOf(db: ReadableDb, kind: RefKind): RefKeys {
  const key = secretKey(db, kind);
  const derived = derivedKeys(db);
  const known = derived.get(key);
  if (known) return known;
  const bytes = Buffer.from(hkdfSync('sha256', key, '', 'assay reference', 64));
  const keys = {
    seal: bytes.subarray(0, 32),
    hide: bytes.subarray(32),
    opened: new Map(),
    sealed: new Map(),
  };
  derived.set(key, keys);
  return keys;
}
