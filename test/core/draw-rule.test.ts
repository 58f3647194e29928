import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkStudies } from '../../core/report/integrity/check-studies.ts';
import { verifyFile } from '../../core/report/verify/verify-file.ts';
import { designs, drawItems } from '../../core/studies/design.ts';
import { drawHash } from '../../core/studies/draw-hash.ts';
import { listDraws } from '../../db/draws.ts';
import { findItem } from '../../db/items.ts';
import { getStudy } from '../../db/studies.ts';
import { exponentialKeyOrder, hashKey } from '../../stats/index.ts';
import { ratedStudy, temporaryFolder } from './support/test-engine.ts';
import { labeledStudyOf } from './verify/labeled-studies.ts';

const dbIn = (engine: Awaited<ReturnType<typeof ratedStudy>>['engine']) => engine.context.session.project!.db;

test('a new study draws by rule 2: its keys rise, and it replays, also grown and drawn anew', async () => {
  const { engine, study } = await ratedStudy(10, { count: 80 });
  const db = dbIn(engine);
  expect(getStudy(db, study.id).drawRule).toBe(2);
  const keysOf = (generation: number, seed: number) =>
    listDraws(db, study.id, generation).map(({ itemId, surrogateValue }) =>
      hashKey(drawHash(seed, findItem(db, itemId)!.externalId), Math.sqrt(2 - surrogateValue)),
    );
  const before = keysOf(1, study.seed);
  await engine.client.sample.grow({ studyId: study.id, size: 25 });
  const grown = keysOf(1, study.seed);
  expect(grown.slice(0, 10)).toEqual(before);
  expect(grown).toEqual([...grown].sort((a, b) => a - b));
  await engine.client.sample.redraw({ studyId: study.id, seed: 77 });
  const anew = keysOf(2, 77);
  expect(anew).toHaveLength(25);
  expect(anew).toEqual([...anew].sort((a, b) => a - b));
  expect(checkStudies(db)).toEqual([]);
});

test('an earlier study goes on by rule 1', async () => {
  const { engine, study } = await ratedStudy(10, { count: 80 });
  const db = dbIn(engine);
  db.prepare('UPDATE study SET draw_rule = 1').run();
  expect(checkStudies(db)).toEqual([expect.objectContaining({ fault: 'draws' })]);
  // A look at the names of a pool that nobody needed would leave the file busy.
  await engine.client.sample.redraw({ studyId: study.id, seed: 5 });
  db.prepare('DELETE FROM draw WHERE generation = 1').run();
  expect(checkStudies(db)).toEqual([]);
  await engine.client.sample.grow({ studyId: study.id, size: 30 });
  expect(checkStudies(db)).toEqual([]);
  const q = designs['calibrated-hardness'].probabilities(
    Float64Array.from(
      db.prepare('SELECT surrogate_value FROM study_pool ORDER BY position').pluck().all() as number[],
    ),
  );
  const positions = listDraws(db, study.id, 2).map(({ poolPosition }) => poolPosition);
  expect(positions).toEqual([...exponentialKeyOrder(q, 5, 30)]);
});

test('draws with replacement keep rule 1', async () => {
  const { engine, study } = await ratedStudy(10, { preset: 'humcoe' });
  expect(getStudy(dbIn(engine), study.id).drawRule).toBe(1);
  expect(checkStudies(dbIn(engine))).toEqual([]);
});

test('one seed draws much the same items from the data of the next month', () => {
  const draw = (ids: string[]) => {
    const surrogateValues = Float64Array.from(ids, (_, i) => (i % 11) / 10);
    const probabilities = designs['calibrated-hardness'].probabilities(surrogateValues);
    const itemIds = ids.map((_, i) => i + 1);
    const facts = { preset: 'calibrated-hardness', seed: 4, drawRule: 2, from: 0, size: 50 } as const;
    const draws = drawItems({
      ...facts,
      itemIds,
      externalIds: ids,
      surrogateValues,
      probabilities,
      refs: new Map(),
    });
    return new Set(draws.map(({ poolPosition }) => ids[poolPosition]!));
  };
  const now = Array.from({ length: 1100 }, (_, i) => `c${i}`);
  const first = draw(now);
  // A hundred go and a hundred come, in the places of those that went.
  const next = draw(now.map((id, i) => (i < 99 ? `new ${i}` : id)));
  const stayed = [...first].filter((id) => Number(id.slice(1)) >= 99);
  const share = stayed.filter((id) => next.has(id)).length / stayed.length;
  expect(share).toBeGreaterThan(0.85);
});

function differingOf(text: string) {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, text);
  return verifyFile(file).differing;
}

test('a file whose draws are not in the order of the seed is found out, by Assay', async () => {
  const { engine, studyId } = await labeledStudyOf('calibrated hardness');
  const { content } = await engine.client.report.render({ studyId, format: 'labels-jsonl' });
  expect(content).toContain('"drawRule":2');
  const { seed } = getStudy(dbIn(engine), studyId);
  const altered = content.replaceAll(`"seed":${seed}`, `"seed":${seed + 1}`);
  expect(differingOf(altered).some(({ stated }) => /by the seed, .* comes before/.test(String(stated)))).toBe(
    true,
  );
  expect(differingOf(content)).toEqual([]);
});

test('one design alone draws every item with the same probability', () => {
  const names = Object.entries(designs).filter(([, { uniform }]) => uniform);
  expect(names.map(([name]) => name)).toEqual(['uniform']);
});
