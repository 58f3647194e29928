import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { missingFrom } from '../../../core/platform/known-heads.ts';
import { type Rng, uniformInt } from '../../../stats/index.ts';
import { type Attack, must } from '../frame/attack.ts';
import { copyOf, engineIn, label, labelsIn, ratedProject } from '../frame/projects.ts';

/** What lies at the path of a project after somebody else was at it. */
interface Left {
  readonly file: Buffer;
  readonly wal: Buffer | null;
}

const acknowledged = 30;

/** How answers come to be missing, each from the files as they were when the last answer was acknowledged. */
const cuts: readonly {
  readonly name: string;
  readonly left: (whole: Left & { wal: Buffer }, older: Buffer, rng: Rng) => Left;
}[] = [
  {
    name: 'a -wal cut short',
    left: ({ file, wal }, _, rng) => ({ file, wal: wal.subarray(0, uniformInt(rng, 0, wal.length - 1)) }),
  },
  { name: 'a copy without its -wal', left: ({ file }) => ({ file, wal: null }) },
  { name: 'an older copy in its place', left: (_, older) => ({ file: older, wal: null }) },
];

export const cutChain: Attack = {
  name: 'cut-chain',
  what: 'projects that lost acknowledged answers with the end of their chain',
  tries: { all: 200, quick: 30, test: 6 },
  async prepare({ folder }) {
    const base = await ratedProject(folder, { labels: 2 });
    const shared = path.join(folder, 'cut');
    const file = copyOf(base, shared);
    const older = readFileSync(file);
    const engine = engineIn(shared);
    await engine.client.project.open({ path: file });
    for (let n = 0; n < acknowledged; n++) await label(engine, base.studyId, { person: `P${n % 3}`, n });
    const { path: real, db } = engine.context.session.project!;
    const deadline = Date.now() + 10_000;
    const labels = labelsIn(db).length;
    while (engine.context.heads.known(db, real)?.answers !== labels && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const whole = { file: readFileSync(file), wal: readFileSync(`${file}-wal`) };
    await engine.close();
    return async ({ number, rng, folder: own, later }) => {
      const { name, left } = cuts[number % cuts.length]!;
      const found = left(whole, older, rng);
      for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
      writeFileSync(file, found.file);
      if (found.wal) writeFileSync(`${file}-wal`, found.wal);
      cpSync(path.join(shared, 'data', 'known-heads'), path.join(own, 'data', 'known-heads'), {
        recursive: true,
      });
      const opened = engineIn(own);
      later(() => opened.close());
      await opened.client.project.open({ path: file });
      const project = opened.context.session.project!;
      const lost = labels - labelsIn(project.db).length;
      must(lost > 0, `${name}: nothing is lost, so that nothing was tried`);
      const { alterations } = await opened.client.project.check({ wait: true });
      const said = `${lost} acknowledged ${lost === 1 ? 'answer' : 'answers'} of`;
      must(
        alterations.some(({ words }) => words.startsWith(said)),
        `${name}: ${lost} of ${labels} answers are lost, and nothing says so`,
      );
      const known = opened.context.heads.known(project.db, project.path);
      must(known && missingFrom(project.db, known), `${name}: the shorter chain became the known one`);
    };
  },
};
