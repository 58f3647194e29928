import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EstimateReport, LookPlan, Study } from '../../../shared/contract/index.ts';
import { approximateProblem } from '../../../shared/one-look-words.ts';
import { looksSentence, mendingWords, reachedWords } from '../../../shared/plan-words.ts';
import { hasInterval } from '../../../shared/presets.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useEstimate } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { RequiredNumber } from '../../ui/number-field.tsx';
import { OpenedPart } from '../../ui/opened-part.tsx';
import { SaveProblem } from '../../ui/stale-note.tsx';
import { LooksField } from './looks-field.tsx';

/** Where the interval of a study is to be narrow, and another plan for it. */
export function LooksLine({ study }: { study: Study }) {
  const { data: report } = useEstimate(study.id);
  const [isOpen, setOpen] = useState(false);
  if (!hasInterval(study.preset) || !report) return null;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <LooksWords report={report} />
        {study.plan && !isOpen && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
            Change the plan…
          </Button>
        )}
      </Group>
      {study.bettingRule === 2 && study.mendedFrom === null && <RepairBets study={study} />}
      {study.plan && isOpen && (
        <OpenedPart>
          <PlanEditor study={study} plan={study.plan} onDone={() => setOpen(false)} />
        </OpenedPart>
      )}
    </Stack>
  );
}

const LooksWords = ({ report }: { report: EstimateReport }) => (
  <Text size="sm" c="dimmed" className="tabular">
    {[looksSentence(report), reachedWords(report)].filter(Boolean).join(' ')}
  </Text>
);

/** One press, said before what it does: rule 2 mended, from here on. */
function RepairBets({ study }: { study: Study }) {
  const queries = useQueryClient();
  const remedy = useMutation({
    mutationFn: () => api.study.edit({ studyId: study.id, mended: true }),
    onSuccess: (changed) => {
      queries.setQueryData(queryKeys.study(study.id), changed);
      void queries.invalidateQueries({ queryKey: queryKeys.estimate(study.id) });
    },
  });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {mendingWords}
        </Text>
        <Button variant="subtle" size="compact-sm" loading={remedy.isPending} onClick={() => remedy.mutate()}>
          Narrow later intervals
        </Button>
      </Group>
      {remedy.error && <ProblemNote problem={toProblem(remedy.error)} />}
    </Stack>
  );
}

interface PlanEditorProps {
  study: Study;
  plan: LookPlan;
  onDone: () => void;
}

function planWith(kind: LookPlan['kind'], labels: number, approximate: boolean): LookPlan {
  if (kind === 'none') return { kind };
  return kind === 'once' && approximate ? { kind, labels, approximate } : { kind, labels };
}

/** Another plan, from here on. */
function PlanEditor({ study, plan, onDone }: PlanEditorProps) {
  const queries = useQueryClient();
  const [kind, setKind] = useState(plan.kind);
  const [labels, setLabels] = useState(plan.kind === 'none' ? study.drawCount : plan.labels);
  const version = useRef<string | undefined>(study.version);
  const [isChosen, setChosen] = useState(plan.kind === 'once' && plan.approximate === true);
  const { preset } = study;
  const problem =
    approximateProblem({ preset, isComparison: study.comparison !== null, labels })?.what ?? null;
  const next = planWith(kind, labels, isChosen && problem === null);
  const isChanged = JSON.stringify(next) !== JSON.stringify(plan);
  const hasLabels = study.counts.labeled + study.skipped > 0;
  const save = useMutation({
    mutationFn: () => api.study.edit({ studyId: study.id, plan: next, version: version.current }),
    onSuccess: (changed) => {
      queries.setQueryData(queryKeys.study(study.id), changed);
      void queries.invalidateQueries({ queryKey: queryKeys.estimate(study.id) });
      onDone();
    },
  });
  return (
    <Stack
      gap="sm"
      component="form"
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        if (isChanged) save.mutate();
      }}
    >
      <RequiredNumber
        label="Labels planned for"
        w={140}
        min={1}
        allowDecimal={false}
        disabled={kind === 'none'}
        value={labels}
        onChange={setLabels}
      />
      <LooksField
        kind={kind}
        labels={labels}
        populationSize={study.populationSize}
        canGoOn={study.comparison === null}
        canDeclare={!hasLabels}
        approximate={{ isChosen, problem, onChange: setChosen }}
        onChange={setKind}
      />
      <Text size="sm" c="dimmed">
        A changed plan applies from the first unlabeled item. The report says when it was changed.
      </Text>
      <SaveProblem
        error={save.error}
        version={version}
        onLoad={({ plan: theirs }) => {
          const stored = theirs as LookPlan;
          setKind(stored.kind);
          if (stored.kind !== 'none') setLabels(stored.labels);
          setChosen(stored.kind === 'once' && stored.approximate === true);
          save.reset();
          void queries.invalidateQueries({ queryKey: queryKeys.study(study.id) });
        }}
        onSave={() => save.mutate()}
      />
      <Group gap="xs">
        <Button type="submit" variant="default" disabled={!isChanged} loading={save.isPending}>
          Save plan
        </Button>
        <Button variant="subtle" onClick={onDone}>
          Keep it as it is
        </Button>
      </Group>
    </Stack>
  );
}
