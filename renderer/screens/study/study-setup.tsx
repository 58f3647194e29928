import { Button, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { Dataset, Preset, StudyOptions, StudyQuestion } from '../../../shared/contract/index.ts';
import { hasInterval, isBaseline } from '../../../shared/presets.ts';
import { api } from '../../api/client.ts';
import { jobStore, runningJob } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { ChoiceFields } from '../../parts/study/choice-fields.tsx';
import { DrawFields, SeedField } from '../../parts/study/draw-fields.tsx';
import classes from '../../parts/study/study.module.css';
import {
  changesBy,
  completeDraft,
  draftApproximateProblem,
  drawOf,
  drawWords,
  emptyDraft,
  isTooManyToJudge,
  plannedLabels,
  questionOf,
  type StudyDraft,
  scaleOf,
  studyForm,
  systemsOfDraft,
} from '../../parts/study/study-draft.ts';
import { SurrogateField } from '../../parts/study/surrogate-field.tsx';
import { FromBefore, useDraft } from '../../ui/draft.tsx';
import { FirstPhaseNote } from '../../ui/first-phase-note.tsx';
import { FirstPhaseOffer } from '../../ui/first-phase-offer.tsx';
import { ForResearchers } from '../../ui/for-researchers.tsx';
import { GoalFields } from '../../ui/goal-fields.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { Term } from '../../ui/term.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { asksAlone, FailuresPanel } from './failures-panel.tsx';
import { FormPanel } from './form-panel.tsx';
import { LooksField } from './looks-field.tsx';
import { MeasureField } from './measure-field.tsx';
import { methodChoices } from './method-names.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { SignalsField } from './signals-field.tsx';
import { SystemsField } from './systems-field.tsx';

interface StudySetupProps {
  dataset: Dataset;
  options: StudyOptions;
  /** What is chosen already. */
  start: Partial<StudyDraft>;
}

/** The question on the left; on the right the sample with the button that draws it, in sight at once, and what it would take. */
export function StudySetup({ dataset, options, start }: StudySetupProps) {
  const { id: datasetId } = dataset;
  const [usual] = useState(() => ({ ...emptyDraft(), ...start }));
  const form = useDraft(studyForm(datasetId, start), usual);
  const draft = completeDraft(form.draft, options);
  const question = questionOf(draft, datasetId);
  // What is left out changes nothing of the pool: the preview is the same.
  const previewed = draft.compare === 'all' ? null : questionOf({ ...draft, leftOut: [] }, datasetId);
  const change = (part: Partial<StudyDraft>) => form.change(changesBy(part));
  const poolSize = options.systems.find(({ name }) => name === draft.system)?.items ?? 0;
  return (
    <div className={classes.setup}>
      <Stack gap="md">
        <FromBefore of={form} />
        <StudyQuestionPanel {...{ dataset, options, draft, previewed, poolSize, change }} />
        <FailuresPanel datasetId={datasetId} options={options} draft={draft} onChange={change} />
        {draft.measure && !asksAlone(draft) && (
          <FormPanel draft={draft} measure={draft.measure} options={options} onChange={change} />
        )}
        <EnoughPanel {...{ options, draft, poolSize, change }} />
      </Stack>
      <Stack gap="md">
        <SampleSizePanel
          {...{ datasetId, options, draft, question, poolSize, change }}
          onDrawn={form.discard}
        />
        {previewed && (
          <PreviewPanel
            question={previewed}
            goal={draft.goal}
            size={draft.size}
            onSize={(size) => change({ size })}
          />
        )}
      </Stack>
    </div>
  );
}

interface SetupPartProps {
  options: StudyOptions;
  draft: StudyDraft;
  /** Items that the study could be drawn from. */
  poolSize: number;
  change: (part: Partial<StudyDraft>) => void;
}

interface StudyQuestionPanelProps extends SetupPartProps {
  dataset: Dataset;
  /** The question with all machine scores, where there is one. */
  previewed: StudyQuestion | null;
}

/** Whose replies are judged, by which measure, and with which machine scores. */
function StudyQuestionPanel({
  dataset,
  options,
  draft,
  previewed,
  poolSize,
  change,
}: StudyQuestionPanelProps) {
  const { id: datasetId } = dataset;
  const [, go] = useLocation();
  const isLarge = !dataset.firstPhase && isTooManyToJudge(draft, options);
  return (
    <Panel title="The question">
      <FirstPhaseNote dataset={dataset}>
        {!options.surrogates.some(({ spec }) => spec.kind === 'judge') && (
          <>
            {' '}
            <TextLink href={paths.judges}>Have a judge score them first.</TextLink>
          </>
        )}
      </FirstPhaseNote>
      <SystemsField options={options} draft={draft} onChange={change} />
      <MeasureField
        datasetId={datasetId}
        options={options}
        isComparison={draft.compare !== 'one'}
        measure={draft.measure}
        onChange={(measure) => change({ measure })}
      />
      {draft.system !== null && draft.measure && (
        <SurrogateField
          datasetId={datasetId}
          options={options}
          systems={systemsOfDraft(draft, options)}
          measure={draft.measure}
          surrogate={draft.surrogate}
          onChange={(surrogate) => change({ surrogate })}
        />
      )}
      {isLarge && (
        <FirstPhaseOffer
          from={{ datasetId, system: draft.system! }}
          populationSize={poolSize}
          onTaken={(phase) => go(paths.newStudyOn(phase.datasetId))}
        />
      )}
      {previewed && hasInterval(draft.preset) && (
        <SignalsField
          key={JSON.stringify(previewed)}
          question={previewed}
          leftOut={draft.leftOut}
          onChange={(leftOut) => change({ leftOut })}
        />
      )}
    </Panel>
  );
}

/** What the study is to reach. */
function EnoughPanel({ options, draft, poolSize, change }: SetupPartProps) {
  return (
    <Panel title="When is it enough?">
      <Text size="sm" c="dimmed">
        Optional, and may change at any time. The study then says when to stop; stopping by its own result
        keeps the interval valid.
      </Text>
      <GoalFields
        goal={draft.goal}
        scale={scaleOf(draft, options)}
        compared={draft.compare === 'one' ? null : scaleOf({ ...draft, compare: 'one' }, options)}
        onChange={(goal) => change({ goal })}
      />
      {hasInterval(draft.preset) && (
        <LooksField
          kind={draft.plan}
          isAsked
          labels={plannedLabels(draft)}
          populationSize={poolSize}
          canGoOn={draft.compare === 'one'}
          approximate={{
            isChosen: draft.approximate,
            problem: draftApproximateProblem(draft),
            onChange: (approximate) => change({ approximate }),
          }}
          onChange={(plan) => change({ plan })}
        />
      )}
    </Panel>
  );
}

interface SampleSizePanelProps extends SetupPartProps {
  datasetId: number;
  question: StudyQuestion | null;
  onDrawn: () => void;
}

/** How many items, and the button that draws them. */
function SampleSizePanel({
  datasetId,
  options,
  draft,
  question,
  poolSize,
  change,
  onDrawn,
}: SampleSizePanelProps) {
  const draw = useDrawStudies(draft, options, onDrawn);
  const job = useStore(jobStore, runningJob);
  const make = (event: FormEvent) => {
    event.preventDefault();
    if (question && !draw.isPending) draw.mutate(question);
  };
  return (
    <Panel title={<Term word="sample">The sample</Term>}>
      <form className={classes.sample} onSubmit={make}>
        <DrawFields draft={draft} poolSize={poolSize} onChange={change} />
        {draw.error && <ProblemNote problem={toProblem(draw.error)} />}
        {draw.isPending && job && <JobProgress job={job} key={job.id} />}
        <div>
          <Button type="submit" size="md" disabled={!question} loading={draw.isPending}>
            {drawWords(draft)}
          </Button>
        </div>
      </form>
      <ForResearchers what="method and seed">
        {!draft.onePage && (
          <MethodField
            preset={draft.preset}
            isComparison={draft.compare !== 'one'}
            onChange={(preset) => change({ preset })}
          />
        )}
        {isBaseline(draft.preset) && <ChoiceFields datasetId={datasetId} draft={draft} onChange={change} />}
        <SeedField draft={draft} onChange={change} />
      </ForResearchers>
    </Panel>
  );
}

interface MethodFieldProps {
  preset: Preset;
  /** Differences are drawn by methods with an interval only. */
  isComparison: boolean;
  onChange: (preset: Preset) => void;
}

function MethodField({ preset, isComparison, onChange }: MethodFieldProps) {
  return (
    <Radio.Group label="Method" value={preset} onChange={(value) => onChange(value as Preset)}>
      <Stack gap="sm" mt={6}>
        {methodChoices
          .filter((method) => !isComparison || hasInterval(method.preset))
          .map((method) => (
            <Radio key={method.preset} value={method.preset} label={method.name} description={method.why} />
          ))}
      </Stack>
    </Radio.Group>
  );
}

/** Draws the study that was set up, or a ranking with each pair of systems, and goes to its first item. */
function useDrawStudies(draft: StudyDraft, options: StudyOptions, onDrawn: () => void) {
  const [, go] = useLocation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (asked: StudyQuestion) => {
      const drawn = drawOf(draft);
      const name = draft.name.trim();
      if (draft.compare === 'all') {
        const { system: _, against: __, leftOut: ___, ...shared } = asked;
        const systems = systemsOfDraft(draft, options);
        const { top, onePage } = draft;
        return api.study.createPairs({ ...shared, ...drawn, systems, top, onePage, ...(name && { name }) });
      }
      return [await api.study.create({ ...asked, ...drawn, ...(name && { name }) })];
    },
    onSuccess: (studies) => {
      onDrawn();
      for (const study of studies) queries.setQueryData(queryKeys.study(study.id), study);
      void queries.invalidateQueries({ queryKey: queryKeys.studies });
      const [first] = studies;
      if (first)
        go(first.rankingId === null ? paths.label(first.id) : paths.ranking(first.rankingId, 'label'));
    },
  });
}
