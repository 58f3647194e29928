import { expect, test } from 'vitest';
import { batchOfStudy } from '../../../core/labeling/assignment/batch-key.ts';
import { nextOpen } from '../../../core/labeling/session/open-batch.ts';
import { undoSteps } from '../../../core/labeling/session/undo-stacks.ts';
import { iterateBatch } from '../../../db/batches.ts';
import { labelActions } from '../../../db/labels.ts';
import { getStudy } from '../../../db/studies.ts';
import { type Rng, uniformInt } from '../../../stats/index.ts';
import { diceFor, rounds } from '../../support/chance.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';

/** What undo and redo would act on, by a walk over everything that somebody did. */
function stepsByWalk(actions: ReturnType<typeof labelActions>) {
  const undo = new Set<number>();
  const redo = new Set<number>();
  for (const { id, operation, refersTo } of actions) {
    if (operation === 'submit') {
      undo.add(id);
      redo.clear();
    } else if (refersTo !== null) {
      const [from, to] = operation === 'undo' ? [undo, redo] : [redo, undo];
      from.delete(refersTo);
      to.add(refersTo);
    }
  }
  return { undo: [...undo].at(-1) ?? null, redo: [...redo].at(-1) ?? null };
}

async function labeledInAnyOrder(dice: Rng, isShared: boolean): Promise<void> {
  const { engine, study } = await ratedStudy(14);
  const { client, context } = engine;
  const { db } = context.session.project!;
  const below = (count: number) => uniformInt(dice, 0, count - 1);
  for (const name of ['Ada', 'Ben']) await client.annotator.add({ name });
  const [ada, ben] = (await client.annotator.list({})).map(({ id }) => id);
  if (isShared) await client.team.set({ studyId: study.id, members: [ada!, ben!] });
  const { batch, items } = await client.label.open({ studyId: study.id, annotatorId: ada! });
  const { key } = batchOfStudy(context, getStudy(db, study.id), ada!);
  for (let step = 0; step < rounds(40, 300); step++) {
    const act = below(6);
    const ref = (act === 0 ? items[below(items.length)]!.ref : nextOpen(db, key)) ?? items[0]!.ref;
    if (act < 3) await submit(engine, batch, ref, { kind: 'score', value: 1 + below(5) });
    else if (act < 5) await client.label.undo({ batch }).catch(() => {});
    else await client.label.redo({ batch }).catch(() => {});
    const first = [...iterateBatch(db, key)].find(({ labelKind }) => labelKind === null);
    expect(nextOpen(db, key)).toBe(first?.ref ?? null);
    const { undo, redo } = undoSteps(db, [key]);
    const byWalk = stepsByWalk(labelActions(db, key));
    expect([undo?.id ?? null, redo?.id ?? null]).toEqual([byWalk.undo, byWalk.redo]);
  }
  // All are answered, and more come.
  for (;;) {
    const ref = nextOpen(db, key);
    if (ref === null) break;
    await submit(engine, batch, ref, { kind: 'score', value: 3 });
  }
  await client.sample.grow({ studyId: study.id, size: 30 });
  const first = [...iterateBatch(db, key)].find(({ labelKind }) => labelKind === null);
  expect(nextOpen(db, key)).toBe(first!.ref);
}

test.each([
  ['of one person', false],
  ['that is shared out', true],
])(
  'what comes next and what can be undone in a study %s is that of a walk over all labels',
  async (_, isShared) => {
    await labeledInAnyOrder(diceFor('next and undone'), isShared);
  },
);
