import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { unnamedSystem } from '../../formats/chats/chat-record.ts';
import { pathOf } from '../../readers/json/record-columns.ts';
import { saidCells, sayNumbers, wordsOf } from '../../readers/tables/cell-values.ts';
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
  machineJudge,
  metricHolder,
  mlflowMetric,
  numberedPerson,
  ownRating,
  ownScore,
  plainName,
  ratedRange,
  saidWords,
  spacedName,
  toolMetric,
  wholeName,
} from '../column-names.ts';
import { areWords, type Look } from '../column-values.ts';
import { endsNamed, namedRange } from '../translated-names.ts';
import { isOfScorer, isQualityNoun, isSurelyModel, qualityNamed, withoutPeople } from './who-scored.ts';

/**
 * The columns of what people said of replies, by their names.
 *
 * @param known the systems of the data set that the file is added to
 */
export function humanColumns(
  open: ReadonlyMap<string, string>,
  systems: readonly string[],
  known: readonly string[],
): ColumnMapping['human'] {
  const rated = humanOf(open, systems, known);
  const named = new Set(rated.map(({ criterion }) => criterion));
  const nameless = rated.filter(({ criterion }) => saysWhoAlone(criterion));
  const isOne = new Set(nameless.map(({ criterion }) => criterion)).size === 1 && !named.has('rating');
  return isOne
    ? rated.map((one) => (saysWhoAlone(one.criterion) ? { ...one, criterion: 'rating' } : one))
    : rated;
}

/** Whether the name of a criterion says who rated, and nothing of what: `by_human`. */
const saysWhoAlone = (criterion: string): boolean =>
  /^(?:by_)?(?:the_)?(?:humans?|people|persons?|annotators?|raters?|workers?|users?|reviewers?)$/.test(
    criterion,
  );

/** Whether an object is called by who scored alone: people, or a machine. */
const saysWho = (holder: string): boolean => /^(?:humans?|people)$/.test(holder) || isOfMachine(holder);

function humanOf(
  open: ReadonlyMap<string, string>,
  systems: readonly string[],
  known: readonly string[],
): ColumnMapping['human'] {
  // A rating and a score beside each other are two questions, and no votes on one.
  const bare = new Set([...open.values()].filter((plain) => human.test(plain) && !plain.includes('_')));
  const kinds = new Set([...open.values()].flatMap((plain) => personIn(plain)?.who ?? []));
  const columns = [...open.keys()];
  return [...open].flatMap(([column, plain]) => {
    if (isRemark(plain)) return [];
    if (numberedPerson.test(plain) && systems.length === 1) {
      return [{ column, system: systems[0]!, criterion: 'rating' }];
    }
    const vote =
      systems.length === 1 && pathOf(column).length === 1 ? voteOf(plain, kinds.size > 1) : undefined;
    if (vote !== undefined) return [{ column, system: systems[0]!, criterion: vote }];
    // What lies deep in a record, or in one of its lists, may be a model's word as well as a person's.
    const path = pathOf(column);
    const isOfPart = systems.length > 1 && systems.some((system) => path.slice(0, -1).includes(system));
    const told = scoreByWho(path, systems);
    if (told?.by === 'people') return [{ column, ...told.of }];
    if ((path.length > 2 && !isOfPart) || path.some((step) => typeof step === 'number')) return [];
    if (systems.length === 1 && isOfNamedPeople(column, columns))
      return [{ column, system: systems[0]!, criterion: plain }];
    const underSystem = scoreOfSystem(path, systems);
    if (underSystem !== undefined) return [{ column, ...underSystem }];
    const own = systems.find((system) => ownScore.exec(plain)?.[1] === system);
    if (own !== undefined) return [{ column, system: own, criterion: 'rating' }];
    const ofSystem = path.length === 1 ? scoreBesideSystem(plain, systems) : undefined;
    if (ofSystem !== undefined) return [{ column, ...ofSystem }];
    const found = human.exec(plain);
    if (!found) return ratedColumn(column, systems);
    const whose = splitSystem(found[1] ?? '', systems, column) ?? nobodys(found[1] ?? '', systems, known);
    if (!whose) return [];
    const isShared = [...open].some(
      ([other, name]) =>
        other !== column && name === plain && scoreByWho(pathOf(other), systems)?.by !== 'model',
    );
    const criterion = isShared && !saysWho(holderOf(column)) ? holderOf(column) : '';
    const unnamed = bare.size > 1 && bare.has(plain) ? plain : 'rating';
    const behind = rangeBefore.exec(whose.rest)?.[1];
    const isOfPerson = behind !== undefined && qualityNamed(behind) === undefined;
    const rated = isOfPerson ? '' : (behind ?? whose.rest.replace(ratedRange, ''));
    return [{ column, system: whose.system, criterion: rated || criterion || unnamed }];
  });
}

