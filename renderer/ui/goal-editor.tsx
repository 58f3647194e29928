import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scale, StudyGoal } from '../../shared/contract/index.ts';
import { goalProblems } from '../../shared/goal-range.ts';
import { api } from '../api/client.ts';
import { ProblemNote, toProblem } from '../api/problem.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { GoalFields } from './goal-fields.tsx';
import { ReasonButton } from './reason-button.tsx';

interface GoalEditorProps {
  studyId: number;
  goal: StudyGoal;
  scale: Scale;
  /** Of a comparison: the scale of the measure. */
  compared: Scale | null;
}

/** Sets or changes what a study is labeled for. Every change is written down. */
export function GoalEditor({ studyId, goal, scale, compared }: GoalEditorProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(goal);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(goal);
  const [problem] = goalProblems(draft, scale);
  const canSave = isChanged && problem === undefined;
  const save = useMutation({
    mutationFn: () => api.study.edit({ studyId, goal: draft }),
    onSuccess: (study) => {
      queries.setQueryData(queryKeys.study(studyId), study);
      setDraft(study.goal);
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
      <GoalFields goal={draft} scale={scale} compared={compared} onChange={setDraft} />
      <ReasonButton
        type="submit"
        variant="default"
        lack={canSave ? null : isChanged ? 'See what is wrong above.' : 'Nothing changed.'}
        loading={save.isPending}
      >
        Save goal
      </ReasonButton>
      {save.error && <ProblemNote problem={toProblem(save.error)} />}
    </Stack>
  );
}
