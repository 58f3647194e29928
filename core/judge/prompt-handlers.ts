import { findSystem } from '../../db/datasets.ts';
import { ensurePrompt } from '../../db/prompts.ts';
import type { PromptText } from '../../shared/contract/index.ts';
import { promptContract } from '../../shared/contract/judge.ts';
import { baseOf } from '../base.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { approximateTokens } from '../llm/request.ts';
import { exampleItem } from './example-item.ts';
import { fenceSeed } from './fence.ts';
import { injectionIn } from './injection.ts';
import { itemTexts } from './item-texts.ts';
import { assertPrompt, describePrompt, hashOf, knownPrompts, unknownVariables } from './prompts.ts';
import { type ItemTexts, missingIn, renderPrompt, textsOf } from './render-prompt.ts';

const base = baseOf({ prompt: promptContract });

interface PreviewOf {
  prompt: PromptText;
  itemId?: number | undefined;
  system?: string | undefined;
  against?: string | undefined;
}

export const promptHandlers = {
  list: base.prompt.list.handler(({ context }) => knownPrompts(dbOf(context), context.now())),
  save: base.prompt.save.handler(({ context, input }) => {
    const text = assertPrompt(input);
    const facts = { hash: hashOf(text), builtIn: false, createdAt: context.now() };
    return describePrompt(ensurePrompt(dbOf(context), text, facts));
  }),
  preview: base.prompt.preview.handler(({ context, input }) => {
    const { prompt } = input;
    const item = itemOf(context, input);
    const messages = renderPrompt(prompt, [item], { seed: fenceSeed(dbOf(context)), swapped: false });
    return {
      messages: messages.map(({ role, content }) => ({ role: role as 'system' | 'user', content })),
      unknownVariables: unknownVariables(prompt),
      missingVariables: missingIn(prompt, item),
      flag: injectionIn(textsOf(item)),
      inputTokens: approximateTokens(messages.map(({ content }) => content).join('\n')),
    };
  }),
};

function itemOf(context: CoreContext, { prompt, itemId, system, against }: PreviewOf): ItemTexts {
  const db = dbOf(context);
  const systemId = system === undefined ? undefined : findSystem(db, system)?.id;
  if (itemId === undefined || systemId === undefined) return exampleItem;
  const otherId = against === undefined ? undefined : findSystem(db, against)?.id;
  return itemTexts(db, itemId, systemId, prompt.kind === 'pair' ? (otherId ?? null) : null);
}
