import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { pathOf } from '../../readers/json/record-columns.ts';
import { saidCells } from '../../readers/tables/cell-values.ts';
import {
  auto,
  inHolder,
  isOfMachine,
  isRaterName,
  isSystemName,
  judgeHolder,
  metricNames,
  modelName,
  numberedPerson,
  plainName,
  ratedRange,
  spacedName,
} from '../column-names.ts';
import { areWords, type Look } from '../column-values.ts';
import { namedRange } from '../translated-names.ts';

/** What a file shows of who gave the scores in it, beside their names: the columns that show it. */
export interface ScorerEvidence {
  /** A column of people: annotators, workers, addresses. */
  readonly people: string | undefined;
  /** A column that only a judge that is a machine has. */
  readonly machine: string | undefined;
  /** A column that names the judge of each row. */
  readonly judges?: string | undefined;
  /** A column that names the metric of each row. */
  readonly metrics?: string | undefined;
  /** A column that judges have and people may have, as an explanation or what was used; or the file's name, where it says so. */
  readonly perhapsMachine: string | undefined;
}

const noEvidence: ScorerEvidence = {
  people: undefined,
  machine: undefined,
  perhapsMachine: undefined,
};

const peopleColumns = new Set([
  ...['annotators', 'raters', 'workers', 'respondent', 'respondent_id', 'participant', 'participant_id'],
  ...['user_id', 'email', 'user_email'],
  ...['worker_ids', 'annotator_ids', 'rater_ids', 'user_ids', 'participant_ids', 'gender'],
  ...['bewerter', 'username', 'user_name', 'annotation_approver'],
]);
/** Columns that name who of several people: `sme_reviewer`. */
const ofAnnotators = /_(?:annotator|rater|reviewer|labell?er|assessor)$/;
/** Columns that name whoever scored, a person or a model: their values decide. */
const scorerColumns = new Set([
  'reviewer',
  'reviewer_id',
  'evaluator',
  'evaluator_id',
  'grader',
  'judge_name',
]);
const machineColumns = new Set([
  ...[
    'judge',
    'judge_model',
    'judge_id',
    'grader_model',
    'eval_model',
    'evaluator_model',
    'evaluation_model',
  ],
  ...[
    'judge_prompt',
    'eval_prompt',
    'raw_judgment',
    'judgment',
    'judgement',
    'parsed_result',
    'raw_judgement',
  ],
  ...['judge_response', 'judge_output', 'judge_explanation', 'scorer_model', 'judge_model_name'],
  ...['eval_model_name', 'evaluator_model_name', 'grader_model_name'],
]);
const perhapsMachineColumns = new Set([
  ...['explanation', 'explanations', 'reasoning', 'rationale', 'critique', 'justification', 'strengths'],
  ...['weaknesses', 'usage', 'total_tokens', 'prompt_tokens', 'completion_tokens', 'reason', 'feedback'],
  ...['evaluation', 'evaluation_text', 'review', 'review_text'],
]);

/** Whether values are texts that name nobody. */
const areTextsAlone = ({ areTexts, mayBeNames }: Look): boolean => areTexts && !mayBeNames;

/** Names of who scored that tools and scores have as well: `grader`, `expert`. */
const mayBeOther =
  /^(?:[a-z]+_)?(?:grader|scorer|reviewer|coder|assessor|marker|examiner|tester|sme|expert|evaluator)$/;

/** Whether a column that is called after who scored holds what was scored (`expert`: 4) or tools (`grader`: correctness). */
const areOfScoreOrTool = (plain: string, look: Look): boolean =>
  mayBeOther.test(plain) &&
  ((look.areNumbers && !plain.endsWith('evaluator')) || areWords(look) || namesIn(look).some(isNoPerson));

/** Whether a column that is called after who scored names people. */
export const namePeople = (plain: string, look: Look): boolean =>
  (look.mayBeNames || areIdsOfPeople(plain, look)) && !areModels(look) && !areOfScoreOrTool(plain, look);

/** Whether a column that says it names who scored has ids of people of whom each scored once. */
const areIdsOfPeople = (plain: string, { areCodes, filled }: Look): boolean =>
  filled > 1 && areCodes && /_(?:id|code)$/.test(plain);

/** Whether values are names of language models, or of programs in the place of who scored. */
export const areModels = ({ names, all }: Look): boolean => {
  const values = names.size > 0 ? [...names] : all.split('\u0000').filter(Boolean).slice(0, 20);
  return values.some((name) => isModel(name) || isMachineRater(name));
};

