import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { verifyFile } from '../../core/report/verify/verify-file.ts';
import type { LabelChange, VisitBatch } from '../../shared/contract/index.ts';
import { openItemsWords } from '../../shared/rule-words.ts';
import { submit, temporaryFolder } from '../core/support/test-engine.ts';
import { type Guest, newKey, planOf, portalOnStudy } from './portal-fixture.ts';

/** Puts the engine's clock so many minutes ahead. */
function later(engine: Engine, minutes: number): void {
  Object.assign(engine.context, { now: () => new Date(Date.now() + minutes * 60_000).toISOString() });
}

async function open(guest: Guest): Promise<VisitBatch> {
  const { status, body } = await guest.call<VisitBatch>('label/open');
  expect(status).toBe(200);
  return body;
}

async function answer(guest: Guest, batch: string, ref: string, value = 3): Promise<LabelChange> {
  const sent = { batch, ref, durationMs: 5, clientKey: newKey(), answer: { kind: 'score', value } };
  const { status, body } = await guest.call<LabelChange>('label/submit', sent);
  expect(status).toBe(200);
  return body;
}

const countsOf = async (engine: Engine, studyId: number) =>
  (await engine.client.team.get({ studyId })).counts;

/** Draw numbers of items, by reference. */
const drawsIn = ({ context }: Engine): Map<string, number> => {
  const { db } = context.session.project!;
  const rows = db.prepare('SELECT ref, draw_order FROM draw').all() as { ref: string; draw_order: number }[];
  return new Map(rows.map(({ ref, draw_order }) => [ref, draw_order]));
};