/** What a name says beside another that it begins or ends with; undefined where it does neither. */
function besideName(plain: string, named: string): string | undefined {
  if (named === '') return undefined;
  if (plain.startsWith(`${named}_`)) return plain.slice(named.length + 1);
  return plain.endsWith(`_${named}`) ? plain.slice(0, -named.length - 1) : undefined;
}

/** What was scored of which of several systems, in a name with both: `gpt-4 human score`, `chatgpt_helpfulness`. */
function scoreBesideSystem(
  plain: string,
  systems: readonly string[],
): { system: string; criterion: string } | undefined {
  if (systems.length < 2) return undefined;
  const longestFirst = systems.toSorted((a, b) => b.length - a.length);
  for (const system of longestFirst) {
    const rest = besideName(plain, plainName(system));
    if (rest === undefined) continue;
    const rated = (personIn(rest)?.rated ?? rest).replace(
      /^(?:human|people|expert|llm_judge|judge|llm)_/,
      '',
    );
    if (/^(?:scores?|ratings?|grades?)$/.test(rated)) return { system, criterion: 'rating' };
    if (/^rank(?:ing)?$/.test(rated)) return { system, criterion: 'rank' };
    const criterion = qualityNamed(rated);
    return criterion === undefined ? undefined : { system, criterion };
  }
  return undefined;
}

const holdsScores =
  /^(?:human_?)?(?:ratings?|scores?|grades?|labels?|evals?|evaluations?|judge?ments|reviews|annotations)$/i;

const holdsJudges = /^(?:llm_?)?(?:judges|graders|evaluators|judge?ments)$/i;

/** Who scored what, in an object of scores by who gave them: `scores.human.fluency`, `scores.gpt-4.fluency`. */
function scoreByWho(
  [holder, who, rated, ...deeper]: readonly (string | number)[],
  [system, another]: readonly string[],
): { by: 'people' | 'model'; who: string; of: { system: string; criterion: string } } | undefined {
  if (system === undefined || another !== undefined || deeper.length > 0) return undefined;
  if (
    typeof who === 'string' &&
    rated === undefined &&
    holdsJudges.test(String(holder)) &&
    isSurelyModel(who)
  )
    return { by: 'model', who, of: { system, criterion: 'rating' } };
  if (!holdsScores.test(String(holder)) || typeof who !== 'string' || typeof rated !== 'string')
    return undefined;
  const of = { system, criterion: plainName(rated) };
  if (/^(?:humans?|people|experts?)$/i.test(who)) return { by: 'people', who, of };
  return isSurelyModel(who) ? { by: 'model', who, of } : undefined;
}

/** A model's score in the part of a record that holds a system's reply: `gen.small.score.gpt-4`. */
function judgeInPart(
  path: readonly (string | number)[],
  systems: readonly string[],
): { who: string; of: { system: string; criterion: string } } | undefined {
  const [system, holder, who] = path.slice(-3).map(String);
  const isOfPart = systems.length > 1 && system !== undefined && systems.includes(system);
  if (!isOfPart || who === undefined || !holdsScores.test(plainName(holder!)) || !isSurelyModel(who))
    return undefined;
  return { who, of: { system, criterion: plainName(holder!) } };
}

/** A score in an object that is called a judge that is a machine, among others of its reply: `outputs.llm_judge.score`. */
function judgeInPath(path: readonly (string | number)[]): { name: string; criterion: string } | undefined {
  const [holder, rated] = path.slice(-2).map(String);
  if (path.length < 3 || !machineJudge.test(plainName(holder!))) return undefined;
  const plain = plainName(rated!);
  if (/^(?:scores?|ratings?|grades?|values?)$/.test(plain))
    return { name: plainName(holder!), criterion: 'rating' };
  const criterion = qualityNamed(plain);
  return criterion === undefined ? undefined : { name: plainName(holder!), criterion };
}

/** What was scored of which system, in an object of scores by system: `ratings.small`, `ratings.small.fluency`. */
function scoreOfSystem(
  [holder, system, rated, ...deeper]: readonly (string | number)[],
  systems: readonly string[],
): { system: string; criterion: string } | undefined {
  if (typeof system !== 'string' || systems.length < 2 || !systems.includes(system)) return undefined;
  const named = plainName(String(holder));
  if (deeper.length > 0 || !(holdsScores.test(named) || saysWho(named))) return undefined;
  if (rated === undefined || numberedPerson.test(plainName(String(rated))))
    return { system, criterion: 'rating' };
  const criterion = qualityNamed(plainName(String(rated)));
  return criterion === undefined ? undefined : { system, criterion };
}

/** How lists of what people said are called once they are gathered, with who gave it beside. */
const listOfPeople = new RegExp(`^human_(?:${saidWords})$`);

