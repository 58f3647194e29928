import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../../../core/engine.ts';
import { setProjectValue } from '../../../db/project.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import type {
  LabelAnswer,
  LabelChange,
  LabelItem,
  StudyQuestion,
  ValidationView,
  VisitBatch,
} from '../../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../../shared/contract/quality.ts';
import { type Rng, uniformInt, uniformOpen } from '../../../stats/index.ts';
import { must, NotATry } from '../frame/attack.ts';
import { engineIn, jsonLines } from '../frame/projects.ts';
import { markOf, type WatchedGuest, watchedPortal } from '../frame/wire.ts';

/** What an annotator must not learn. Two worlds differ in nothing else. */
export interface World {
  /** Where hidden checks stand; null where there are none. */
  readonly checks: number | null;
  /** Which of the systems is the first. */
  readonly isTurned: boolean;
  /** What others said, and the judge. */
  readonly said: number;
  /** Whether a wrong answer to a check excludes, from then on; its page goes on until a group of ten is over. */
  readonly isStrict?: boolean;
}

export const kinds = [
  'rating',
  'rating-excluded',
  'rating-shared-out',
  'comparison',
  'ranking',
  'ranking-of-pairs',
  'validation',
  'handed-file',
  'handed-page',
] as const;
export type Kind = (typeof kinds)[number];

export interface Ground {
  readonly rng: Rng;
  readonly folder: string;
  later(undo: () => unknown): void;
}

/** A kind of work whose worlds are to look alike, and what somebody gets to see in each, line by line. */
interface Compared {
  readonly kind: Kind;
  seenIn(world: World, ground: Ground): Promise<readonly string[]>;
}

/** @throws Wrong where two worlds differ in what is seen of them */
export async function mustLookAlike(
  { kind, seenIn }: Compared,
  { rng, folder, later }: Ground,
): Promise<void> {
  const seed = uniformInt(rng, 1, 1_000_000);
  // Where a wrong answer excludes, the others answer rightly.
  const base: World = { checks: seed, isTurned: false, said: kind === 'rating-excluded' ? 5 : 2 };
  const others: World[] = [
    { ...base, checks: seed + 1 },
    { checks: seed + 2, isTurned: true, said: 5 },
    ...(kind === 'rating-excluded' ? [{ ...base, isStrict: true }] : []),
    // Where shares are laid out beforehand their number tells how many checks there are.
    ...(kind === 'rating-shared-out' ? [] : [{ ...base, checks: null }]),
  ];
  const seen = async (world: World, name: string) =>
    seenIn(world, { rng, folder: path.join(folder, name), later });
  const first = await seen(base, 'base');
  must(first.length > 3, `${kind}: nothing was said`);
  for (const [i, world] of others.entries()) {
    const second = await seen(world, `other-${i}`);
    const at = first.findIndex((line, n) => line !== second[n]);
    must(at < 0, `${kind}: line ${at} tells ${JSON.stringify(world)}\n  ${twoSides(first[at], second[at])}`);
    must(first.length === second.length, `${kind}: ${first.length} lines are ${second.length}`);
  }
}

/** Where two lines part, with what stands around. */
function twoSides(was = '', is = ''): string {
  const from = Math.max(0, [...was].findIndex((letter, n) => letter !== is[n]) - 200);
  return [was, is].map((line) => line.slice(from, from + 600)).join('\n  ');
}

/** A world with a study and a door that Ben has come through before. */
export interface Ready {
  readonly engine: Engine;
  readonly studyId: number;
  readonly portal: Awaited<ReturnType<typeof watchedPortal>>;
  readonly ben: WatchedGuest;
  /** Lets Ada in, who was invited first. */
  readonly link: string;
}

