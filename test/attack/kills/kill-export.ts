import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { WritableDb } from '../../../db/types.ts';
import type { ReportChoice } from '../../../shared/contract/index.ts';
import { type Attack, must } from '../frame/attack.ts';
import { KillWindow } from '../frame/kill-window.ts';
import { copyOf, inProject, labelsIn, mustBeSound, ratedProject } from '../frame/projects.ts';

const child = path.join(import.meta.dirname, '../children/export-child.ts');
const old = 'what stood there before\n'.repeat(100);
const labels = 30;

type Document = ReportChoice['format'] | 'batch';
const documents: readonly Document[] = [
  'html',
  'json',
  'labels-csv',
  'labels-jsonl',
  'figure-svg',
  'docx',
  'batch',
];

/** Instants, the hashes over them and random names of one and the same document differ each time it is made. */
const timeless = (document: Buffer) =>
  document
    .toString('utf8')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, 'INSTANT')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'HASH')
    .replaceAll(/"(batchId|chain|signature|publicKey)": "[^"]+"/g, '"$1": ""');

/** A document in a package carries its instants packed; the package is whole if its list of contents stands at its end. */
const isWholeZip = (bytes: Buffer) =>
  bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04' &&
  bytes.subarray(-22, -18).toString('latin1') === 'PK\x05\x06';

export const killExport: Attack = {
  name: 'kill-export',
  what: 'killed while writing a report, an export or a batch',
  tries: { all: 120, quick: 14, test: 1 },
  kills: true,
  async prepare({ folder }) {
    const base = await ratedProject(folder, { draws: 40, labels });
    const argsFor = (own: string, what: Document, target: string) => [
      ...[copyOf(base, own), path.join(own, 'data'), String(base.studyId), what, target],
    ];
    const shared = new Map<Document, { whole: Buffer; window: KillWindow }>();
    const sharedOf = async (what: Document) => {
      const target = path.join(folder, `whole-${what}`);
      const made = (round: number) => argsFor(path.join(folder, `whole-${what}-${round}`), what, target);
      const window = await KillWindow.measure(child, made);
      const one = { whole: readFileSync(target), window };
      shared.set(what, one);
      return one;
    };
    return async ({ number, rng, folder: own }) => {
      const what = documents[number % documents.length]!;
      const { whole, window } = shared.get(what) ?? (await sharedOf(what));
      const target = path.join(own, 'target');
      writeFileSync(target, old);
      const args = argsFor(own, what, target);
      const written = (await window.kill(rng, args)).filter((line) => line.startsWith('written')).length;
      must(existsSync(target), 'the file that stood there is gone');
      const found = readFileSync(target);
      const isOld = found.toString('latin1') === old;
      const isWhole = what === 'docx' ? isWholeZip(found) : timeless(found) === timeless(whole);
      must(
        isOld || isWhole,
        `${what}: ${found.length} bytes, neither the old file nor the ${whole.length} of a whole one`,
      );
      must(isWhole || written === 0, `${what}: writing it was acknowledged, and the old file stands there`);
      await inProject(own, args[0]!, (_, db) => mustBeSound(db));
    };
  },
};

export const killCopy: Attack = {
  name: 'kill-copy',
  what: 'killed while saving a copy of the project',
  tries: { all: 60, quick: 8, test: 1 },
  kills: true,
  async prepare({ folder }) {
    const base = await ratedProject(folder, { items: 1500, labels });
    const argsFor = (own: string) => [
      ...[copyOf(base, own), path.join(own, 'data'), String(base.studyId), 'copy', path.join(own, 'copy')],
    ];
    const window = await KillWindow.measure(child, (round) => argsFor(path.join(folder, `whole-${round}`)));
    return async ({ rng, folder: own }) => {
      const args = argsFor(own);
      await window.kill(rng, args);
      await inProject(own, args[0]!, (_, db) => mustBeSound(db));
      for (const name of readdirSync(own).filter((one) => /^copy-\d\.assay$/.test(one))) {
        copyMustBeWhole(path.join(own, name));
      }
    };
  },
};

function copyMustBeWhole(file: string): void {
  let db: WritableDb | undefined;
  try {
    db = new Database(file) as WritableDb;
    mustBeSound(db);
    must(labelsIn(db).length === labels, `it has ${labelsIn(db).length} of ${labels} labels`);
  } catch (error) {
    throw new Error(
      `${path.basename(file)} is half a copy (${statSync(file).size} bytes): ${(error as Error).message}`,
    );
  } finally {
    db?.close();
  }
}
