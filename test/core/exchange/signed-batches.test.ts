import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  type BatchFile,
  isAsSigned,
  issuedOf,
  signBatch,
} from '../../../core/labeling/offline-batches/batch-file.ts';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { batchOut } from '../../../core/labeling/offline-batches/out-file.ts';
import { labelRows } from '../../../core/report/export/label-rows.ts';
import { ratedStudy, submit, temporaryFolder, testEngine } from '../support/test-engine.ts';
import { all, merge, preview, returnedOf, score, studyToHandOut } from './returned.ts';

test('a handed-out batch is signed by the key of the lead: its texts, study, person and day', async () => {
  const { engine, studyId, idOf } = await studyToHandOut();
  const file = await handOut(engine.context, studyId, { ...all, annotatorId: await idOf('Ana') });
  const issued = issuedOf(file)!;
  const { publicKey, fingerprint } = await engine.context.signing.signer();
  expect(issued.signature.publicKey).toBe(publicKey);
  expect(isAsSigned(issued)).toBe(true);
  for (const change of [
    { annotator: 'Ben' },
    { annotator: null },
    { study: 'other' },
    { batchId: 'other-batch' },
    { contentSha256: 'x'.repeat(64) },
    { handedOutAt: '2020-01-01T00:00:00.000Z' },
    { chain: 'another-link' },
    { chain: undefined },
  ]) {
    expect(isAsSigned({ ...issued, ...change })).toBe(false);
  }
  expect(await preview(engine, returnedOf(file, [[0, score(3)]]))).toMatchObject({
    batchSignedBy: fingerprint,
    signedBy: null,
  });
});

test('a returned file with another signature, or one made by somebody else, is refused', async () => {
  const { engine, studyId } = await studyToHandOut();
  const file = await handOut(engine.context, studyId, all);
  const stranger = await testEngine().context.signing.signer();
  const { signature: _, ...unsigned } = issuedOf(file)!;
  const forged: BatchFile = { ...file, ...signBatch(stranger, unsigned) };
  const renamed: BatchFile = { ...file, annotator: 'Ben' };
  await expect(merge(engine, returnedOf(forged, [[0, score(3)]]))).rejects.toThrow('signed otherwise');
  await expect(merge(engine, returnedOf(renamed, [[0, score(3)]]))).rejects.toThrow('does not fit the file');
  expect(labelRows(engine.context, studyId)).toEqual([]);
});

test('a file for another project of the same person says so', async () => {
  const one = await studyToHandOut();
  const file = await handOut(one.engine.context, one.studyId, all);
  const { client } = one.engine;
  await client.project.create({ path: path.join(temporaryFolder(), 'other.assay') });
  const back = returnedOf(file, [[0, score(3)]]);
  await expect(merge(one.engine, back)).rejects.toThrow(
    'signed by your key, and was handed out from another',
  );
  const two = await studyToHandOut();
  await expect(merge(two.engine, back)).rejects.toThrow('was not handed out from this project');
});

test('files of the first version are read and said to be not signed', async () => {
  const { engine, studyId } = await studyToHandOut();
  const file = await handOut(engine.context, studyId, all);
  const { issued: _, signature: __, ...first } = returnedOf(file, [[0, score(3)]]);
  const back = { ...first, version: 1 };
  expect(await preview(engine, back)).toMatchObject({ batchSignedBy: null, signedBy: null, added: 1 });
  expect(await merge(engine, back)).toMatchObject({ annotator: 'Ana', added: 1, batchSignedBy: null });
});

/** A handed-out file as the first version wrote it. */
function ofFirstVersion(file: string): string {
  const { batchId, content } = JSON.parse(readFileSync(file, 'utf8')) as BatchFile;
  const contentSha256 = createHash('sha256').update(content).digest('hex');
  const old = path.join(path.dirname(file), 'old.assay-batch');
  writeFileSync(old, JSON.stringify({ assay: 'batch', version: 1, batchId, contentSha256, content }));
  return old;
}

