import { allItems } from '../../../db/answered-items.ts';
import {
  countSystemOfDataset,
  type GeneratedItem,
  putPseudoLabels,
  putResponses,
} from '../../../db/generated-texts.ts';
import { fixRunItems, type RunRow, runItems } from '../../../db/llm-runs.ts';
import type { WritableDb } from '../../../db/types.ts';
import { ensureSignal, putMachineScores } from '../../../db/verdicts.ts';
import type { Generation } from '../../../shared/contract/index.ts';
import { GenerationSchema } from '../../../shared/contract/llm.ts';
import type { JobWork } from '../../platform/jobs/job-work.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { executeRun, type MakePlan, type RunParams, type RunResult } from '../llm/execute-run.ts';
import { dialogueOfItem, type GenerateFacts, generateUnit, turnRequest } from './generate-unit.ts';
import { type Uncertainty, uncertaintyKinds } from './uncertainty.ts';

/** Has a model answer the items of a run: as a new system, or as a surrogate. */
export const generateWork: JobWork<RunParams, RunResult> = (scope, params) => executeRun(scope, params, plan);

interface Waiting {
  readonly item: GeneratedItem;
  readonly uncertainty: Uncertainty;
}

const plan: MakePlan<number> = async ({ db }, run, endpoint) => {
  const generation = GenerationSchema.parse(run.settings);
  const facts: GenerateFacts = { db, generation, endpoint };
  if (runItems(db, run.id).length === 0) {
    const items = allItems(db, run.datasetId).slice(0, generation.limit);
    await whenWritable(() => fixRunItems(db, run.id, items), Number.POSITIVE_INFINITY);
  }
  const units = runItems(db, run.id);
  let waiting: Waiting[] = [];
  return {
    units,
    items: units.length,
    calls: units.length,
    viaBatchApi: generation.viaBatchApi,
    requestOf(itemId) {
      const { start, turns } = dialogueOfItem(facts, itemId);
      return turns[0] && turnRequest(facts, [...start, ...turns[0].before]);
    },
    async work(itemId, caller, tally) {
      const generated = await generateUnit(facts, itemId, caller);
      tally.outcome(generated.outcome);
      if (generated.outcome === 'scored') waiting.push(generated);
    },
    write() {
      if (waiting.length > 0) store(db, run, generation, waiting);
      waiting = [];
    },
    async publish() {
      if (run.systemId === null) return;
      const { datasetId, systemId } = run;
      await whenWritable(() => countSystemOfDataset(db, datasetId, systemId), Number.POSITIVE_INFINITY);
    },
  };
};

function store(db: WritableDb, run: RunRow, { name }: Generation, rows: readonly Waiting[]): void {
  const items = rows.map(({ item }) => item);
  const { systemId, datasetId } = run;
  if (systemId === null) {
    putPseudoLabels(db, datasetId, name, items);
    return;
  }
  db.transaction(() => {
    putResponses(db, systemId, items);
    for (const [id, kind] of Object.entries(uncertaintyKinds)) {
      const scores = rows.flatMap(({ item, uncertainty }) => {
        const value = uncertainty[id as keyof Uncertainty];
        return value === undefined ? [] : [[item.itemId, value] as const];
      });
      if (scores.length === 0) continue;
      const key = { kind: 'auto' as const, name: kind.name, criterion: '' };
      putMachineScores(db, ensureSignal(db, datasetId, key, kind.scale), systemId, scores);
    }
  }).immediate();
}
