import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { choiceShares } from '../../../core/labeling/team/choice-shares.ts';
import { putExclusion } from '../../../db/quality.ts';
import { getStudy } from '../../../db/studies.ts';
import { submit } from '../support/test-engine.ts';
import { byPreference, pairedRecords, pairedStudy, rankingOfThree } from '../support/two-systems.ts';

type Side = 'left' | 'right' | 'neither';
const valuesOf: Record<Side, [number, number]> = { left: [1, 0], right: [0, 1], neither: [0.5, 0.5] };

async function personNamed({ client }: Engine, name: string): Promise<number> {
  return (await client.annotator.add({ name })).find((one) => one.name === name)!.id;
}

/** Says of the first so many items which reply is better, by what stands on the left and on the right. */
async function choose(
  engine: Engine,
  { studyId, annotatorId, count }: { studyId: number; annotatorId: number; count: number },
  side: (left: string, right: string) => Side,
): Promise<Side[]> {
  const { batch, items } = await engine.client.label.open({ studyId, annotatorId });
  const chosen: Side[] = [];
  for (const { ref } of items.slice(0, count)) {
    const { replies, rightReplies } = await engine.client.label.item({ batch, ref });
    const choice = side(replies[0]!.text, rightReplies![0]!.text);
    await submit(engine, batch, ref, { kind: 'pair', values: valuesOf[choice] });
    chosen.push(choice);
  }
  return chosen;
}

const sharesOf = ({ context }: Engine, studyId: number) => {
  const { db } = context.session.project!;
  return choiceShares(db, [getStudy(db, studyId)]);
};

test('the longer reply is counted on whichever side it stands, of replies that differ in length', async () => {
  const even = { amber: 'It is four.', basil: 'It is five.', cedar: 'It is nine.' };
  const records = pairedRecords().map((one, i) => (i % 4 === 1 ? { ...one, responses: even } : one));
  const { engine, study } = await pairedStudy(24, { question: byPreference, records });
  const [ana, ben] = [await personNamed(engine, 'Ana'), await personNamed(engine, 'Ben')];
  const asked = { studyId: study.id, count: 24 };
  let unequal = 0;
  const sides = await choose(engine, { ...asked, annotatorId: ana }, (left, right) => {
    unequal += Number(left.length !== right.length);
    return left.length > right.length ? 'left' : 'right';
  });
  expect(unequal).toBeGreaterThan(5);
  expect(unequal).toBeLessThan(24);
  await choose(engine, { ...asked, annotatorId: ben }, (left, right) =>
    left.length === right.length ? 'neither' : left.length < right.length ? 'left' : 'right',
  );
  const shares = sharesOf(engine, study.id);
  const lefts = sides.filter((side) => side === 'left').length;
  expect(lefts).toBeGreaterThan(0);
  // The longer reply may be the better one: however often it is preferred, nobody stands out by it.
  expect(shares(ana)).toMatchObject({
    left: { chosen: lefts, of: 24 },
    longer: { chosen: unequal, of: unequal, isUnusual: false },
  });
  // Items on which neither is preferred are no choices.
  expect(shares(ben)).toMatchObject({
    left: { chosen: unequal - lefts, of: unequal },
    longer: { chosen: 0, of: unequal },
  });
});

test('one side alone stands out, left or right, at a level that all people share', async () => {
  const unusual = async (first: Side, second: Side | null) => {
    const { engine, study } = await pairedStudy(6, { question: byPreference });
    const [ana, ben] = [await personNamed(engine, 'Ana'), await personNamed(engine, 'Ben')];
    const asked = { studyId: study.id, count: 6 };
    await choose(engine, { ...asked, annotatorId: ana }, () => first);
    if (second) await choose(engine, { ...asked, annotatorId: ben }, () => second);
    const shares = sharesOf(engine, study.id);
    return [ana, ben].map((id) => shares(id).left?.isUnusual ?? null);
  };
  // The lower end of 6 in 6 is (0.05 / 2)^(1/6) = 0.54 for one person, and (0.05 / 4)^(1/6) = 0.48 for each of two.
  expect(await unusual('left', null)).toEqual([true, null]);
  expect(await unusual('right', null)).toEqual([true, null]);
  expect(await unusual('left', 'right')).toEqual([false, false]);
});

test('who is excluded is still seen to prefer one side, and a page has no sides', async () => {
  const { engine, study } = await pairedStudy(6, { question: byPreference });
  const ana = await personNamed(engine, 'Ana');
  await choose(engine, { studyId: study.id, annotatorId: ana, count: 6 }, () => 'left');
  const { db } = engine.context.session.project!;
  const excludedAt = '2026-01-01T00:00:00.000Z';
  putExclusion(db, study.id, { annotatorId: ana, reason: 'always left', excludedAt });
  expect(sharesOf(engine, study.id)(ana).left).toMatchObject({ chosen: 6, of: 6 });

  const page = await rankingOfThree(4);
  const { batch, next, annotator } = await page.engine.client.label.open({ rankingId: page.rankingId });
  const item = await page.engine.client.label.item({ batch, ref: next! });
  const values = item.page!.map((_, i) => 1 + i);
  await submit(page.engine, batch, next!, { kind: 'replies', values });
  for (const { id } of page.pairs) {
    expect(sharesOf(page.engine, id)(annotator.id)).toEqual({ left: null, longer: null });
  }
});
