import type { Endpoint } from '../../../shared/contract/index.ts';
import { modelFamily } from '../../../shared/model-family.ts';
import type { ModelDraft } from './model-field.tsx';

/** The family that the model under test shares with a judge, by their names; undefined when there is none. */
export function familyInCommon(
  model: ModelDraft,
  judges: readonly ModelDraft[],
  endpoints: readonly Endpoint[],
): string | undefined {
  const familyOf = (draft: ModelDraft) => modelFamily(nameOf(draft, endpoints));
  const judged = familyOf(model);
  return judges.some((judge) => familyOf(judge) === judged) ? judged : undefined;
}

function nameOf(draft: ModelDraft, endpoints: readonly Endpoint[]): string {
  if (draft.kind === 'recorded') return draft.system;
  if (draft.kind === 'command') return draft.command;
  return draft.model || (endpoints.find(({ id }) => id === draft.endpointId)?.model ?? '');
}
