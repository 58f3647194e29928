import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { unnamedSystem } from '../../formats/chats/chat-record.ts';
import { pathOf } from '../../readers/json/record-columns.ts';
import { saidCells, wordsOf } from '../../readers/tables/cell-values.ts';
import { numberIn } from '../../readers/tables/numbers-in-text.ts';
import {
  asideNames,
  auto,
  human,
  isOfMachine,
  isRemark,
  judge,
  lastName,
  longScore,
  metricHolder,
  numberedPerson,
  ownRating,
  plainName,
  spacedName,
  toolMetric,
} from '../column-names.ts';
import type { Look } from '../column-values.ts';
import { besideNumbered } from './numbered-scores.ts';
import {
  areGrades,
  areValues,
  holderOf,
  holdsRatings,
  humanColumns,
  isAskedInShort,
  isBesideCriterion,
  isOfNamedPeople,
  isPersonOrCriterion,
  ofAnybody,
  ofPeopleBeside,
  ofWordsBeside,
  personIn,
  qualityColumns,
  ratedColumns,
  restBeside,
  signalColumns,
  whoIn,
} from './scored-columns.ts';
import {
  isOfScorer,
  judgeIn,
  qualityNamed,
  type ScorerEvidence,
  saysScorer,
  scorerOf,
  stepsBeside,
  type UnsureScore,
} from './who-scored.ts';

/**
 * The columns of scores, and who gave them. What stands with the reply in a part of the record is read as if that part were the record:
 * `completions.scores.tone` as `scores.tone` beside `completions.response`.
 */
export function scoredColumns(
  columns: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  file: ScoredFile,
  cells: ((column: string) => readonly string[]) | undefined,
): Scores {
  const { part } = file;
  const isIn = (column: string) => part !== undefined && column.startsWith(`${part}.`);
  const inner = (column: string) => (isIn(column) ? column.slice(part!.length + 1) : column);
  const names = new Map([...columns.keys()].map((column) => [inner(column), column]));
  if (part === undefined || names.size < columns.size) return scoresIn(columns, seen, file, cells);
  const found = scoresIn(
    new Map([...columns].map(([column, plain]) => [inner(column), plain])),
    new Map([...seen].map(([column, look]) => [names.has(inner(column)) ? inner(column) : column, look])),
    file,
    cells && ((column) => cells(names.get(column)!)),
  );
  const outer = <Score extends { column: string }>(scores: readonly Score[]) =>
    scores.map((one) => ({ ...one, column: names.get(one.column)! }));
  return { human: outer(found.human), signals: outer(found.signals), unsure: outer(found.unsure) };
}

type Scores = Pick<ColumnMapping, 'human' | 'signals'> & { unsure: UnsureScore[] };

function scoresIn(
  columns: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  { systems, known, file, isLong, isJudged, asksNumbers }: ScoredFile,
  cells: ((column: string) => readonly string[]) | undefined,
): Scores {
  const numbered = besideNumbered(columns, systems);
  const { agreed } = ofPeopleBeside([...numbered], seen);
  const open = new Map([...numbered].filter(([column]) => !agreed.has(column)));
  const signals = signalColumns(open, systems, seen).map((one) =>
    file.judges !== undefined && isHeldScore(one) ? byJudge(one) : one,
  );
  // What a person wrote is no score, and neither is the name of what a person chose.
  const isWritten = (column: string) =>
    open.get(column) === 'human'
      ? seen.get(column)!.areTexts
      : /^human_(?:preference|preferred|choice|winner)$/.test(open.get(column)!) &&
        !areValues(seen.get(column)!);
  const told = humanColumns(open, systems, known).filter(({ column }) => !isWritten(column));
  const mapped = new Set([...signals, ...told].map(({ column }) => column));
  const left = [...open].filter(([column]) => !mapped.has(column));
  const candidates = told
    .concat(ratedColumns(left, systems, cells))
    .filter(({ column }) => !signals.some((one) => one.column === column));
  const taken = new Set(candidates.map(({ column }) => column));
  const others = left.filter(([column]) => !taken.has(column));
  const named = [...candidates, ...qualityColumns(others, systems, seen)];
  const isNameless = named.length + signals.length === 0;
  const all = isLong && isNameless ? valueColumn(others, systems, seen) : named;
  const given = withOthersInObject(byScorer(all, signals, open, seen, file), open, seen);
  const found = withNames(withAlike(given, file, open, seen), open, seen);
  const isRated = isJudged && file.people !== undefined && namesRaters(file.people);
  if (isNameless && isRated && all.length === 0)
    return { ...found, unsure: shortNumbers(others, systems, seen) };
  // Beside scores, and where nothing else stands, other numbers of a short range are scores as well.
  const isBeside = ([column, plain]: readonly [string, string]) =>
    seen.get(column)!.areNumbers || column === file.perhapsMachine || isRemark(plain);
  const isScored = !isNameless || others.every(isBeside);
  if (!asksNumbers || !isScored) return found;
  const scored = new Set([...all, ...found.human, ...found.unsure].map(({ column }) => column));
  const more = others.filter(([column]) => !scored.has(column));
  return { ...found, unsure: [...found.unsure, ...shortNumbers(more, systems, seen)] };
}

