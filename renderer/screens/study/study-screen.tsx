import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Study } from '../../../shared/contract/index.ts';
import { drawsLeft, hasInterval } from '../../../shared/presets.ts';
import { joinedWhen } from '../../../shared/signal-words.ts';
import { api } from '../../api/client.ts';
import { formatCount, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useAdvice, useStudy, whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { StudyLabelCounts } from '../../parts/label-counts.tsx';
import { SourcePanel } from '../../parts/source-panel.tsx';
import { JoinPanel } from '../../parts/study/join-panel.tsx';
import classes from '../../parts/study/study.module.css';
import { systemsName } from '../../parts/study/systems-name.ts';
import { WordingForm } from '../../parts/study/wording-form.tsx';
import { AddedSinceNote } from '../../ui/added-since-note.tsx';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { GoalAdvice } from '../../ui/goal-advice.tsx';
import { GoalEditor } from '../../ui/goal-editor.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { RequiredNumber } from '../../ui/number-field.tsx';
import { OpenedPart } from '../../ui/opened-part.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { Term } from '../../ui/term.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LooksLine } from './looks-line.tsx';
import { aheadWords } from './plan-words.ts';
import { StudyFacts } from './study-facts.tsx';
import { StudyFields } from './study-fields.tsx';

export function StudyScreen({ studyId }: { studyId: number }) {
  const study = useStudy(studyId);
  if (whyUnread(study)) {
    return (
      <Page>
        <PageHeader above={<TextLink href={paths.studies}>← Studies</TextLink>} title="Study" />
        <ProblemNote problem={toProblem(study.error)} />
      </Page>
    );
  }
  return study.data ? <StudyPage study={study.data} /> : <LoadingNote label="Reading the study" />;
}

function StudyPage({ study }: { study: Study }) {
  return (
    <Page>
      <Text c="dimmed" maw="75ch">
        {study.measureName} of {systemsName(study)} on {study.datasetName},{' '}
        {plural(study.comparison?.sharedItems ?? study.populationSize, 'item')}
      </Text>
      <AddedSinceNote study={study} />
      <AlterationsNote />
      <Panel>
        <StudyProgress study={study} />
      </Panel>
      <GoalPanel study={study} />
      <div className={classes.setup}>
        <Panel title="What was fixed before the first label">
          <StudyFacts study={study} />
        </Panel>
        <Stack gap="lg">
          <Panel title="Question and guidelines">
            <StudyText key={study.id} study={study} />
          </Panel>
          <StudyFields key={study.id} study={study} />
        </Stack>
      </div>
      <SourcePanel study={study} />
      <BatchPanel study={study} />
    </Page>
  );
}

function StudyProgress({ study }: { study: Study }) {
  const { labeled, skipped, itemsDrawn } = study;
  // Until enough annotators have spoken, or somebody has decided, a labeled item is not final.
  const word = labeled === study.counts.labeled ? 'labeled' : 'final';
  const left = Math.max(0, itemsDrawn - labeled - skipped);
  const share = (100 * (labeled + skipped)) / Math.max(1, itemsDrawn);
  return (
    <Group justify="space-between" gap="xl">
      <div style={{ flex: '1 1 320px' }}>
        <Text mb={6} className="tabular">
          <b>{formatCount(labeled)}</b> of {formatCount(itemsDrawn)} {word}
          {skipped > 0 && `, ${formatCount(skipped)} skipped`}
          {left > 0 && (
            <>
              , {formatCount(left)} <Term word="left to label">left to label</Term>
            </>
          )}
        </Text>
        <Progress value={share} aria-label="Answered share of the sample" />
        {study.counts.waitingFor && (
          <Text size="sm" mt={6} className="tabular">
            <StudyLabelCounts studyId={study.id} counts={study.counts} />
          </Text>
        )}
      </div>
      <Button component={Link} href={paths.label(study.id)}>
        {left === 0 ? 'Review answers' : labeled + skipped === 0 ? 'Start labeling' : 'Continue labeling'}
      </Button>
    </Group>
  );
}

/** What the study is labeled for, what that takes from here, and whether to stop. */
function GoalPanel({ study }: { study: Study }) {
  const { data: forecast, error } = useAdvice(study.id);
  return (
    <Panel title="When is it enough?">
      {error && <ProblemNote problem={toProblem(error)} />}
      {forecast && (
        <>
          <GoalAdvice forecast={forecast} />
          <GoalEditor
            key={study.id}
            studyId={study.id}
            goal={study.goal}
            version={study.version}
            scale={forecast.scale}
            compared={study.comparison && study.scale}
          />
          {forecast.atBudget.length > 0 && (
            <Text size="sm" c="dimmed" className="tabular">
              {forecast.atBudget
                .map(
                  (at) =>
                    `${formatCount(at.labels)} labels: ${at.likely ? '' : 'about '}${aheadWords(at, forecast.scale)}`,
                )
                .join('; ')}
              .{' '}
              {forecast.spread === 'guessed'
                ? 'Guessed until the tenth label: in 9 of 10 studies it is between these.'
                : 'From the spread of the labels so far.'}
            </Text>
          )}
          <LooksLine key={`looks-${study.id}`} study={study} />
          <JoinLine key={`join-${study.id}`} study={study} />
        </>
      )}
    </Panel>
  );
}

