import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ColumnMapping } from '../../../shared/contract/index.ts';
import type { ReadyOptions } from '../../../shared/errors.ts';
import { fileKey } from '../../../shared/file-match-words.ts';
import { mapOption, wayToRead } from '../../../shared/mapping.ts';
import type { FileOfSeveral } from '../import-request.ts';
import { Problems } from '../readers/problems.ts';
import type { HeldFile } from './held-file.ts';

/**
 * The faults of all files, each with the name of its file.
 *
 * @param order the files as they were named, one of which may be held after later ones
 */
export function problemsOf(held: readonly HeldFile[], order: readonly FileOfSeveral[]): Problems {
  const all = new Problems();
  for (const file of held) {
    const { fileName, problems } = file;
    const asked = problems.causes.filter(({ ways }) => ways !== undefined);
    for (const { line, field, message, remedy } of problems.first) {
      const ways = asked.find((one) => one.field === field && one.remedy === remedy)?.ways;
      const isOfColumns = ways?.some(({ mapping }) => !isOfAllFiles(mapping));
      all.add(line, field, `${fileName}: ${message}`, remedy, ways, isOfColumns ? fileKey(file) : undefined);
    }
    all.count += problems.count - problems.first.length;
    for (const [what, count] of problems.notices) {
      // A column that several files have is one column.
      const said = what.startsWith('column') ? (all.notices.get(what) ?? 0) : 0;
      all.notice(what, Math.max(0, count - said));
    }
  }
  all.ready = readyFor(held, order);
  return all;
}

const saidBy = ({ problems }: HeldFile, says: string): ColumnMapping | undefined =>
  problems.causes.flatMap(({ ways = [] }) => ways).find((way) => way.says === says)?.mapping;

/** Whether an answer holds for all files, as those about reasoning and votes do; others are about the columns of one. */
const isOfAllFiles = ({ reasoning, repeats }: ColumnMapping): boolean =>
  reasoning !== undefined || repeats !== undefined;

/** The mappings of all files, in their order: those chosen for some, and what was said of the others. */
const mapsOf = (order: readonly FileOfSeveral[], chosen: ReadonlyMap<string, string | undefined>): string[] =>
  order.map(({ path: file, sheet, mapping }) => {
    const map = chosen.get(fileKey({ path: path.resolve(file), sheet }));
    return map ?? (mapping === undefined ? '{}' : mapOption(mapping));
  });

/**
 * Ways on that every file with a fault has, as options for all files: those of columns once for each file. Where none is of all, those
 * of the first file that has some: the others are asked about after it.
 */
function readyFor(held: readonly HeldFile[], order: readonly FileOfSeveral[]): ReadyOptions[] {
  const faulty = held.filter(({ problems }) => problems.count > 0);
  const ofAll = readyForAll(faulty, held.length, order);
  const first = faulty.find(({ problems }) => problems.ready.length > 0);
  if (ofAll.length > 0 || first === undefined) return ofAll;
  return first.problems.ready.map(({ says, options }) => ({
    says: `${first.fileName}: ${says}`,
    options: options.map ? { map: mapsOf(order, new Map([[fileKey(first), options.map[0]]])) } : options,
  }));
}

function readyForAll(
  [first, ...others]: readonly HeldFile[],
  files: number,
  order: readonly FileOfSeveral[],
): ReadyOptions[] {
  if (first === undefined) return [];
  return first.problems.ready.flatMap((way) => {
    const alike = others.map(({ problems }) => problems.ready.find(({ says }) => says === way.says));
    if (alike.includes(undefined)) return [];
    const all = [way, ...alike.filter((one) => one !== undefined)];
    const isOne = all.every(({ options }) => isDeepStrictEqual(options, way.options));
    const [map] = way.options.map ?? [];
    const isOfAll = others.length + 1 === files || /^\{"(?:reasoning|repeats)"/.test(map ?? '');
    const isAsGuessed = order.every(({ mapping }) => mapping === undefined);
    if (isOne && ((isOfAll && isAsGuessed) || way.options.map === undefined)) return [way];
    const { reasoning, repeats } = saidBy(first, way.says) ?? {};
    if (reasoning !== undefined || repeats !== undefined) {
      const added = { ...(reasoning && { reasoning }), ...(repeats && { repeats }) };
      const map = order.map(({ mapping }) =>
        mapOption(wayToRead(way.says, { ...mapping, ...added }).mapping),
      );
      return [{ says: way.says, options: { map } }];
    }
    const leftOut = all.flatMap(({ options }) => options['leave-out'] ?? []);
    if (leftOut.length > 0) return [{ says: way.says, options: { 'leave-out': [...new Set(leftOut)] } }];
    const chosen = new Map([first, ...others].map((file, at) => [fileKey(file), all[at]!.options.map?.[0]]));
    return [{ says: way.says, options: { map: mapsOf(order, chosen) } }];
  });
}
