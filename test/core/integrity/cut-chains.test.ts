import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine, type Engine } from '../../../core/engine.ts';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { KnownHeads } from '../../../core/platform/known-heads.ts';
import { verifyProject } from '../../../core/report/verify/verify-project.ts';
import { writeAudit } from '../../../db/audit.ts';
import { connectToRead } from '../../../db/open.ts';
import { createRng, uniformInt } from '../../../stats/index.ts';
import { until } from '../../support/until.ts';
import { returnedOf } from '../exchange/returned.ts';
import { ratedStudy, submit, temporaryFolder, testEngine } from '../support/test-engine.ts';

const words = async (engine: Engine) =>
  (await engine.client.project.check({ wait: true })).alterations.map((one) => one.words);

const knownOf = ({ context: { heads, session } }: Engine) =>
  heads.known(session.project!.db, session.project!.path);

/** A project with labels, open; `say` gives one more. */
async function labeled(count: number) {
  const made = await ratedStudy(30);
  const { engine, study } = made;
  const { dataDir, session } = engine.context;
  const file = session.project!.path;
  // What is there by now goes into the file itself; the labels that follow are in its -wal.
  await engine.client.project.close({});
  await engine.client.project.open({ path: file });
  let n = 0;
  const say = async (times: number) => {
    const { batch, items } = await engine.client.label.open({ studyId: study.id });
    for (let i = 0; i < times; i++, n++)
      await submit(engine, batch, items[n]!.ref, { kind: 'score', value: 1 + (n % 5) });
    await until(() => knownOf(engine)?.answers === n);
  };
  await say(count);
  return { ...made, file, dataDir, say };
}

const files = (file: string) => ({ file: readFileSync(file), wal: readFileSync(`${file}-wal`) });

function put(file: string, content: Buffer, wal?: Buffer): void {
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
  writeFileSync(file, content);
  if (wal) writeFileSync(`${file}-wal`, wal);
}

test('acknowledged answers that a cut -wal took along are said to be missing, wherever it was cut', async () => {
  const { engine, file, dataDir } = await labeled(20);
  const whole = files(file);
  await engine.close();
  const rng = createRng(7);
  const heads = new KnownHeads(dataDir);
  const cuts = Array.from({ length: 20 }, () => uniformInt(rng, 0, whole.wal.length - 1));
  const found = cuts.map((cut) => {
    put(file, whole.file, whole.wal.subarray(0, cut));
    return verifyProject(file, { heads }).alterations[0];
  });
  expect(
    found.map((one) => /^\d+ acknowledged answers? of p\.assay (is|are) missing/.test(one ?? '')),
  ).toEqual(cuts.map(() => true));
  put(file, whole.file, whole.wal);
  expect(verifyProject(file, { heads })).toMatchObject({ alterations: [], elsewhere: [] });
});

test('a missing -wal keeps numbers from leaving until a person accepts the loss', async () => {
  const { engine, file, dataDir, study } = await labeled(5);
  const whole = files(file);
  await engine.close();
  put(file, whole.file);
  const strict = createEngine({ dataDir, version: 'test', onAltered: 'refuse' });
  const gate = () => strict.client.claim.gate({ studyId: study.id, claim: { kind: 'at-least', value: 2 } });
  try {
    await strict.client.project.open({ path: file });
    await expect(gate()).rejects.toMatchObject({
      data: { altered: [expect.stringMatching(/^5 acknowledged answers of p\.assay are missing/)] },
    });
    const { links, head } = knownOf(strict)!;
    expect(await strict.client.project.acceptMissing({})).toEqual({ wasMissing: true });
    expect(await strict.client.project.acceptMissing({})).toEqual({ wasMissing: false });
    expect(await words(strict)).toEqual([]);
    const { db } = strict.context.session.project!;
    const said = db
      .prepare("SELECT details FROM audit WHERE action = 'project.missing-accepted'")
      .pluck()
      .get();
    expect(JSON.parse(String(said))).toMatchObject({ known: { links, head }, missing: { answers: 5 } });
    expect((await gate()).verdict).toBe('inconclusive');
  } finally {
    await strict.close();
  }
});

