import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { StudyOptions } from '../../../shared/contract/index.ts';
import { jobStore, runningJob } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { GoalFields } from '../../ui/goal-fields.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DrawFields } from './draw-fields.tsx';
import { FormPanel } from './form-panel.tsx';
import { MeasureField } from './measure-field.tsx';
import { MethodField } from './method-field.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import classes from './study.module.css';
import {
  changedDraft,
  completeDraft,
  drawWords,
  emptyDraft,
  questionOf,
  type StudyDraft,
  scaleOf,
  systemsOf,
} from './study-draft.ts';
import { SurrogateField } from './surrogate-field.tsx';
import { SystemsField } from './systems-field.tsx';
import { useDrawStudies } from './use-draw-studies.ts';

interface StudySetupProps {
  datasetId: number;
  options: StudyOptions;
}

/** The question on the left, what it would take on the right. */
export function StudySetup({ datasetId, options }: StudySetupProps) {
  const [chosen, setChosen] = useState<StudyDraft>(emptyDraft);
  const draft = completeDraft(chosen, options);
  const question = questionOf(draft, datasetId);
  const change = (part: Partial<StudyDraft>) => setChosen(changedDraft(draft, part));
  const draw = useDrawStudies(draft, options);
  const job = useStore(jobStore, runningJob);
  const poolSize = options.systems.find(({ name }) => name === draft.system)?.items ?? 0;
  return (
    <div className={classes.setup}>
      <Stack gap="md">
        <Panel title="The question">
          <SystemsField options={options} draft={draft} onChange={change} />
          <MeasureField
            datasetId={datasetId}
            options={options}
            measure={draft.measure}
            onChange={(measure) => change({ measure })}
          />
          {draft.system !== null && draft.measure && (
            <SurrogateField
              options={options}
              systems={systemsOf(draft, options)}
              measure={draft.measure}
              surrogate={draft.surrogate}
              onChange={(surrogate) => change({ surrogate })}
            />
          )}
        </Panel>
        {draft.measure && (
          <FormPanel draft={draft} measure={draft.measure} options={options} onChange={change} />
        )}
        <Panel title="When is it enough?">
          <Text size="sm" c="dimmed">
            Optional, and may change at any time. The study then says when to stop; stopping by its own result
            keeps the interval valid.
          </Text>
          <GoalFields
            goal={draft.goal}
            scale={scaleOf(draft, options)}
            onChange={(goal) => change({ goal })}
          />
        </Panel>
        <Panel title="The draw">
          <MethodField
            preset={draft.preset}
            without={draft.compare === 'one' ? [] : ['humcoe']}
            onChange={(preset) => change({ preset })}
          />
          <DrawFields draft={draft} poolSize={poolSize} onChange={change} />
          {draw.error && <ProblemNote problem={toProblem(draw.error)} />}
          {draw.isPending && job && <JobProgress job={job} key={job.id} />}
          <div>
            <Button
              size="md"
              disabled={!question}
              loading={draw.isPending}
              onClick={() => question && draw.mutate(question)}
            >
              {drawWords(draft)}
            </Button>
          </div>
        </Panel>
      </Stack>
      {question && draft.compare !== 'all' && (
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
