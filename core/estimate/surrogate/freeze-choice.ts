import type { ReadableDb } from '../../../db/types.ts';
import type { StudyQuestion } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type Baseline, usualDisagreement } from '../../../shared/presets.ts';
import type { Choice } from '../../studies/chosen-order.ts';
import type { ScoredPool } from './score-pool.ts';
import { uncertaintyOf } from './uncertainty.ts';

/** What was asked for of the way in which a baseline chooses; the usual where nothing was. */
export interface ChoicePlan {
  readonly uncertainty?: string | null | undefined;
  readonly disagreement?: number | undefined;
}

/** What a baseline chooses by, as it is stored, with the uncertainty in words. */
export interface FrozenChoice extends Choice {
  readonly words: string;
}

interface Asked {
  readonly question: StudyQuestion;
  readonly preset: Baseline;
  readonly wanted: ChoicePlan;
  readonly scored: Pick<ScoredPool, 'systemId' | 'itemIds' | 'surrogateValues'>;
}

/**
 * The uncertainty of every item of a pool, and MCM's threshold.
 *
 * @throws AppError INVALID_INPUT where nothing tells sure responses from others, or a baseline has no surrogate to complete the labels
 */
export function freezeChoice(db: ReadableDb, { question, preset, wanted, scored }: Asked): FrozenChoice {
  const { datasetId, system, surrogate } = question;
  const { systemId, itemIds, surrogateValues } = scored;
  if (surrogate.kind === 'none' && preset !== 'top-k') throw withoutSurrogate();
  const { uncertainty } = wanted;
  const found = uncertaintyOf(db, {
    request: { datasetId, uncertainty },
    ...{ system, systemId, itemIds, s: surrogateValues },
  });
  if (found.isHardness && surrogate.kind === 'none') throw nothingToRankBy();
  const disagreement = preset === 'mcm' ? (wanted.disagreement ?? usualDisagreement) : null;
  return { uncertainty: found.values, disagreement, words: found.words };
}

const withoutSurrogate = () =>
  new AppError(
    'INVALID_INPUT',
    'This design uses the machine score wherever nobody labels, and the study has none.',
    { field: 'surrogate', remedy: 'Choose a machine score.' },
  );

const nothingToRankBy = () =>
  new AppError(
    'INVALID_INPUT',
    'How sure the system was is unknown: the data hold no uncertainty, and the study no machine score.',
    { field: 'uncertainty', remedy: 'Name an automatic score of the data, or choose a machine score.' },
  );