/** Whether a score stands in `scores`, and its name is that of no metric of a tool. */
const isHeldScore = ({ column, kind }: ColumnMapping['signals'][number]): boolean =>
  kind === 'auto' &&
  metricHolder.test(holderOf(column)) &&
  ![toolMetric, auto].some((metric) => metric.test(plainName(lastName(column))));

/** A score of the judge that another column names, as `judge_model`. */
const byJudge = ({ column, system, name }: ColumnMapping['signals'][number]) =>
  ({ column, system, kind: 'judge', name: 'judge', criterion: name }) as const;

/** With the other grades of an object of ratings in which people scored something: `annotations.done` beside `annotations.fluency`. */
function withOthersInObject<T extends Scores>(
  found: T,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): T {
  const taken = new Set([...found.human, ...found.signals, ...found.unsure].map(({ column }) => column));
  const isAlike = (column: string, plain: string, rated: string) =>
    pathOf(column).length === 2 &&
    pathOf(rated).length === 2 &&
    pathOf(column)[0] === pathOf(rated)[0] &&
    holdsRatings.test(holderOf(column)) &&
    qualityNamed(plainName(lastName(rated))) !== undefined &&
    areGrades(seen.get(column)!) &&
    !asideNames.test(plain);
  const others = [...open].flatMap(([column, plain]) => {
    const rated = found.human.find((one) => !taken.has(column) && isAlike(column, plain, one.column));
    return rated ? [{ column, system: rated.system, criterion: plain }] : [];
  });
  return { ...found, human: [...found.human, ...others] };
}

/**
 * The columns that stand in one row with some scores and hold values of the same kind, whatever they are called: `personalization`
 * between `relevance` and `safety`.
 *
 * @param taken columns that hold something else
 */
function besideAlike(
  scores: readonly { readonly column: string; readonly system: string }[],
  taken: ReadonlySet<string>,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): { column: string; system: string; criterion: string }[] {
  const named = new Set(scores.map(({ column }) => column));
  const [first] = scores;
  const isOne = scores.every(({ system }) => system === first?.system);
  if (first === undefined || !isOne || scores.length < fewestAlike) return [];
  const kinds = scores.map(({ column }) => kindOfScore(seen.get(column)!));
  const isAlike = (column: string, plain: string) => {
    const kind = kindOfScore(seen.get(column)!);
    const isFree = !taken.has(column) && !asideNames.test(plain) && !isRemark(plain);
    return isFree && pathOf(column).length === 1 && kind !== undefined && kinds.includes(kind);
  };
  const columns = [...open.keys()];
  const found = new Set<string>();
  for (const order of [columns, columns.toReversed()]) {
    let isBeside = false;
    for (const column of order) {
      isBeside = named.has(column) || (isBeside && isAlike(column, open.get(column)!));
      if (isBeside && !named.has(column)) found.add(column);
    }
  }
  return columns
    .filter((column) => found.has(column))
    .map((column) => ({ column, system: first.system, criterion: open.get(column)! }));
}

