import type { Signal } from '../../../shared/contract/index.ts';
import { uncertaintiesOf } from '../../../shared/uncertainty-choices.ts';
import { useDataset } from '../../api/queries.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { RequiredNumber } from '../../ui/number-field.tsx';
import { Term } from '../../ui/term.tsx';
import type { StudyDraft } from './study-draft.ts';

interface ChoiceFieldsProps {
  datasetId: number;
  draft: StudyDraft;
  onChange: (part: Partial<StudyDraft>) => void;
}

/** What a baseline of the HumCoE paper chooses its items by. */
export function ChoiceFields({ datasetId, draft, onChange }: ChoiceFieldsProps) {
  const { data: dataset } = useDataset(datasetId);
  const { system, uncertainty, preset, disagreement } = draft;
  return (
    <>
      <UncertaintyField
        label="Uncertainty"
        {...{ system, uncertainty }}
        signals={dataset?.signals ?? []}
        onChange={(chosen) => onChange({ uncertainty: chosen })}
      />
      {preset === 'mcm' && (
        <DisagreementField
          disagreement={disagreement}
          onChange={(chosen) => onChange({ disagreement: chosen })}
        />
      )}
    </>
  );
}

interface UncertaintyFieldProps {
  label: string;
  system: string | null;
  signals: readonly Signal[];
  /** A score by its name, null for the hardness, undefined for what the data hold. */
  uncertainty: string | null | undefined;
  onChange: (uncertainty: string | null | undefined) => void;
}

const asHeld = 'held';
const byHardness = 'hardness';

/** How unsure a system was of its responses, by what. */
export function UncertaintyField({ label, system, signals, uncertainty, onChange }: UncertaintyFieldProps) {
  const held = system === null ? undefined : uncertaintiesOf(signals, system)[0];
  const scores = signals.filter(({ kind }) => kind === 'auto').map(({ name }) => name);
  return (
    <NativeSelect
      label={
        <Term meaning="How unsure the system was of each response. A score of which less is better is taken as it is. One of which more is better is reversed, such as the largest class probability.">
          {label}
        </Term>
      }
      value={uncertainty === undefined ? asHeld : uncertainty === null ? byHardness : `auto:${uncertainty}`}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === byHardness ? null : value === asHeld ? undefined : value.slice('auto:'.length))
      }
      data={[
        {
          value: asHeld,
          label: held ? `As the data hold it: ${held.name}` : 'Hardness: the data hold none',
        },
        ...scores.map((name) => ({ value: `auto:${name}`, label: name })),
        ...(held ? [{ value: byHardness, label: 'Hardness: one minus the machine score' }] : []),
      ]}
    />
  );
}

interface DisagreementFieldProps {
  disagreement: number;
  onChange: (disagreement: number) => void;
}

/** MCM's threshold. */
export function DisagreementField({ disagreement, onChange }: DisagreementFieldProps) {
  return (
    <RequiredNumber
      label={
        <Term meaning="People label the surest responses with a machine score below this. Values go from 0 to 1.">
          MCM: the machine score disagrees below
        </Term>
      }
      min={0.05}
      max={1}
      step={0.05}
      value={disagreement}
      onChange={onChange}
    />
  );
}