/** What joined a study while it was labeled, and what may join it now. */
function JoinLine({ study }: { study: Study }) {
  const [isOpen, setOpen] = useState(false);
  if (!hasInterval(study.preset) || study.bettingRule === 2) return null;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {study.joins.length > 0 && (
          <Text size="sm" c="dimmed">
            {study.joins
              .map(({ name, drawsBefore }) => `${name} joined ${joinedWhen(drawsBefore)}.`)
              .join(' ')}
          </Text>
        )}
        {!isOpen && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
            Use another judge or score…
          </Button>
        )}
      </Group>
      {isOpen && (
        <OpenedPart>
          <JoinPanel study={study} onDone={() => setOpen(false)} />
        </OpenedPart>
      )}
    </Stack>
  );
}

function StudyText({ study }: { study: Study }) {
  const queries = useQueryClient();
  const { id: studyId, labeled } = study;
  const key = queryKeys.study(studyId);
  return (
    <WordingForm
      about={`study ${studyId}`}
      stored={study}
      labeled={labeled}
      onSave={(wording) => api.study.edit({ studyId, ...wording })}
      onSaved={(next) => queries.setQueryData(key, next)}
      onStale={() => void queries.invalidateQueries({ queryKey: key })}
    />
  );
}

/** Makes the batch longer, draws it anew, or gives the study up. */
function BatchPanel({ study }: { study: Study }) {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const left = drawsLeft(study);
  const [chosen, setMore] = useState(20);
  const more = Math.min(chosen, Math.max(1, left));
  const studyId = study.id;
  const show = (next: Study) => {
    queries.setQueryData(queryKeys.study(studyId), next);
    void queries.invalidateQueries({ queryKey: queryKeys.estimate(studyId) });
  };
  const size = study.drawCount + more;
  const grow = useMutation({ mutationFn: () => api.sample.grow({ studyId, size }), onSuccess: show });
  const redraw = useMutation({ mutationFn: () => api.sample.redraw({ studyId }), onSuccess: show });
  const remove = useMutation({
    mutationFn: () => api.study.remove({ studyId }),
    onSuccess: async () => {
      go(paths.studies);
      await queries.invalidateQueries({ queryKey: queryKeys.studies });
    },
  });
  const error = grow.error ?? redraw.error ?? remove.error;
  const live = useQuery({
    queryKey: [...queryKeys.team(studyId), 'live'],
    queryFn: () => api.invitation.live({ studyId }),
  });
  const here = live.data?.here ?? 0;
  const open =
    here === 0
      ? ''
      : ` ${here === 1 ? '1 person is' : `${formatCount(here)} people are`} labeling now. Answers to what is open are kept; then they get items of the new sample.`;
  const isWhole = left === 0;
  return (
    <Panel title="The sample">
      {error && <ProblemNote problem={toProblem(error)} />}
      <Stack gap="lg">
        <Group align="flex-end" gap="sm">
          <RequiredNumber
            label="More items, in the same order"
            w={200}
            min={1}
            {...(Number.isFinite(left) && !isWhole && { max: left })}
            allowDecimal={false}
            disabled={isWhole}
            value={more}
            onChange={setMore}
          />
          <Button variant="default" disabled={isWhole} loading={grow.isPending} onClick={() => grow.mutate()}>
            Grow to {formatCount(size)}
          </Button>
          <Text size="sm" c="dimmed" pb={8}>
            {isWhole ? 'Every item is in the sample.' : 'Labels stay, and the interval stays valid.'}
          </Text>
        </Group>
        <Group gap="sm">
          <ConfirmButton
            question={`A new sample replaces this one. The report records and counts it: choosing among samples would bias the number. Labels stay in the project and are used again where the new sample meets them.${open}`}
            confirm="Take a new sample"
            isBusy={redraw.isPending}
            onConfirm={() => redraw.mutate()}
          >
            Take a new sample…
          </ConfirmButton>
          <ConfirmButton
            question="Remove this study and its sample? Its labels stay in the project and are reused by later studies."
            confirm="Remove study"
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate()}
          >
            Remove study…
          </ConfirmButton>
        </Group>
      </Stack>
    </Panel>
  );
}
