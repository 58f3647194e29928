import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ownerOnly, realFile } from '../../db/file-identity.ts';
import { readProject } from '../../db/open-to-read.ts';
import { getProjectValue } from '../../db/project.ts';
import type { ReadableDb } from '../../db/types.ts';
import { answersEver, chainHead, hasLink } from '../../db/word-chain.ts';
import { sha256 } from './signing/sha256.ts';

/*
 * A chain that was cut short is a valid chain. So the newest link of each project that is opened here is kept outside of its
 * file, in the data folder: one small file for each project and path. It does not show who cuts both.
 */

const MissingSchema = z.object({ answers: z.int().min(0), links: z.int().min(0) });
/** How much of a chain is gone; both are 0 where it is not known, as another chain was put in its place. */
export type Missing = z.infer<typeof MissingSchema>;

const KnownHeadSchema = z.object({
  path: z.string(),
  links: z.int().min(0),
  head: z.string(),
  /** Answers that were ever stored by then: labels, decisions, and what was taken back. */
  answers: z.int().min(0),
  at: z.string(),
  /** What was missing when that was first seen; the chain may have grown since. */
  missing: MissingSchema.optional(),
});
export type KnownHead = z.infer<typeof KnownHeadSchema>;

/** The newest link of a chain, and how many answers go up to it. */
export type Head = Pick<KnownHead, 'links' | 'head' | 'answers'>;

export const headOf = (db: ReadableDb): Head => {
  const { links, sha256 } = chainHead(db);
  return { links, head: sha256, answers: answersEver(db) };
};