/** Whether a column is what people scored in a list that names them, whatever that is called: `human_annotations.safe`. */
export function isOfNamedPeople(column: string, columns: readonly string[]): boolean {
  const [holder, rated, ...deeper] = pathOf(column);
  if (typeof rated !== 'string' || deeper.length > 0 || !listOfPeople.test(String(holder))) return false;
  const plain = plainName(rated);
  const isAbout = /^(?:by|about)$/.test(plain) || asideNames.test(plain) || isRemark(plain);
  const isBy = (other: string) => pathOf(other)[0] === holder && pathOf(other)[1] === 'by';
  return !isAbout && columns.some(isBy);
}

const numberedWho =
  '(expert|turker|crowd|worker|annotator|rater|rating|labell?er|human|evaluator|assessor|reviewer|person|student)_?(?:\\d{1,2}|[a-e])';
const personBehind = new RegExp(`^(.+)_${numberedWho}$`);
const personBefore = new RegExp(`^${numberedWho}_(.+)$`);

/** Which person of several, and what they rated, in the name of a column: `coherence_expert_1`, `rater_b_fluency`. */
export function personIn(plain: string): { readonly who: string; readonly rated: string } | undefined {
  const [, rated, who] = personBehind.exec(plain) ?? [];
  const [, before, after] = personBefore.exec(plain) ?? [];
  if (rated !== undefined && who !== undefined) return { who, rated };
  return before !== undefined && after !== undefined ? { who: before, rated: after } : undefined;
}

/** The criterion of one person's vote among several; with the kind of people where there are several kinds. */
function voteOf(plain: string, areSeveral: boolean): string | undefined {
  const found = personIn(plain);
  if (
    found === undefined ||
    isRemark(plain) ||
    /_?(?:id|name|email|time|date|comments?|notes?)$/.test(found.rated)
  )
    return undefined;
  return areSeveral ? `${found.rated} (${found.who})` : found.rated;
}

/**
 * Columns whose names tell a range that their values keep to: what people rated, under the name of the column, where no word of it
 * says that a machine did.
 */
export function ratedColumns(
  open: readonly (readonly [string, string])[],
  systems: readonly string[],
  cells: ((column: string) => readonly string[]) | undefined,
): ColumnMapping['human'] {
  return open.flatMap(([column, plain]) => {
    const named = namedRange(column);
    const { min = 0, max } = named?.range ?? endsNamed(column) ?? {};
    const name = named?.name ?? column;
    if (max === undefined || !cells || pathOf(name).length > 1 || human.test(plain) || isOfMachine(plain))
      return [];
    const values = saidCells(cells(column)).map((cell) => numberIn(cell, true) ?? Number.NaN);
    const keeps = values.every((value) => value >= min && value <= max);
    const whose = splitSystem(plain.replace(ratedRange, ''), systems);
    if (values.length === 0 || !keeps || !whose) return [];
    return [{ column, system: whose.system, criterion: whose.rest || 'rating' }];
  });
}

/** A range with what is behind it: a quality, or who rated, as in `rating_out_of_5(Ann)`. */
const rangeBefore = /^(?:[01]_(?:to_)?|out_of_)(?:[3-9]|10|100)_(\w{1,60})$/;