/** Whether a column holds what judges write or use, and people may: a text that is called so, or what was counted as usage. */
const saysPerhapsMachine = (steps: readonly string[], look: Look): boolean =>
  !areWords(look) &&
  (perhapsMachineColumns.has(steps.at(-1)!) || steps.includes('usage')) &&
  (!look.areNumbers || steps.some((step) => /^usage$|_tokens$/.test(step)));

/**
 * Whether what a file is called says that a machine may have scored: `gpt4_ratings`, `llm_judge_results`. `gpt4_results` says whose the
 * replies are.
 */
export function isCalledAfterJudge(fileName: string): boolean {
  const plain = spacedName(fileName.replaceAll(/[.[\]]/g, ' '));
  const words = plain.split('_');
  if (words.some((word) => judging.test(word)) || evaluator.test(plain)) return true;
  if (words.some((word) => peopleWords.has(word))) return false;
  return words.some((word) => scoring.test(word)) && (isOfMachine(plain) || isOfScorer(plain));
}
const judging =
  /^(?:judge[ds]?|judge?ments?|autoraters?|autograders?|deepeval|geval|ragas|trulens|alpacaeval)$/;
const evaluator = /(?:^|_)(?:g_eval|alpaca_eval|auto_(?:eval|rater|grader)s?)(?:_|$)/;
const scoring =
  /^(?:scor(?:es?|ed|ing)|rat(?:ings?|ed)|grad(?:es?|ed|ing)|evals?|evaluat(?:ions?|ed)|verdicts?|labels?|annotations?)$/;

/** Columns of how scores came about, by the word for scoring and what it was done with: `grading_model`, `rating_2_origin`, `judge_temperature`. */
const howScored =
  /^(?:llm_)?(?:judg(?:e|ing|ment)|grad(?:e|er|ing)|scor(?:e|er|ing)|rat(?:er|ing)|eval|evaluator|evaluation|annotat(?:or|ion)|label(?:l?er|l?ing)?|critic)s?(?:_\d{1,2})?_(?:source|origin|method|mode|tool|engine|provider|backend|model|llm|(?:system_)?prompt|template|temperature|top_p|max_tokens|seed|version)(?:_(?:name|id|version|used|template))?$|^(?:scored|rated|graded|judged|evaluated|annotated|labell?ed)_(?:with|using|via|through)$/;
/** The same where only a model has it. */
const hasModel = /_(?:model|llm|(?:system_)?prompt|temperature|top_p|max_tokens)(?:_|$)/;
/** Columns that say whether a person scored, and hold no score. */
export const saysPerson =
  /^(?:is|was|by|from)_(?:a_)?(?:human|person|manual)(?:_.+)?$|^(?:human|manual)_or_.+$/;
/** Columns that say whether a machine did: scored, where they stand with who scored; else perhaps. */
const saysMachine = /^(?:is|was|by|from)_(?:an?_)?(?:ai|llm|machine|model|bot|automated|automatic)$/;
/** Scores that stand beside others because somebody or something changed, guessed or prepared them. */
const changedRating =
  /^(?:suggested|proposed|predicted|estimated|inferred|imputed|pre|draft|initial|original|corrected|revised|adjusted|overridden|calibrated)_(?:rating|score|label|grade)$|^(?:rating|score|label|grade)_(?:suggested|proposed|predicted|estimated|initial|original|corrected|revised|adjusted|before|after)$/;
/** What a judge was asked to do, and what it wrote before its score was read from it. */
const judgePrompt =
  /\byou are (?:an? |the )?(?:[\w-]+ ){0,4}(?:judge|evaluator|grader|rater|assessor)\b|\b(?:act|serve) as (?:an? )?(?:[\w-]+ ){0,3}(?:judge|evaluator|grader)\b/i;
