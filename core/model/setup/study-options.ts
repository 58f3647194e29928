import { findDataset, listSystems } from '../../../db/datasets.ts';
import { countPool, countSharedPool } from '../../../db/pools.ts';
import { listGuessers } from '../../../db/pseudo-labels.ts';
import { listCriteria, listSignals } from '../../../db/scores.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { StudyOptions, SurrogateSpec } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { metrics } from '../../../stats/index.ts';
import { surrogateName } from '../surrogate/surrogate-names.ts';

type Surrogate = StudyOptions['surrogates'][number];

/** What a data set allows: its systems, what can be measured, and where a surrogate can come from. */
export function studyOptions(db: ReadableDb, datasetId: number): StudyOptions {
  const dataset = findDataset(db, datasetId);
  if (!dataset) throw new AppError('NOT_FOUND', `There is no data set ${datasetId} in this project.`);
  const systems = listSystems(db, datasetId)
    .map(({ id, name }) => ({ id, name, items: countPool(db, datasetId, id) }))
    .filter(({ items }) => items > 0);
  const surrogate = (spec: SurrogateSpec, note: string, coverage: Surrogate['coverage']): Surrogate => ({
    spec,
    name: surrogateName(spec),
    note,
    coverage,
  });
  const signals = listSignals(db, datasetId).map((signal) =>
    surrogate(
      signal.kind === 'judge'
        ? { kind: 'judge', judge: signal.name, criterion: signal.criterion ?? 'score' }
        : { kind: 'auto', name: signal.name },
      signal.kind === 'judge'
        ? 'How high the judge scores each reply.'
        : 'An automatic score that came with the data.',
      signal.coverage.map(({ system, items }) => ({ system, items })),
    ),
  );
  const others = systems.map(({ id, name }) =>
    surrogate(
      { kind: 'system', system: name },
      'How much the reply agrees with what this system answers to the same question.',
      systems
        .filter((judged) => judged.id !== id)
        .map((judged) => ({ system: judged.name, items: countSharedPool(db, datasetId, judged.id, id) })),
    ),
  );
  const readable = dataset.itemsWithContext;
  return {
    systems: systems.map(({ name, items }) => ({ name, items })),
    criteria: listCriteria(db, datasetId).map(({ name, kind, scale, declared }) => ({
      name,
      kind,
      scale,
      declared,
    })),
    metrics: metrics.map(({ id, name, description }) => ({ id, name, description })),
    surrogates: [
      ...signals,
      ...listGuessers(db, datasetId, 'llm').map(({ name, coverage }) =>
        surrogate(
          { kind: 'llm', name },
          'How much the reply agrees with what this language model guesses to be right.',
          coverage,
        ),
      ),
      ...(systems.length > 1 ? others : []),
      surrogate(
        { kind: 'reader' },
        readable > 0
          ? 'The sentence of the passage that fits the question best. Works offline, needs no model.'
          : 'The answer of the nearest answered question outside this data. Works offline, needs no model.',
        systems.map(({ name, items }) => ({ system: name, items: Math.min(items, readable) })),
      ),
      surrogate(
        { kind: 'none' },
        'Every item is taken to be equally hard.',
        systems.map(({ name, items }) => ({ system: name, items })),
      ),
    ],
  };
}
