import { closeSync, copyFileSync, existsSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uniformInt } from '../../../stats/index.ts';
import { isNoticed } from '../damage/noticed.ts';
import { type Attack, must } from '../frame/attack.ts';
import { startLabelChild } from '../frame/label-child.ts';
import {
  copyOf,
  engineIn,
  labelsIn,
  mustBeSound,
  ratedProject,
  type StoredLabel,
} from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';

/** Copies piece by piece, as programs that save a folder do, while the file is written. */
async function copySlowly(from: string, to: string): Promise<void> {
  const piece = Buffer.alloc(64 * 1024);
  const [source, target] = [openSync(from, 'r'), openSync(to, 'w')];
  try {
    for (let read = readSync(source, piece); read > 0; read = readSync(source, piece)) {
      writeSync(target, piece, 0, read);
      await sleep(1);
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

const quickly = async (from: string, to: string) => copyFileSync(from, to);

/** Ways in which another program copies a project that is at work. */
const ways: readonly { name: string; parts: readonly string[]; copy: typeof copySlowly }[] = [
  { name: 'the file, then its log', parts: ['', '-wal'], copy: quickly },
  { name: 'the log, then the file', parts: ['-wal', ''], copy: quickly },
  { name: 'the file, then its log, slowly', parts: ['', '-wal'], copy: copySlowly },
  { name: 'the log, then the file, slowly', parts: ['-wal', ''], copy: copySlowly },
  { name: 'the file without its log', parts: [''], copy: quickly },
];

export const runningCopies: Attack = {
  name: 'running-copies',
  what: 'a project copied by another program while labels come in',
  tries: { all: 100, quick: 5, test: 2 },
  async prepare({ folder }) {
    const base = await ratedProject(folder, { labels: 6 });
    return async ({ number, rng, folder: own, later }) => {
      const { name, parts, copy } = ways[number % ways.length]!;
      const file = copyOf(base, own);
      const dataDir = path.join(own, 'data');
      const child = startLabelChild(file, dataDir, { studyId: base.studyId, prefix: 'copied' });
      later(() => child.kill());
      await child.has(uniformInt(rng, 5, 60));
      const acknowledged = [...child.acknowledged];
      const target = path.join(own, 'copy.assay');
      for (const part of parts) if (existsSync(file + part)) await copy(file + part, target + part);
      await child.kill();
      must(child.acknowledged.length >= acknowledged.length, 'the child forgot a label');
      const engine = engineIn(own);
      later(() => engine.close());
      const opened = await answerOf(() => engine.client.project.open({ path: target }));
      if (opened.refused !== undefined) return;
      const { db } = engine.context.session.project!;
      const noticed = await isNoticed(engine);
      const lost = lostOf(db, acknowledged);
      const expected = parts.length === 1 || noticed;
      must(
        lost.length === 0 || expected,
        `${name}: ${lost.length} of ${acknowledged.length} labels are lost`,
      );
      if (!noticed) mustBeSound(db);
    };
  },
};

/** Labels that are not in a copy. @throws Wrong for one that is there under another name or with another value */
function lostOf(db: Parameters<typeof labelsIn>[0], acknowledged: readonly StoredLabel[]): StoredLabel[] {
  const found = new Map(labelsIn(db).map((one) => [one.key, one]));
  return acknowledged.filter(({ key, person, value }) => {
    const one = found.get(key);
    must(!one || (one.person === person && one.value === value), `${key} has another name or value`);
    return one === undefined;
  });
}