const writtenScore = /\b(?:rating|score|grade|verdict)\b["*]{0,3} ?[:=][ "*[]{0,5}\d|\[\[\w{1,5}\]\]/i;

/** What a column beside scores says of who gave them; undefined where it says nothing. */
function signOfScorer(
  column: string,
  plain: string,
  look: Look,
): 'people' | 'machine' | 'perhapsMachine' | undefined {
  const whole = inHolder(column);
  const isHow = howScored.test(plain) || howScored.test(whole);
  if (look.isUnseen) return isHow || changedRating.test(plain) ? 'perhapsMachine' : undefined;
  const said = namesIn(look);
  const isYes = (one: string) => /^(?:true|yes|y|1|human|manual)$/i.test(one);
  if (saysPerson.test(plain)) return said.every(isYes) ? 'people' : 'perhapsMachine';
  if (saysMachine.test(plain)) {
    const isOfRater = isRaterName(plainName(String(pathOf(column).at(-2) ?? '')));
    if (!said.some(isYes)) return isOfRater && said.length > 0 ? 'people' : undefined;
    return isOfRater && said.every(isYes) ? 'machine' : 'perhapsMachine';
  }
  if (whole !== plain && isRaterName(whole) && !look.areNumbers && areModels(look))
    return isModelAlone(look) && !areTextsAlone(look) ? 'machine' : 'perhapsMachine';
  if (isHow) {
    if (!hasModel.test(whole) && !said.some((name) => isModel(name) || isMachineRater(name)))
      return undefined;
    return !areTextsAlone(look) && isModelAlone(look) ? 'machine' : 'perhapsMachine';
  }
  if (changedRating.test(plain) && (look.areNumbers || areWords(look))) return 'perhapsMachine';
  // Where a text came from may be said in the same words.
  if (/^(?:source|origin)$/.test(plain))
    return said.some((one) => isMachineRater(one) || /^llm$/i.test(one)) ? 'perhapsMachine' : undefined;
  const [first = ''] = said;
  if (!look.areTexts && said.some((name) => namesJudge.test(name))) return 'perhapsMachine';
  return judgePrompt.test(first.slice(0, firstLooked)) ||
    (said.length > 1 && said.every((one) => writtenScore.test(one.slice(-firstLooked))))
    ? 'perhapsMachine'
    : undefined;
}
/** A value that is called after a judge that is a machine, in whatever column: "llm-judge v2". */
const namesJudge =
  /\b(?:llm|gpt)[ _-]?(?:as[ _-]an?[ _-])?(?:judge|eval|grad|rat|scor)|\bauto[ _-]?(?:rater|eval|grader)/i;
const firstLooked = 4000;

/** What the columns show of who scored, and what the file is called. */
export function evidenceOfScorers(
  columns: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  fileName = '',
): ScorerEvidence {
  const found: { -readonly [key in keyof ScorerEvidence]: ScorerEvidence[key] } = {
    ...noEvidence,
    perhapsMachine: isCalledAfterJudge(fileName) ? fileName : undefined,
  };
  const isSet = (column: string) => seen.get(column)!.isUnseen || seen.get(column)!.filled > 0;
  for (const [column, plain] of columns) {
    if (!isSet(column)) continue;
    const look = seen.get(column)!;
    const steps = pathOf(column).map((step) => plainName(String(step)));
    const isPeopleColumn =
      peopleColumns.has(plain) ||
      ofAnnotators.test(plain) ||
      (isRaterName(plain) && !areOfScoreOrTool(plain, look));
    if (scorerColumns.has(plain) || (isPeopleColumn && !areTextsAlone(look))) {
      if (areModels(look)) found.machine ??= column;
      else if (plain !== 'reviewer_id' || look.mayBeNames) found.people ??= column;
      else found.machine ??= column;
    } else if (plain === 'comments' && /^\[/.test(look.all.trim())) {
      // Doccano has a list of what annotators remarked beside each label.
      found.people ??= column;
    } else if (plain === 'user' && (look.mayBeNames || look.areNumbers) && look.repeats)
      found.people ??= column;
    else if (/_(?:judge|grader|evaluator)$/.test(plain) && areModels(look) && !areTextsAlone(look))
      found.machine ??= column;
    else if (steps.some((step) => machineColumns.has(step)) && !isNumbersAlone(look, plain))
      found.machine ??= column;
    else if (saysPerhapsMachine(steps, look)) found.perhapsMachine ??= column;
    else {
      const sign = signOfScorer(column, plain, look);
      if (sign !== undefined) found[sign] ??= column;
    }
  }
  const metrics = [...columns].find(
    ([column, plain]) => metricNames.includes(plain) && seen.get(column)!.mayBeNames,
  )?.[0];
  const judges = [...columns].find(
    ([column, plain]) =>
      nameJudges(plain, seen.get(column)!) || isModelOfJudge(column, plain, seen.get(column)!),
  )?.[0];
  if (judges === undefined) return { ...found, metrics };
  // Names that are no models, or not all of them, may be people's: the user is asked.
  const called = columns.get(judges)!;
  const isPerhapsPeople = !/model/.test(called) && !areModelsAlone(called, seen.get(judges)!);
  return { ...found, judges, metrics, machine: judges, people: isPerhapsPeople ? judges : found.people };
}

/** Whether a column names the model that gave the scores beside it, as `evaluation.model`. */
const isModelOfJudge = (column: string, plain: string, look: Look): boolean =>
  isSystemName(plain) && isInJudgment(column) && areModels(look) && !areTextsAlone(look);

/** Whether a column stands in what a judge said. */
export const isInJudgment = (column: string): boolean =>
  pathOf(column)
    .slice(0, -1)
    .some((step) => judgeHolder.test(plainName(String(step))));

/** Whether a column names the judge of each row: by short names, of which at least one is a model's unless the column is called so. */
function nameJudges(plain: string, look: Look): boolean {
  const names = namesIn(look);
  if (names.length === 0 || areTextsAlone(look) || look.areObjects || look.areNumbers || areWords(look))
    return false;
  if (names.some((name) => name.length > longestName || /^[[{]/.test(name))) return false;
  if (judgeNames.has(plain)) return look.mayBeNames || areModels(look);
  const isPerson = isRaterName(plain) || (peopleColumns.has(plain) && plain !== 'gender');
  return (isPerson || scorerColumns.has(plain)) && areModels(look);
}

const judgeNames = new Set([
  ...['judge', 'judge_model', 'judge_id', 'judge_name', 'grader_model', 'eval_model', 'evaluator_model'],
  ...['evaluation_model', 'scorer_model', 'judge_llm', 'llm_judge', 'judged_by', 'judge_model_name'],
  ...['eval_model_name', 'evaluator_model_name', 'grader_model_name'],
]);
const longestName = 80;

const namesIn = ({ all }: Look): string[] => [...new Set(saidCells(all.split('\u0000')))];

const isModelAlone = (look: Look): boolean =>
  namesIn(look).every((name) => isModel(name) || isMachineRater(name));

/** The same of a column that is called after people, where "Claude" and "Gemma" may be their names. */
const areModelsAlone = (plain: string, look: Look): boolean =>
  isModelAlone(look) && (judgeNames.has(plain) || namesIn(look).some((name) => !mayBeFirstName.test(name)));
const mayBeFirstName = /^(?:claude|gemma)$/i;

const isModel = (name: string): boolean =>
  modelName.test(plainName(name)) || /(?:^|[_/-])(?:gpt|llm)/i.test(name);

/** Whether a name is that of a model and of no person: "Claude" and "Gemma" are both, "claude-3" and "gpt-4o" are not. */
export const isSurelyModel = (name: string): boolean =>
  isModel(name) && (/\d/.test(name) || /gpt|llm/i.test(name));

/** What stands in the place of who scored where no person did: "auto", "AI", "model", "automatic judge". */
const machineName =
  /^(?:auto(?:mat(?:ic|ed))?|machine|model|bot|ai|heuristics?|script|rule[ _-]?based|classifier|(?:ai|auto|model|machine|automatic|automated)[ _-](?:judge|grader|evaluator|rater|annotator|metric|eval|score))$/i;

/** Whether a name in the place of who scored is that of a model or a program, and of no person. */
export const isMachineRater = (name: string): boolean => machineName.test(name.trim()) || isSurelyModel(name);

/** A column `judge` of numbers holds scores, and does not name who gave others. */
const isNumbersAlone = ({ areNumbers, isUnseen }: Look, plain: string): boolean =>
  (areNumbers || isUnseen) && !/prompt|model/.test(plain);

const peopleWords = new Set([
  ...['human', 'humans', 'gold', 'rater', 'raters', 'annotator', 'annotators', 'worker', 'workers', 'crowd'],
  ...['turker', 'turkers', 'expert', 'experts', 'people', 'manual', 'user', 'customer', 'thumbs', 'thumb'],
  ...[
    'sme',
    'labeler',
    'labeller',
    'assessor',
    'reviewer',
    'reviewers',
    'participant',
    'participants',
    'crowdworker',
    'person',
    'student',
  ],
]);
const ratingWords = new Set(['rating', 'ratings', 'star', 'stars', 'likert', 'rated']);

/** Whether a name, in small letters with `_` between its words, tells that people scored, or a language model. */
export const isOfScorer = (name: string): boolean =>
  name.split('_').some((word) => peopleWords.has(word)) ||
  modelName.test(name) ||
  /^(?:llm|judge|ai)_/.test(name);

/** The names on the path of a score, but for the system that was scored: `gen.gpt.score` says nothing of who gave it. */
export const stepsBeside = (column: string, system: string): string[] => {
  const path = pathOf(column);
  const isScored = (step: string | number, at: number) => step === system && at < path.length - 1;
  return path.filter((step, at) => !isScored(step, at)).map((step) => plainName(String(step)));
};

/** Who gave a score. */
type Scorer = 'people' | 'machine' | 'unsure';

/**
 * Who gave the scores of a column, by its name, its values and what else the file holds. Strong evidence of one kind decides; a
 * rating is a person's unless the file looks like a judge's; of anything else nobody can tell.
 */
export function scorerOf(
  { column, system }: { readonly column: string; readonly system: string },
  plain: string,
  look: Look,
  file: ScorerEvidence,
): Scorer {
  const words = plain.split('_');
  const path = stepsBeside(column, system);
  const isNumbered = numberedPerson.test(plain) && !/^(?:score|label)/.test(plain);
  const isNamedPeople =
    [...words, ...path.flatMap((step) => step.split('_'))].some((word) => peopleWords.has(word)) ||
    isNumbered ||
    // A list of two numbers may be what one judge gave two replies.
    (look.areVotes && (file.machine === undefined || file.people !== undefined));
  const isNamedMachine = isOfMachine(plain) || path.slice(0, -1).some(isOfMachine);
  const isNumberAlone = isNumbered && !words.some((word) => peopleWords.has(word));
  if (isNumberAlone && !isNamedMachine && file.people === undefined && file.machine !== undefined)
    return 'unsure';
  if (isNamedPeople !== isNamedMachine) return isNamedPeople ? 'people' : 'machine';
  if (isNamedPeople) return 'unsure';
  if (file.people !== undefined || file.machine !== undefined) {
    if (file.people !== undefined && file.machine !== undefined) return 'unsure';
    return file.people !== undefined ? 'people' : 'machine';
  }
  const isRating =
    [...words, ...path].some((word) => ratingWords.has(word)) || namedRange(column) !== undefined;
  if (file.metrics !== undefined) return isRating ? 'unsure' : 'machine';
  if (isRating) return file.perhapsMachine === undefined ? 'people' : 'unsure';
  return 'unsure';
}

const qualityNoun =
  /^(?:[a-z]+_)?quality$|^(?:(?:overall|response|answer)_)?(?:helpfulness|helpful|correctness|coherence|complexity|verbosity|fluency|relevance|consistency|accuracy|adequacy|informativeness|engagingness|naturalness|natural|understandable|engaging|interesting|faithfulness|harmlessness|safety|factuality|truthfulness|clarity|usefulness|satisfaction|empathy|grade|overall|preference|completeness|conciseness|honesty|instruction_following|coverage|readability|simplicity|meaning_preservation|grammaticality|specificity|sensibleness|utility|groundedness|stars|csat|nps|verdict|feedback|thumbs|appropriateness|engagement|interestingness|humanness|human_likeness|likability|politeness|professionalism|brevity|toxicity|harmfulness|trustworthiness|creativity|originality|tone|actionability|personalization|answerability|persuasiveness|comprehensiveness|thoroughness|understandability)$/;
const otherQuality =
  /^(?:da|mqm|esa|direct_assessment)(?:_score)?$|^(?:overall|final|total|average|avg|mean|answer|response|reply|output|evaluation|eval|quality)_(?:score|grade)$|^oracle(?:_.+)?$|^(?:is_)?(?:factual|correct|accurate|faithful|grounded|supported|consistent|relevant|acceptable|ok|pass|passed|hallucinated|hallucination|hallucinating)$|^(?:pass|good|correct|right|yes)_(?:or_)?(?:fail|bad|incorrect|wrong|no)$/;

export const isQualityNoun = (plain: string): boolean => qualityNoun.test(plain);

/** What people and judges score in a column that is called by nothing else: `fluency`, `fluency_score`; undefined for any other. */
export function qualityNamed(plain: string): string | undefined {
  if (qualityNoun.test(plain) || otherQuality.test(plain)) return plain;
  const asked = plain.replace(/_(?:y_n|yes_no|0_1|1_0|true_false)$/, '').replace(ratedRange, '');
  if (asked !== plain) return qualityNamed(asked);
  const noun = plain.replace(/_(?:scores?|ratings?|grades?|label)$/, '');
  if (qualityNoun.test(noun)) return noun;
  const { name, rest } = partedByModel(plain);
  return name === '' || rest === '' ? undefined : qualityNamed(rest);
}

/** A name in two: the model or judge that it begins or ends with, and what is left: `gpt_4_fluency`, `accuracy_llm`. */
function partedByModel(plain: string): { name: string; rest: string } {
  const words = plain.split('_');
  const isOfModel = (word: string, at: number, all: readonly string[]) =>
    machineWord.test(word) || modelName.test(word) || (/^\d/.test(word) && modelName.test(all[at - 1] ?? ''));
  const after = words.findIndex((word, at) => !isOfModel(word, at, words));
  if (after < 0) return { name: plain, rest: '' };
  const before = words.findLastIndex((word, at) => !isOfModel(word, at, words)) + 1;
  const name = after > 0 ? words.slice(0, after) : words.slice(before);
  const rest = after > 0 ? words.slice(after) : words.slice(0, before);
  return { name: name.join('_'), rest: rest.join('_') };
}

/** A criterion without the word that says that people rated, at its beginning or end: `accuracy_human`. */
export const withoutPeople = (criterion: string): string => {
  const words = criterion.split('_');
  const isOfPeople = (word: string | undefined) => word !== undefined && peopleWords.has(word);
  const rest = isOfPeople(words.at(-1)) ? words.slice(0, -1) : isOfPeople(words[0]) ? words.slice(1) : words;
  return rest.join('_') || 'rating';
};

/** Whether a name says who scored, and that it was a score: `verdict_human`, or a model's name alone. */
export const saysScorer = (plain: string): boolean => {
  const bare = withoutPeople(plain);
  const isJudged = /(?:^|_)(?:scores?|ratings?|grades?|labels?|verdict|eval|evaluation|correct)(?:_|$)/.test(
    bare,
  );
  if (isOfScorer(plain) && (isJudged || qualityNamed(bare) !== undefined)) return true;
  return modelName.test(plain) && partedByModel(plain).rest === '';
};

const machineWord = /^(?:llm|judge|ai|auto)$/;

/** The judge that the name of a score tells, and what it judged. */
export function judgeIn(plain: string, criterion: string): { name: string; criterion: string } {
  const { name, rest } = partedByModel(plain);
  const isModel = name.split('_').some((word) => modelName.test(word));
  if (name !== '' && criterion === name) return { name, criterion: 'rating' };
  return {
    name: isModel ? name.replace(/_?(?:llm|judge|ai|auto)(?=_|$)/g, '') : 'judge',
    criterion: criterion === plain && rest !== '' && name !== '' ? rest : criterion,
  };
}

/** Whether a name under which scores stand is that of a model, a metric or what was scored, and no person's. */
export function isNoPerson(name: string): boolean {
  const plain = plainName(name);
  return isSurelyModel(name) || isOfMachine(plain) || qualityNamed(plain) !== undefined || auto.test(plain);
}

/** A score of which the file does not say who gave it. */
export interface UnsureScore {
  readonly column: string;
  readonly system: string;
  readonly criterion: string;
  readonly values: string;
  /** Who may have given it, and what of, where its name may be in two: "John - Tone" beside "Mary - Tone". */
  readonly inTwo?: { readonly who: string; readonly rated: string };
  /** What the judge is called, where a machine gave it. */
  readonly judge?: string;
  /** Whether its name may be that of a criterion or of a person. */
  readonly isOpen?: boolean;
}

/** A mapping in which scores that nobody could tell are people's, or a judge's. */
export const declaredAs = (
  mapping: ColumnMapping,
  unsure: readonly UnsureScore[],
  by: 'people' | 'machine',
): ColumnMapping =>
  by === 'people'
    ? {
        ...withRaters(mapping),
        human: [
          ...mapping.human,
          ...unsure.map(({ column, system, criterion }) => ({ column, system, criterion })),
        ],
      }
    : {
        ...mapping,
        signals: [
          ...mapping.signals,
          ...unsure.map((one) => ({
            column: one.column,
            system: one.system,
            kind: 'judge' as const,
            name: one.judge ?? (isAlone(one, unsure) ? 'judge' : one.column),
            criterion: one.criterion,
          })),
        ],
      };

const isAlone = ({ system, criterion }: UnsureScore, all: readonly UnsureScore[]): boolean =>
  all.filter((one) => one.system === system && one.criterion === criterion).length === 1;

/** A mapping in which the column of judges names people. */
const withRaters = ({ judgedBy, ...mapping }: ColumnMapping): ColumnMapping =>
  judgedBy === undefined ? mapping : { rater: judgedBy, ...mapping };
