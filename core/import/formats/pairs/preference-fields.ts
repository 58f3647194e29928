import { isOfMachine, isRaterName, plainName, spacedName } from '../../evidence/column-names.ts';
import { isSurelyModel } from '../../evidence/scores/who-scored.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { isJudgedTwice } from './mt-bench-pairs.ts';
import { isSigned } from './signed-preferences.ts';

/** The fields of a pair, by the names that its publishers give them: the first one's and the second one's. */
type Two = readonly [string, string];

export const systemFields: readonly Two[] = [
  ['model_a', 'model_b'],
  ['model_1', 'model_2'],
  ['generator_1', 'generator_2'],
  ['model1', 'model2'],
  ['system_a', 'system_b'],
  ['system_1', 'system_2'],
  ['model_left', 'model_right'],
  ['chosen_model', 'rejected_model'],
  ['chosen-model', 'rejected-model'],
  ['model_chosen', 'model_rejected'],
];

export const replyFields: readonly Two[] = [
  ['conversation_a', 'conversation_b'],
  ['response_a', 'response_b'],
  ['answer_a', 'answer_b'],
  ['output_a', 'output_b'],
  ['output_1', 'output_2'],
  ['completion_1', 'completion_2'],
  ['completion_a', 'completion_b'],
  ['response_1', 'response_2'],
  ['response1', 'response2'],
  ['answer_1', 'answer_2'],
  ['answer1', 'answer2'],
  ['text1', 'text2'],
  ['response_left', 'response_right'],
  ['chosen', 'rejected'],
];

export const oneHot = ['winner_model_a', 'winner_model_b'] as const;
export const tieFields = ['winner_tie', 'winner_tie_bothbad'] as const;
export const annotatorField = /^annotator_?\d+$/;
/** Fields that name both systems in one text, parted by an underscore. */
export const bothSystems = 'cmp_key';

export const promptFields = ['prompt', 'instruction', 'question', 'query', 'messages', 'input'] as const;
export const idFields = [
  'question_id',
  'prompt_id',
  'item_id',
  'id',
  'idx',
  'uid',
  'instruction_id',
  ...['pair_id', 'example_id', 'sample_id', 'record_id'],
] as const;
export const groupFields = ['group', 'category', 'motivation_app', 'dataset'] as const;
/** Whether a record is a battle of Chatbot Arena, in which visitors of a page vote. */
export const isOfArena = (fields: readonly string[]): boolean =>
  ['conversation_a', 'anony', 'tstamp', ...oneHot].some((field) => fields.includes(field));

/** Fields that name who chose: a judge, or a person unless the name in it is a model's. */
const judgeFields = ['judge', 'judge_model', 'judge_name', 'judge_id', 'judged_by'];
export const isVoterField = (field: string): boolean =>
  judgeFields.includes(spacedName(field)) || isPersonField(field, []);
/** The annotators of AlpacaEval, beside `generator_1`, are models. */
export const isPersonField = (field: string, fields: readonly string[]): boolean =>
  (spacedName(field) === 'who' || isRaterName(spacedName(field))) &&
  !(field === 'annotator' && fields.includes('generator_1'));

const humanChoices = ['human_preference', 'human_choice', 'human_winner', 'human_preferred'];
const choices = ['preferred', 'preferred_response', 'better', 'better_response', 'choice', 'vote'];

/** The field of a choice between two that is a person's by its name, or somebody's who is named beside it. */
export const choiceField = (fields: readonly string[]): string | undefined =>
  humanChoices.find((name) => fields.includes(name)) ??
  (fields.some(isVoterField) ? choices.find((name) => fields.includes(name)) : undefined);

/** The judge that a choice is of by its name: `judge_winner`, `gpt4_preference`; undefined where it names none. */
export const judgeOfChoice = (field: string): string | undefined => {
  const named = /^(.+)_(?:winner|preference|preferred|choice|vote|pick)$/.exec(field)?.[1];
  return named !== undefined && (isOfMachine(named) || isSurelyModel(named)) ? named : undefined;
};

export const isHumanChoice = (field: string): boolean => humanChoices.includes(field);

