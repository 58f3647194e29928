import { Checkbox, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import type {
  DatasetDetail,
  LabMethod,
  LookPlan,
  Measure,
  Signal,
  StudyOptions,
} from '../../../shared/contract/index.ts';
import { LabRequestSchema } from '../../../shared/contract/lab.ts';
import { isolated } from '../../../shared/isolated.ts';
import { api } from '../../api/client.ts';
import { formatCount, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { DisagreementField, UncertaintyField } from '../../parts/study/choice-fields.tsx';
import { SurrogateField } from '../../parts/study/surrogate-field.tsx';
import { useDraft } from '../../ui/draft.tsx';
import { Fold } from '../../ui/for-researchers.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { limitsOf, RequiredNumber } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { Term } from '../../ui/term.tsx';
import classes from './lab.module.css';
import {
  budgetsOf,
  completeLabDraft,
  disabledReasonOfLab,
  emptyLabDraft,
  type LabDraft,
  type Labeled,
  labeledSystems,
  labMeasures,
  labRequestOf,
  planOf,
  plansOf,
} from './lab-draft.ts';

interface LabSetupProps {
  dataset: DatasetDetail;
  options: StudyOptions;
  methods: readonly LabMethod[];
  onStarted: (jobId: number) => void;
}

const { seeds, firstSeed } = LabRequestSchema.shape;
const [runLimits, seedLimits] = [limitsOf(seeds), limitsOf(firstSeed)];

/** What to back-test: the systems and what is measured on the left, the methods on the right. */
export function LabSetup({ dataset, options, methods, onStarted }: LabSetupProps) {
  const form = useDraft<LabDraft>(`lab ${dataset.id}`, emptyLabDraft);
  const labeled: Labeled = useMemo(
    () => new Map(dataset.criteria.map(({ name, coverage }) => [name, coverage.map(({ system }) => system)])),
    [dataset],
  );
  const measures = labMeasures(options, labeled, dataset.itemsWithReferences > 0);
  const draft = completeLabDraft(form.draft, options, measures, labeled, methods);
  const request = labRequestOf(draft, dataset.id);
  const change = (part: Partial<LabDraft>) => form.change({ ...draft, ...part });
  const start = useMutation({
    mutationFn: () => api.lab.start(request!),
    onSuccess: ({ jobId }) => onStarted(jobId),
  });
  if (measures.length === 0) {
    return (
      <Text>
        This data set has neither human scores nor gold answers. The Lab needs data whose labels are all
        known.
      </Text>
    );
  }
  return (
    <div className={classes.setup}>
      <Panel title="The data">
        <DataFields datasetId={dataset.id} {...{ options, measures, labeled, draft, change }} />
        <LabelCountFields draft={draft} change={change} />
        <RunsField draft={draft} change={change} />
        <Fold summary="For researchers: plan, uncertainty, seed">
          <PlanField draft={draft} change={change} />
          <RankingFields draft={draft} change={change} signals={dataset.signals} />
          <SeedField draft={draft} change={change} />
        </Fold>
        {start.error && <ProblemNote problem={toProblem(start.error)} />}
        <div>
          <ReasonButton
            size="md"
            lack={request ? null : disabledReasonOfLab(draft)}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {request
              ? `Run ${formatCount(draft.seeds * draft.systems.length * draft.methods.length)} studies`
              : 'Run'}
          </ReasonButton>
        </div>
      </Panel>
      <Panel title="The methods">
        <MethodPicker methods={methods} chosen={draft.methods} onChange={(ids) => change({ methods: ids })} />
      </Panel>
    </div>
  );
}

interface DraftProps {
  draft: ReturnType<typeof completeLabDraft>;
  change: (part: Partial<LabDraft>) => void;
}

interface DataFieldsProps extends DraftProps {
  datasetId: number;
  options: StudyOptions;
  measures: readonly Measure[];
  labeled: Labeled;
}

/** What is measured, of which systems, by which machine score. */
function DataFields({ datasetId, options, measures, labeled, draft, change }: DataFieldsProps) {
  const systems = labeledSystems(draft.measure, options, labeled);
  return (
    <>
      <NativeSelect
        label="What is measured"
        value={JSON.stringify(draft.measure)}
        onChange={(event) =>
          change({ measure: JSON.parse(event.currentTarget.value) as Measure, systems: null })
        }
        data={measures.map((measure) => ({
          value: JSON.stringify(measure),
          label: measureNameOf(measure, options),
        }))}
      />
      <div>
        <Text size="sm" fw={600}>
          {draft.systems.length === 1 ? 'System' : 'Systems'}
        </Text>
        <Text size="sm">{draft.systems.map(isolated).join(', ') || 'None chosen'}</Text>
        {systems.length > 1 && (
          <Fold summary={`Choose among ${plural(systems.length, 'system')}`}>
            <Checkbox.Group
              aria-label="Systems"
              description="Each is back-tested by itself, on the items that have a human value."
              value={draft.systems}
              onChange={(names) => change({ systems: names })}
            >
              <div className={classes.choices}>
                {systems.map((name) => (
                  <Checkbox key={name} size="sm" value={name} label={name} />
                ))}
              </div>
            </Checkbox.Group>
          </Fold>
        )}
      </div>
      {draft.systems[0] !== undefined && draft.measure && (
        <SurrogateField
          datasetId={datasetId}
          options={options}
          systems={draft.systems.slice(0, 1)}
          measure={draft.measure}
          surrogate={draft.surrogate}
          onChange={(surrogate) => change({ surrogate })}
        />
      )}
    </>
  );
}

/** After how many labels one looks. */
const LabelCountFields = ({ draft, change }: DraftProps) => (
  <TextInput
    label="Numbers of labels"
    value={draft.budgets}
    error={
      budgetsOf(draft.budgets) ? undefined : 'Write whole numbers from 1 to 100,000 with commas between.'
    }
    onChange={(event) => change({ budgets: event.currentTarget.value })}
  />
);

/** Where the interval of the presets is to be narrowest. */
function PlanField({ draft, change }: DraftProps) {
  const budgets = budgetsOf(draft.budgets);
  if (!budgets) return null;
  return (
    <NativeSelect
      label={
        <Term meaning="The presets make their interval narrowest at one number of labels, as a study does.">
          Interval planned for
        </Term>
      }
      value={JSON.stringify(planOf(draft, budgets))}
      onChange={(event) => change({ plan: JSON.parse(event.currentTarget.value) as LookPlan })}
      data={plansOf(budgets).map((plan) => ({ value: JSON.stringify(plan), label: planLabel(plan) }))}
    />
  );
}

/** How often each method runs. */
const RunsField = ({ draft, change }: DraftProps) => (
  <RequiredNumber
    label="Runs"
    description="Studies simulated per method and system"
    {...runLimits}
    value={draft.seeds}
    onChange={(count) => change({ seeds: count })}
  />
);

/** By which seeds they run. */
const SeedField = ({ draft, change }: DraftProps) => (
  <RequiredNumber
    label={
      <Term meaning="Run 1 has this seed, run 2 the next, and so on; all methods share them.">
        First seed
      </Term>
    }
    {...seedLimits}
    value={draft.firstSeed}
    onChange={(seed) => change({ firstSeed: seed })}
  />
);

const planLabel = (plan: LookPlan): string =>
  plan.kind === 'none' ? 'No number in particular' : `${formatCount(plan.labels)} labels`;

function measureNameOf(measure: Measure, { metrics }: StudyOptions): string {
  if (measure.kind === 'criterion') return measure.criterion;
  return `${metrics.find(({ id }) => id === measure.metric)?.name ?? measure.metric} against the gold answers`;
}

interface MethodPickerProps {
  methods: readonly LabMethod[];
  chosen: string[];
  onChange: (ids: string[]) => void;
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** Which methods to try: a usual set, or some of them by name. */
function MethodPicker({ methods, chosen, onChange }: MethodPickerProps) {
  const usual = methods.filter(({ isUsual }) => isUsual).map(({ id }) => id);
  const all = methods.map(({ id }) => id);
  const set = same(chosen, usual) ? 'usual' : same(chosen, all) ? 'all' : 'own';
  return (
    <>
      <NativeSelect
        label="Methods"
        value={set}
        onChange={({ currentTarget: { value } }) => onChange(value === 'all' ? all : usual)}
        data={[
          { value: 'usual', label: `The presets and the paper’s (${usual.length})` },
          { value: 'all', label: `All (${all.length})` },
          ...(set === 'own' ? [{ value: 'own', label: `Chosen by name (${chosen.length})` }] : []),
        ]}
      />
      <ul className={classes.chosen}>
        {methods
          .filter(({ id }) => chosen.includes(id))
          .map(({ id, name, oneLine }) => (
            <li key={id}>
              <Text>{name}</Text>
              <Text size="xs" c="dimmed">
                {oneLine}
              </Text>
            </li>
          ))}
      </ul>
      <Fold summary="Choose by name">
        <Checkbox.Group aria-label="Methods" value={chosen} onChange={onChange}>
          <div className={classes.methods}>
            {methods.map(({ id, name, oneLine }) => (
              <Checkbox key={id} size="sm" value={id} label={name} description={oneLine} />
            ))}
          </div>
        </Checkbox.Group>
      </Fold>
    </>
  );
}

interface RankingFieldsProps {
  draft: LabDraft & { systems: string[] };
  change: (part: Partial<LabDraft>) => void;
  signals: readonly Signal[];
}

/** What Active Top-K, HMCEval and MCM rank responses by, and which they have people label. */
function RankingFields({ draft, change, signals }: RankingFieldsProps) {
  return (
    <>
      <UncertaintyField
        label="Uncertainty, for Top-K, HMCEval and MCM"
        system={draft.systems[0] ?? null}
        signals={signals}
        uncertainty={draft.uncertainty}
        onChange={(uncertainty) => change({ uncertainty })}
      />
      <NativeSelect
        label={
          <Term meaning="HumCoE's appendix A.2 says that people label responses of high certainty, its appendix E those of high uncertainty.">
            HMCEval has people label
          </Term>
        }
        value={draft.labelFirst}
        onChange={({ currentTarget }) =>
          change({ labelFirst: currentTarget.value === 'certain' ? 'certain' : 'uncertain' })
        }
        data={[
          { value: 'uncertain', label: 'the most uncertain responses (appendix E)' },
          { value: 'certain', label: 'the most certain responses (appendix A.2)' },
        ]}
      />
      <DisagreementField
        disagreement={draft.disagreement}
        onChange={(disagreement) => change({ disagreement })}
      />
    </>
  );
}
