import { Checkbox, Radio, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldForm, StudyField, StudyOptions } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import {
  failuresAlone,
  failuresField,
  isOfFailures,
  type StudyDraft,
} from '../../parts/study/study-draft.ts';
import { Panel } from '../../ui/panel.tsx';

type FailuresForm = Extract<FieldForm, { kind: 'failures' }>;
type Asked = 'off' | 'beside' | 'alone';

/** Whether a study being set up asks for nothing but failures. */
export const asksAlone = ({ fields }: Pick<StudyDraft, 'fields'>): boolean => formOf(fields)?.alone === true;

function formOf(fields: readonly StudyField[]): FailuresForm | null {
  const form = fields.find(isOfFailures)?.form;
  return form?.kind === 'failures' ? form : null;
}

interface FailuresPanelProps {
  datasetId: number;
  options: StudyOptions;
  draft: StudyDraft;
  onChange: (change: Partial<StudyDraft>) => void;
}

/** Whether people who label are asked what went wrong, and may name it. For studies of one system. */
export function FailuresPanel({ datasetId, options, draft, onChange }: FailuresPanelProps) {
  const queries = useQueryClient();
  const alone = useMutation({
    mutationFn: async () => {
      const { measure, scale } = failuresAlone;
      if (options.criteria.some(({ name }) => name === measure.criterion)) return;
      await api.dataset.declareScale({ datasetId, kind: 'criterion', name: measure.criterion, scale });
      await queries.invalidateQueries({ queryKey: queryKeys.studyOptions(datasetId) });
    },
    onSuccess: () =>
      onChange({
        measure: failuresAlone.measure,
        form: failuresAlone.form,
        fields: [failuresField({ mayMake, alone: true })],
        question: draft.question || failuresAlone.question,
      }),
  });
  const form = formOf(draft.fields);
  const mayMake = form?.mayMake ?? false;
  const asked: Asked = form === null ? 'off' : form.alone ? 'alone' : 'beside';
  const takesBeside = draft.measure?.kind === 'criterion';
  if (draft.compare !== 'one') return null;
  const others = draft.fields.filter((field) => !isOfFailures(field));
  const choose = (next: Asked) => {
    if (next === 'alone') return alone.mutate();
    const fields = next === 'beside' ? [...others, failuresField({ mayMake })] : others;
    // The measure of a study of failures alone goes with it.
    onChange(asked === 'alone' ? { measure: null, form: null, fields } : { fields });
  };
  return (
    <Panel title="Failures">
      <Stack gap="sm">
        <Radio.Group
          label="Ask what went wrong"
          description="Notes and failure modes, each with its share of all conversations. Steps of an agent’s run can be rated, too."
          value={asked}
          onChange={(next) => choose(next as Asked)}
        >
          <Stack gap={6} mt={6}>
            <Radio value="off" label="Off" />
            <Radio value="beside" label="Beside the rating" disabled={!takesBeside} />
            <Radio value="alone" label="Alone, without a rating" />
          </Stack>
        </Radio.Group>
        {form !== null && (
          <Checkbox
            label="Annotators may add failure modes"
            description="By link and on handed-out pages. Here in the app everybody may."
            checked={mayMake}
            onChange={(event) => {
              const may = event.currentTarget.checked;
              const { kind: _, ...kept } = form;
              onChange({ fields: [...others, failuresField({ ...kept, mayMake: may })] });
            }}
          />
        )}
        {alone.error && <ProblemNote problem={toProblem(alone.error)} />}
      </Stack>
    </Panel>
  );
}
