import { asideNames, isOfMachine, isRemark, plainName } from '../../evidence/column-names.ts';
import { isOfScorer, judgeIn, qualityNamed, withoutPeople } from '../../evidence/scores/who-scored.ts';
import type { JsonAt } from '../../readers/json/json-at.ts';
import { worthOfClass } from '../score-names.ts';
import type { Voter } from './preference-judge.ts';

/** What somebody scored both replies of a pair with, beside a choice. */
export interface PairScore extends Voter {
  readonly criterion: string;
  /** The scores of each reply; several where the record has a list. */
  readonly values: readonly [readonly number[], readonly number[]];
}

/** The fields of one criterion, the first reply's and the second one's. */
export interface ScoreFields {
  readonly criterion: string;
  readonly fields: readonly [string, string];
  /** What both are called without the words of their sides. */
  readonly name: string;
  /** Who gave the scores, where their names say it. */
  readonly by?: Voter;
}

/** The words of a name, and its numbers as words of their own: `response1`, `Bot A rating`. */
const wordsOf = (name: string): string[] =>
  plainName(name.replaceAll(/(?<=\p{L})(?=\d)/gu, '_'))
    .split('_')
    .filter(Boolean);
const without = (words: readonly string[], others: readonly string[]): string[] =>
  words.filter((word) => !others.includes(word));

/**
 * Fields that score both replies of a pair: two names that differ as those of the replies do, and have the name of a quality beside that.
 * `rating_a` and `rating_b` beside `answer_a` and `answer_b`, "Old bot score" and "New bot score" beside "Old bot" and "New bot".
 */
export function scoreFields(fields: readonly string[], replies: readonly [string, string]): ScoreFields[] {
  const [one, other] = replies.map(wordsOf) as [string[], string[]];
  const [first, second] = [without(one, other), without(other, one)];
  if (first.length === 0 || second.length === 0) return [];
  const called = new Map(fields.map((field) => [wordsOf(field).join(' '), field]));
  return fields.flatMap((field) => {
    const words = wordsOf(field);
    if (replies.includes(field) || !first.every((word) => words.includes(word))) return [];
    // The same name with the words of the second reply in the place of those of the first.
    const at = words.indexOf(first[0]!);
    const beside = called.get(
      without(words, first)
        .toSpliced(at, 0, ...second)
        .join(' '),
    );
    const said = without(without(words, first), one).join('_');
    const criterion = beside === undefined ? undefined : criterionNamed(said);
    if (beside === undefined || criterion === undefined) return [];
    return [{ criterion, fields: [field, beside] as const, name: said, ...whoByName(said) }];
  });
}

/** The same for record after record: most have the fields of the one before. */
export function scoreFieldsOfEach(): typeof scoreFields {
  let key = '';
  let found: ScoreFields[] = [];
  return (fields, replies) => {
    const now = JSON.stringify([fields, replies]);
    if (now !== key) [key, found] = [now, scoreFields(fields, replies)];
    return found;
  };
}

/** What scores of such a name are of; undefined where it names no quality. */
function criterionNamed(plain: string): string | undefined {
  if (isRemark(plain) || asideNames.test(plain)) return undefined;
  if (/^(?:.+_)?(?:score|rating|grade)s?$/.test(plain)) {
    const what = plain.replace(/_?(?:score|rating|grade)s?$/, '');
    return what === '' || isOfMachine(what) || isOfScorer(what) ? 'rating' : withoutPeople(what);
  }
  const quality = qualityNamed(plain);
  return quality === undefined ? undefined : withoutPeople(quality);
}

function whoByName(plain: string): Pick<ScoreFields, 'by'> {
  if (isOfMachine(plain)) return { by: { name: judgeIn(plain, plain).name, isPerson: false } };
  return /^(?:human|people|expert|annotator|user)_/.test(plain) ? { by: { name: null, isPerson: true } } : {};
}

/**
 * The scores of a record's replies.
 *
 * @param by who chose between them, and scored them unless the names of the fields say otherwise
 */
export function pairScores(record: JsonAt, found: readonly ScoreFields[], by: Voter): PairScore[] {
  return found.flatMap(({ criterion, fields, by: named }) => {
    const values = fields.map((field) => scoresIn(record.get(field))) as [number[], number[]];
    return values.every(({ length }) => length === 0) ? [] : [{ ...(named ?? by), criterion, values }];
  });
}

function scoresIn(field: JsonAt): number[] {
  const said = (Array.isArray(field.value) ? field.value : [field.value]).filter(
    (value) => value !== null && value !== undefined && value !== '',
  );
  const worth = said.map((value) => worthOfClass(String(value)));
  if (worth.every((value) => value !== null)) return worth;
  field.problem(
    `${field.path} is ${JSON.stringify(field.value)?.slice(0, 40)}, which is no score.`,
    'Write a number, or leave the field out (--leave-out).',
  );
  return [];
}