/** Makes a world in which the others have said what they say; validation is for the visitor to look at afterwards. */
export async function worldOf(kind: Kind, world: World, ground: Ground, pageDir?: string): Promise<Ready> {
  const engine = engineIn(ground.folder);
  ground.later(() => engine.close());
  await engine.client.project.create({ path: path.join(ground.folder, 'p.assay') });
  const studyId = await studyIn(engine, kind, world, ground);
  const portal = await watchedPortal(engine, ground.folder, ground.later, pageDir);
  const linkFor = async (name: string) => (await engine.client.invitation.create({ studyId, name })).path;
  const link = await linkFor('Ada');
  const ben = await portal.enter(await linkFor('Ben'));
  if (kind === 'rating-shared-out') await engine.client.team.set({ studyId, deals: false, confirm: true });
  await saidByOthers(engine, studyId, ben, world);
  if (kind === 'validation') await offerConversations(engine, studyId, ben, world, ground);
  return { engine, studyId, portal, ben, link };
}

/** @throws Wrong unless somebody is excluded where that was to be; NotATry where nobody answered a check wrongly */
export async function mustBeStrict({ engine, studyId }: Ready, world: World): Promise<void> {
  if (!world.isStrict) return;
  const { annotators } = await engine.client.quality.get({ studyId });
  // By chance none of the few items of a visit may be a check.
  const isChecked = annotators.some(({ checks, right }) => checks > right);
  if (!isChecked) throw new NotATry('no check was met');
  must(
    annotators.some(({ excluded }) => excluded !== null),
    'nobody is excluded',
  );
}

/** A study of replies that say nothing, with checks on items outside its draw. */
async function studyIn(engine: Engine, kind: Kind, world: World, { rng, folder }: Ground): Promise<number> {
  const { client } = engine;
  const names = world.isTurned ? ['basil', 'cedar', 'amber'] : ['amber', 'basil', 'cedar'];
  const mark = () => markOf(() => uniformOpen(rng));
  const each = <T>(make: (name: string, i: number) => T) =>
    Object.fromEntries(names.map((name, i) => [name, make(name, i)]));
  const records = Array.from({ length: 70 }, (_, n) => ({
    id: `item-${String(n).padStart(3, '0')}`,
    conversation: [{ role: 'user', content: mark() }],
    responses: each(mark),
    human: each(() => ({ quality: [1 + (n % 5)] })),
    judge: { strict: each((_name, i) => ({ quality: 1 + ((n + i * world.said) % 5) })) },
  }));
  const source = path.join(folder, 'items.jsonl');
  writeFileSync(source, jsonLines(records));
  const scale = { min: 1, max: 5, direction: 'higher' } as const;
  const { jobId } = await client.import.start({
    path: source,
    datasetName: 'items',
    scales: [
      { kind: 'criterion', name: 'quality', scale },
      { kind: 'judge', name: 'strict', criterion: 'quality', scale },
    ],
  });
  await waitForJob(engine, jobId);
  const [dataset] = await client.dataset.list({});
  const asked: Pick<StudyQuestion, 'datasetId' | 'measure' | 'surrogate'> = {
    datasetId: dataset!.id,
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
  };
  const plan = { ...asked, preset: 'uniform', seed: 11, size: 24 } as const;
  const isRanking = kind === 'ranking' || kind === 'ranking-of-pairs' || kind === 'handed-page';
  const studyId = isRanking
    ? (await client.study.createPairs({ ...plan, systems: names, onePage: kind !== 'ranking-of-pairs' }))[0]!
        .id
    : (
        await client.study.create({
          ...plan,
          system: names[0]!,
          ...(kind === 'comparison' && { against: names[1]! }),
        })
      ).id;
  if (world.checks !== null) await setChecks(engine, studyId, world, kind, names);
  return studyId;
}

async function setChecks(
  engine: Engine,
  studyId: number,
  { checks: seed, isStrict }: World,
  kind: Kind,
  names: readonly string[],
) {
  const { db } = engine.context.session.project!;
  const free = db
    .prepare('SELECT external_id FROM item WHERE id NOT IN (SELECT item_id FROM draw) ORDER BY id LIMIT 12')
    .pluck()
    .all() as string[];
  const answer = kind === 'comparison' || kind === 'ranking-of-pairs' ? names[0]! : '5';
  const gold = free.map((id) => ({ id, answer, instruction: '' }));
  const plan = QualityPlanSchema.parse({
    checkRate: 0.4,
    exclusion: isStrict ? { fewestChecks: 1, leastRight: 1, leastSeconds: null } : null,
  });
  await engine.client.quality.set({ studyId, plan, gold, seed: seed! });
  setProjectValue(db, 'check_place_key', `places-${seed}`);
}

