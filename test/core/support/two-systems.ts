import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../../../core/engine.ts';
import type { Preset, Scale, StudyQuestion } from '../../../shared/contract/index.ts';
import { engineWithProject, importRecords, temporaryFolder, testEngine } from './test-engine.ts';

/** Items; on every third one amber and basil give equal responses. */
export const pairedCount = 60;
export const pairedDiffering = 40;

export const systemNames = ['amber', 'basil', 'cedar'] as const;

/** How a system ends its replies, so that two of them differ even where both are right. */
const styles: Record<string, string> = { amber: '', basil: ' for sure', cedar: ', some say' };

/** The text of a system; amber and basil agree on every third item. */
function textOf(system: string, i: number): string {
  if (i % 3 === 0 && system !== 'cedar') return `The answer is ${i}.`;
  const isRight = system === 'amber' ? i % 5 !== 0 : system === 'basil' ? i % 2 === 0 : i % 7 === 0;
  return `It is ${isRight ? i : i + 1000}${styles[system]}.`;
}

/** What people said of a reply, from 1 to 5; equal replies got the same. */
export function ratingOf(system: string, i: number): number {
  if (i % 3 === 0 && system !== 'cedar') return 1 + (i % 5);
  if (system === 'amber') return 3 + (i % 3);
  return system === 'basil' ? 1 + (i % 4) : 1 + (i % 2);
}

/** Items that three systems answered, with ratings, a judge that half agrees, and the right answer. */
export function pairedRecords(count = pairedCount) {
  return Array.from({ length: count }, (_, i) => ({
    id: `item-${String(i).padStart(3, '0')}`,
    group: `group-${i % 4}`,
    conversation: [
      { role: 'system', content: 'You are amber.' },
      { role: 'user', content: `What is number ${i}?` },
    ],
    reference: [`it is ${i}`],
    responses: Object.fromEntries(systemNames.map((system) => [system, textOf(system, i)])),
    human: Object.fromEntries(systemNames.map((system) => [system, { quality: [ratingOf(system, i)] }])),
    judge: {
      strict: Object.fromEntries(
        systemNames.map((system) => [
          system,
          { quality: Math.min(5, Math.max(1, ratingOf(system, i) + ((i * 5) % 3) - 1)) },
        ]),
      ),
    },
  }));
}

const scale: Scale = { min: 1, max: 5, direction: 'higher' };
export const byRating: Pick<StudyQuestion, 'measure' | 'surrogate'> = {
  measure: { kind: 'criterion', criterion: 'quality' },
  surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
};
export const byAnswer: Pick<StudyQuestion, 'measure' | 'surrogate'> = {
  measure: { kind: 'metric', metric: 'f1-squad1' },
  surrogate: { kind: 'system', system: 'cedar' },
};

export const byPreference: Pick<StudyQuestion, 'measure' | 'surrogate'> = {
  measure: { kind: 'criterion', criterion: 'preference' },
  surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
};

/** A new project with the records imported; the data set is its first. */
async function importPaired(records: readonly unknown[], direction: Scale['direction']) {
  const made = await engineWithProject();
  await importRecords(made.engine, made.folder, records, {
    scales: [
      { kind: 'criterion', name: 'quality', scale: { ...scale, direction } },
      { kind: 'judge', name: 'strict', criterion: 'quality', scale: { ...scale, direction } },
    ],
  });
  return made;
}

/** Projects as files, made once by name; every test works on a copy of its own. */
const madeOnce = new Map<string, Promise<{ bytes: Buffer; with: unknown }>>();

/** A copy of a project that is made once, and what its making gave. */
async function copyOf<T>(name: string, make: () => Promise<{ engine: Engine; file: string; with: T }>) {
  const making = async () => {
    const { engine, file, with: given } = await make();
    await engine.close();
    return { bytes: readFileSync(file), with: given };
  };
  if (!madeOnce.has(name)) madeOnce.set(name, making());
  const { bytes, with: given } = await madeOnce.get(name)!;
  const folder = temporaryFolder();
  const file = path.join(folder, 'p.assay');
  writeFileSync(file, bytes);
  const engine = testEngine(path.join(folder, 'data'));
  await engine.client.project.open({ path: file });
  return { engine, folder, file, with: structuredClone(given) as T };
}

const usualProject = () =>
  copyOf('usual', async () => ({ ...(await importPaired(pairedRecords(), 'higher')), with: null }));

/** A project with three systems and a comparison of amber and basil. */
export async function pairedStudy(
  size: number,
  {
    question = byRating,
    preset = 'calibrated-hardness' as Preset,
    seed = 5,
    records = undefined as readonly unknown[] | undefined,
    direction = 'higher' as Scale['direction'],
  } = {},
) {
  const isUsual = records === undefined && direction === 'higher';
  const { engine, folder } = isUsual
    ? await usualProject()
    : await importPaired(records ?? pairedRecords(), direction);
  const datasetId = (await engine.client.dataset.list({}))[0]!.id;
  const study = await engine.client.study.create({
    datasetId,
    system: 'amber',
    against: 'basil',
    ...question,
    preset,
    seed,
    size,
  });
  return { engine, folder, datasetId, study };
}

/** A ranking of all three systems, so many items drawn for each pair; as one page for all replies, unless told otherwise. */
export async function rankingOfThree(
  size: number,
  { question = byRating, onePage = true, preset = 'uniform' as Preset } = {},
) {
  const asked = { systems: [...systemNames], ...question, size, preset, seed: 3, onePage };
  const made = await copyOf(JSON.stringify(asked), async () => {
    const { engine, folder, datasetId, study } = await pairedStudy(1);
    // Numbers of its studies are then none of those of systems.
    await engine.client.study.remove({ studyId: study.id });
    const file = path.join(folder, 'p.assay');
    const pairs = await engine.client.study.createPairs({ ...asked, datasetId });
    return { engine, file, with: { datasetId, pairs } };
  });
  const { engine } = made;
  const { datasetId, pairs } = made.with;
  const { db } = engine.context.session.project!;
  return { engine, db, datasetId, pairs, rankingId: pairs[0]!.rankingId! };
}

/** The difference of two systems over all items by what people said, equal replies counting 0. */
export function trueDifference(first: string, second: string, count = pairedCount): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    if (textOf(first, i) !== textOf(second, i)) sum += ratingOf(first, i) - ratingOf(second, i);
  }
  return sum / count;
}
