import type { FilesTogether } from './contract/data.ts';
import { plural } from './number-text.ts';

type File = FilesTogether['files'][number];

/** What tells the files of an import apart: the path, and of a workbook the sheet. */
export const fileKey = ({ path, sheet }: { path: string; sheet?: string | undefined }): string =>
  sheet === undefined ? path : `${path}#${sheet}`;

/** How the items of one file were found among those of the others, in words. */
export function matchWords({ items, byId, byPrompt, added, otherPrompt, sameAs }: File): string {
  if (sameAs !== null) return `the same as ${sameAs}`;
  if (items === 0) return 'no item of its own';
  if (items === added && otherPrompt === 0) return `${plural(items, 'item')}, all new`;
  const facts = [
    byId > 0 && `${plural(byId, 'match', 'matches')} by id`,
    byPrompt > 0 && `${plural(byPrompt, 'match', 'matches')} by prompt`,
    added - otherPrompt > 0 && `${added - otherPrompt} in this file alone`,
    otherPrompt > 0 && `${plural(otherPrompt, 'id')} of another prompt, not paired`,
  ];
  return `${plural(items, 'item')}: ${facts.filter((one) => one !== false).join(', ')}`;
}

/** Whether several files have no item in common, so that nothing of them can be compared. */
export const areApart = (files: readonly File[]): boolean =>
  files.filter((one) => one.replies > 0).length > 1 &&
  files.every(({ byId, byPrompt, sameAs }) => byId + byPrompt === 0 && sameAs === null);

export const noneInCommon = 'The files have no id or prompt in common, so nothing in them can be compared.';

const widest = 8;

/**
 * What came of several files as lines of text: a line a file, then the matrix of items by systems, each line so many items with a mark
 * under each system that answered them. Of more systems than fit beside each other they are named.
 */
export function togetherLines({ files, patterns }: FilesTogether): string[] {
  const systems = [...new Set(files.flatMap((one) => one.systems))];
  const lines = files.map((file) => {
    const whose = file.systems.length === 0 ? '' : ` (${file.systems.join(', ')})`;
    return `${file.fileName}${whose}: ${matchWords(file)}.`;
  });
  const answered = patterns.filter((one) => one.systems.length > 0);
  if (answered.length === 0) return lines;
  if (systems.length > widest) {
    const words = answered.map((one) => `${plural(one.items, 'item')}: ${namesOf(one.systems, systems)}`);
    return [...lines, 'Items by the systems that answered them:', ...words.map((one) => `  ${one}`)];
  }
  const widths = systems.map((name) => Math.max(name.length, 3));
  const row = (first: string, cells: readonly string[]) =>
    `  ${first.padStart(8)}  ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')}`.trimEnd();
  return [
    ...lines,
    'Items by systems:',
    row('items', systems),
    ...answered.map((one) =>
      row(
        String(one.items),
        systems.map((name) => (one.systems.includes(name) ? 'yes' : '-')),
      ),
    ),
  ];
}

/** Which of all systems, by those that are missing where they are fewer. */
function namesOf(systems: readonly string[], all: readonly string[]): string {
  const missing = all.filter((name) => !systems.includes(name));
  if (missing.length === 0) return `all ${all.length}`;
  return missing.length < systems.length ? `all but ${listed(missing)}` : listed(systems);
}

const listed = (names: readonly string[]): string =>
  names.length <= widest
    ? names.join(', ')
    : `${names.slice(0, widest).join(', ')} and ${names.length - widest} more`;
