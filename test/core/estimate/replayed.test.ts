import { describe, expect, test } from 'vitest';
import { forgetLabels, storeSequences } from '../../../core/estimate/kept-estimates.ts';
import { LiveEstimate } from '../../../core/estimate/live-estimate.ts';
import { labelChanged, liveEstimateOf } from '../../../core/estimate/live-estimates.ts';
import { sequenceOf } from '../../../core/estimate/study-sequence.ts';
import { labelKeyFor } from '../../../core/studies/label-key.ts';
import { insertAdjudication } from '../../../db/adjudications.ts';
import { putExclusion } from '../../../db/quality.ts';
import { getStudy } from '../../../db/studies.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { type Rng, uniformInt } from '../../../stats/index.ts';
import { diceFor, rounds } from '../../support/chance.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';

/** Draws of a study: enough for copies of the sequence at several distances. */
const draws = 70;
const steps = rounds(10, 200);

type Kind = 'calibrated-hardness' | 'uniform';

/** A study with labels of Ada and Ben, and what can happen to it, each by its name. */
async function history(preset: Kind, finalRule: 'mean' | 'adjudicated', rng: Rng) {
  const { engine, study } = await ratedStudy(draws, { preset });
  const { client, context } = engine;
  const { db } = context.session.project!;
  const studyId = study.id;
  for (const name of ['Ada', 'Ben']) await client.annotator.add({ name });
  const [ada, ben] = (await client.annotator.list({})).map(({ id }) => id);
  await client.team.set({ studyId, finalRule });
  const below = (count: number) => uniformInt(rng, 0, count - 1);
  const open = (annotatorId: number) => client.label.open({ studyId, annotatorId });
  const answer = (): LabelAnswer =>
    below(8) === 0
      ? { kind: 'skip', reason: ['broken', 'off-topic'][below(2)]! }
      : { kind: 'score', value: 1 + below(5) };
  const next = async (annotatorId = ada!) => {
    const { batch, items } = await open(annotatorId);
    const first = items.find(({ state }) => state === 'open');
    if (first) await submit(engine, batch, first.ref, answer());
  };
  const refused = () => {};
  const acts: Record<string, () => Promise<unknown>> = {
    next,
    ahead: async () => {
      const { batch, items } = await open(ada!);
      await submit(engine, batch, items[Math.min(items.length - 1, 40 + below(25))]!.ref, answer());
    },
    correction: async () => {
      const { batch, items } = await open(ada!);
      await submit(engine, batch, items[below(items.length >> 1)]!.ref, answer());
    },
    second: async () => {
      const { batch, items } = await open(ben!);
      await submit(engine, batch, items[below(items.length >> 1)]!.ref, answer());
    },
    undo: async () => client.label.undo({ batch: (await open(ada!)).batch }).catch(refused),
    redo: async () => client.label.redo({ batch: (await open(ada!)).batch }).catch(refused),
    undoes: async () => {
      const { batch } = await open(ada!);
      for (let i = 0; i < 5; i++) await client.label.undo({ batch }).catch(refused);
    },
    decision: async () => {
      const row = getStudy(db, studyId);
      const itemId = db
        .prepare('SELECT item_id FROM draw WHERE study_id = ? AND generation = ? AND draw_order = ?')
        .pluck()
        .get(studyId, row.generation, below(30)) as number;
      insertAdjudication(db, {
        ...{ ...labelKeyFor(row, itemId), annotatorId: ada!, studyId, note: 'talked over' },
        ...{ clientKey: `decision-${below(1e9)}`, createdAt: '2026-01-01' },
        content: { kind: 'score', value: 1 + below(5) },
      });
      labelChanged(context, itemId, studyId);
    },
    exclusion: async () => {
      putExclusion(db, studyId, { annotatorId: ben!, reason: 'checks', excludedAt: '2026-01-01' });
      forgetLabels(context);
    },
    plan: async () => {
      const labels = 20 + below(50);
      await client.study.edit({ studyId, plan: { kind: 'labels', labels } }).catch(refused);
    },
    reopening: async () => {
      storeSequences(context.session.project!);
      forgetLabels(context);
    },
    redraw: async () => client.sample.redraw({ studyId, seed: below(1e6) }),
    look: () => client.estimate.current({ studyId }),
    lookBack: () => client.estimate.history({ studyId }),
  };
  return { engine, context, db, studyId, below, acts, next };
}

/** Everything that is known of a study, from its kept estimate and by taking in all draws one after the other. */
function compared(live: LiveEstimate, fresh: LiveEstimate, sequence: ReturnType<typeof sequenceOf>) {
  const states = live.prefix.map(({ draw, final }) =>
    sequence.add({
      pool: draw.poolPosition,
      surrogate: draw.surrogateValue,
      probability: draw.probability,
      y: final.kind === 'value' ? final.y : 'skipped',
    }),
  );
  const points = states.map(({ drawnCount: drawn, labeledCount: labeled, ...state }) => {
    const { value, lower, upper, plainMean } = state;
    return { drawn, labeled, value, lower, upper, plainMean };
  });
  const [own, full] = [live.planned, sequence.planned].map((both) =>
    both?.map((one) => one && [one.record, one.residuals, one.looks, one.expected]),
  );
  const countsOf = (one: LiveEstimate) => [
    ...[
      one.spokenDraws,
      one.labeledSoFar,
      one.labeledItems,
      one.waiting,
      one.awaitingAnnotators,
      one.undecided,
    ],
    ...[one.evidence.draws, one.skips, one.finished, one.heldBackBy, one.prefix],
  ];
  return {
    kept: [live.state, live.points, own, countsOf(live)],
    replayed: [sequence.state, points, full, countsOf(fresh)],
  };
}

describe.each([
  ['calibrated-hardness', 'mean'],
  ['calibrated-hardness', 'adjudicated'],
  ['uniform', 'mean'],
] as const)('%s draws, final by %s', (preset, finalRule) => {
  test('whatever happened, the estimate has the bits of taking in all labels in order', {
    timeout: 240_000,
  }, async () => {
    const dice = diceFor(`replayed ${preset} ${finalRule}`);
    const { context, db, studyId, below, acts, next } = await history(preset, finalRule, dice);
    for (let i = 0; i < 40; i++) await next();
    const names = Object.keys(acts);
    const happened: string[] = [];
    for (let step = 0; step < steps; step++) {
      // A new draw begins from nothing: once is enough.
      const known = names.filter((name) => name !== 'redraw' || step === steps - 8);
      const name = step === steps - 8 ? 'redraw' : known[below(known.length)]!;
      happened.push(name);
      await acts[name]!();
      const study = getStudy(db, studyId);
      const live = liveEstimateOf(context, studyId);
      const { kept, replayed } = compared(live, new LiveEstimate(db, study), sequenceOf(db, study));
      expect(kept, happened.join(', ')).toEqual(replayed);
    }
  });
});
