import { protocolPromptContract } from '../../../../shared/contract/protocol-prompt.ts';
import { baseOf } from '../../../platform/base.ts';
import { dbOf } from '../../../platform/context.ts';
import { knownProtocolPrompts, saveProtocolPrompt } from './protocol-prompts.ts';

const base = baseOf({ protocolPrompt: protocolPromptContract });

export const protocolPromptHandlers = {
  list: base.protocolPrompt.list.handler(({ context }) => knownProtocolPrompts(dbOf(context))),
  save: base.protocolPrompt.save.handler(({ context, input }) => saveProtocolPrompt(context, input)),
};
