import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allExpressions, type Expression } from './find-expressions.ts';
import { analyze } from './pumps.ts';

/*
 * The expressions that were found to take time in proportion to the text, so that each is analyzed once and not in every
 * run. `node test/architecture/regexp/checked.ts` writes the list anew and refuses an expression that is slow.
 */

type Pattern = Pick<Expression, 'source' | 'flags'>;

const listFile = path.join(import.meta.dirname, 'checked.txt');
/** A verdict is of the analysis that gave it: another analysis looks at every expression again. */
const analysis = ['automaton.ts', 'parse-regexp.ts', 'pumps.ts'].map((name) =>
  readFileSync(path.join(import.meta.dirname, name), 'utf8').replaceAll('\r\n', '\n'),
);

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);

/** The line of an expression in the list. */
const lineOf = ({ source, flags }: Pattern): string => `${hashOf(...analysis, source, flags)} linear`;

const distinct = <T extends Pattern>(expressions: readonly T[]): T[] => [
  ...new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one])).values(),
];

/** Which of these, each once, are new or changed since the list was written. */
export function uncheckedOf<T extends Pattern>(expressions: readonly T[]): T[] {
  const checked = new Set(readFileSync(listFile, 'utf8').split(/\r?\n/));
  return distinct(expressions).filter((one) => !checked.has(lineOf(one)));
}

/** Expressions that take longer than in proportion to some text, each with such a text. */
export const slowOf = (expressions: readonly Expression[]) =>
  expressions.flatMap(({ file, line, source, flags }) =>
    analyze(source, flags)
      .superLinear.slice(0, 1)
      .map((pump) => ({ at: `${file}:${line}`, expression: `/${source}/${flags}`, pump })),
  );

if (process.argv[1] === import.meta.filename) {
  const all = distinct(allExpressions());
  const unchecked = uncheckedOf(all);
  const slow = slowOf(unchecked);
  if (slow.length > 0) {
    console.error(JSON.stringify(slow, null, 1));
    process.exitCode = 1;
  } else {
    writeFileSync(listFile, `${all.map(lineOf).sort().join('\n')}\n`);
    console.log(`${unchecked.length} of ${all.length} expressions were analyzed.`);
  }
}
