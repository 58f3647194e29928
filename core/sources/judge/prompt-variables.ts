import type { PromptText } from '../../../shared/contract/index.ts';
import { pairVariables, promptVariables } from '../../../shared/contract/judge.ts';
import { variablesIn } from './render-prompt.ts';

/** Variables of a prompt that stand for nothing. */
export function unknownVariables({ kind, instructions, item }: PromptText): string[] {
  const ofItem: readonly string[] =
    kind === 'pair' ? [...promptVariables, ...pairVariables] : promptVariables;
  return [
    ...variablesIn(instructions).filter((name) => name !== 'criteria' && name !== 'examples'),
    ...variablesIn(item).filter((name) => !ofItem.includes(name)),
  ];
}
