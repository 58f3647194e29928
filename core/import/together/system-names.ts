import path from 'node:path';
import { unnamedSystem } from '../../../shared/study-choices.ts';
import type { FileOfSeveral } from '../import-request.ts';
import type { HeldItem } from '../sink/whole-items.ts';

/** A file of several, with what it says of items. */
interface FileOfItems extends Pick<FileOfSeveral, 'path' | 'sheet' | 'system'> {
  readonly items: readonly HeldItem[];
}

/** The systems whose replies a file has. */
export const answeringIn = ({ items }: Pick<FileOfItems, 'items'>): string[] => [
  ...new Set(items.flatMap(({ responses }) => [...responses.keys()])),
];

type NamedFile = Pick<FileOfSeveral, 'path' | 'sheet'>;
export const shownName = ({ path: file, sheet }: NamedFile): string => sheet ?? path.basename(file);

/** The name of a sheet, or of a file without its endings. */
const labelOf = ({ path: file, sheet }: NamedFile): string => {
  if (sheet !== undefined) return sheet;
  const base = path.basename(file);
  return base.replace(/(?<=.)(?:\.[a-z]+\d?)?(?:\.(?:gz|zip|zst|bz2))?$/i, '') || base;
};

/** What files are called, each otherwise: by their names, else with the folder that they are in. */
export function fileLabels<T extends NamedFile>(files: readonly T[]): Map<T, string> {
  const labels = new Map<T, string>();
  const taken = new Set<string>();
  const isShared = (file: T, name: (file: T) => string) =>
    files.some((other) => other !== file && name(other) === name(file));
  const inFolder = (file: T) => `${path.basename(path.dirname(file.path))}/${labelOf(file)}`;
  for (const file of files) {
    const wanted = isShared(file, labelOf) && !isShared(file, inFolder) ? inFolder(file) : labelOf(file);
    let label = wanted;
    for (let n = 2; taken.has(label); n += 1) label = `${wanted} (${n})`;
    taken.add(label);
    labels.set(file, label);
  }
  return labels;
}

/** Replies in common that two systems will hardly both have given: so many, or fewer of which one is so long. */
const manyInCommon = 20;
const fewInCommon = 3;
const longReply = 30;

const areOfOne = (common: readonly Texts[]): boolean =>
  common.length >= manyInCommon ||
  (common.length >= fewInCommon &&
    common.some((texts) => texts.some((text) => (text ?? '').length >= longReply)));

/**
 * The first file that has all replies of a later one to the items that both have: what nobody names there is one system, scored again.
 * Without scores in either nothing is known of a second look at it.
 *
 * @param idsOf what the items of a file are known by in all files
 */
export function sameReplies<File extends FileOfItems>(
  held: readonly File[],
  idsOf: (file: File) => readonly string[],
): Map<File, File> {
  const open = held.filter((file) => {
    const [only, another] = answeringIn(file);
    return file.system === undefined && only === unnamedSystem && another === undefined;
  });
  const isScored = ({ items }: File) => items.some(({ human, machine }) => human.length + machine.length > 0);
  const replies = new Map(
    open.map((file) => {
      const ids = idsOf(file);
      return [file, new Map(file.items.map((item, at) => [ids[at]!, saidIn(item)]))];
    }),
  );
  const found = new Map<File, File>();
  for (const [at, file] of open.entries()) {
    const before = open.slice(0, at).find((one) => {
      if (!isScored(file) && !isScored(one)) return false;
      const said = replies.get(one)!;
      const common = [...replies.get(file)!].filter(([id, texts]) => texts && said.get(id));
      const areEqual = common.every(([id, texts]) => areSame(texts!, said.get(id)!));
      return areEqual && areOfOne(common.map(([, texts]) => texts!));
    });
    if (before) found.set(file, found.get(before) ?? before);
  }
  return found;
}

/** What the unnamed system said in an item: its replies, or the conversation where that itself is judged. */
const saidIn = ({ head, responses }: HeldItem): Texts | undefined => {
  const texts = responses.get(unnamedSystem);
  return texts?.every((text) => text === null) ? [head.conversation] : texts;
};

export type Texts = readonly (string | null)[];

export const areSame = (a: Texts, b: Texts): boolean =>
  a.length === b.length && a.every((text, turn) => text === b[turn]);

/**
 * What the system is called that a file does not name: as its file, or as the one before it that has the same replies; `assistant` where
 * all files are of that one.
 *
 * @param answering the files with replies
 */
export function unnamedCalled<File extends FileOfItems>(
  answering: readonly File[],
  labels: ReadonlyMap<File, string>,
  earlier: ReadonlyMap<File, File>,
): (file: File) => string {
  const [first, ...others] = answering;
  const isOneSystem = others.length > 0 && others.every((file) => earlier.get(file) === first);
  const nameOf = (file: File): string => {
    if (isOneSystem) return unnamedSystem;
    const called = labels.get(earlier.get(file) ?? file)!;
    return answeringIn(file).length > 1 ? `${called}: ${unnamedSystem}` : called;
  };
  // It is asked for every score of a file, and looks at all of its items.
  const names = new Map(answering.map((file) => [file, nameOf(file)]));
  return (file) => names.get(file) ?? nameOf(file);
}
