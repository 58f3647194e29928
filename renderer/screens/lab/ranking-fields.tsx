import { NativeSelect, NumberInput } from '@mantine/core';
import type { Signal } from '../../../shared/contract/index.ts';
import { uncertaintiesOf } from '../../../shared/uncertainty-choices.ts';
import { Term } from '../../ui/term.tsx';
import type { LabDraft } from './lab-draft.ts';

interface RankingFieldsProps {
  draft: LabDraft & { systems: string[] };
  change: (part: Partial<LabDraft>) => void;
  signals: readonly Signal[];
}

const asHeld = 'held';
const byHardness = 'hardness';

/** What Active Top-K, HMCEval and MCM rank responses by, and which they have people label. */
export function RankingFields({ draft, change, signals }: RankingFieldsProps) {
  const [first] = draft.systems;
  const held = first === undefined ? undefined : uncertaintiesOf(signals, first)[0];
  const scores = signals.filter(({ kind }) => kind === 'auto').map(({ name }) => name);
  const { uncertainty } = draft;
  return (
    <>
      <NativeSelect
        label={
          <Term meaning="How unsure the system was of each response. An automatic score of which less is better is taken as it stands; one of which more is better, such as the largest class probability, is turned round.">
            Uncertainty, for Top-K, HMCEval and MCM
          </Term>
        }
        value={uncertainty === undefined ? asHeld : uncertainty === null ? byHardness : `auto:${uncertainty}`}
        onChange={({ currentTarget: { value } }) =>
          change({
            uncertainty:
              value === byHardness ? null : value === asHeld ? undefined : value.slice('auto:'.length),
          })
        }
        data={[
          {
            value: asHeld,
            label: held ? `As the data hold it: ${held.name}` : 'Hardness: the data hold none',
          },
          ...scores.map((name) => ({ value: `auto:${name}`, label: name })),
          ...(held ? [{ value: byHardness, label: 'Hardness: one minus the surrogate value' }] : []),
        ]}
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
      <NumberInput
        label={
          <Term meaning="MCM has people label the surest responses among those whose surrogate value, from 0 to 1, is below this.">
            MCM: the surrogate disagrees below
          </Term>
        }
        min={0.05}
        max={1}
        step={0.05}
        value={draft.disagreement}
        onChange={(value) => change({ disagreement: typeof value === 'number' && value > 0 ? value : 0.5 })}
      />
    </>
  );
}
