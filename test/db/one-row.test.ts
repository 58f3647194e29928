import { expect, test } from 'vitest';
import { ensureAnnotator, updateAnnotator } from '../../db/annotators.ts';
import { renameDataset } from '../../db/datasets.ts';
import { insertDrawRun } from '../../db/draws.ts';
import { markSearchReady } from '../../db/item-search.ts';
import { insertItemRun } from '../../db/llm-runs.ts';
import {
  insertProtocolRun,
  type NewProtocolRun,
  removeProtocolRun,
  saveProtocolScores,
} from '../../db/protocol-runs.ts';
import { type RunRef, saveCallsSent, saveRunProgress, setRunning, setRunState } from '../../db/runs.ts';
import { declareCriterionScale, declareSignalScale } from '../../db/scale-declarations.ts';
import { deleteStudy, updateStudyTeam, updateStudyText } from '../../db/studies.ts';
import type { WritableDb } from '../../db/types.ts';
import { importRecords, ratedRecords, ratedScales, ratedStudy } from '../core/support/test-engine.ts';

const at = '2026-01-02T03:04:05.678Z';
const progress = { calls: 3, callsReused: 1, inputTokens: 9, outputTokens: 4, cost: 0.5 };
const scale = { min: 0, max: 7, direction: 'lower' as const };

type Write = readonly [table: string, what: string, write: (db: WritableDb, id: number) => void];

const writesToRun = (table: string, kind: RunRef['kind']): Write[] => [
  [table, 'under way', (db, id) => saveRunProgress(db, { kind, id }, progress as never)],
  [
    table,
    'ended',
    (db, id) => setRunState(db, { kind, id }, { state: 'finished', message: 'm', finishedAt: at }),
  ],
  [table, 'sent', (db, id) => saveCallsSent(db, { kind, id }, 7)],
  [table, 'running', (db, id) => setRunning(db, { kind, id }, { spendingLimit: 4, callLimit: 9 })],
];

/** Everything that is written to one row by its number. */
const writes: readonly Write[] = [
  [
    'annotator',
    'changed',
    (db, id) => updateAnnotator(db, { id, name: 'Cleo', color: 'red', initials: 'C' } as never),
  ],
  ['dataset', 'renamed', (db, id) => renameDataset(db, id, 'another name')],
  ['dataset', 'indexed', (db, id) => markSearchReady(db, id)],
  ['criterion', 'declared', (db, id) => declareCriterionScale(db, id, 'rating', scale)],
  ['signal', 'declared', (db, id) => declareSignalScale(db, id, scale)],
  ['study', 'reworded', (db, id) => updateStudyText(db, id, { name: 'n', question: 'q', guidelines: 'g' })],
  [
    'study',
    'shared out',
    (db, id) => updateStudyTeam(db, id, { overlap: 3, finalRule: 'majority', shuffle: true }),
  ],
  [
    'study',
    'redrawn',
    (db, id) => insertDrawRun(db, id, { generation: 2, seed: 1, labelsBefore: 0, createdAt: at }),
  ],
  ['study', 'removed', (db, id) => deleteStudy(db, id)],
  ...writesToRun('llm_run', 'judge'),
  ...writesToRun('protocol_run', 'protocol'),
  ['protocol_run', 'scored', (db, id) => saveProtocolScores(db, id, { protocol: 'conversation' } as never)],
  ['protocol_run', 'removed', (db, id) => removeProtocolRun(db, id)],
];

/** A project with two of everything. */
async function twoOfEach(): Promise<WritableDb> {
  const { engine, folder, datasetId, study } = await ratedStudy(2, { count: 6 });
  const { db } = engine.context.session.project!;
  const second = ratedRecords(6).map((record) => ({ ...record, context: 'of the second data set' }));
  await importRecords(engine, folder, second, { name: 'second', scales: ratedScales });
  await engine.client.study.create({
    datasetId,
    system: 'rival',
    measure: { kind: 'metric', metric: 'f1-squad1' },
    surrogate: { kind: 'none' },
    size: 2,
  });
  expect(study.datasetId).toBe(datasetId);
  const { id: endpointId } = await engine.client.endpoint.save({
    name: 'Loop',
    preset: 'custom',
    baseUrl: 'http://127.0.0.1:1/v1',
    model: 'm',
    keySource: 'none',
  });
  for (const name of ['Ada', 'Bo']) {
    ensureAnnotator(db, name);
    insertItemRun(db, {
      kind: 'judge',
      title: name,
      judgeId: null,
      endpointId,
      model: 'm',
      datasetId,
      systemId: 1,
      againstId: null,
      settings: {},
      spendingLimit: null,
      callLimit: null,
      createdAt: at,
    } as never);
    const settings = { protocol: 'conversation', window: null, refusals: [] };
    const of = {
      title: name,
      datasetId,
      model: 'm',
      system: 's',
      settings,
      concurrency: 1,
      spendingLimit: null,
      callLimit: null,
    };
    insertProtocolRun(db, { ...of, createdAt: at } as unknown as NewProtocolRun);
  }
  return db;
}

test('what is written to one row by its number touches that row alone', async () => {
  const db = await twoOfEach();
  for (const [table, what, write] of writes) {
    const rows = () => db.prepare(`SELECT * FROM ${table} ORDER BY id`).all() as { id: number }[];
    const before = rows();
    expect(before.length, table).toBeGreaterThanOrEqual(2);
    const { id } = before.at(-1)!;
    db.exec('SAVEPOINT one_row');
    write(db, id);
    const after = rows();
    db.exec('ROLLBACK TO one_row');
    expect(after.slice(0, before.length - 1), `${table} ${what}`).toEqual(before.slice(0, -1));
    expect(after.at(before.length - 1), `${table} ${what}`).not.toEqual(before.at(-1));
  }
});
