import { parentPort, workerData } from 'node:worker_threads';
import { approximateTokens } from '../llm/request.ts';
import { injectionIn } from './injection.ts';
import type { PreviewInput, PreviewOutput } from './preview-thread.ts';
import { unknownVariables } from './prompt-variables.ts';
import { missingIn, renderPrompt, textsOf } from './render-prompt.ts';

const { prompt, item, seed } = workerData as PreviewInput;
const messages = renderPrompt(prompt, [item], { seed, swapped: false });
parentPort!.postMessage({
  messages: messages.map(({ role, content }) => ({ role: role as 'system' | 'user', content })),
  unknownVariables: unknownVariables(prompt),
  missingVariables: missingIn(prompt, item),
  flag: injectionIn(textsOf(item)),
  inputTokens: approximateTokens(messages.map(({ content }) => content).join('\n')),
} satisfies PreviewOutput);
