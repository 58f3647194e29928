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
import { type Attack, must } from '../frame/attack.ts';
import { engineIn, jsonLines } from '../frame/projects.ts';
import { markOf, Transcript, type WatchedGuest, watchedDoor } from '../frame/wire.ts';

/** What an annotator must not learn. Two worlds differ in nothing else. */
interface World {
  /** Where hidden checks stand; null where there are none. */
  readonly checks: number | null;
  /** Which of the systems is the first. */
  readonly isTurned: boolean;
  /** What others said, and the judge. */
  readonly said: number;
  /** Whether a wrong answer to a check excludes, from then on; its page goes on until a group of ten is over. */
  readonly isStrict?: boolean;
}

const kinds = [
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
type Kind = (typeof kinds)[number];

export const blindness: Attack = {
  name: 'blindness',
  what: 'worlds that differ in checks, systems and what others said look alike on the wire',
  tries: { all: 54, quick: 18, test: 3 },
  async prepare() {
    return async ({ number, rng, folder, later }) => {
      const kind = kinds[number % kinds.length]!;
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
        traffic(kind, world, { rng, folder: path.join(folder, name), later });
      const first = await seen(base, 'base');
      must(first.length > 3, `${kind}: nothing was said`);
      for (const [i, world] of others.entries()) {
        const second = await seen(world, `other-${i}`);
        const at = first.findIndex((line, n) => line !== second[n]);
        const [was, is] = [first[at], second[at]].map((line) => line?.slice(0, 600));
        must(at < 0, `${kind}: line ${at} tells ${JSON.stringify(world)}\n  ${was}\n  ${is}`);
        must(first.length === second.length, `${kind}: ${first.length} lines are ${second.length}`);
      }
    };
  },
};

interface Ground {
  readonly rng: Rng;
  readonly folder: string;
  later(undo: () => unknown): void;
}

/** All that somebody gets to see in a world, over a whole visit. */
async function traffic(kind: Kind, world: World, ground: Ground): Promise<readonly string[]> {
  const engine = engineIn(ground.folder);
  ground.later(() => engine.close());
  await engine.client.project.create({ path: path.join(ground.folder, 'p.assay') });
  const studyId = await studyIn(engine, kind, world, ground);
  const enter = await watchedDoor(engine, ground.folder, ground.later);
  // Where pairs are judged one by one an item comes again in another pair, and a check does not.
  const ada = await enter(studyId, 'Ada', kind !== 'ranking-of-pairs');
  const ben = await enter(studyId, 'Ben');
  if (kind === 'rating-shared-out') await engine.client.team.set({ studyId, deals: false, confirm: true });
  await saidByOthers(engine, studyId, ben, world);
  if (kind === 'handed-file' || kind === 'handed-page') return handedOut(engine, studyId, kind);
  if (kind === 'validation') await validate(engine, studyId, { ada, ben }, world, ground);
  else await label(ada, kind === 'rating-excluded' ? fewerThanAGroup : 12);
  await ada.leave();
  await ben.leave();
  if (world.isStrict) {
    const { annotators } = await engine.client.quality.get({ studyId });
    must(
      annotators.some(({ excluded }) => excluded !== null),
      `${kind}: nobody is excluded`,
    );
  }
  return ada.transcript.lines;
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

function answerTo({ page, rightReplies }: LabelItem, value: number): LabelAnswer {
  if (page) {
    const values: (number | null)[] = Array(1 + Math.max(...page.map(({ place }) => place))).fill(null);
    for (const { place } of page) values[place] = value;
    return { kind: 'replies', values };
  }
  return rightReplies ? { kind: 'pair', values: [value, value] } : { kind: 'score', value };
}

/** The page of an annotator who was excluded ends after ten answers. */
const fewerThanAGroup = 7;

/** A visit of so many answers, in which everything that a page can ask is asked. */
async function label(ada: WatchedGuest, answers: number): Promise<void> {
  const { batch, next } = await ada.call<VisitBatch>('label/open');
  await ada.call('visit/messages');
  await ada.call('visit/seen', { messageId: 1 });
  let ref = next;
  for (let n = 0; n < answers && ref !== null; n += 1) {
    const at = { batch, ref };
    const item = await ada.call<LabelItem>('label/item', at);
    if (n % 3 === 0) await ada.call('label/draft', { ...at, draft: 'half' });
    if (n % 4 === 1) await ada.call('label/flag', { ...at, flagged: true });
    if (n % 4 === 2) await ada.call('label/note', { ...at, note: 'odd' });
    if (n % 5 === 3) ref = (await ada.call<LabelChange>('label/later', { ...at, later: true })).next!;
    const now = ref === at.ref ? item : await ada.call<LabelItem>('label/item', { batch, ref });
    const give = (again: string) =>
      ada.call<LabelChange>('label/submit', {
        ...{ batch, ref, durationMs: 1000 * (n + 1), clientKey: `ada-answers-${n}${again}` },
        answer: n === 7 ? { kind: 'skip', reason: 'unclear' } : answerTo(now, 3),
      });
    let change = await give('');
    if (n % 3 === 2) {
      await ada.call('label/undo', { batch });
      await ada.call('label/redo', { batch });
      await ada.call('label/undo', { batch });
      change = await give('-again');
    }
    if (n % 4 === 3) await ada.call('visit/say', { text: 'Why?', about: at, clientKey: `ada-writes-${n}` });
    await ada.call('visit/progress');
    if (n % 2 === 1) await ada.call('label/open');
    if (n % 4 === 3) await ada.call('visit/messages');
    ref = change.next;
  }
  await ada.call('label/open');
}

/** What is handed out, as the file or the page that somebody gets. */
async function handedOut(engine: Engine, studyId: number, kind: Kind): Promise<readonly string[]> {
  const isPage = kind === 'handed-page';
  const { content, fileName } = await engine.client.batch.out({
    ...{ studyId, from: 1, count: 20, shape: isPage ? 'page' : 'file', wholeRanking: isPage },
  });
  const transcript = new Transcript();
  transcript.add(fileName.replace(/-[\w-]{6}(?=\.)/, '-id'));
  const file = isPage ? /id="batch">([^<]*)</.exec(content!)![1]! : content!;
  transcript.add(file);
  transcript.add(content!.replace(file, '').replaceAll(/Batch [\w-]{6}/g, 'Batch'));
  transcript.add(`${content!.length} letters`);
  return transcript.lines;
}

/** A visit that validates the answers of conversations, which somebody else has validated in another way. */
async function validate(
  engine: Engine,
  studyId: number,
  { ada, ben }: Record<'ada' | 'ben', WatchedGuest>,
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
  await validateAll(ada, 3, 'correct');
}

async function validateAll(guest: WatchedGuest, conversations: number, verdict: string): Promise<void> {
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
