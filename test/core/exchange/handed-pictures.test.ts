import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { carriedPictures, readyForPictures } from '../../../core/data/carried-pictures.ts';
import type { BatchContent } from '../../../core/labeling/offline-batches/batch-file.ts';
import { insertPicture } from '../../../db/pictures.ts';
import type { LabelBatch } from '../../../shared/contract/index.ts';
import { picturesIn } from '../../../shared/picture-words.ts';
import { open, portalOnStudy } from '../../team/portal-fixture.ts';
import { temporaryFolder, testEngine } from '../support/test-engine.ts';

/** Pictures where people judge without the project: by a link, and in what is handed out. */

/** A whole PNG whose points differ, so that it does not pack. */
function png(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let state = width * 31 + height;
  for (let at = 0; at < rows.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    rows[at] = at % (width * 3 + 1) === 0 ? 0 : state >>> 24;
  }
  const part = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body) >>> 0);
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  const parts = [part('IHDR', head), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A study behind a link, one of whose texts names a picture; another picture is named by no text. */
async function withPicture(width = 20, height = 10) {
  const made = await portalOnStudy(4);
  const db = made.engine.context.session.project!.db;
  const [named, other] = [png(width, height), png(7, 5)];
  for (const [bytes, w, h] of [
    [named, width, height],
    [other, 7, 5],
  ] as const) {
    const facts = { sha256: hashOf(bytes), media: 'image/png' as const, width: w, height: h, bytes };
    insertPicture(db, { datasetId: made.datasetId, ...facts });
  }
  const text = `Look: ![a cat](assay:picture/${hashOf(named)})`;
  db.prepare('UPDATE response SET text = ? WHERE item_id IN (SELECT item_id FROM draw)').run(text);
  return { ...made, db, named: hashOf(named), other: hashOf(other) };
}

test('a link gives the pictures of its own items, and no others', async () => {
  const { guestNamed, named, other } = await withPicture();
  const guest = await guestNamed('Ana');
  const { batch, next } = await open(guest);
  const at = { batch, ref: next! };
  const shown = await guest.call<{ width: number; height: number }>('label/picture', {
    ...at,
    sha256: named,
  });
  expect(shown).toMatchObject({ status: 200, body: { media: 'image/png', width: 20, height: 10 } });
  expect((await guest.call('label/picture', { ...at, sha256: other })).status).toBe(404);
  const elsewhere = { batch, ref: 'an-item-of-nobody', sha256: named };
  expect((await guest.call('label/picture', elsewhere)).status).toBe(404);
});

test('nobody gets a picture who was not let in', async () => {
  const { post, named } = await withPicture();
  const { status } = await post('label/picture', { batch: 'b', ref: 'r', sha256: named });
  expect(status).toBe(401);
});

test('a batch carries its pictures to another machine, and its page may show them', async () => {
  const { engine, study, named } = await withPicture();
  const asked = { studyId: study.id, from: 1, count: 2 };
  const out = await engine.client.batch.out({ ...asked, shape: 'file' });
  const file = JSON.parse(out.content!) as { version: number; content: string };
  expect(file.version).toBe(4);
  expect(Object.keys((JSON.parse(file.content) as BatchContent).pictures!)).toEqual([named]);
  expect(out.picturesLeft).toBeUndefined();
  const page = await engine.client.batch.out({ ...asked, shape: 'page' });
  expect(page.content).toContain('img-src data:');
  const folder = temporaryFolder();
  const target = path.join(folder, out.fileName);
  writeFileSync(target, out.content!);
  const elsewhere = testEngine(path.join(folder, 'data'));
  await elsewhere.client.project.open({ path: target });
  const id = (await elsewhere.client.study.list({}))[0]!.id;
  const batch: LabelBatch = await elsewhere.client.label.open({ studyId: id });
  const item = await elsewhere.client.label.item({ batch: batch.batch, ref: batch.next! });
  expect(picturesIn(JSON.stringify(item))).toEqual([named]);
  expect(await elsewhere.client.dataset.picture({ sha256: named })).toMatchObject({ width: 20, height: 10 });
});

test('a picture that is too large is drawn smaller; what cannot be drawn is left out', async () => {
  const { db, datasetId, named } = await withPicture(600, 400);
  const broken = Buffer.from('\u0089PNG\r\n\u001a\nand then nothing of a picture'.repeat(8000), 'latin1');
  const facts = { sha256: hashOf(broken), media: 'image/png' as const, width: 600, height: 400 };
  insertPicture(db, { datasetId, ...facts, bytes: broken });
  await readyForPictures(db);
  const limits = { each: 250_000, all: 300_000, side: 300 };
  const carried = carriedPictures(db, [named, hashOf(broken)], limits);
  expect(Object.keys(carried)).toEqual([named]);
  const small = carried[named]!;
  expect(small.width).toBeLessThanOrEqual(300);
  expect(small.width / small.height).toBeCloseTo(1.5, 1);
  expect(Buffer.from(small.base64, 'base64').length).toBeLessThanOrEqual(limits.each);
  expect(carriedPictures(db, [named], { ...limits, all: 10 })).toEqual({});
});
