import type { PromptCriterion, PromptPreview, PromptText, Turn } from '../../../shared/contract/index.ts';
import { pairVariables, promptVariables } from '../../../shared/contract/judge.ts';
import { approximateTokens, type Message } from '../llm/request.ts';
import { fenced, fenceMark, fenceRule } from './fence.ts';
import { injectionIn } from './injection.ts';
import { replyFormat } from './reply-format.ts';

/** What an item has to show; empty where it has nothing. */
export interface ItemTexts {
  readonly conversation: readonly Turn[];
  readonly passage: string;
  readonly references: readonly (readonly string[])[];
  /** In turn order; empty when the conversation as a whole is what the system did. */
  readonly responses: readonly string[];
  /** Of the second system of a pair. */
  readonly others: readonly string[];
}

type Values = Readonly<Record<string, string>>;

const variable = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Names of the variables in a text, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].map(([, name]) => name!)),
];

/** The variables of an item by name. */
export function valuesOf(item: ItemTexts, swapped: boolean): Values {
  const [first, second] = swapped ? [item.others, item.responses] : [item.responses, item.others];
  return {
    question: item.conversation.findLast(({ role }) => role === 'user')?.content ?? '',
    conversation: item.conversation.map(({ role, content }) => `${speaker(role)}: ${content}`).join('\n'),
    response: inTurns(item.responses) || 'The turns of the assistant in the conversation above.',
    response_a: inTurns(first),
    response_b: inTurns(second),
    passage: item.passage,
    reference: referenceText(item.references),
  };
}

const speaker = (role: string) => (role === 'user' ? 'Person' : role === 'assistant' ? 'Assistant' : role);

const inTurns = (texts: readonly string[]): string =>
  texts.length <= 1 ? (texts[0] ?? '') : texts.map((text, i) => `Turn ${i + 1}: ${text}`).join('\n');

const referenceText = (references: readonly (readonly string[])[]): string =>
  inTurns(references.map((answers) => answers.join(' / ')).filter((text) => text !== ''));

/** Variables that a prompt shows of an item and that this item has nothing for. */
export const missingIn = (prompt: PromptText, item: ItemTexts): string[] => {
  const values = valuesOf(item, false);
  return variablesIn(prompt.item).filter((name) => values[name] === '');
};

/** The texts of an item that a prompt shows. */
export function shownIn(prompt: PromptText, item: ItemTexts): string[] {
  const values = valuesOf(item, false);
  return variablesIn(prompt.item).map((name) => values[name] ?? '');
}

/** The messages that ask for scores of these items, their texts fenced off as data. */
export function renderPrompt(
  prompt: PromptText,
  items: readonly ItemTexts[],
  { seed, swapped }: { seed: string; swapped: boolean },
): Message[] {
  const values = items.map((item) => valuesOf(item, swapped));
  const mark = fenceMark(
    seed,
    values.flatMap((texts) => Object.values(texts)),
  );
  const shown = values.map((texts) =>
    prompt.item.replaceAll(variable, (whole, name: string) => {
      const text = texts[name];
      return text === undefined ? whole : fenced(mark, text);
    }),
  );
  const user =
    shown.length === 1
      ? shown[0]!
      : shown.map((text, i) => `Item ${i + 1} of ${shown.length}\n\n${text}`).join('\n\n');
  const system = [instructionsOf(prompt), fenceRule(mark), replyFormat(prompt, items.length)];
  return [
    { role: 'system', content: system.join('\n\n') },
    { role: 'user', content: user },
  ];
}

function instructionsOf({ instructions, criteria, examples }: PromptText): string {
  const definitions = criteria.map(definitionOf).join('\n');
  return instructions
    .replaceAll(variable, (whole, name: string) => {
      if (name === 'criteria') return definitions;
      return name === 'examples' ? examples : whole;
    })
    .trim();
}

const definitionOf = ({ name, scale: { min, max }, integer, definition }: PromptCriterion): string =>
  `${name} (${integer ? 'a whole number' : 'a number'} from ${min} to ${max}): ${definition}`;

/** What somebody else wrote: all of an item. */
export function* textsOf({
  conversation,
  passage,
  references,
  responses,
  others,
}: ItemTexts): Generator<string> {
  for (const { content } of conversation) yield content;
  yield passage;
  for (const answers of references) yield* answers;
  yield* responses;
  yield* others;
}

/** Variables of a prompt that stand for nothing. */
export function unknownVariables({ kind, instructions, item }: PromptText): string[] {
  const ofItem: readonly string[] =
    kind === 'pair' ? [...promptVariables, ...pairVariables] : promptVariables;
  return [
    ...variablesIn(instructions).filter((name) => name !== 'criteria' && name !== 'examples'),
    ...variablesIn(item).filter((name) => !ofItem.includes(name)),
  ];
}

interface Shown {
  readonly prompt: PromptText;
  readonly item: ItemTexts;
  readonly seed: string;
}

/** A prompt as an item would show it, with what the item lacks and what in it looks like an order to the judge. */
export function promptAsShown({ prompt, item, seed }: Shown): PromptPreview {
  const messages = renderPrompt(prompt, [item], { seed, swapped: false });
  return {
    messages: messages.map(({ role, content }) => ({ role: role as 'system' | 'user', content })),
    unknownVariables: unknownVariables(prompt),
    missingVariables: missingIn(prompt, item),
    flag: injectionIn(textsOf(item)),
    inputTokens: approximateTokens(messages.map(({ content }) => content).join('\n')),
  };
}