/** Columns of numbers that are called by what is scored, such as `helpfulness`, where one system answered. */
export function qualityColumns(
  open: readonly (readonly [string, string])[],
  systems: readonly string[],
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['human'] {
  const [system, another] = systems;
  if (system === undefined) return [];
  if (another !== undefined) return besideReplies(open, systems, seen);
  const { people } = ofPeopleBeside(open, seen);
  return open.flatMap(([column, plain]) => {
    const path = pathOf(column);
    const quality =
      qualityNamed(plain) ??
      besideReason(plain, seen.get(column)!, open) ??
      people.get(column)?.rated ??
      ofOneOfSeveral(plain, open) ??
      scoredIn(path) ??
      kindOfQuality(column, plain, seen.get(column)!);
    const bare = withoutPeople(plain.replace(ratedRange, ''));
    const isRating = mayBeRating(column, seen.get(column)!);
    const isScore =
      isRating ||
      isAsked(column, seen.get(column)!) ||
      quality !== undefined ||
      (metricHolder.test(holderOf(column)) && byPeople.test(plain) && !isRemark(plain)) ||
      ((namedPeople.test(plain) || ofAnybody.test(plain)) &&
        areGrades(seen.get(column)!) &&
        !asideNames.test(plain)) ||
      (isOfScorer(plain) && (ownScore.test(plain) || qualityNamed(bare) !== undefined));
    const isByWho = whoIn(path) !== undefined;
    if (
      !isScore ||
      (path.length > 2 && !isRating && !isByWho && scoredIn(path) === undefined) ||
      path.some((step) => typeof step === 'number')
    )
      return [];
    if (!areValues(seen.get(column)!)) return [];
    const isShared = open.some(([other, name]) => other !== column && name === plain);
    const named = holderOf(column).replace(/_?(?:annotations?|ratings?|scores?)$/, '');
    const holder = saysWho(named) ? '' : named;
    const isTwice = !isByWho && open.some(([other, name]) => other !== column && name === quality);
    const isOfSeveral = open.some(([other, name]) => other !== column && withoutPeople(name) === bare);
    const rated = quality !== undefined && !isTwice ? quality : isOfSeveral ? plain : bare;
    return [
      {
        column,
        system,
        criterion:
          isShared && holder && !isByWho && scoredIn(path) === undefined ? `${rated} (${holder})` : rated,
      },
    ];
  });
}

/** Words behind a quality that are no person's: what was reckoned of several values, and parts of a question. */
const besideQuality =
  /_(?:mean|avg|average|median|std|sd|stdev|var|variance|sum|total|n|norm|normalized|delta|diff|answer|option|choice|label|text|response|reply|output|key|value|question|rank|level|type|class|category)$/;

/** What several people scored, a column each by a name that says nothing: `helpfulness_ak` beside `helpfulness_bm`. */
function ofOneOfSeveral(plain: string, open: Iterable<readonly [string, string]>): string | undefined {
  const [, rated] = /^(.+)_[a-z]{1,12}\d?$/.exec(plain) ?? [];
  const quality = rated === undefined ? undefined : qualityNamed(rated);
  if (quality === undefined || isRemark(plain) || asideNames.test(plain) || besideQuality.test(plain))
    return undefined;
  const isBeside = (other: string) =>
    other !== plain &&
    other.startsWith(`${rated}_`) &&
    /^[a-z]{1,12}\d?$/.test(other.slice(rated!.length + 1));
  for (const [, other] of open)
    if (isBeside(other) && !isRemark(other) && !besideQuality.test(other)) return quality;
  return undefined;
}

/** What was scored, where each score is an object of its own with what was said of it: `scores.tone.score`, `scores.C1.result`. */
function scoredIn([holder, rated, value, ...deeper]: readonly (string | number)[]): string | undefined {
  if (typeof holder !== 'string' || typeof rated !== 'string' || deeper.length > 0) return undefined;
  const isHolder = holdsScores.test(holder) || /^(?:criteria|dimensions|rubrics?|metrics)$/i.test(holder);
  const isValue = /^(?:scores?|ratings?|values?|results?|verdicts?|grades?|labels?|pass|passed)$/i;
  const isOne = isHolder && typeof value === 'string' && isValue.test(value);
  return isOne ? plainName(rated) : undefined;
}

/** What several people agreed on, or was reckoned of what they said. */
const agreement =
  /^(?:consensus|agreed|adjudicated|final|gold|majority|resolved|merged|avg|average|mean|median)$/;

/** A part of a name that says which person of several, and no language, turn or version: a letter, or a word with a number (`member1`). */
const isPerson = (who: string): boolean => /^(?:[a-z]|[a-z]{1,12}\d{1,2})$/.test(who) && !noPersons.test(who);
const noPersons =
  /^(?:q|v|d|p|top|turn|step|round|session|day|week|page|sentence|paragraph|version|run|trial|part|task|question|item|response|answer|output|reply|prompt|model|system|gpt|llm)\d*$/;

/**
 * What several people scored in columns that begin or end with who each is, each the same: `a_correctness`, `a_tone`, `b_correctness`,
 * `b_tone`. What they agreed on stands beside it under another word and is no further vote.
 */
export const ofPeopleBeside = (
  open: readonly (readonly [string, string])[],
  seen: ReadonlyMap<string, Look>,
): People => inTwo(open, seen, isPerson);

/** The same by words that may be names of people, and anything else: "John - Tone" and "Mary - Tone". */
export const ofWordsBeside = (
  open: readonly (readonly [string, string])[],
  seen: ReadonlyMap<string, Look>,
): People =>
  inTwo(
    open,
    seen,
    (who) => /^[a-z]{2,12}$/.test(who) && qualityNamed(who) === undefined && !isOfMachine(who),
  );

interface People {
  /** What was scored, by column. */
  readonly people: ReadonlyMap<string, { readonly who: string; readonly rated: string }>;
  readonly agreed: ReadonlySet<string>;
}

function inTwo(
  open: readonly (readonly [string, string])[],
  seen: ReadonlyMap<string, Look>,
  mayBe: (who: string) => boolean,
): People {
  const values = open.filter(([column]) => areValues(seen.get(column)!));
  const parts = [
    /^(?<who>[a-z]{1,12}\d{0,2})_(?<rated>.+)$/,
    /^(?<rated>.+)_(?<who>[a-z]{1,12}\d{0,2})$/,
  ].map((form) =>
    values.flatMap(([column, plain]) => {
      const { who, rated } = form.exec(plain)?.groups ?? {};
      return who === undefined || rated === undefined ? [] : [{ column, who, rated }];
    }),
  );
  const none: People = { people: new Map(), agreed: new Set() };
  return parts.map((one) => peopleAmong(one, mayBe)).find((one) => one !== undefined) ?? none;
}

function peopleAmong(
  parts: readonly { readonly column: string; readonly who: string; readonly rated: string }[],
  mayBe: (who: string) => boolean,
): People | undefined {
  const byWho = Map.groupBy(parts, ({ who }) => who);
  const ratedBy = (who: string) =>
    String(
      byWho
        .get(who)!
        .map(({ rated }) => rated)
        .toSorted(),
    );
  const several = [...byWho.keys()].filter((who) => byWho.get(who)!.length > 1);
  const people = several.filter((who) => mayBe(who) && !agreement.test(who));
  const [first] = people;
  const isQuality =
    first !== undefined && byWho.get(first)!.some(({ rated }) => qualityNamed(rated) !== undefined);
  if (people.length < 2 || !isQuality || people.some((who) => ratedBy(who) !== ratedBy(first)))
    return undefined;
  const agreed = several.filter((who) => agreement.test(who) && ratedBy(who) === ratedBy(first));
  const columnsOf = (names: readonly string[]) => names.flatMap((who) => byWho.get(who)!);
  return {
    people: new Map(columnsOf(people).map(({ column, who, rated }) => [column, { who, rated }])),
    agreed: new Set(columnsOf(agreed).map(({ column }) => column)),
  };
}

/** Words before a quality that say it is not the reply's: `question_complexity`. */
const ofOthers = /^(?:question|prompt|query|input|task|test|title|topic|category|dataset|source)_/;

/** A kind of a quality, in grades: `clinical_accuracy`, `mario_accuracy`. */
function kindOfQuality(column: string, plain: string, look: Look): string | undefined {
  const [, rated] = /^[a-z]{2,20}_(.+)$/.exec(plain) ?? [];
  if (rated === undefined || !isQualityNoun(rated) || pathOf(column).length > 1) return undefined;
  if (!look.areNumbers || !areGrades(look)) return undefined;
  const isNone = [ofOthers, asideNames].some((name) => name.test(plain)) || isRemark(plain);
  return isNone || isOfScorer(plain) ? undefined : plain;
}

/** What is scored, where its reason stands beside the score, as judges and reviewers write it: `tone_score`, `tone_explanation`. */
function besideReason(
  plain: string,
  look: Look,
  open: readonly (readonly [string, string])[],
): string | undefined {
  const [, what] = /^(.{1,60})_(?:score|rating|grade)$/.exec(plain) ?? [];
  if (what === undefined || !look.areNumbers || isOfScorer(plain) || asideNames.test(plain)) return undefined;
  const isReason = ([, other]: readonly [string, string]) =>
    other.startsWith(`${what}_`) &&
    /_(?:reason|reasoning|rationale|explanation|justification|comments?|feedback)$/.test(other);
  return open.some(isReason) ? what : undefined;
}

/**
 * Scores in an object that is called by its system and has its reply: `{"model1": {"output": "...", "fluency": 4}}`, or in an object of
 * scores inside of it: `{"model1": {"output": "...", "ratings": {"fluency": 4}}}`.
 */
function besideReplies(
  open: readonly (readonly [string, string])[],
  systems: readonly string[],
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['human'] {
  const ofEach = scoresOfEach(open, systems, seen);
  return open.flatMap(([column, plain]) => {
    const look = seen.get(column)!;
    const path = pathOf(column);
    const whose = ofEach.get(column);
    if (whose !== undefined) return [{ column, ...whose }];
    const place = [-2, -3].find((at) => systems.includes(String(path.at(at))));
    if (place === undefined || path.length > 1 - place || !areValues(look)) return [];
    const isBare = place === -2 && /^(?:scores?|ratings?|grades?)$/.test(plain);
    const isHeld = place === -3 && mayBeRating(column, look, systems);
    if (place === -3 && !isHeld && !holdsRatings.test(holderOf(column))) return [];
    const criterion = isBare ? 'rating' : (qualityNamed(plain) ?? (isHeld ? plain : undefined));
    return criterion === undefined ? [] : [{ column, system: String(path.at(place)), criterion }];
  });
}

/** What a name says beside that of a system, wherever that stands in it: `rank_ann1` of `rank_gpt_4_ann1`; undefined where it does not. */
export function restBeside(plain: string, system: string): string | undefined {
  const named = plainName(system);
  const short = named.replace(/_(?:response|reply|answer|output|completion)$/, '');
  const found = [named, short].find((name) => name !== '' && `_${plain}_`.includes(`_${name}_`));
  return found === undefined ? undefined : `_${plain}_`.replace(`_${found}_`, '_').replaceAll(/^_|_$/g, '');
}

/**
 * Grades in columns of which each system has one by its name, whatever they are called beside it: `gpt-4 tone` and `llama tone`,
 * `gpt-4 R1` and `llama R1`.
 */
function scoresOfEach(
  open: readonly (readonly [string, string])[],
  systems: readonly string[],
  seen: ReadonlyMap<string, Look>,
): Map<string, { system: string; criterion: string }> {
  const longestFirst = systems.toSorted((a, b) => b.length - a.length);
  const parts = open.flatMap(([column, plain]) => {
    const look = seen.get(column)!;
    if (pathOf(column).length > 1 || !(areGrades(look) || areWords(look))) return [];
    const system = longestFirst.find((one) => restBeside(plain, one) !== undefined);
    const rest = system === undefined ? undefined : restBeside(plain, system);
    const isNone = rest === undefined || rest === '' || asideNames.test(rest) || isRemark(rest);
    return isNone ? [] : [{ column, system: system!, rest }];
  });
  const whole = [...Map.groupBy(parts, ({ rest }) => rest)].filter(
    ([, of]) =>
      of.length === systems.length && new Set(of.map(({ system }) => system)).size === systems.length,
  );
  const coded = whole.filter(([rest]) => /^[a-z]{1,3}_?\d{1,2}$/.test(rest)).map(([rest]) => rest);
  const criterionOf = (rest: string) => {
    const isPersons = (coded.length > 1 && coded.includes(rest)) || numberedPerson.test(rest);
    return isPersons ? 'rating' : (personIn(rest)?.rated ?? rest.replace(/_[a-z]{2,5}\d{1,2}$/, ''));
  };
  return new Map(
    whole.flatMap(([rest, of]) =>
      of.map(({ column, system }) => [column, { system, criterion: criterionOf(rest) }] as const),
    ),
  );
}

/** What experts said, under whatever name: `sme_tone`. Behind `rater` may as well stand who of several: `rater_bob`. */
const namedPeople = /^(?:sme|expert)s?_[a-z]{2}/;

/** Scores of something or by somebody that no other rule knows: `wit_score`, `john_score`. */
export const ofAnybody = /^([a-z]{2,20})_(?:score|grade)$/;

/** Whether values are whole numbers of a short range, as people choose them on a scale. */
export function areGrades({ areNumbers, all }: Look): boolean {
  const values = new Set(saidCells(all.split('\u0000')).map(Number));
  const isGrade = (value: number) => Number.isInteger(value) && value >= -5 && value <= 10;
  return areNumbers && values.size <= mostAnswers && [...values].every(isGrade);
}

/** Whether the values of a column may be scores: numbers, also in percent, the votes of several people, or words that are worth a number. */
export const areValues = (look: Look): boolean =>
  look.areNumbers ||
  look.areVotes ||
  areWords(look) ||
  (!look.areTexts && sayNumbers(look.all.split('\u0000')));

/** Whether the name of a column asks something of the record, answered in a few words or numbers: "Is the answer correct?". */
const isAsked = (column: string, look: Look): boolean =>
  isAskedAtLength(column, look) || isAskedInShort(column, look);

/** Whether it asks that in a word or two, as "Polite?", and the answers are yes and no: of whom, and whether yes is good, it does not say. */
export const isAskedInShort = (column: string, look: Look): boolean =>
  /^\p{L}[\p{L}\s/-]{2,39}\?$/u.test(column.trim()) && areWords(look) && !isAskedAtLength(column, look);

const isAskedAtLength = (column: string, { all, filled }: Look): boolean =>
  /^(?:is|are|was|were|does|did|do|how|would|can|should)\s.{3,200}\?\s*(?:\([^()]{1,80}\))?$/i.test(
    column.trim(),
  ) && new Set(saidCells(all.split('\u0000'))).size <= Math.min(mostAnswers, filled - 1);
const mostAnswers = 11;

/** What objects of scores are called; `scores` may as well hold what was measured. */
export const holdsRatings =
  /^(?:humans?|people)$|^(?:(?:human|people|user|crowd|expert|annotator|rater)s?_?)?(?:scores|ratings?|grades?|annotations?|assessments?|evals?|evaluations?|reviews?|feedback|annotators|raters|workers|reviewers|labell?ers|turkers|judgments|labels)$/;

/** What objects are called that have a number for each of what was scored, by people or machines. */
const holdsQualities = /^(?:dimensions|aspects|criteria|qualities|rubrics?)$/;

/** Whether a value stands in an object that is called by people, and is neither a remark nor a time: `human_eval.success`. */
function isWithinPeople(column: string): boolean {
  const plain = plainName(lastName(column));
  const isOf = pathOf(column).length === 2 && /^(?:humans?|people)(?:_|$)/.test(holderOf(column));
  return isOf && holdsRatings.test(holderOf(column)) && !asideNames.test(plain) && !isRemark(plain);
}

/** Whether an object that is called by people names what was scored, and no person, as one of its other names shows. */
export const isBesideCriterion = (column: string, open: ReadonlyMap<string, string>): boolean =>
  isWithinPeople(column) &&
  [...open].some(
    ([other, plain]) =>
      other !== column &&
      isWithinPeople(other) &&
      holderOf(other) === holderOf(column) &&
      (qualityNamed(plain) !== undefined || human.test(plain)),
  );

/**
 * Whether what stands in `scores` or `ratings` may be what people chose on a scale, `{"scores": {"ann": 4}}`: whole numbers, some above
 * 1, or means of them; of what is called by what is scored any above 1, `{"scores": {"fluency": 3.67}}`, which tools measure up to 1.
 */
function mayBeRating(column: string, look: Look, systems: readonly string[] = []): boolean {
  const { areNumbers, all } = look;
  if (isWithinPeople(column)) return areNumbers || areWords(look);
  if (asideNames.test(plainName(lastName(column))) || !areNumbers) return false;
  // The part of a record that holds a system's reply is called by it, which says nothing of who scored.
  const steps = pathOf(column).filter((step) => !systems.includes(String(step)));
  if (holdsQualities.test(holderOf(column))) return true;
  if (!holdsRatings.test(holderOf(column)) || isOfMachine(plainName(steps.join('_')))) return false;
  const values = saidCells(all.split('\u0000')).map(Number);
  const isQuality = qualityNamed(plainName(lastName(column))) !== undefined;
  return (
    values.some((value) => value > 1) && (isQuality || values.every(Number.isInteger) || areMeans(values))
  );
}

/** Whether numbers are means of as many grades each, two to five, as rounded to two digits: 3.67, 2.33. */
const areMeans = (values: readonly number[]): boolean =>
  values.length >= fewestMeans &&
  values.every((value) => value >= 0 && value <= 10) &&
  [2, 3, 4, 5].some((people) =>
    values.every((value) => Math.abs(value * people - Math.round(value * people)) <= 0.011 * people),
  );
const fewestMeans = 5;

/** Whether a score goes by a name that says neither what was scored nor who scored, in an object of ratings: `ratings.ann`. */
export const isPersonOrCriterion = (column: string, plain: string): boolean =>
  holdsRatings.test(holderOf(column)) &&
  qualityNamed(plain) === undefined &&
  !human.test(plain) &&
  !longScore.test(plain);

/** Who scored, in an object of ratings by who gave them, each of what has a name: `ratings.ann.fluency`. */
export function whoIn([holder, who, rated, deeper]: readonly (string | number)[]): string | undefined {
  if (typeof who !== 'string' || typeof rated !== 'string' || deeper !== undefined) return undefined;
  const isOf = holdsRatings.test(plainName(String(holder))) && qualityNamed(plainName(who)) === undefined;
  return isOf && qualityNamed(plainName(rated)) !== undefined ? who : undefined;
}

/** A rating by the name of what was rated, where one system answered. */
function ratedColumn(column: string, [system, another]: readonly string[]): ColumnMapping['human'] {
  const rated = ownRating.exec(spacedName(namedRange(column)?.name ?? column))?.[1];
  if (rated === undefined || system === undefined || another !== undefined) return [];
  if (pathOf(column).length > 1 || isOfMachine(rated)) return [];
  return [{ column, system, criterion: rated }];
}

/** The columns of what judges and metrics said of replies, by their names. */
export function signalColumns(
  open: ReadonlyMap<string, string>,
  systems: readonly string[],
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['signals'] {
  return [...open].flatMap(([column, plain]): ColumnMapping['signals'] => {
    if (isRemark(plain)) return [];
    const metric = mlflowMetric.exec(column)?.[1];
    if (metric !== undefined && systems.length === 1) {
      return [{ column, system: systems[0]!, kind: 'auto', name: metric }];
    }
    const look = seen.get(column)!;
    const told = areValues(look) ? scoreByWho(pathOf(column), systems) : undefined;
    if (told?.by === 'model') return [{ column, kind: 'judge', name: told.who, ...told.of }];
    const inPart = areValues(look) ? judgeInPart(pathOf(column), systems) : undefined;
    if (inPart !== undefined) return [{ column, kind: 'judge', name: inPart.who, ...inPart.of }];
    const byJudge = areValues(look) && systems.length === 1 ? judgeInPath(pathOf(column)) : undefined;
    if (byJudge !== undefined) return [{ column, system: systems[0]!, kind: 'judge', ...byJudge }];
    const isToolMetric =
      (toolMetric.test(plain) && mayBeShare(look)) ||
      (metricHolder.test(holderOf(column)) && !mayBeRating(column, look, systems) && !byPeople.test(plain));
    const measuredOf = isToolMetric && areValues(look) ? splitSystem(plain, systems, column) : null;
    if (measuredOf !== null && (systems.length === 1 || measuredOf.rest === plain)) {
      return [{ column, system: measuredOf.system, kind: 'auto', name: plain }];
    }
    const ofSystem = systems.find((system) =>
      /^(?:llm_)?judge(?:_(?:score|rating))?$/.test(besideName(plain, plainName(system)) ?? ''),
    );
    if (ofSystem !== undefined && systems.length > 1 && areValues(look))
      return [{ column, system: ofSystem, kind: 'judge', name: 'judge', criterion: 'rating' }];
    if (machineJudge.test(plain) && areValues(look) && systems.length === 1)
      return [{ column, system: systems[0]!, kind: 'judge', name: wholeName(column), criterion: 'rating' }];
    const judged = judge.exec(plain);
    const measured = auto.exec(plain);
    const whose = splitSystem(judged?.[1] ?? measured?.[1] ?? measured?.[2] ?? '', systems, column);
    if (!whose || (!judged && !measured)) return [];
    const { system, rest } = whose;
    // What a judge wrote as JSON is no number of its own, and what it was asked is none.
    const isProse = look.areTexts && !areWords(look) && !/score|rating|grade|verdict|label/.test(rest);
    if (look.areObjects || (judged?.[1] !== undefined && (isProse || isOfRun(rest, look)))) return [];
    if (!judged && look.areTexts) return [];
    if (!judged) return [{ column, system, kind: 'auto', name: rest || 'metric' }];
    return [{ column, system, kind: 'judge', name: 'judge', ...(rest ? { criterion: rest } : {}) }];
  });
}

/** A score that people gave by its name, whatever else stands beside it: `scores.human_review`. */
const byPeople = /(?:^|_)(?:human|expert|annotator|manual|reviewer|crowd|rater)s?(?:_|$)/;

/** Whether numbers may be shares, as tools measure them: grades of 1 to 5 under the same name may be anybody's. */
const mayBeShare = ({ isUnseen, areNumbers, all }: Look): boolean =>
  isUnseen || !areNumbers || saidCells(all.split('\u0000')).every((value) => Number(value) <= 1);

/** Whether words beside `judge_` say how the judge was run, as `judge_provider`: none is worth a number, and they name that or never differ. */
const isOfRun = (rest: string, look: Look): boolean =>
  !look.isUnseen &&
  look.filled > 0 &&
  !areValues(look) &&
  (look.isConstant ||
    /^(?:provider|vendor|family|name|model|version|engine|backend|status|mode|type)s?$/.test(rest));

/** The object that a value stands in: `scores.Factuality` in `scores`; empty where it stands in none. */
export const holderOf = (column: string): string => {
  const holder = pathOf(column).at(-2);
  return typeof holder === 'string' ? plainName(holder) : '';
};

/** Parts `alpha_helpful` into a system and what is left; else the part of the record that it stands in, or the only system, is meant. */
function splitSystem(
  text: string,
  systems: readonly string[],
  column = '',
): { system: string; rest: string } | null {
  const longestFirst = systems.toSorted((a, b) => b.length - a.length);
  for (const system of longestFirst) {
    if (text === system) return { system, rest: '' };
    const rest = besideName(text, system);
    if (rest !== undefined) return { system, rest };
  }
  // `human_a` beside the replies `model_a_output` and `model_b_output`.
  for (const system of systems.length > 1 ? systems : []) {
    const letter = /^(?:model|system|assistant|bot|response|reply|answer|output)_([a-z]|\d)$/.exec(
      system,
    )?.[1];
    const rest = text === letter ? '' : besideName(text, letter ?? '');
    if (rest !== undefined) return { system, rest };
  }
  const holders = systems.length > 1 ? pathOf(column).slice(0, -1) : [];
  const held = systems.find((system) => holders.includes(system));
  if (held !== undefined) return { system: held, rest: text };
  const [only, another] = systems;
  return only !== undefined && another === undefined ? { system: only, rest: text } : null;
}

/** Scores of which nothing tells whose replies they are of, though there are several systems: whoever reads them refuses them. */
const nobodys = (rest: string, systems: readonly string[], known: readonly string[]) =>
  systems === known && !known.includes(unnamedSystem) ? { system: unnamedSystem, rest } : null;

/** What words are worth in those columns of scores that hold words and no numbers. */
export function classesOf(
  scores: readonly { column: string }[],
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Pick<ColumnMapping, 'classes'> {
  const found = scores.flatMap(({ column }) => {
    const index = columns.indexOf(column);
    const words = wordsOf(rows.map((row) => row[index] ?? ''));
    return words ? [[column, words] as const] : [];
  });
  return found.length > 0 ? { classes: Object.fromEntries(found) } : {};
}
