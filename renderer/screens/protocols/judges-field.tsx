import { Alert, Button, Group } from '@mantine/core';
import type { Endpoint } from '../../../shared/contract/index.ts';
import { modelFamily } from '../../../shared/model-family.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { emptyModel, type ModelDraft, ModelField } from './model-field.tsx';

const mostJudges = 8;

interface JudgesFieldProps {
  judges: readonly ModelDraft[];
  onChange: (judges: readonly ModelDraft[]) => void;
  /** The model that they judge. */
  model: ModelDraft;
  endpoints: readonly Endpoint[];
}

/** The models that score; the mean over several counts. */
export function JudgesField({ judges, onChange, model, endpoints }: JudgesFieldProps) {
  const family = familyInCommon(model, judges, endpoints);
  return (
    <>
      {judges.map((judge, i) => (
        <ModelField
          // biome-ignore lint/suspicious/noArrayIndexKey: judges keep their places
          key={i}
          label={judges.length === 1 ? 'Judge' : `Judge ${i + 1}`}
          draft={judge}
          onChange={(changed) => onChange(judges.with(i, changed))}
          endpoints={endpoints}
        />
      ))}
      <Group gap="xs">
        <ReasonButton
          variant="default"
          size="xs"
          lack={judges.length >= mostJudges ? `At most ${mostJudges} judges.` : null}
          onClick={() => onChange([...judges, emptyModel('endpoint')])}
        >
          Add a judge
        </ReasonButton>
        {judges.length > 1 && (
          <Button variant="default" size="xs" onClick={() => onChange(judges.slice(0, -1))}>
            Remove the last judge
          </Button>
        )}
      </Group>
      {family !== undefined && (
        <Alert color="orange" title="Judge and model are of one family">
          Both are {family} models, and models favor their own kind. Choose a judge of another family, or add
          one.
        </Alert>
      )}
    </>
  );
}

/** The family that the model under test shares with a judge, by their names; undefined when there is none. */
function familyInCommon(
  model: ModelDraft,
  judges: readonly ModelDraft[],
  endpoints: readonly Endpoint[],
): string | undefined {
  const familyOf = (draft: ModelDraft) => modelFamily(judgeModelName(draft, endpoints));
  const judged = familyOf(model);
  return judges.some((judge) => familyOf(judge) === judged) ? judged : undefined;
}

function judgeModelName(draft: ModelDraft, endpoints: readonly Endpoint[]): string {
  if (draft.kind === 'recorded') return draft.system;
  if (draft.kind === 'command') return draft.command;
  return draft.model || (endpoints.find(({ id }) => id === draft.endpointId)?.model ?? '');
}