/** What the others do before: labels of other values, and messages where they have something to say. */
async function saidByOthers(engine: Engine, studyId: number, ben: WatchedGuest, world: World): Promise<void> {
  const { batch, next } = await ben.call<VisitBatch>('label/open');
  let ref = next;
  for (let n = 0; n < 4 && ref !== null; n += 1) {
    const item = await ben.call<LabelItem>('label/item', { batch, ref });
    const sent = { batch, ref, durationMs: 500, clientKey: `ben-answers-${n}` };
    const change = await ben.call<LabelChange>('label/submit', {
      ...sent,
      answer: answerTo(item, world.said),
    });
    ref = change.next;
  }
  for (let n = 0; n < world.said; n += 1) {
    await ben.call('visit/say', { text: `Message ${n}`, about: null, clientKey: `ben-writes-${n}` });
  }
  await engine.client.message.send({
    studyId,
    annotatorId: null,
    text: 'Welcome.',
    clientKey: 'lead-writes-1',
  });
}

export function answerTo({ page, rightReplies }: LabelItem, value: number): LabelAnswer {
  if (page) {
    const values: (number | null)[] = Array(1 + Math.max(...page.map(({ place }) => place))).fill(null);
    for (const { place } of page) values[place] = value;
    return { kind: 'replies', values };
  }
  return rightReplies ? { kind: 'pair', values: [value, value] } : { kind: 'score', value };
}

/** The page of an annotator who was excluded ends after ten answers. */
export const fewerThanAGroup = 7;

/** Offers conversations to validate, which somebody else has validated in another way. */
async function offerConversations(
  engine: Engine,
  studyId: number,
  ben: WatchedGuest,
  world: World,
  { rng, folder }: Ground,
): Promise<void> {
  const { client } = engine;
  const mark = () => markOf(() => uniformOpen(rng));
  const system = world.isTurned ? 'other' : 'strong';
  const talks = Array.from({ length: 4 }, (_, n) => ({
    id: `talk-${n}`,
    conversation: [
      { role: 'user', content: mark() },
      { role: 'user', content: mark() },
    ],
    context: `${mark()} and ${mark()}`,
    references: [[mark()], [mark()]],
    responses: { [system]: [mark(), mark()] },
    human: { [system]: { correct: [world.isTurned ? 0 : 1] } },
  }));
  const source = path.join(folder, 'talks.jsonl');
  writeFileSync(source, jsonLines(talks));
  const { jobId } = await client.import.start({ path: source, datasetName: 'talks' });
  await waitForJob(engine, jobId);
  const { id: datasetId } = (await client.dataset.list({})).find(({ name }) => name === 'talks')!;
  const { runId } = await client.validation.gather({ datasetId, system, validators: 3 });
  await client.invitation.offer({ studyId, runIds: [runId] });
  await validateAll(ben, 2, world.said > 2 ? 'incorrect' : 'correct');
}

export async function validateAll(
  guest: WatchedGuest,
  conversations: number,
  verdict: string,
): Promise<void> {
  let count = 0;
  const given = (ref: string) => ({ ref, clientKey: `validates-${count++}-of-them`, durationMs: 700 });
  await guest.call('label/open');
  for (let n = 0; n < conversations; n += 1) {
    const { conversation } = await guest.call<{ conversation: ValidationView | null }>('validation/next');
    if (!conversation) return;
    const { ref } = conversation;
    let view = await guest.call<ValidationView>('validation/read', given(ref));
    const finish = async () => {
      for (let steps = 0; view.phase !== 'done' && steps < 20; steps += 1) {
        const say = view.phase === 'question' ? 'answerable' : view.phase === 'answer' ? verdict : 'no-span';
        const sent = { ...given(ref), turn: view.current!.turn, step: { say } };
        view = await guest.call<ValidationView>('validation/answer', sent);
      }
      must(view.phase === 'done', `a conversation stays at ${view.phase}`);
    };
    await finish();
    view = await guest.call<ValidationView>('validation/undo', given(ref));
    await finish();
  }
}