test('what is missing is still said when the shorter chain has grown', async () => {
  const { engine, file, dataDir, study } = await labeled(6);
  const whole = files(file);
  await engine.close();
  put(file, whole.file);
  const again = testEngine(dataDir);
  await again.client.project.open({ path: file });
  const { batch, items } = await again.client.label.open({ studyId: study.id });
  for (const { ref } of items.slice(0, 9)) await submit(again, batch, ref, { kind: 'score', value: 2 });
  expect(await words(again)).toEqual([
    expect.stringMatching(/^6 acknowledged answers of p\.assay are missing/),
  ]);
  await again.client.project.close({});
  put(file, whole.file, whole.wal);
  await again.client.project.open({ path: file });
  expect(await words(again)).toEqual([]);
});

test('no verdict comes from an older copy, or after a path that no longer has the newest answers', async () => {
  const { engine, file, dataDir, study, say } = await labeled(3);
  const older = path.join(path.dirname(file), 'older.assay');
  await engine.client.project.saveCopy({ path: older });
  await say(2);
  await engine.close();
  const strict = createEngine({ dataDir, version: 'test', onAltered: 'refuse', readsSnapshots: true });
  const gate = async (which: string) => {
    await strict.client.project.open({ path: which });
    return strict.client.claim.gate({ studyId: study.id, claim: { kind: 'at-least', value: 2 } });
  };
  const refusal = (words: RegExp) => ({ data: { altered: [expect.stringMatching(words)] } });
  try {
    expect((await gate(file)).verdict).toBe('inconclusive');
    await expect(gate(older)).rejects.toMatchObject(
      refusal(/^older\.assay is an older copy: .*p\.assay has 2 acknowledged answers more\./),
    );
    // A number of an older copy is one: nothing was lost or changed.
    expect((await strict.client.estimate.current({ studyId: study.id })).labeled).toBe(3);
    expect(strict.context.altered.older).toEqual([
      expect.stringMatching(/^older\.assay is an older copy: .*p\.assay has 2 acknowledged answers more\./),
    ]);
    await strict.client.project.close({});
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    await expect(gate(older)).rejects.toMatchObject(
      refusal(/p\.assay had 2 acknowledged answers that older\.assay lacks.* --accept-missing"\.$/),
    );
    expect(await strict.client.project.acceptMissing({})).toEqual({ wasMissing: true });
    expect((await gate(older)).verdict).toBe('inconclusive');
  } finally {
    await strict.close();
  }
});

test('a copy that went on by itself gives verdicts, as the project that it was made of does', async () => {
  const { engine, file, dataDir, study, say } = await labeled(3);
  const apart = path.join(path.dirname(file), 'apart.assay');
  await engine.client.project.saveCopy({ path: apart });
  await say(2);
  await engine.client.project.open({ path: apart });
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  for (const { ref } of items.slice(3, 7)) await submit(engine, batch, ref, { kind: 'score', value: 2 });
  await engine.close();
  const strict = createEngine({ dataDir, version: 'test', onAltered: 'refuse' });
  try {
    for (const which of [file, apart]) {
      await strict.client.project.open({ path: which });
      const claim = { kind: 'at-least' as const, value: 2 };
      expect((await strict.client.claim.gate({ studyId: study.id, claim })).verdict).toBe('inconclusive');
    }
  } finally {
    await strict.close();
  }
});

test('a project that is read as a copy of its file lacks what the file lacks', async () => {
  const { engine, file, dataDir, study } = await labeled(5);
  const whole = files(file);
  await engine.close();
  put(file, whole.file);
  const owner = testEngine(temporaryFolder());
  await owner.client.project.open({ path: file });
  const reader = createEngine({ dataDir, version: 'test', onAltered: 'refuse', readsSnapshots: true });
  try {
    await reader.client.project.open({ path: file });
    expect(reader.context.session.project).toMatchObject({ isSnapshot: true, isOpenElsewhere: true });
    await expect(reader.client.estimate.current({ studyId: study.id })).rejects.toMatchObject({
      data: { altered: [expect.stringMatching(/^5 acknowledged answers of p\.assay are missing/)] },
    });
  } finally {
    await reader.close();
  }
});

test('copies, moved files and other machines are no loss; a restored backup is one until it is accepted', async () => {
  const { engine, file, dataDir, say } = await labeled(3);
  const folder = path.dirname(file);
  const copy = path.join(folder, 'copy.assay');
  const backup = path.join(folder, 'backup.assay');
  await engine.client.project.saveCopy({ path: copy });
  copyFileSync(copy, backup);
  await say(4);
  rmSync(copy);
  await engine.client.project.saveCopy({ path: copy });
  await engine.client.project.open({ path: copy });
  expect(await words(engine)).toEqual([]);
  await engine.client.project.open({ path: backup });
  expect(await words(engine)).toEqual([]);
  const { elsewhere } = verifyProject(backup, { heads: engine.context.heads });
  expect(elsewhere).toEqual(
    [copy, file].map(() =>
      expect.stringMatching(/(copy|p)\.assay had \d+ links on .*; this file has 4 fewer\.$/),
    ),
  );
  const other = testEngine(temporaryFolder());
  await other.client.project.open({ path: copy });
  expect(await words(other)).toEqual([]);
  await other.client.project.close({});
  const moved = path.join(folder, 'moved.assay');
  await engine.client.project.close({});
  renameSync(file, moved);
  await engine.client.project.open({ path: moved });
  expect(await words(engine)).toEqual([]);
  await engine.client.project.close({});
  copyFileSync(backup, file);
  const opened = testEngine(dataDir);
  await opened.client.project.open({ path: file });
  expect(await words(opened)).toEqual([
    expect.stringMatching(/^4 acknowledged answers of p\.assay are missing/),
  ]);
  await opened.client.project.acceptMissing({});
  expect(await words(opened)).toEqual([]);
});

test('work that is taken back, or is under way, is not known', async () => {
  const { engine, file } = await labeled(2);
  const { db } = engine.context.session.project!;
  const before = knownOf(engine);
  db.exec('BEGIN IMMEDIATE');
  writeAudit(db, { at: '2026-01-01', action: 'example', studyId: null, details: {} });
  engine.context.events.publish({ type: 'data.changed' });
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  db.exec('ROLLBACK');
  expect(knownOf(engine)).toEqual(before);
  const reader = connectToRead(engine.context.session.project!.place.facts);
  expect(engine.context.heads.known(reader, file)).toEqual(before);
  reader.close();
});

test.skipIf(process.platform === 'win32')(
  'what is known is a file of its owner alone, and a broken one says nothing',
  async () => {
    const { engine, file, dataDir } = await labeled(1);
    const folder = path.join(dataDir, 'known-heads');
    const [name, ...more] = readdirSync(folder);
    expect(more).toEqual([]);
    const known = path.join(folder, name!);
    expect(statSync(known).mode & 0o777).toBe(0o600);
    writeFileSync(known, '{"path":');
    expect(await words(engine)).toEqual([]);
    expect(verifyProject(file, { heads: engine.context.heads }).alterations).toEqual([]);
  },
);

test('who holds a result of the gate or a batch finds that a chain was cut, on any machine', async () => {
  const { engine, file, study, say } = await labeled(4);
  const older = path.join(path.dirname(file), 'older.assay');
  await engine.client.project.saveCopy({ path: older });
  await say(3);
  const { context, client } = engine;
  const gate = await client.claim.gate({ studyId: study.id, claim: { kind: 'at-least', value: 2 } });
  const batch = await handOut(context, study.id, { from: 20, count: 3 });
  const page = await client.batch.out({ studyId: study.id, from: 20, count: 3, shape: 'page' });
  const held = Object.entries({
    'gate.json': JSON.stringify(gate),
    'handed.assay-batch': JSON.stringify(batch),
    'handed.html': page.content!,
    'back.assay-labels': JSON.stringify(returnedOf(batch, [[0, { kind: 'score', value: 3 }]])),
  }).map(([name, content]) => {
    const report = path.join(temporaryFolder(), name);
    writeFileSync(report, content);
    return report;
  });
  const differing = (project: string) =>
    held.map((report) => verifyProject(project, { report }).differing.map(({ what }) => what));
  expect(differing(file)).toEqual(held.map(() => []));
  expect(differing(older)).toEqual(
    held.map(() => ['links of the chain since the report', expect.stringMatching(/^hash of link \d+$/)]),
  );
  const other = await ratedStudy(30);
  const stranger = other.engine.context.session.project!.path;
  expect(() => verifyProject(stranger, { report: held[1]! })).toThrow('a batch of another project');
});
