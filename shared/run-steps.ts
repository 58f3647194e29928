import type { Turn } from './contract/index.ts';

/** What a system did between two turns: a call of a tool, and what it gave back. */
export interface RunStep {
  readonly call: string | null;
  readonly results: readonly string[];
  /** What was recorded of it, where the data say so. */
  readonly facts?: Turn['step'];
}

/** A turn that somebody said, or the steps between two of them; `at` is the place in the conversation where it begins. */
type TurnGroup = { readonly at: number } & ({ readonly turn: Turn } | { readonly steps: readonly RunStep[] });

/** Calls of tools as earlier data sets have them, as a text of the assistant. */
const calledBefore = /^\[calls [\s\S]*\)\]$/;

const isCall = ({ role, content }: Turn): boolean =>
  role === 'tool_call' || (role === 'assistant' && calledBefore.test(content));
const isResult = ({ role }: Turn): boolean => role === 'tool' || role === 'function';

/** Brings the calls of tools and their results between two turns together; a result goes to the first call that has none yet. */
export function groupTurns(turns: readonly Turn[]): TurnGroup[] {
  const groups: TurnGroup[] = [];
  let steps: (RunStep & { results: string[] })[] | null = null;
  for (const [at, turn] of turns.entries()) {
    if (!isCall(turn) && !isResult(turn)) {
      steps = null;
      groups.push({ at, turn });
      continue;
    }
    if (steps === null) {
      steps = [];
      groups.push({ at, steps });
    }
    if (isCall(turn)) steps.push({ call: turn.content, results: [], ...(turn.step && { facts: turn.step }) });
    else {
      const open = steps.find(({ results }) => results.length === 0);
      if (open) open.results.push(turn.content);
      else steps.push({ call: null, results: [turn.content] });
    }
  }
  return groups;
}

/** A step by its place, which counts as `FailurePlaceSchema` does. */
export interface PlacedStep {
  readonly turn: number;
  readonly step: number;
  readonly run: RunStep;
}

/** All steps of a conversation as it is shown, in order. */
export const stepsIn = (turns: readonly Turn[]): PlacedStep[] =>
  groupTurns(turns).flatMap((group) =>
    'steps' in group ? group.steps.map((run, step) => ({ turn: group.at, step, run })) : [],
  );

/** A call without the words that earlier data sets put around it. */
export const plainCall = (call: string): string =>
  call.startsWith('[calls ') ? call.slice('[calls '.length).replace(/\]$/, '') : call;

/** `search({"q": 1})` calls `search`. */
export function toolName(call: string): string {
  const text = plainCall(call);
  return text.slice(0, Math.max(0, text.indexOf('('))).slice(0, 60) || 'a tool';
}
