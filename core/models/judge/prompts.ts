import { createHash } from 'node:crypto';
import { listImprovements } from '../../../db/judge-improvements.ts';
import { ensurePrompt, listPrompts, type PromptRow } from '../../../db/prompts.ts';
import { finiteSpanRemedy, isFiniteSpan } from '../../../shared/contract/base.ts';
import type { Prompt, PromptText } from '../../../shared/contract/index.ts';
import { PromptTextSchema, pairVariables, promptVariables } from '../../../shared/contract/judge.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { assertNewest, keptVersionsOf } from '../../platform/record-version.ts';
import { canonicalJson } from '../llm/request.ts';
import { builtInPrompts } from './built-in-prompts.ts';
import { unknownVariables, variablesIn } from './render-prompt.ts';

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Every version of every prompt; those that come with Assay are there from the first look on. */
export function knownPrompts(context: CoreContext): Prompt[] {
  const db = dbOf(context);
  const known = listPrompts(db);
  const missing = builtInPrompts.filter(
    (text) => !known.some(({ name, hash }) => name === text.name && hash === hashOf(text)),
  );
  for (const text of missing)
    ensurePrompt(db, text, { hash: hashOf(text), builtIn: true, createdAt: context.now() });
  return (missing.length > 0 ? listPrompts(db) : known).map(describePrompt);
}

/**
 * Keeps a prompt as the next version of its name.
 *
 * @throws AppError INVALID_INPUT when it could not work, or quotes an item that judges are checked
 *   on; CONFLICT when it was made from a version that is no longer the newest
 */
export async function savePrompt(
  context: CoreContext,
  { basedOn, ...given }: PromptText & { basedOn?: number | undefined },
): Promise<Prompt> {
  const text = assertPrompt(given);
  if (listImprovements(dbOf(context)).length > 0) {
    const { assertQuotesNothing } = await import('./improve/sides.ts');
    assertQuotesNothing(context, text);
  }
  const facts = { hash: hashOf(text), builtIn: false, createdAt: context.now() };
  const save = dbOf(context).transaction(() => {
    const kept = keptVersionsOf(listPrompts(dbOf(context)), text.name, PromptTextSchema);
    assertNewest(basedOn, { kept, wanted: { ...text }, words: `The prompt ${text.name}` });
    return ensurePrompt(dbOf(context), text, facts);
  });
  return describePrompt(save.immediate());
}

function describePrompt(row: PromptRow): Prompt {
  const names: readonly string[] = [...promptVariables, ...pairVariables];
  return { ...row, needs: variablesIn(row.item).filter((name) => names.includes(name)) as Prompt['needs'] };
}

/** @throws AppError INVALID_INPUT when a prompt could not work */
export function assertPrompt(given: PromptText): PromptText {
  const text = PromptTextSchema.parse(given);
  const refuse = (field: string, message: string, remedy: string) => {
    throw new AppError('INVALID_INPUT', message, { field, remedy });
  };
  const [unknown] = unknownVariables(text);
  if (unknown !== undefined) {
    refuse('item', `There is no variable {{${unknown}}}.`, 'Use those that the editor lists.');
  }
  const used = variablesIn(text.item);
  if (text.kind === 'pair') {
    if (!used.includes('response_a') || !used.includes('response_b')) {
      refuse('item', 'A pair needs {{response_a}} and {{response_b}}.', 'Show both replies.');
    }
    const [criterion] = text.criteria;
    if (text.criteria.length > 1 || criterion!.scale.min !== 0 || criterion!.scale.max !== 1) {
      refuse('criteria', 'A pair has one criterion, from 0 to 1.', 'Make a prompt for each criterion.');
    }
  } else if (!used.includes('response') && !used.includes('conversation')) {
    refuse('item', 'The prompt shows no {{response}}.', 'Show what is to be judged.');
  }
  for (const { name, scale } of text.criteria) {
    if (!isFiniteSpan(scale)) refuse('criteria', `The range of ${name} is too wide.`, finiteSpanRemedy);
    if (!(scale.min < scale.max))
      refuse('criteria', `The range of ${name} is empty.`, 'Give a lower and a higher end.');
  }
  const names = text.criteria.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length)
    refuse('criteria', 'Two criteria have the same name.', 'Rename one of them.');
  return text;
}
