import { findSystem } from '../../../db/datasets.ts';
import { ensurePrompt } from '../../../db/prompts.ts';
import type { PromptText } from '../../../shared/contract/index.ts';
import { promptContract } from '../../../shared/contract/judge.ts';
import { baseOf } from '../../platform/base.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { exampleItem } from './example-item.ts';
import { fenceSeed } from './fence.ts';
import { itemTexts } from './item-texts.ts';
import { previewInThread } from './preview-thread.ts';
import { assertPrompt, describePrompt, hashOf, knownPrompts } from './prompts.ts';
import type { ItemTexts } from './render-prompt.ts';

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
  preview: base.prompt.preview.handler(({ context, input, signal }) => {
    const { prompt } = input;
    const seed = fenceSeed(dbOf(context));
    return previewInThread({ prompt, item: itemOf(context, input), seed }, signal);
  }),
};

function itemOf(context: CoreContext, { prompt, itemId, system, against }: PreviewOf): ItemTexts {
  const db = dbOf(context);
  const systemId = system === undefined ? undefined : findSystem(db, system)?.id;
  if (itemId === undefined || systemId === undefined) return exampleItem;
  const otherId = against === undefined ? undefined : findSystem(db, against)?.id;
  return itemTexts(db, itemId, systemId, prompt.kind === 'pair' ? (otherId ?? null) : null);
}
