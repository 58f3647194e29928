import { Group } from '@mantine/core';
import type { Judge, JudgeTarget } from '../../../shared/contract/index.ts';
import { FirstItems } from '../../../shared/contract/llm.ts';
import { manyToJudge } from '../../../shared/first-phase-words.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets, useStudiesAlone } from '../../api/queries.ts';
import { useEndpoints } from '../../parts/judge-queries.ts';
import { LimitFields } from '../../parts/runs/limit-fields.tsx';
import { DatasetSelect } from '../../ui/dataset-select.tsx';
import { FromBefore, useDraft } from '../../ui/draft.tsx';
import { FirstPhaseNote } from '../../ui/first-phase-note.tsx';
import { FirstPhaseOffer } from '../../ui/first-phase-offer.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { OpenedPanel } from '../../ui/panel.tsx';
import { useCurrentDataset, useCurrentSystem } from '../../ui/place/current-place.ts';
import { RunStart, useRunStart } from './run-start.tsx';

/** What a judge is to score, and how many calls it may make for it. */
type Target = JudgeTarget & { callLimit?: number | null };

/** The choice of replies that show whether the judge drifts. */
const askedAgain = 'again';

interface NewJudgeRunProps {
  judge: Judge;
  onClose: () => void;
}

/** What a judge is to score, what that would take, and the start. */
export function NewJudgeRun({ judge, onClose }: NewJudgeRunProps) {
  const draft = useTargetDraft(judge);
  const { dataset, system, chosen, startWith, target, lack, form } = draft;
  const leave = () => {
    form.discard();
    onClose();
  };
  const answered = dataset?.systems.find(({ name }) => name === system)?.items ?? 0;
  const isWhole =
    judge.kind !== 'pair' && chosen.studyId === undefined && chosen.limit === undefined && !chosen.again;
  const starting = useRunStart(target, api.judge, { queryKey: 'run-estimate', onStarted: leave });
  return (
    <OpenedPanel title={`Run ${judge.name}`}>
      <FromBefore of={form} />
      {starting.error && <ProblemNote problem={toProblem(starting.error)} />}
      <TargetFields {...draft} />
      <FirstPhaseNote dataset={dataset ?? { itemCount: 0, firstPhase: null }} />
      {target && isWhole && answered > manyToJudge && !dataset?.firstPhase && (
        <FirstPhaseOffer
          key={`${target.datasetId}/${target.system}`}
          from={{ datasetId: target.datasetId, system: target.system }}
          populationSize={answered}
          onTaken={({ datasetId }) => startWith({ datasetId, system: target.system })}
        />
      )}
      <RunStart hasBasis starting={starting} lack={lack} words="Start the run" onClose={leave} />
    </OpenedPanel>
  );
}

type TargetDraft = ReturnType<typeof useTargetDraft>;

/** What a judge is to score as it is filled in, and what it lacks. */
function useTargetDraft(judge: Judge) {
  const datasets = useDatasets();
  const { dataset: current } = useCurrentDataset();
  const form = useDraft<Partial<Target>>(`run of judge ${judge.id}`, {});
  const { chosen, change } = form;
  /** Of other data nothing that was chosen holds. */
  const startWith = (part: Partial<Target>) => {
    form.discard();
    change(part);
  };
  const dataset = datasets.data?.find(({ id }) => id === chosen.datasetId) ?? current;
  const systems = dataset?.systems.map(({ name }) => name) ?? [];
  const usual = useCurrentSystem(dataset?.id);
  const system = [chosen.system, usual, ...systems].find((name) => systems.some((one) => one === name));
  const others = systems.filter((name) => name !== system);
  const against = others.find((name) => name === chosen.against) ?? others[0];
  const needsPair = judge.kind === 'pair';
  const { limit, studyId, again } = chosen;
  const target: Target | null =
    dataset && system && (!needsPair || against)
      ? {
          judgeId: judge.id,
          datasetId: dataset.id,
          system,
          ...(needsPair && against && { against }),
          ...(studyId !== undefined && { studyId }),
          ...(again
            ? { again: { ...(limit !== undefined && { size: limit }) } }
            : limit !== undefined && { limit }),
          spendingLimit: chosen.spendingLimit ?? null,
          callLimit: chosen.callLimit ?? null,
          viaBatchApi: chosen.viaBatchApi ?? false,
        }
      : null;
  const lack = !dataset
    ? 'Import data first.'
    : !system
      ? 'This data set has no replies of a system.'
      : needsPair && !against
        ? 'This judge compares two systems, and the data set has one.'
        : null;
  return {
    endpointId: judge.endpointId,
    datasets: datasets.data,
    dataset,
    systems,
    system,
    others,
    against,
    needsPair,
    form,
    chosen,
    startWith,
    change,
    target,
    lack,
  };
}

function TargetFields(draft: TargetDraft) {
  const { datasets, dataset, systems, system, others, against, needsPair, chosen, startWith, change } = draft;
  const studies = useStudiesAlone();
  const endpoints = useEndpoints();
  const asked = endpoints.data?.filter(({ id }) => id === draft.endpointId) ?? [];
  const ofDataset = studies.data?.filter((study) => study.datasetId === dataset?.id) ?? [];
  return (
    <Group align="flex-start" gap="sm">
      <DatasetSelect
        isLabeled
        w={300}
        datasets={datasets}
        value={dataset?.id}
        onChange={(datasetId) => startWith({ datasetId })}
      />
      <NativeSelect
        label="System to judge"
        w={200}
        value={system ?? ''}
        onChange={(event) => change({ system: event.currentTarget.value })}
        data={systems}
      />
      {needsPair && (
        <NativeSelect
          label="Compared with"
          w={200}
          value={against ?? ''}
          onChange={(event) => change({ against: event.currentTarget.value })}
          data={others}
        />
      )}
      <NativeSelect
        label="Which items"
        w={240}
        value={chosen.again ? askedAgain : (chosen.studyId ?? '')}
        onChange={({ currentTarget: { value } }) =>
          change({
            studyId: Number(value) || undefined,
            again: value === askedAgain ? {} : undefined,
          })
        }
        data={[
          { value: '', label: 'all that the system answered' },
          { value: askedAgain, label: 'some that it scored, asked again' },
          ...ofDataset.map(({ id, name }) => ({ value: String(id), label: `the sample of ${name}` })),
        ]}
      />
      <NumberField
        field={FirstItems}
        label="At most"
        w={112}
        placeholder={chosen.again ? '100' : 'all'}
        value={chosen.limit}
        onChange={(limit: number | null) => change({ limit: limit ?? undefined })}
      />
      <LimitFields limits={chosen} change={change} endpoints={asked} />
    </Group>
  );
}
