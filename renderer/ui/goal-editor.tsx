import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scale, StudyGoal } from '../../shared/contract/index.ts';
import { goalProblems } from '../../shared/goal-range.ts';
import { api } from '../api/client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { FromBefore, useDraft } from './draft.tsx';
import { GoalFields } from './goal-fields.tsx';
import { ReasonButton } from './reason-button.tsx';
import { SaveProblem } from './stale-note.tsx';

interface GoalEditorProps {
  studyId: number;
  goal: StudyGoal;
  /** Of the study as it was loaded. */
  version: string;
  scale: Scale;
  /** Of a comparison: the scale of the measure. */
  compared: Scale | null;
}

/** Sets or changes what a study is labeled for. Every change is written down. */
export function GoalEditor({ studyId, goal, version: loaded, scale, compared }: GoalEditorProps) {
  const queries = useQueryClient();
  const form = useDraft(`goal of study ${studyId}`, goal, loaded);
  const { draft, change, isChanged, version } = form;
  const [problem] = goalProblems(draft, scale);
  const canSave = isChanged && problem === undefined;
  const save = useMutation({
    mutationFn: () => api.study.edit({ studyId, goal: draft, version: version.current }),
    onSuccess: (study) => {
      queries.setQueryData(queryKeys.study(studyId), study);
      form.discard();
      void queries.invalidateQueries({ queryKey: queryKeys.estimate(studyId) });
    },
  });
  return (
    <Stack
      gap="xs"
      component="form"
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        if (canSave) save.mutate();
      }}
    >
      <FromBefore of={form} />
      <GoalFields goal={draft} scale={scale} compared={compared} onChange={change} />
      <ReasonButton
        type="submit"
        variant="default"
        lack={canSave ? null : isChanged ? 'Fix the fields marked above.' : 'Nothing changed.'}
        loading={save.isPending}
      >
        Save goal
      </ReasonButton>
      <SaveProblem
        error={save.error}
        version={version}
        onLoad={({ goal: theirs }) => {
          if (theirs) change(theirs as StudyGoal);
          save.reset();
          void queries.invalidateQueries({ queryKey: queryKeys.study(studyId) });
        }}
        onSave={() => save.mutate()}
      />
    </Stack>
  );
}