export class KnownHeads {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, 'known-heads');
  }

  /**
   * Keeps the newest link of a project, if its chain goes through the one that is known; else what is missing. It takes some tenths of a
   * millisecond, as nothing waits for the disk: a power cut may lose what was kept last, never what a project holds.
   */
  note(db: ReadableDb, file: string, at: string): void {
    const known = this.known(db, file);
    const now = headOf(db);
    if (known?.links === now.links && known.head === now.head && !known.missing) return;
    const missing = known && missingFrom(db, known);
    if (!missing) this.put(db, file, { ...now, at });
    else if (!known.missing) this.#write(db, { ...known, missing });
  }

  /** Takes a link for the newest one of a project, whatever was known. */
  put(db: ReadableDb, file: string, head: Head & { at: string }): void {
    this.#write(db, { path: file, ...head });
  }

  /** What is known of a project at a path; undefined where nothing is, or where it cannot be read. */
  known(db: ReadableDb, file: string): KnownHead | undefined {
    const name = nameOf(db, file);
    const known = name === undefined ? undefined : this.#read(name);
    return known?.path === file ? known : undefined;
  }

  /** The same project at other paths. */
  elsewhere(db: ReadableDb, file: string): KnownHead[] {
    const project = identityOf(db);
    if (project === undefined) return [];
    return namesIn(this.#folder)
      .filter((name) => name.startsWith(`${project}-`))
      .flatMap((name) => this.#read(name) ?? [])
      .filter((known) => known.path !== file);
  }

  /** Forgets what was known of a project at a path. */
  forget(db: ReadableDb, file: string): void {
    const name = nameOf(db, file);
    if (name !== undefined) rmSync(path.join(this.#folder, name), { force: true });
  }

  #read(name: string): KnownHead | undefined {
    try {
      return KnownHeadSchema.parse(JSON.parse(readFileSync(path.join(this.#folder, name), 'utf8')));
    } catch {
      return undefined;
    }
  }

  /** Written whole, under a name of its own first; where that fails, labels go on without it. */
  #write(db: ReadableDb, known: KnownHead): void {
    const name = nameOf(db, known.path);
    if (name === undefined) return;
    const draft = path.join(this.#folder, `.${randomUUID()}.tmp`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(draft, `${JSON.stringify(known)}\n`, { flag: 'wx', mode: ownerOnly });
      renameSync(draft, path.join(this.#folder, name));
    } catch (error) {
      rmSync(draft, { force: true });
      console.error(error);
    }
  }
}

/** Tells one project from all others, wherever it lies; undefined where it has no key yet, being of an early version. */
function identityOf(db: ReadableDb): string | undefined {
  const key = getProjectValue(db, 'seal_key');
  return key === undefined ? undefined : sha256(key).slice(0, 32);
}

function nameOf(db: ReadableDb, file: string): string | undefined {
  const project = identityOf(db);
  return project === undefined ? undefined : `${project}-${sha256(file).slice(0, 16)}.json`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** What of a known chain a project lacks; null where its own goes through the known link. */
export function missingFrom(db: ReadableDb, known: KnownHead): Missing | null {
  const { links, head, answers, missing } = known;
  if (hasLink(db, { links, sha256: head })) return null;
  const now = headOf(db);
  return missing ?? { answers: Math.max(0, answers - now.answers), links: Math.max(0, links - now.links) };
}

/** What a project lacks that was in the file at its path, in sentences. */
export function missingWords(db: ReadableDb, given: string, heads: KnownHeads): string[] {
  const known = heads.known(db, realFile(given));
  const missing = known && missingFrom(db, known);
  if (!missing) return [];
  const file = path.basename(known.path);
  const { answers, links } = missing;
  const what =
    answers > 0
      ? `${answers} acknowledged ${answers === 1 ? 'answer' : 'answers'} of ${file} ${answers === 1 ? 'is' : 'are'} missing`
      : links > 0
        ? `The last ${links === 1 ? 'entry' : `${links} entries`} of the audit trail of ${file} ${links === 1 ? 'is' : 'are'} missing`
        : `The chain of ${file} does not hold its newest link of ${known.at}`;
  return [
    `${what}: the file was cut short, or an older copy was put in its place. Put the newest copy back. Or accept the loss, on a screen that says this or with "assay verify ${file} --accept-missing".`,
  ];
}

/** What became of a project at another path, of which this file lacks something. */
type Elsewhere = 'goes on from here' | 'went on apart' | 'is gone';

/** Paths with answers that this file lacks. Acts alone, such as a report that was written, take no verdict from it. */
function lackingFrom(db: ReadableDb, given: string, heads: KnownHeads): [KnownHead, Elsewhere][] {
  const here = chainHead(db);
  const answers = answersEver(db);
  return heads
    .elsewhere(db, realFile(given))
    .filter((known) => known.answers > answers && missingFrom(db, known) !== null)
    .map((known) => [known, elsewhereOf(known, here)]);
}

function elsewhereOf(
  { path: file, links, head }: KnownHead,
  here: { links: number; sha256: string },
): Elsewhere {
  try {
    return readProject(file, (db) => {
      if (!hasLink(db, { links, sha256: head })) return 'is gone';
      return hasLink(db, here) ? 'goes on from here' : 'went on apart';
    });
  } catch {
    return 'is gone';
  }
}

/** What was known of a project at other paths, where nothing is that has it any longer. */
export const goneFrom = (db: ReadableDb, given: string, heads: KnownHeads): KnownHead[] =>
  lackingFrom(db, given, heads).flatMap(([known, what]) => (what === 'is gone' ? [known] : []));

/** What the same project has or had at other paths and lacks here, in sentences; copies that went on apart lack nothing. */
export function newerWords(db: ReadableDb, given: string, heads: KnownHeads): string[] {
  const file = path.basename(given);
  const answers = answersEver(db);
  return lackingFrom(db, given, heads).flatMap(([known, what]) => {
    if (what === 'went on apart') return [];
    const count = known.answers - answers;
    const more = `${count} acknowledged ${count === 1 ? 'answer' : 'answers'}`;
    return what === 'goes on from here'
      ? [`${file} is an older copy: ${known.path} has ${more} more. Take that file.`]
      : [
          `On ${known.at} ${known.path} had ${more} that ${file} lacks, and it has them no longer. Put the newest copy back, or accept the loss: "assay verify ${file} --accept-missing".`,
        ];
  });
}
