import path from 'node:path';
import type { Engine } from '../../../core/engine.ts';
import type { Annotator } from '../../../shared/contract/index.ts';
import { engineIn } from './projects.ts';

/** Hands items of a study out to somebody, as a file. */
export async function handOut(
  { client }: Engine,
  { studyId, to, file, from = 1, count = 1000 }: Asked,
): Promise<void> {
  const idOf = (people: readonly Annotator[]) => people.find(({ name }) => name === to)?.id;
  const annotatorId =
    idOf(await client.annotator.list({})) ?? idOf(await client.annotator.add({ name: to }))!;
  await client.batch.out({ studyId, from, count, annotatorId, shape: 'file', path: file });
}

interface Asked {
  readonly studyId: number;
  readonly to: string;
  readonly file: string;
  readonly from?: number;
  readonly count?: number;
}

/** Somebody opens a handed-out batch on another machine, labels `count` items and saves the file to send back. */
export async function labelElsewhere(
  batchFile: string,
  folder: string,
  { name, count, says = (n) => 1 + (n % 5) }: { name: string; count: number; says?: (n: number) => number },
): Promise<string> {
  const engine = engineIn(folder);
  try {
    const { client } = engine;
    const { handedStudyId } = await client.project.open({ path: batchFile });
    await client.annotator.choose({ name });
    const { batch, items } = await client.label.open({ studyId: handedStudyId! });
    for (const [n, { ref }] of items.slice(0, count).entries()) {
      await client.label.submit({
        batch,
        ref,
        answer: { kind: 'score', value: says(n) },
        durationMs: 1000 + n,
        estimateVisible: false,
        clientKey: `elsewhere-${name}-${n}`,
      });
    }
    const back = path.join(folder, `${name}.assay-labels`);
    await client.batch.giveBack({ path: back });
    return back;
  } finally {
    await engine.close();
  }
}