describe('dealing', () => {
  test('items are dealt in draw order, each to one annotator, and the counted prefix grows with the team', async () => {
    const { engine, study, guestNamed } = await portalOnStudy(24);
    const team = [await guestNamed('Ada'), await guestNamed('Ben'), await guestNamed('Cas')];
    const draws = drawsIn(engine);
    const batches = await Promise.all(team.map(open));
    const next = batches.map((batch) => batch.next);
    const seen = next.map((ref) => draws.get(ref!)!);
    expect(seen.toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
    let labeled = 0;
    // One is thrice as fast as the others.
    const turns = [0, 0, 0, 1, 2];
    for (let turn = 0; next.some((ref) => ref !== null); turn += 1) {
      const who = turns[turn % turns.length]!;
      if (next[who] === null) continue;
      const change = await answer(team[who]!, batches[who]!.batch, next[who]!);
      labeled += 1;
      next[who] = change.next;
      if (change.next !== null) seen.push(draws.get(change.next)!);
      const { counted } = await countsOf(engine, study.id);
      expect(counted).toBeGreaterThanOrEqual(Math.min(labeled - (team.length - 1) * 3, labeled));
    }
    expect(labeled).toBe(draws.size);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(await countsOf(engine, study.id)).toMatchObject({ labeled, counted: labeled, waitingFor: null });
  });

  test('what is opened and left for twenty minutes goes to somebody else, and a late answer is kept', async () => {
    const { engine, study, guestNamed } = await portalOnStudy(6);
    const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
    const [hers, his] = [await open(ada), await open(ben)];
    later(engine, 19);
    expect((await open(ada)).next).toBe(hers.next);
    expect((await answer(ben, his.batch, his.next!)).next).not.toBe(hers.next);
    later(engine, 41);
    const taken = await open(ben);
    const after = await answer(ben, his.batch, taken.next!);
    expect([taken.next, after.next]).toContain(hers.next);
    if (after.next !== null) await answer(ben, his.batch, after.next);
    const change = await answer(ada, hers.batch, hers.next!);
    expect(change.item.state).toBe('labeled');
    expect(change.next).not.toBe(hers.next);
    const { db } = engine.context.session.project!;
    const rows = db
      .prepare(
        'SELECT COUNT(*) AS n FROM label JOIN draw USING (item_id) WHERE draw.ref = ? AND draw.study_id = ?',
      )
      .get(hers.next, study.id);
    expect(rows).toEqual({ n: 2 });
  });

  test('whoever wrote something meanwhile keeps the item', async () => {
    const { engine, guestNamed } = await portalOnStudy(6);
    const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
    const hers = await open(ada);
    later(engine, 15);
    await ada.call('label/draft', { batch: hers.batch, ref: hers.next, draft: '["3"]' });
    later(engine, 30);
    const his = await open(ben);
    expect(his.next).not.toBe(hers.next);
    expect((await open(ada)).next).toBe(hers.next);
  });

  test('two look at each item where that is asked, never the same person twice, and nobody waits', async () => {
    const { engine, study, guestNamed } = await portalOnStudy(8);
    const team = [await guestNamed('Ada'), await guestNamed('Ben'), await guestNamed('Cas')];
    await engine.client.team.set({ studyId: study.id, overlap: 2, confirm: true });
    const open_ = await Promise.all(team.map(open));
    for (let turn = 0; turn < 40; turn += 1) {
      const who = turn % 2;
      const { batch, next } = await open(team[who]!);
      if (next !== null) await answer(team[who]!, batch, next);
    }
    const { final, items, counts } = await engine.client.team.get({ studyId: study.id });
    // Cas has opened one item and left it: only that may wait for a second word.
    expect(items - final).toBeLessThanOrEqual(1);
    later(engine, 21);
    for (const guest of team.slice(0, 2)) {
      const { batch, next } = await open(guest);
      if (next !== null) await answer(guest, batch, next);
    }
    expect(counts.labeled).toBe(items);
    expect((await engine.client.team.get({ studyId: study.id })).final).toBe(items);
    const { db } = engine.context.session.project!;
    const twice = db
      .prepare('SELECT item_id FROM label GROUP BY item_id, annotator_id HAVING COUNT(*) > 1')
      .all();
    expect(twice).toEqual([]);
    expect(open_[2]!.next).not.toBeNull();
  });

  test('whoever drops out is followed by others at once', async () => {
    const { engine, study, guestNamed } = await portalOnStudy(6);
    const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
    const [hers, his] = [await open(ada), await open(ben)];
    expect(hers.next).not.toBe(his.next);
    const links = await engine.client.invitation.list({ studyId: study.id });
    const ofAda = links.filter(({ annotator }) => annotator?.name === 'Ada').map(({ id }) => id);
    await engine.client.invitation.revoke({ studyId: study.id, invitationIds: ofAda });
    const change = await answer(ben, his.batch, his.next!);
    expect(change.next).toBe(hers.next);
  });

  test('a study that one has labeled alone goes on with the team; the lead is dealt to as a member', async () => {
    const { engine, study, guestNamed } = await portalOnStudy(8);
    const alone = await engine.client.label.open({ studyId: study.id });
    for (const { ref } of alone.items.slice(0, 3)) {
      await submit(engine, alone.batch, ref, { kind: 'score', value: 4 });
    }
    const ada = await guestNamed('Ada');
    const draws = drawsIn(engine);
    expect(draws.get((await open(ada)).next!)).toBe(3);
    const lead = await engine.client.label.open({ studyId: study.id });
    expect(lead.items.map(({ state }) => state)).toEqual(['labeled', 'labeled', 'labeled', 'open']);
    expect(draws.get(lead.next!)).toBe(4);
    const change = await submit(engine, lead.batch, lead.next!, { kind: 'score', value: 2 });
    expect(draws.get(change.next!)).toBe(5);
    const team = await engine.client.team.get({ studyId: study.id });
    expect(team).toMatchObject({ deals: true });
    expect(team.members.filter(({ isMember }) => isMember)).toHaveLength(2);
  });

  test('a label that was taken back is dealt again, and a longer sample goes on where it was', async () => {
    const { engine, study, guestNamed } = await portalOnStudy(4);
    const ada = await guestNamed('Ada');
    const { batch, next } = await open(ada);
    let ref = next;
    while (ref !== null) ref = (await answer(ada, batch, ref)).next;
    const { body } = await ada.call<LabelChange>('label/undo', { batch });
    expect(body.next).toBe(body.ref);
    await answer(ada, batch, body.ref);
    await engine.client.sample.grow({ studyId: study.id, size: 6 });
    const grown = await open(ada);
    expect(drawsIn(engine).get(grown.next!)).toBe(4);
    await answer(ada, batch, grown.next!);
    expect(await countsOf(engine, study.id)).toMatchObject({ labeled: 5, counted: 5 });
  });
});

test('a page gets at most a hundred of its items, however long its share is', async () => {
  const { engine, study, guestNamed } = await portalOnStudy(70);
  const people = await engine.client.annotator.add({ name: 'Ada' });
  const { id } = people.find(({ name }) => name === 'Ada')!;
  await engine.client.team.set({ studyId: study.id, members: [id], shuffle: true });
  const ada = await guestNamed('Ada');
  expect((await engine.client.team.get({ studyId: study.id })).deals).toBe(false);
  const { items, next, done, total } = await open(ada);
  expect([items.length, items[0]!.ref, done, total]).toEqual([50, next, 0, 70]);
});

/** What a page hears of an act: "work", or nothing before a message that comes after it. */
async function hears(
  { engine, study }: { engine: Engine; study: { id: number } },
  guest: Guest,
  act: () => Promise<unknown>,
) {
  const events = guest.events();
  expect((await events.next()).value).toBe('hello');
  await act();
  await engine.client.message.send({ studyId: study.id, annotatorId: null, text: 'Hi', clientKey: newKey() });
  const { value } = await events.next();
  await events.return(undefined);
  return value;
}

test('a page that was through looks again once the sample is longer, and one at work does not', async () => {
  const made = await portalOnStudy(2);
  const { engine, study, guestNamed } = made;
  const ada = await guestNamed('Ada');
  const { batch } = await open(ada);
  const grow = (size: number) => () => engine.client.sample.grow({ studyId: study.id, size });
  let { next } = await open(ada);
  while (next !== null) ({ next } = await answer(ada, batch, next));
  expect(await hears(made, ada, grow(4))).toBe('work');
  expect((await open(ada)).next).not.toBeNull();
  expect(await hears(made, ada, grow(6))).toBe('message');
});

describe('a third vote', () => {
  /** Three people on a study with overlap 2 and the rule of the majority, with a third vote where two differ. */
  async function teamOfThree(size: number) {
    const made = await portalOnStudy(size);
    const { engine, study, guestNamed } = made;
    const { client } = engine;
    const { id: studyId } = study;
    const team = [await guestNamed('Ada'), await guestNamed('Ben'), await guestNamed('Cas')] as const;
    const set = () => client.quality.set({ studyId, plan: planOf({ thirdVote: true }) });
    await expect(set()).rejects.toThrow('under the rule "Majority" alone');
    await client.team.set({ studyId, overlap: 2, finalRule: 'majority', confirm: true });
    await set();
    return { ...made, team };
  }

  test('is told of to a page that was through', async () => {
    const made = await teamOfThree(1);
    const [ada, ben, cas] = made.team;
    for (const [who, value] of [
      [ada, 4],
      [ben, 2],
    ] as const) {
      const { batch, next } = await open(who);
      if (who === ben) expect((await open(cas)).next).toBeNull();
      const act = () => answer(who, batch, next!, value);
      expect(await hears(made, cas, act)).toBe(who === ben ? 'work' : 'message');
    }
    expect((await open(cas)).next).not.toBeNull();
  });

  test('is asked for only where two differ, and the majority of three is final', async () => {
    const { engine, study, team } = await teamOfThree(4);
    const draws = drawsIn(engine);
    // Ada and Ben differ on every second item; Cas says what Ada says, and on the last what nobody says.
    const says = [
      () => 4,
      (draw: number) => (draw % 2 === 0 ? 4 : 2),
      (draw: number) => (draw === 3 ? 5 : 4),
    ];
    const asked: number[][] = [[], [], []];
    const work = async (who: number) => {
      let { batch, next } = await open(team[who]!);
      while (next !== null) {
        const draw = draws.get(next)!;
        asked[who]!.push(draw);
        next = (await answer(team[who]!, batch, next, says[who]!(draw))).next;
      }
    };
    await work(0);
    await work(1);
    expect(asked.slice(0, 2)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
    expect((await open(team[0])).waits).toEqual({ for: 'others', people: 0 });
    // What a third vote will settle needs nobody's decision.
    const {
      waiting: waitingNow,
      undecided: undecidedNow,
      counts,
    } = await engine.client.team.get({
      studyId: study.id,
    });
    expect({ waitingNow, undecidedNow }).toEqual({ waitingNow: 2, undecidedNow: 0 });
    expect(counts.waitingFor).toMatchObject({ lacks: 'annotator', nth: 3 });
    const live = await engine.client.estimate.current({ studyId: study.id });
    expect(openItemsWords(live)).toEqual(['2 items wait for one more vote, as the annotators differ.']);
    const figures = async () =>
      (await engine.client.agreement.get({ studyId: study.id })).criteria[0]!.figures.filter(
        // The pool's takes in the items that are final, of which there are more then.
        ({ id }) => id !== 'krippendorff-alpha-pool',
      );
    const before = await figures();
    await work(2);
    expect(asked[2]).toEqual([1, 3]);
    for (const guest of team) expect(await open(guest)).toMatchObject({ next: null, waits: null });
    const { final, waiting, undecided } = await engine.client.team.get({ studyId: study.id });
    expect({ final, waiting, undecided }).toEqual({ final: 3, waiting: 0, undecided: 1 });
    expect(openItemsWords(await engine.client.estimate.current({ studyId: study.id }))).toEqual([
      '1 item needs a decision under the rule "Majority".',
    ]);
    // A vote that was asked for because two differ says nothing of how far annotators agree.
    expect(await figures()).toEqual(before);
    for (const format of ['html', 'labels-jsonl'] as const) {
      const { content } = await engine.client.report.render({ studyId: study.id, format });
      const file = path.join(temporaryFolder(), `third.${format}`);
      writeFileSync(file, content);
      expect(verifyFile(file).differing).toEqual([]);
    }
  });

  test('is asked for from the moment on at which the lead wants it; before, two who differ wait for a decision', async () => {
    const { engine, study, guestNamed } = await portalOnStudy(2);
    const { client } = engine;
    const team = [await guestNamed('Ada'), await guestNamed('Ben'), await guestNamed('Cas')] as const;
    await client.team.set({ studyId: study.id, overlap: 2, finalRule: 'majority', confirm: true });
    for (const [guest, value] of [
      [team[0], 4],
      [team[1], 2],
    ] as const) {
      let { batch, next } = await open(guest);
      while (next !== null) next = (await answer(guest, batch, next, value)).next;
    }
    expect(await open(team[2])).toMatchObject({ next: null, waits: null });
    await client.quality.set({ studyId: study.id, plan: planOf({ thirdVote: true }) });
    expect((await open(team[2])).next).not.toBeNull();
  });
});
