import type { Turn } from '../../shared/contract/index.ts';

/** What a system did between two turns: a call of a tool, and what it gave back. */
export interface RunStep {
  readonly call: string | null;
  readonly results: readonly string[];
}

/** A turn that somebody said, or the steps between two of them. */
type TurnGroup = { readonly turn: Turn } | { readonly steps: readonly RunStep[] };

/** Calls of tools as earlier data sets have them, as a text of the assistant. */
const calledBefore = /^\[calls [\s\S]*\)\]$/;

const isCall = ({ role, content }: Turn): boolean =>
  role === 'tool_call' || (role === 'assistant' && calledBefore.test(content));
const isResult = ({ role }: Turn): boolean => role === 'tool' || role === 'function';

/** Brings the calls of tools and their results between two turns together; a result goes to the first call that has none yet. */
export function groupTurns(turns: readonly Turn[]): TurnGroup[] {
  const groups: TurnGroup[] = [];
  let steps: { call: string | null; results: string[] }[] | null = null;
  for (const turn of turns) {
    if (!isCall(turn) && !isResult(turn)) {
      steps = null;
      groups.push({ turn });
      continue;
    }
    if (steps === null) {
      steps = [];
      groups.push({ steps });
    }
    if (isCall(turn)) steps.push({ call: turn.content, results: [] });
    else {
      const open = steps.find(({ results }) => results.length === 0);
      if (open) open.results.push(turn.content);
      else steps.push({ call: null, results: [turn.content] });
    }
  }
  return groups;
}

const namesShown = 3;

/** What the steps are, in a few words: "2 steps: search, open". */
export function stepsWords(steps: readonly RunStep[]): string {
  const names = [...new Set(steps.flatMap(({ call }) => (call === null ? [] : [toolName(call)])))];
  const shown = names.slice(0, namesShown).join(', ');
  const more = names.length > namesShown ? ', …' : '';
  const count = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`;
  return shown === '' ? count : `${count}: ${shown}${more}`;
}

/** `search({"q": 1})` calls `search`. */
function toolName(call: string): string {
  const text = call.startsWith('[calls ') ? call.slice('[calls '.length) : call;
  return text.slice(0, Math.max(0, text.indexOf('('))).slice(0, 60) || 'a tool';
}
