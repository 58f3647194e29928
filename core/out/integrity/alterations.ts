import { findItem } from '../../../db/items.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ChainedPart } from '../../../db/word-chain.ts';
import type { Alteration, ProjectCheck } from '../../../shared/contract/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import type { CheckedProject } from './check-project.ts';
import type { AlteredStudy } from './check-studies.ts';
import type { AlteredRow } from './check-words.ts';
import { checkedProject, checkedSoFar } from './project-check.ts';

/** What is known by now, or, having waited, what there is to know. */
export async function projectCheck(context: CoreContext, wait: boolean): Promise<ProjectCheck> {
  const checked = wait ? await checkedProject(context) : checkedSoFar(context);
  return {
    isDone: checked !== null,
    alterations: checked === null ? [] : alterationsIn(dbOf(context), checked),
  };
}

/** What another program has changed, in sentences, in a project that was looked through before a file of it is written. */
export function alteredWords(context: CoreContext): string[] {
  const checked = checkedSoFar(context);
  if (checked === null) throw new Error('the project is looked through before a file of it is written');
  return alterationsIn(dbOf(context), checked).map(({ words }) => words);
}

/** What another program has changed, in sentences; those without a study concern every one. */
export function alterationsIn(db: ReadableDb, { words, studies, parts }: CheckedProject): Alteration[] {
  const byKind = Map.groupBy(words.altered, ({ part, how, studyId }) =>
    JSON.stringify([nouns[part], how, studyId]),
  );
  return [
    ...[...byKind.values()].map((rows) => ({ studyId: rows[0]!.studyId, words: rowWords(db, rows) })),
    ...(words.missingLinks > 0 ? [{ studyId: null, words: linkWords(words.missingLinks) }] : []),
    ...parts.map((name) => ({
      studyId: null,
      words: `The items of "${name}" are not the first of its pool that its seed gives.`,
    })),
    ...studies.map((one) => ({ studyId: one.studyId, words: studyWords(one) })),
  ];
}

/** Further answers are part of the label that they were given with. */
const nouns: Record<ChainedPart, readonly [one: string, many: string, written: string]> = {
  label: ['label', 'labels', 'given'],
  label_field: ['label', 'labels', 'given'],
  adjudication: ['decision', 'decisions', 'made'],
  answer_validation: ['step of answer validation', 'steps of answer validation', 'taken'],
  audit: ['entry of the audit trail', 'entries of the audit trail', 'written'],
};

const mostItems = 10;

function rowWords(db: ReadableDb, rows: readonly AlteredRow[]): string {
  const [{ part, how }] = rows as [AlteredRow];
  const [one, many, written] = nouns[part];
  const count = new Set(rows.map(({ rowId }) => rowId)).size;
  const subject = count === 1 ? `1 ${one} was` : `${count} ${many} were`;
  const since = how === 'added' ? '' : ` since ${count === 1 ? 'it was' : 'they were'} ${written}`;
  return `${subject} ${how} by another program${since}${itemWords(db, rows)}.`;
}

function itemWords(db: ReadableDb, rows: readonly AlteredRow[]): string {
  const ids = [...new Set(rows.flatMap(({ itemId }) => itemId ?? []))];
  if (ids.length === 0) return '';
  const names = ids.slice(0, mostItems).map((id) => findItem(db, id)?.externalId ?? String(id));
  const more = ids.length > mostItems ? ` and ${ids.length - mostItems} more` : '';
  return `: ${ids.length === 1 ? 'item' : 'items'} ${names.join(', ')}${more}`;
}

const linkWords = (count: number): string =>
  `Another program removed ${count === 1 ? 'something' : `${count} things`} that people said or did, with what showed ${count === 1 ? 'it' : 'them'}.`;

function studyWords({ study, fault }: AlteredStudy): string {
  switch (fault) {
    case 'signals':
      return `The surrogate values or signals of "${study}" are not those that were frozen before the draw.`;
    case 'pool':
      return `What is stored of the pool of "${study}" does not fit its surrogate values.`;
    case 'draws':
      return `The draws of "${study}" are not those that its seed gives.`;
    case 'part':
      return `What "${study}" says of the larger pool is not what it was made with.`;
    case 'plan':
      return `The design, the error level or the frozen values of "${study}" are not those that it was made with.`;
  }
}
