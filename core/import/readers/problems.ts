import {
  AppError,
  type ImportProblem,
  type ProblemCause,
  type ReadyOptions,
  type WayToRead,
} from '../../../shared/errors.ts';
import { pastedOptions } from '../../../shared/mapping.ts';
import { countOf } from '../../../shared/number-text.ts';

const kept = 100;
const causesKept = 50;
const examplesKept = 3;
/** Of a message or a field's name no more is looked at to tell whether two faults have one cause. */
const compared = 300;

/** Whether a notice is of columns that may hold what somebody found earlier; a screen shows buttons in its place. */
export const isFoundNotice = (what: string): boolean =>
  /^columns kept as (?:a field|fields), which may have /.test(what);
const mostFoundShown = 8;

/** What is wrong with a file: the first hundred faults in full, all of them counted, and how many have one cause. */
export class Problems {
  readonly first: ImportProblem[] = [];
  count = 0;
  /** What was read otherwise than it stands there, though nothing is wrong: what follows the number, and how often. */
  readonly notices = new Map<string, number>();
  readonly #causes = new Map<string, ProblemCause>();

  /** Columns and questions that may hold what somebody found earlier, by their names. */
  readonly found = new Map<string, 'mode' | 'note'>();

  #ready: readonly ReadyOptions[] | undefined;

  /** Ways to import the file after all, ready to paste: those of the only cause, unless others were set. */
  get ready(): readonly ReadyOptions[] {
    if (this.#ready) return this.#ready;
    const [only] = this.#causes.values();
    return only?.ways && only.count === this.count ? only.ways.map(pastedOptions) : [];
  }

  set ready(ready: readonly ReadyOptions[]) {
    this.#ready = ready;
  }

  /**
   * @param ways of reading the file by which faults like this one go away
   * @param file the one of several files that it is of, where the ways are of its columns
   */
  add(
    line: number,
    field: string,
    message: string,
    remedy: string,
    ways?: readonly WayToRead[],
    file?: string,
  ): void {
    this.count += 1;
    const problem = { line, field, message, remedy };
    if (this.first.length < kept) this.first.push(problem);
    const key = keyOf(problem, ways, file);
    const known = this.#causes.get(key);
    if (!known) {
      if (this.#causes.size >= causesKept) return;
      this.#causes.set(key, {
        field,
        remedy,
        count: 1,
        examples: [{ line, message }],
        ...(ways && { ways: [...ways] }),
        ...(file !== undefined && { files: [file] }),
      });
      return;
    }
    known.count += 1;
    if (file !== undefined && !known.files?.includes(file)) known.files?.push(file);
    if (known.examples.length < examplesKept) known.examples.push({ line, message });
  }

  notice(what: string, count = 1): void {
    addCount(this.notices, what, count);
  }

  /** Offers a column, which is a field meanwhile, as failure modes or notes that somebody found earlier. */
  offerFound(column: string, kind: 'mode' | 'note'): void {
    if (this.found.has(column)) return;
    this.notices.delete(this.#foundWords(kind));
    this.found.set(column, kind);
    this.notice(this.#foundWords(kind), this.#foundColumns(kind).length);
  }

  #foundColumns(kind: 'mode' | 'note'): string[] {
    return [...this.found].flatMap(([column, its]) => (its === kind ? [column] : []));
  }

  /** One notice for all columns of a kind. */
  #foundWords(kind: 'mode' | 'note'): string {
    const columns = this.#foundColumns(kind);
    const shown = columns.slice(0, mostFoundShown);
    const option = JSON.stringify({ found: shown.map((column) => ({ column, kind })) });
    const more = columns.length > shown.length ? ` and ${columns.length - shown.length} more` : '';
    const fields = columns.length === 1 ? 'a field' : 'fields';
    const what = kind === 'mode' ? 'failure modes' : 'notes';
    return `columns kept as ${fields}, which may have ${what} that somebody found earlier: ${shown.join(', ')}${more} (--map '${option}')`;
  }

