import { promptContract } from '../../../shared/contract/judge.ts';
import { baseOf } from '../../platform/base.ts';
import { previewPrompt } from './preview-prompt.ts';
import { knownPrompts, savePrompt } from './prompts.ts';

const base = baseOf({ prompt: promptContract });

export const promptHandlers = {
  list: base.prompt.list.handler(({ context }) => knownPrompts(context)),
  save: base.prompt.save.handler(({ context, input }) => savePrompt(context, input)),
  preview: base.prompt.preview.handler(({ context, input, signal }) => previewPrompt(context, input, signal)),
};