test('a batch of the first version opens, and its answers come back signed by the annotator alone', async () => {
  const { engine, study } = await ratedStudy(3);
  await engine.client.annotator.add({ name: 'Ana' });
  const file = path.join(temporaryFolder(), 'b.assay-batch');
  await batchOut(engine.context, { studyId: study.id, ...all, shape: 'file', path: file });
  const away = testEngine();
  const { handedTo } = await away.client.project.open({ path: ofFirstVersion(file) });
  expect(handedTo).toBeNull();
  await away.client.annotator.choose({ name: 'Ana' });
  const { batch, items } = await away.client.label.open({ studyId: 1 });
  await submit(away, batch, items[0]!.ref, score(4));
  const { content } = await away.client.batch.giveBack({});
  const { fingerprint } = await away.context.signing.signer();
  const merged = await merge(engine, JSON.parse(content!));
  expect(merged).toMatchObject({ batchSignedBy: null, signedBy: fingerprint, added: 1 });
});

test('a changed answer under the signature of the annotator, and a later file by another key', async () => {
  const { engine, study } = await ratedStudy(3);
  await engine.client.annotator.add({ name: 'Ana' });
  const file = path.join(temporaryFolder(), 'b.assay-batch');
  await batchOut(engine.context, { studyId: study.id, ...all, shape: 'file', path: file });
  const away = testEngine();
  await away.client.project.open({ path: file });
  await away.client.annotator.choose({ name: 'Ana' });
  const { batch, items } = await away.client.label.open({ studyId: 1 });
  await submit(away, batch, items[0]!.ref, score(4));
  const first = JSON.parse((await away.client.batch.giveBack({})).content!);
  const { signature } = first as { signature: { signature: string } };
  const broken = { ...first, signature: { ...signature, signature: Buffer.alloc(64).toString('base64') } };
  await expect(merge(engine, broken)).rejects.toThrow('signature on the answers does not fit');
  await merge(engine, first);
  await submit(away, batch, items[0]!.ref, score(1));
  const second = JSON.parse((await away.client.batch.giveBack({})).content!);
  expect(second.entries.slice(0, 1)).toEqual(first.entries);
  // Whoever has the first file can lengthen its chain, but not sign it.
  expect((await preview(engine, { ...second, signature: null })).conflicts).toMatchObject([
    { reasons: ['other-signer'], project: { answer: score(4) }, file: { answer: score(1) } },
  ]);
  expect(await merge(engine, second)).toMatchObject({ changed: 1, kept: 0, taken: 0 });
  // Another copy has no signature to go on with.
  const page = (...values: number[]) =>
    returnedOf(
      JSON.parse(readFileSync(file, 'utf8')) as BatchFile,
      values.map((value) => [1, score(value)] as const),
      { copyId: 'from-a-page' },
    );
  await merge(engine, page(2));
  expect(await merge(engine, page(2, 3))).toMatchObject({ changed: 1, kept: 0 });
});

test('a project that lost what it held when it handed a batch out says so to the answers that come back', async () => {
  const { engine, studyId } = await studyToHandOut();
  const { client, context } = engine;
  const first = context.session.project!.path;
  const older = path.join(temporaryFolder(), 'older.assay');
  await client.project.saveCopy({ path: older });
  await client.annotator.choose({ name: 'Ben' });
  const { batch, items } = await client.label.open({ studyId });
  await submit(engine, batch, items[11]!.ref, score(4));
  const file = await handOut(context, studyId, { from: 1, count: 6 });
  expect(file.version).toBe(3);
  const back = returnedOf(file, [[0, score(3)]]);
  await client.project.open({ path: older });
  await expect(merge(engine, back)).rejects.toThrow(
    'This project handed the batch out, but at least 1 entry is missing that it held then',
  );
  await client.project.open({ path: first });
  expect(await merge(engine, back)).toMatchObject({ added: 1 });
  // One that is as long by now, and went on otherwise.
  await client.project.open({ path: older });
  const { batch: other, items: open } = await client.label.open({ studyId });
  await submit(engine, other, open[3]!.ref, score(1));
  await expect(merge(engine, back)).rejects.toThrow('its chain went on otherwise');
});

test('no letter of a batch tells how long the chain of its project is', async () => {
  const { engine, studyId } = await studyToHandOut();
  const lengths = new Set<number>();
  for (let n = 0; n < 12; n++) {
    const { chain } = await handOut(engine.context, studyId, all);
    lengths.add(chain!.length);
    // Sealed it is letters by chance; plain it would be a number and a hash.
    expect(chain).not.toMatch(/^\d+-[0-9a-f]{64}/);
  }
  expect(lengths.size).toBe(1);
});
