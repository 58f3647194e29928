import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { errorCodes } from '../../shared/errors.ts';
import { rounds } from '../support/chance.ts';
import { rng } from './support/damage.ts';
import { ratedStudy, submit, temporaryFolder, testEngine } from './support/test-engine.ts';

type Call = (engine: Engine, studyId: number) => Promise<unknown>;

/** What a person does with a project, over the contract. */
const calls: Record<string, Call> = {
  'project.current': ({ client }) => client.project.current({}),
  'dataset.list': ({ client }) => client.dataset.list({}),
  'item.list': async ({ client }) => {
    const [dataset] = await client.dataset.list({});
    return client.item.list({ datasetId: dataset!.id, offset: 0, limit: 50 });
  },
  'study.list': ({ client }) => client.study.list({}),
  'study.get': ({ client }, studyId) => client.study.get({ studyId }),
  'estimate.current': ({ client }, studyId) => client.estimate.current({ studyId }),
  'label.submit': async (engine, studyId) => {
    const { batch, items } = await engine.client.label.open({ studyId });
    for (const { ref } of items.slice(0, 3)) await engine.client.label.item({ batch, ref });
    const open = items.find(({ state }) => state === 'open');
    if (open) await submit(engine, batch, open.ref, { kind: 'score', value: 3 });
    return engine.client.label.undo({ batch });
  },
  'report.render': ({ client }, studyId) => client.report.render({ studyId, format: 'html' }),
  'job.list': ({ client }) => client.job.list({}),
  'project.rename': ({ client }) => client.project.rename({ name: 'Again' }),
  'project.saveCopy': ({ client }) =>
    client.project.saveCopy({ path: path.join(copies, 'copy.assay'), overwrite: false }),
};
let copies = '';

/** A code of the closed list; of a damaged file also which it is and what to do. */
const isOurs = ({ code, data }: { code?: string; data?: { remedy?: string; file?: string } }) =>
  code !== undefined &&
  code !== 'INTERNAL' &&
  (errorCodes as readonly string[]).includes(code) &&
  (!code.includes('PROJECT') || (data?.remedy !== undefined && data.file !== undefined));

/** Every call on a file; what it threw that is not an error of the app's own. */
async function rawErrors(file: string, studyId: number): Promise<string[]> {
  const engine = testEngine();
  const raw: string[] = [];
  const attempt = async (name: string, call: () => Promise<unknown>) => {
    try {
      await call();
      return true;
    } catch (error) {
      const { code, message, cause } = error as { code?: string; message: string; cause?: Error };
      if (!isOurs(error as { code?: string }))
        raw.push(`${name}: ${code} ${message} ${cause?.name} ${cause?.stack?.split('\n')[1]}`);
      return false;
    }
  };
  copies = path.dirname(file);
  if (await attempt('project.open', () => engine.client.project.open({ path: file }))) {
    for (const [name, call] of Object.entries(calls)) await attempt(name, () => call(engine, studyId));
  }
  await attempt('project.close', () => engine.client.project.close({}));
  await engine.close();
  return raw;
}

test('no flipped bit, overwritten range or cut end makes an error that is not the app’s own', {
  timeout: 600_000,
}, async () => {
  const { engine, study, file } = await ratedStudy(8, { count: 12 });
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  for (const { ref } of items.slice(0, 4)) await submit(engine, batch, ref, { kind: 'score', value: 4 });
  await engine.client.project.close({});
  const sound = readFileSync(file);
  const written = [...sound.keys()].filter((at) => sound[at] !== 0);
  const random = rng(20260102);
  const raw: string[] = [];
  const tries = rounds(60, 4000);
  for (let n = 0; n < tries; n++) {
    const folder = temporaryFolder();
    const bytes = Buffer.from(sound);
    const kind = n % 4;
    // Most bytes of a small project are empty room; what is written is where it hurts.
    const at = written[random(written.length)]!;
    let cut = bytes;
    if (kind < 2) bytes[at]! ^= 1 << random(8);
    else if (kind === 2)
      for (let i = at; i < Math.min(bytes.length, at + 1 + random(600)); i++) bytes[i] = random(256);
    else cut = bytes.subarray(0, at);
    const damaged = path.join(folder, 'p.assay');
    writeFileSync(damaged, cut);
    raw.push(...(await rawErrors(damaged, study.id)).map((words) => `#${n} kind ${kind} at ${at}: ${words}`));
    rmSync(folder, { recursive: true });
  }
  expect(raw).toEqual([]);
});
