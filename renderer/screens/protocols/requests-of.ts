import type { RunDraft } from './run-draft.ts';

/**
 * The most requests that a run can make of live models; undefined where it makes none, or people lead it. Conversations
 * are taken to be of equal length, so that a run over the first few counts by their share.
 */
export function requestsOf(
  draft: RunDraft,
  { conversations, questions }: { conversations: number; questions: number },
): number | undefined {
  const taken = Math.min(draft.limit ?? conversations, conversations);
  const asked = conversations === 0 ? 0 : Math.ceil((questions * taken) / conversations);
  const live = draft.model.kind === 'recorded' ? 0 : 1;
  const later = Math.max(0, asked - taken);
  const most = {
    gold: asked * live,
    pred: asked * live,
    rewrite: asked * live + later * (isModel(draft, 'detector') + isModel(draft, 'rewriter')),
    replace: asked * live + later * isModel(draft, 'detector'),
    interview: asked * (1 + 2 * draft.mostPrompts),
    'iqa-eval': undefined,
    conversation: undefined,
  }[draft.choice];
  return most === 0 ? undefined : most;
}

const isModel = (draft: RunDraft, part: 'detector' | 'rewriter'): number =>
  draft[part].kind === 'rules' ? 0 : 1;
