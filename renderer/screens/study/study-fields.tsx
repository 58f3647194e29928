import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { StudyFieldSchema } from '../../../shared/contract/form.ts';
import type { Study, StudyField } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { useStudyOptions } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { SaveChanges } from '../../parts/study/save-changes.tsx';
import { isOfFailures } from '../../parts/study/study-draft.ts';
import { useDraft } from '../../ui/draft.tsx';
import { longest } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import type { Theirs } from '../../ui/stale-note.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { FieldList } from './field-list.tsx';
import { furtherKinds } from './form-draft.ts';

/** What is asked beside the measure: anything before the first label, then only in other words. */
export function StudyFields({ study }: { study: Study }) {
  const queries = useQueryClient();
  const options = useStudyOptions(study.datasetId);
  const form = useDraft(`further questions of study ${study.id}`, { fields: study.fields }, study.version);
  const { fields } = form.draft;
  const setFields = (next: Study['fields']) => form.change({ fields: next });
  const hasLabels = study.labeled + study.skipped > 0;
  const save = useMutation({
    mutationFn: () => api.study.edit({ studyId: study.id, fields, version: form.version.current }),
    onSuccess: async (next) => {
      queries.setQueryData(queryKeys.study(study.id), next);
      form.discard();
      await queries.invalidateQueries({ queryKey: queryKeys.studyOptions(study.datasetId) });
    },
  });
  const load = (theirs: Theirs) => {
    setFields(theirs['fields'] as Study['fields']);
    void queries.invalidateQueries({ queryKey: queryKeys.study(study.id) });
  };
  const mayAskFailures =
    study.comparison === null && study.measure.kind === 'criterion' && !study.fields.some(isOfFailures);
  if (hasLabels && study.fields.length === 0 && !mayAskFailures) return null;
  return (
    <Panel title="Further questions">
      <Stack gap="sm">
        {hasLabels && mayAskFailures && (
          <Text size="sm">
            What goes wrong can be asked{' '}
            <TextLink href={paths.failures(study.id)} isAmongWords>
              on the same sample
            </TextLink>
            .
          </Text>
        )}
        {hasLabels
          ? study.fields.length > 0 && <Wordings fields={fields} onChange={setFields} />
          : options.data && (
              <FieldList
                fields={fields}
                options={options.data}
                kinds={furtherKinds(study.measure, study.comparison !== null)}
                onChange={setFields}
              />
            )}
        {(!hasLabels || study.fields.length > 0) && (
          <SaveChanges label="Save questions" form={form} save={save} onLoad={load} />
        )}
      </Stack>
    </Panel>
  );
}

function Wordings({
  fields,
  onChange,
}: {
  fields: readonly StudyField[];
  onChange: (fields: StudyField[]) => void;
}) {
  return (
    <>
      <Text size="sm" c="dimmed">
        There are labels: the words of a question can change, what it asks for cannot.
      </Text>
      {fields.map((field) => (
        <TextInput
          key={field.name}
          label={field.name}
          placeholder={field.name}
          {...longest(StudyFieldSchema.shape.question)}
          value={field.question}
          onChange={(event) => {
            const question = event.currentTarget.value;
            onChange(fields.map((one) => (one.name === field.name ? { ...one, question } : one)));
          }}
        />
      ))}
    </>
  );
}
