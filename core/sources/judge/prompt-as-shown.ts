import type { PromptPreview, PromptText } from '../../../shared/contract/index.ts';
import { approximateTokens } from '../llm/request.ts';
import { injectionIn } from './injection.ts';
import { unknownVariables } from './prompt-variables.ts';
import { type ItemTexts, missingIn, renderPrompt, textsOf } from './render-prompt.ts';

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