  /** The causes of the faults, the most frequent first; of more than fifty the first ones met. */
  get causes(): ProblemCause[] {
    return [...this.#causes.values()].toSorted((a, b) => b.count - a.count);
  }

  /** The refusal that carries them all. */
  refusal(file: string, message = this.#summary()): AppError {
    const [problem] = this.first;
    return new AppError('IMPORT_REFUSED', message, {
      file,
      ...(problem ? { line: problem.line, field: problem.field, remedy: problem.remedy } : {}),
      problems: this.first,
      causes: this.causes,
      problemCount: this.count,
      ...(this.ready.length > 0 && { ready: this.ready }),
    });
  }

  #summary(): string {
    const [problem] = this.first;
    const where = problem && problem.line > 0 ? `Line ${problem.line}: ` : '';
    if (this.count === 1) return `${where}${problem?.message} Nothing was imported.`;
    return `The file has ${this.count} problems, so nothing was imported. First: ${where}${problem?.message}`;
  }
}

/** What faults of one cause share. One answer about reasoning holds for all replies of all files, however each begins. */
function keyOf(
  problem: ImportProblem,
  ways: readonly WayToRead[] | undefined,
  file: string | undefined,
): string {
  if (ways?.some(({ mapping }) => mapping.reasoning)) return 'reasoning';
  return file === undefined ? causeOf(problem) : JSON.stringify([problem.field, ways]);
}

/** Faults of one field that differ in nothing but the values found there have one cause. */
const causeOf = ({ field, message, remedy }: ImportProblem): string =>
  JSON.stringify([valueless(field), valueless(message), valueless(remedy)]);

const valueless = (text: string): string =>
  text
    .slice(0, compared)
    .split('"')
    .filter((_, part) => part % 2 === 0)
    .join('""')
    .replaceAll(/\d+/g, '0');

/** A refusal with one problem of the file as a whole. */
export function refuseFile(file: string, message: string, remedy: string): AppError {
  const problems = new Problems();
  problems.add(0, '', message, remedy);
  return problems.refusal(file, `${message} Nothing was imported.`);
}

/** What to do about a file that takes too long or too much. */
export const exportSimply =
  'Export it as JSON Lines or CSV, without what is not text to judge, and import that.';
export const tooMuchMemory = 'Reading it takes too much memory.';

/** A file that was read to its end has records, or says what is wrong with it. */
export function refuseNothing(records: number, problems: Problems): void {
  if (records > 0 || problems.count > 0) return;
  problems.add(0, '', 'The file has no records.', 'Choose a file that holds records.');
}

/** A file without an item, or whose items have no text, has nothing to judge: it is something else than it was taken for. */
export function refuseTextless(
  { items, hasText }: { items: number; hasText: boolean },
  format: string,
  problems: Problems,
): void {
  if ((items > 0 && hasText) || problems.count > 0) return;
  const message = `Nothing in the file was recognized as a conversation, a passage or a response, read as: ${format}.`;
  problems.add(
    0,
    '',
    message,
    'Choose another format, or say which field holds what (--map on the command line).',
  );
}

/** Characters shown on each side of where two texts part. */
const around = 24;

/**
 * Where two texts part, for a message: what is stored and what the file has, each with some characters around the first difference.
 * Texts are JSON where they are lists.
 */
export function differenceOf(stored: string, found: string): string {
  let at = 0;
  const shorter = Math.min(stored.length, found.length);
  while (at < shorter && stored[at] === found[at]) at += 1;
  return `stored: ${cut(stored, at)}; in the file: ${cut(found, at)}`;
}

function cut(text: string, at: number): string {
  const from = Math.max(0, at - around);
  const to = at + around;
  const shown = text.slice(from, to).toWellFormed().replaceAll(/\s+/gu, ' ');
  return `“${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}”`;
}

/** Counts so many more of something. */
export const addCount = (counts: Map<string, number>, what: string, count = 1): void => {
  counts.set(what, (counts.get(what) ?? 0) + count);
};

type Counted = Iterable<readonly [what: string, count: number]>;

/** What an import tells beside its result: what is to know of it, and what it had no place for. */
export const countedWarnings = (remarks: Counted, leftBehind: Counted): string[] => [
  ...Array.from(remarks, ([what, count]) => `${countOf(count, what)}.`),
  ...Array.from(leftBehind, ([what, count]) => `Left behind: ${countOf(count, what)}.`),
];