/** Scores with those beside them: of nobody known, and of people where somebody is named and nothing shows a machine. */
function withAlike<T extends Scores>(
  given: T,
  { people, machine, perhapsMachine }: ScorerEvidence,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): T {
  const { human, signals, unsure } = given;
  const taken = new Set([...human, ...signals, ...unsure].map(({ column }) => column));
  const inOrder = <Score extends { column: string }>(scores: readonly Score[]) =>
    [...open.keys()].flatMap((column) => scores.filter((one) => one.column === column));
  const alike = besideAlike(unsure, taken, open, seen).map((one) => ({
    ...one,
    values: rangeOf(seen.get(one.column)!),
  }));
  const isOfPeople = people !== undefined && machine === undefined && perhapsMachine === undefined;
  const theirs = isOfPeople && unsure.length === 0 ? besideAlike(human, taken, open, seen) : [];
  return { ...given, human: [...human, ...theirs], unsure: inOrder([...unsure, ...alike]) };
}

/** Scores of nobody known with who may have given each, where their names are in two. */
function withNames<T extends { unsure: UnsureScore[] }>(
  found: T,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): T {
  const asked = [...open].filter(([column]) => found.unsure.some((one) => one.column === column));
  const { people } = ofWordsBeside(asked, seen);
  const named = (one: UnsureScore) => {
    const inTwo = people.get(one.column);
    return inTwo === undefined ? one : { ...one, inTwo };
  };
  return { ...found, unsure: found.unsure.map(named) };
}

/** Fewest scores beside which other columns are taken for more of them. */
const fewestAlike = 2;

/** What the values of a score are, where several scores may have the same: a few grades, or two words. */
function kindOfScore(look: Look): string | undefined {
  if (look.isUnseen || look.isConstant) return undefined;
  if (look.areNumbers) return areGrades(look) ? 'grades' : undefined;
  const words = wordsOf(look.all.split('\u0000'));
  return words && JSON.stringify(Object.entries(words).toSorted());
}

/** Whether a column names people who rate, and not those who were spoken with: a user's id stands in every log. */
const namesRaters = (column: string): boolean =>
  /(?:^|_)(?:annotator|rater|worker|labell?er|evaluator|reviewer|assessor|expert|sme|turker|coder|judge)s?(?:_|$)/.test(
    plainName(lastName(column)),
  );

/** Whole numbers of a short range beside who gave something, where nothing is called a score: `Q1`. It is asked what they are. */
function shortNumbers(
  open: readonly (readonly [string, string])[],
  [system, another]: readonly string[],
  seen: ReadonlyMap<string, Look>,
): UnsureScore[] {
  if (system === undefined || another !== undefined) return [];
  return open.flatMap(([column, plain]) => {
    const look = seen.get(column)!;
    const values = new Set(saidCells(look.all.split('\u0000')));
    const areSeveral = values.size > 1 && values.size < look.filled;
    if (!areSeveral || !areGrades(look) || asideNames.test(plain) || pathOf(column).length > 1) return [];
    return [{ column, system, criterion: plain, values: rangeOf(look) }];
  });
}
interface ScoredFile {
  readonly systems: readonly string[];
  readonly known: readonly string[];
  readonly file: ScorerEvidence;
  /** Whether a column names what each row's score measures. */
  readonly isLong: boolean;
  /** Whether the file or the data set that it is added to has replies. */
  readonly isJudged: boolean;
  /** The part of each record that holds the reply, where replies stand in a list: `completions`. */
  readonly part: string | undefined;
  /** Whether other numbers are asked about: scores without a text, or votes of several people on one reply. */
  readonly asksNumbers: boolean;
}

