import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { StudyOptions } from '../../../shared/contract/index.ts';
import { hasGoal } from '../../../shared/goal-words.ts';
import { api } from '../../api/client.ts';
import { jobStore, runningJob } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { formatCount, plural } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { GoalFields } from '../../ui/goal-fields.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DrawFields } from './draw-fields.tsx';
import { MeasureField } from './measure-field.tsx';
import { MethodField } from './method-field.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import classes from './study.module.css';
import { completeDraft, emptyDraft, questionOf, type StudyDraft, scaleOf } from './study-draft.ts';
import { SurrogateField } from './surrogate-field.tsx';

interface StudySetupProps {
  datasetId: number;
  options: StudyOptions;
}

/** The question on the left, what it would take on the right. */
export function StudySetup({ datasetId, options }: StudySetupProps) {
  const [chosen, setChosen] = useState<StudyDraft>(emptyDraft);
  const [, go] = useLocation();
  const queries = useQueryClient();
  const draft = completeDraft(chosen, options);
  const question = questionOf(draft, datasetId);
  const change = (part: Partial<StudyDraft>) => setChosen({ ...draft, ...part });
  const draw = useMutation({
    mutationFn: () => {
      const { preset, seed, alpha, size, name, question: words, guidelines } = draft;
      return api.study.create({
        ...question!,
        preset,
        seed,
        alpha,
        size,
        ...(name.trim() && { name: name.trim() }),
        ...(words.trim() && { question: words.trim() }),
        ...(guidelines.trim() && { guidelines }),
        ...(hasGoal(draft.goal) && { goal: draft.goal }),
      });
    },
    onSuccess: (study) => {
      queries.setQueryData(queryKeys.study(study.id), study);
      void queries.invalidateQueries({ queryKey: queryKeys.studies });
      go(paths.study(study.id));
    },
  });
  const job = useStore(jobStore, runningJob);
  const poolSize = options.systems.find(({ name }) => name === draft.system)?.items ?? 0;
  return (
    <div className={classes.setup}>
      <Stack gap="md">
        <Panel title="The question">
          <NativeSelect
            label="System to judge"
            value={draft.system ?? ''}
            onChange={(event) => change({ system: event.currentTarget.value })}
            data={options.systems.map(({ name, items }) => ({
              value: name,
              label: `${name} (${plural(items, 'item')})`,
            }))}
          />
          <MeasureField
            datasetId={datasetId}
            options={options}
            measure={draft.measure}
            onChange={(measure) => change({ measure })}
          />
          {draft.system !== null && draft.measure && (
            <SurrogateField
              options={options}
              system={draft.system}
              measure={draft.measure}
              surrogate={draft.surrogate}
              onChange={(surrogate) => change({ surrogate })}
            />
          )}
        </Panel>
        <Panel title="When is it enough?">
          <Text size="sm" c="dimmed">
            Optional, and may change at any time. The study then says when to stop; stopping by its own result
            keeps the interval valid.
          </Text>
          <GoalFields
            goal={draft.goal}
            scale={scaleOf(draft.measure, options)}
            onChange={(goal) => change({ goal })}
          />
        </Panel>
        <Panel title="The draw">
          <MethodField preset={draft.preset} onChange={(preset) => change({ preset })} />
          <DrawFields draft={draft} poolSize={poolSize} onChange={change} />
          {draw.error && <ProblemNote problem={toProblem(draw.error)} />}
          {draw.isPending && job && <JobProgress job={job} key={job.id} />}
          <div>
            <Button size="md" disabled={!question} loading={draw.isPending} onClick={() => draw.mutate()}>
              Draw {formatCount(draft.size)} {draft.size === 1 ? 'item' : 'items'}
            </Button>
          </div>
        </Panel>
      </Stack>
      {question && (
        <PreviewPanel
          question={question}
          goal={draft.goal}
          size={draft.size}
          onSize={(size) => change({ size })}
        />
      )}
    </div>
  );
}