const known = new Set<string>([
  ...[...systemFields, ...replyFields, ...promptFields, ...idFields, ...groupFields].flat(),
  ...[...oneHot, ...tieFields, ...humanChoices, ...choices, 'winner', 'preference', 'context'],
]);

/** A field by the name that it has in published files, where people write it with spaces and capitals: `Response A`. */
export const pairField = (field: string): string => {
  const plain = plainName(field);
  return known.has(plain) && !known.has(field) ? plain : field;
};

/** A column that names the system of a side: `Bot 1`, `left_system`, `assistant A name`. */
const systemOfSide =
  /^(?:(?:model|system|bot|chatbot|assistant|agent|generator|engine|llm)(?:_name|_id)?_?([ab12]|left|right|first|second)(?:_name|_id)?|([ab12]|left|right|first|second)_(?:model|system|bot|chatbot|assistant|agent|generator|engine|llm)(?:_name|_id)?)$/;
const sides = [
  ['a', '1', 'left', 'first'],
  ['b', '2', 'right', 'second'],
];
const longestSystem = 100;

/** The two fields that name the systems of two replies otherwise than published files do; undefined where a record has none. */
export function systemsOfSides(record: JsonObject): Two | undefined {
  const names = Object.keys(record);
  const [first, second] = sides.map((side) =>
    names.filter((name) => {
      const [, after, before] = systemOfSide.exec(plainName(name)) ?? [];
      const said = record[name];
      const isName = typeof said === 'string' && said.trim() !== '' && said.length <= longestSystem;
      return isName && side.includes(after ?? before ?? '');
    }),
  ) as [string[], string[]];
  return first.length === 1 && second.length === 1 ? [first[0]!, second[0]!] : undefined;
}

/**
 * A record whose fields of a pair have the names of published files; where two would have one name, they keep their own. Beside two
 * replies the systems may be named in further ways.
 */
export function withPairFields(record: JsonObject): JsonObject {
  const names = Object.keys(record);
  const renamed = names.map(pairField);
  if (new Set(renamed).size < names.length) return record;
  const named = Object.fromEntries(names.map((name, at) => [renamed[at]!, record[name]]));
  const has = (field: string) => Object.hasOwn(named, field);
  if (!twoOf(replyFields, has) || twoOf(systemFields, has)) return named;
  const two = systemsOfSides(named);
  if (two === undefined) return named;
  const { [two[0]]: model_a, [two[1]]: model_b, ...rest } = named;
  return { ...rest, model_a, model_b };
}

/** The first two fields of a list that a record has both. */
export const twoOf = (known: readonly Two[], has: (field: string) => boolean): Two | undefined =>
  known.find(([first, second]) => has(first) && has(second));

/** Why records with these fields are pairs with a preference; null when they are not. */
export function recognizePairs(fields: readonly string[]): string | null {
  const has = (field: string) => fields.includes(field);
  const systems = twoOf(systemFields, has);
  const replies = twoOf(replyFields, has);
  if (systems && isJudgedTwice(has))
    return 'The records have two models and the winners of two games, as judgments of MT-Bench do.';
  if (has('pair') && has('responses'))
    return 'The records name a "pair" of systems and hold their responses.';
  if (replies?.[0] === 'chosen')
    return 'The records have a "chosen" and a "rejected" reply, as data for DPO do.';
  if (systems && oneHot.every(has)) return 'The records have two models and a column for each winner.';
  if (systems && has('winner')) return `The records have "${systems[0]}", "${systems[1]}" and a "winner".`;
  if (replies && isSigned(has))
    return 'The records have two replies and choices of people on a scale with a sign, as HelpSteer does.';
  if (replies && systems && has('preference'))
    return 'The records have two outputs and a "preference", as annotations of AlpacaEval do.';
  if (replies && (has('winner') || has('preference') || oneHot.every(has)))
    return 'The records have two replies and which of them is preferred.';
  const choice = choiceField(fields);
  if (replies && choice !== undefined)
    return `The records have two replies and say in "${choice}" which of them is preferred.`;
  return replies && has(bothSystems) && fields.some((field) => annotatorField.test(field))
    ? 'The records have two responses and the choices of annotators, as PandaLM does.'
    : null;
}