/** The one column of numbers of a table whose rows name the criterion, called by nothing but that it holds values. */
function valueColumn(
  open: readonly (readonly [string, string])[],
  [system, another]: readonly string[],
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['human'] {
  if (system === undefined || another !== undefined) return [];
  const found = open.find(([column, plain]) => longScore.test(plain) && seen.get(column)!.areNumbers);
  return found ? [{ column: found[0], system, criterion: 'rating' }] : [];
}

/** Parts scores by who gave them. Columns without a value, or equal to one before, are none. */
export function byScorer(
  candidates: ColumnMapping['human'],
  signals: ColumnMapping['signals'],
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  file: ScorerEvidence,
): Scores {
  // What tools measure has names by which people rate, too: beside a person's column it is asked who gave it.
  const isOfPeople = ({ column, kind }: ColumnMapping['signals'][number]) =>
    kind === 'auto' &&
    file.people !== undefined &&
    file.machine === undefined &&
    pathOf(column).length === 1 &&
    qualityNamed(open.get(column)!) !== undefined;
  const isOpenMetric = isOfNobody(signals, open, seen, file);
  const rated = signals
    .filter((one) => isOfPeople(one) || isOpenMetric(one))
    .map(({ column, system, name }) => ({ column, system, criterion: name }));
  const given = [...candidates, ...rated];
  const found = {
    human: [] as ColumnMapping['human'],
    signals: signals.filter((one) => !isOfPeople(one) && !isOpenMetric(one)),
    unsure: [] as UnsureScore[],
  };
  const same = new Set<string>();
  // The one that lies least deep first: the others repeat it.
  const order = given.toSorted((a, b) => pathOf(a.column).length - pathOf(b.column).length);
  const repeated = new Set(
    order.filter(({ column, system }) => {
      const { isUnseen, filled, isConstant, all } = seen.get(column)!;
      const isByMachine = stepsBeside(column, system).some(isOfMachine);
      const said = JSON.stringify([system, isByMachine, all]);
      const isRepeated = !isUnseen && (filled === 0 || (filled > 2 && !isConstant && same.has(said)));
      same.add(said);
      // Two people may well say the same of every item.
      if (filled > 0 && whoGaveIt(column, open.get(column)!)) return false;
      return isRepeated && pathOf(column).length > (filled === 0 ? 0 : 1);
    }),
  );
  const systems = new Set(given.map(({ system }) => system));
  const isNamedIn = ({ column, system }: (typeof given)[number]) =>
    restBeside(open.get(column)!, system) !== undefined;
  const areOfEach =
    systems.size > 1 &&
    [...systems].every((system) => given.some((one) => one.system === system && isNamedIn(one)));
  const unclear = file.people === undefined ? given.filter(isRatingOfUnknown) : [];
  for (const one of given.filter((each) => !repeated.has(each))) {
    const plain = open.get(one.column)!;
    const look = seen.get(one.column)!;
    if (!isScore(plain, look)) continue;
    const said = withoutSystem(plain, one.system, areOfEach);
    const isOpen =
      (unclear.length > 1 && unclear.includes(one)) ||
      (one.criterion === plain &&
        isPersonOrCriterion(one.column, plain) &&
        !isOfNamedPeople(one.column, [...open.keys()]) &&
        !isBesideCriterion(one.column, open));
    const isUnclear = isAskedInShort(one.column, look) && qualityNamed(plain) === undefined;
    const by = isOpen || isUnclear ? 'unsure' : scorerOf(one, said, look, file);
    const judge = whoIn(pathOf(one.column));
    if (by === 'people') found.human.push(one);
    else if (by === 'machine' && file.metrics !== undefined && file.machine === undefined)
      found.signals.push({ column: one.column, system: one.system, kind: 'auto', name: 'metric' });
    else if (by === 'machine')
      found.signals.push(
        judgedBy(
          one,
          judge === undefined ? judgeIn(said, one.criterion) : { name: judge, criterion: one.criterion },
          found.signals,
        ),
      );
    else
      found.unsure.push({
        ...one,
        values: rangeOf(look),
        ...(judge !== undefined && { judge }),
        ...(isOpen && { isOpen }),
      });
  }
  return found;
}

/**
 * Whether a metric of a tool may as well be what people rated: where nothing in the file shows a machine, and its values and those of
 * all such metrics are halves, which tools hit by chance alone.
 */
function isOfNobody(
  signals: ColumnMapping['signals'],
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  { machine, perhapsMachine, metrics, judges }: ScorerEvidence,
): (one: ColumnMapping['signals'][number]) => boolean {
  const isMetric = ({ column, kind }: ColumnMapping['signals'][number]) =>
    kind === 'auto' && pathOf(column).length === 1 && toolMetric.test(open.get(column)!);
  const isSaid = [machine, perhapsMachine, metrics, judges].some((one) => one !== undefined);
  const areHalves = signals.filter(isMetric).every(({ column }) => areInHalves(seen.get(column)!));
  return (one) => !isSaid && areHalves && isMetric(one);
}

const areInHalves = ({ isUnseen, all }: Look): boolean =>
  !isUnseen && saidCells(all.split('\u0000')).every((cell) => Number.isInteger(Number(cell) * 2));

/** Whether a rating goes by a word that may be that of a person as well as of what was rated: "Ann rating" beside "Bo rating", `score_ann`. */
function isRatingOfUnknown({ column, criterion }: ColumnMapping['human'][number]): boolean {
  const spaced = spacedName(column);
  const [word] = [ownRating, ofAnybody, ratingOf].flatMap((form) => form.exec(spaced)?.slice(1, 2) ?? []);
  const isNamed = word !== undefined && (criterion === word || criterion === spaced);
  return (
    isNamed &&
    pathOf(column).length === 1 &&
    /^[a-z]{2,20}$/.test(word) &&
    qualityNamed(word) === undefined &&
    !isOfScorer(word)
  );
}
const ratingOf = /^(?:scores?|ratings?|grades?)_(.+)$/;

/** Whether what a score stands in or goes by may be who gave it. */
const whoGaveIt = (column: string, plain: string): boolean =>
  whoIn(pathOf(column)) !== undefined || isPersonOrCriterion(column, plain);

/** A judge's score under the name that its column tells, where no other score has the same. */
const judgedBy = (
  given: ColumnMapping['human'][number],
  told: { name: string; criterion: string },
  others: ColumnMapping['signals'],
): ColumnMapping['signals'][number] => {
  const isTaken = others.some(
    ({ system, name, criterion }) =>
      system === given.system && name === told.name && criterion === told.criterion,
  );
  return { ...given, kind: 'judge', ...(isTaken ? { name: 'judge' } : told) };
};

/**
 * What a name says beside the system that was scored, whose own name says nothing of who scored: `gpt_human_rating`, and `gpt_rating`
 * where each of several systems has such a column.
 */
const withoutSystem = (plain: string, system: string, areOfEach: boolean): string => {
  const named = plainName(system);
  const isTold = areOfEach || plain.startsWith(`${named}_human_`);
  return (isTold ? restBeside(plain, system) : undefined) || plain;
};

/** Whether a column called like a score holds one: classes that mean nothing to us are scores only where the name says so. */
function isScore(plain: string, look: Look): boolean {
  if (look.isUnseen || look.areNumbers || look.areVotes) return true;
  if (areSentences(look)) return false;
  if (areListsOfTexts(look)) return wordsOf(look.all.split('\u0000')) !== undefined;
  // What kind of fault somebody saw is no score.
  const isKind = /_(?:types?|kinds?|categor(?:y|ies)|class|reasons?|tags?|mode|modes)$/.test(plain);
  if (/^(?:human|rating|score)(?:_|$)/.test(plain) && !isKind) return true;
  return areValues(look);
}

/** Whether values are texts of their own, of which no class is made, whatever the column is called. */
const areSentences = ({ areTexts, all }: Look): boolean => {
  const said = saidCells(all.split('\u0000'));
  return areTexts && new Set(said).size * 2 > said.length;
};

const areListsOfTexts = ({ all }: Look): boolean =>
  saidCells(all.split('\u0000')).every((cell) => /^\[\s*["']/.test(cell));

/** The values of a score in words, for whoever is asked about it. */
function rangeOf({ all }: Look): string {
  const numbers = saidCells(all.split('\u0000'))
    .map((cell) => numberIn(cell.replace(/\s?%$/, ''), true) ?? Number.NaN)
    .filter((value) => Number.isFinite(value));
  if (numbers.length === 0) return 'classes';
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((one) => Number(one.toPrecision(4)));
  return least === most ? `${least}` : `${least} to ${most}`;
}

/** Whether columns that are left hold scores, or name the system that answered. */
export const isScored = (
  open: ReadonlyMap<string, string>,
  { system }: Pick<ColumnMapping, 'system'>,
  seen: ReadonlyMap<string, Look>,
): boolean =>
  system !== undefined ||
  qualityColumns([...open], [unnamedSystem], seen).length > 0 ||
  [...open].some(([column, plain]) => {
    const look = seen.get(column)!;
    const isNamed =
      [human, judge, numberedPerson].some((score) => score.test(plain)) ||
      qualityNamed(plain) !== undefined ||
      (saysScorer(plain) && areValues(look)) ||
      (pathOf(column).length === 1 && personIn(plain) !== undefined && look.areNumbers);
    const isJudgment = judge.test(plain) && look.areObjects;
    return isNamed && (look.isUnseen || look.filled > 0) && (isJudgment || isScore(plain, look));
  });
