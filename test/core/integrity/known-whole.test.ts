import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine, type Engine } from '../../../core/engine.ts';
import { alterFile } from '../../support/altered-file.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';

/** So many that a thread looks through the project. */
const count = 2_100;

interface Closed {
  file: string;
  dataDir: string;
  studyId: number;
}

async function closedProject(): Promise<Closed> {
  const { engine, study } = await ratedStudy(20, { count });
  const { client, context } = engine;
  const { batch, items } = await client.label.open({ studyId: study.id });
  for (const { ref } of items.slice(0, 3)) await submit(engine, batch, ref, { kind: 'score', value: 4 });
  const { path: file } = context.session.project!;
  await engine.close();
  return { file, dataDir: context.dataDir, studyId: study.id };
}

async function opened({ file, dataDir }: Closed, version = 'test'): Promise<Engine> {
  const engine = createEngine({ dataDir, version });
  onTestFinished(() => engine.close());
  await engine.client.project.open({ path: file });
  return engine;
}

const found = async (engine: Engine) =>
  (await engine.client.project.check({ wait: true })).alterations.map(({ words }) => words);

/** What is found in a project that is opened and closed. */
async function lookThrough(closed: Closed, version?: string) {
  const engine = await opened(closed, version);
  const words = await found(engine);
  await engine.close();
  return words;
}

function kept({ dataDir }: Closed): string {
  const folder = path.join(dataDir, 'looked-through');
  const [name] = readdirSync(folder);
  return path.join(folder, name!);
}

/** Another one whenever the project was looked through and kept anew. */
const written = (closed: Closed) => statSync(kept(closed), { bigint: true }).ino;

test('a file of which no byte is another is looked through once', async () => {
  const closed = await closedProject();
  expect(await lookThrough(closed)).toEqual([]);
  const first = written(closed);
  expect(await lookThrough(closed)).toEqual([]);
  expect(written(closed)).toBe(first);
});

test('after a label, by another version and with a broken seal it is looked through again', async () => {
  const closed = await closedProject();
  await lookThrough(closed);
  const first = written(closed);
  const engine = await opened(closed);
  const { batch, next } = await engine.client.label.open({ studyId: closed.studyId });
  await found(engine);
  await submit(engine, batch, next!, { kind: 'score', value: 2 });
  await engine.close();
  await lookThrough(closed);
  const second = written(closed);
  expect(second).not.toBe(first);
  await lookThrough(closed, 'later');
  const third = written(closed);
  expect(third).not.toBe(second);
  const bytes = readFileSync(kept(closed));
  bytes[bytes.length - 3]! ^= 1;
  writeFileSync(kept(closed), bytes);
  expect(await lookThrough(closed, 'later')).toEqual([]);
  expect(written(closed)).not.toBe(third);
});

test('what another program changes is found each time, and no altered project is kept as whole', async () => {
  const closed = await closedProject();
  await lookThrough(closed);
  const first = readFileSync(kept(closed));
  alterFile(closed.file, 'UPDATE label SET value = 1 WHERE id = 2');
  const words = await lookThrough(closed);
  expect(words).toEqual([expect.stringMatching(/^1 label was changed by another program/)]);
  expect(await lookThrough(closed)).toEqual(words);
  expect(readFileSync(kept(closed)).equals(first)).toBe(true);
  const engine = await opened(closed);
  alterFile(closed.file, 'UPDATE label SET value = 1 WHERE id = 3');
  expect(await found(engine)).toEqual([expect.stringMatching(/^2 labels were changed by another program/)]);
});

test('a change beside an open project that was known as whole is found', async () => {
  const closed = await closedProject();
  await lookThrough(closed);
  const engine = await opened(closed);
  expect(await found(engine)).toEqual([]);
  alterFile(closed.file, 'UPDATE label SET value = 1 WHERE id = 2');
  expect(await found(engine)).toEqual([expect.stringMatching(/^1 label was changed/)]);
});
