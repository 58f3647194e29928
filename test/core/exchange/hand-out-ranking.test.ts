import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { forgetLabels } from '../../../core/estimate/kept-estimates.ts';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { handedBatches } from '../../../core/labeling/offline-batches/handed-batches.ts';
import { readReturnedBatch } from '../../../core/labeling/offline-batches/returned-batch.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { writeOlder } from '../../attack/frame/older-project.ts';
import { submit, temporaryFolder, testEngine } from '../support/test-engine.ts';
import { byRating, pairedStudy, rankingOfThree } from '../support/two-systems.ts';
import { all, contentOf, type Given, merge, preview, returnedOf, secondsAfter } from './returned.ts';

const systems = ['amber', 'basil', 'cedar'];

/** A ranking of three systems that nobody labeled yet, and two people. */
async function rankingToHandOut(onePage: boolean) {
  const { engine, datasetId, study } = await pairedStudy(1);
  const { client } = engine;
  await client.study.remove({ studyId: study.id });
  const asked = { datasetId, systems, ...byRating, size: 5, preset: 'uniform', seed: 3, onePage } as const;
  const pairs = await client.study.createPairs(asked);
  for (const name of ['Ana', 'Ben']) await client.annotator.add({ name });
  return { engine, client, pairs, studyId: pairs[0]!.id, rankingId: pairs[0]!.rankingId! };
}

const asOne = { ...all, wholeRanking: true };
const better: LabelAnswer = { kind: 'pair', values: [4, 2] };

describe('a ranking goes out as one', () => {
  test('the items of all pairs in the order of the queue, without a word of the systems', async () => {
    const { engine, client, studyId, rankingId } = await rankingToHandOut(false);
    const { items } = await client.label.open({ rankingId });
    const file = await handOut(engine.context, studyId, asOne);
    const handed = contentOf(file);
    expect(handed.items.map(({ ref }) => ref)).toEqual(items.map(({ ref }) => ref));
    expect(handed).toMatchObject({ sideBySide: true });
    expect(handed.items.every(({ rightReplies }) => rightReplies !== null)).toBe(true);
    for (const secret of [...systems, 'item-0', 'strict']) expect(JSON.stringify(file)).not.toContain(secret);
    const part = contentOf(await handOut(engine.context, studyId, { ...asOne, from: 4, count: 2 }));
    expect(part.items.map(({ ref }) => ref)).toEqual(items.slice(3, 5).map(({ ref }) => ref));
  });

  test('what comes back goes to the pair that each answer is of; again, it changes nothing', async () => {
    const { engine, client, pairs, studyId, rankingId } = await rankingToHandOut(false);
    const { items } = await client.label.open({ rankingId });
    const file = await handOut(engine.context, studyId, asOne);
    const back = returnedOf(
      file,
      items.map((_, i) => [i, better] as const),
    );
    const shown = await preview(engine, back);
    expect(shown).toMatchObject({ study: 'Quality of 3 systems on data', added: items.length });
    expect([shown.before.labeled, shown.before.value]).toEqual([0, null]);
    expect(await client.ranking.get({ rankingId })).toMatchObject({ answered: 0 });
    const merged = await merge(engine, back);
    expect(merged).toMatchObject({ added: items.length, annotator: 'Ana' });
    expect(merged.after).toMatchObject({ labeled: items.length, waiting: 0, pairsLeft: expect.any(Number) });
    for (const { id } of pairs) {
      const { counts, drawCount } = await client.study.get({ studyId: id });
      expect(counts).toMatchObject({ labeled: drawCount, counted: drawCount });
    }
    expect(await client.ranking.get({ rankingId })).toMatchObject({ answered: items.length });
    expect(await merge(engine, back)).toMatchObject({ added: 0, known: items.length });
    const [sent] = handedBatches(engine.context, { studyId, wholeRanking: true });
    expect(sent).toMatchObject({
      items: items.length,
      returns: [{ annotator: 'Ana', answers: items.length }],
    });
    expect(handedBatches(engine.context, { studyId, wholeRanking: false })).toEqual([]);
  });

  test('one of its pairs goes out alone, and comes back as that', async () => {
    const { engine, client, pairs } = await rankingToHandOut(false);
    const { id: studyId, name: study } = pairs[1]!;
    const back = returnedOf(await handOut(engine.context, studyId, all), [[0, better]]);
    const merged = await merge(engine, back);
    expect(merged).toMatchObject({ studyId, study, added: 1, after: { labeled: 1, pairsLeft: null } });
    expect(await client.study.get({ studyId })).toMatchObject({ labeled: 1 });
  });

  test('a share goes to its member; what was answered here meanwhile waits for a choice', async () => {
    const { engine, client, studyId, rankingId } = await rankingToHandOut(false);
    const [ana, ben] = (await client.annotator.list({})).filter(({ name }) => /Ana|Ben/.test(name));
    await client.team.set({ studyId, members: [ana!.id, ben!.id], overlap: 1, wholeRanking: true });
    const { batch, items } = await client.label.open({ rankingId, annotatorId: ana!.id });
    const file = await handOut(engine.context, studyId, { ...asOne, annotatorId: ana!.id });
    expect(contentOf(file).items.map(({ ref }) => ref)).toEqual(items.map(({ ref }) => ref));
    await client.label.submit({
      ...{ batch, ref: items[0]!.ref, durationMs: 1, estimateVisible: false, clientKey: 'given-here-first' },
      answer: { kind: 'pair', values: [1, 1] },
    });
    const { conflicts, added } = await preview(
      engine,
      returnedOf(file, [
        [0, better],
        [1, better],
      ]),
    );
    expect(added).toBe(1);
    expect(conflicts[0]).toMatchObject({
      reasons: ['given-here'],
      project: { answer: { kind: 'pair', values: [1, 1] } },
      file: { answer: better },
    });
  });

  test('pages of all replies go out, and each rating serves every pair', async () => {
    const { engine, client, pairs, studyId, rankingId } = await rankingToHandOut(true);
    const file = await handOut(engine.context, studyId, asOne);
    const { items } = contentOf(file);
    expect(items.every(({ page, replies }) => page!.length > 1 && replies.length === 0)).toBe(true);
    const back = returnedOf(
      file,
      items.map(({ page }, i) => {
        const most = Math.max(...page!.map(({ place }) => place));
        const values = Array.from({ length: most + 1 }, (_, place) => 1 + (place % 5));
        return [i, { kind: 'replies', values }] as const;
      }),
    );
    expect(await merge(engine, back)).toMatchObject({ added: items.length });
    expect(await client.ranking.get({ rankingId })).toMatchObject({ answered: items.length });
    for (const { id } of pairs) {
      const { counts, drawCount } = await client.study.get({ studyId: id });
      expect(counts).toMatchObject({ labeled: drawCount, counted: drawCount });
    }
    expect(await merge(engine, back)).toMatchObject({ added: 0, known: items.length });
  });

  test('pages of somebody whose share went to others come back, also once other items were drawn', async () => {
    const { engine, client, pairs, studyId } = await rankingToHandOut(true);
    const [ana, ben] = (await client.annotator.list({})).filter(({ name }) => /Ana|Ben/.test(name));
    const annotatorId = ana!.id;
    const team = { studyId, overlap: 1, wholeRanking: true };
    await client.team.set({ ...team, members: [annotatorId, ben!.id] });
    const file = await handOut(engine.context, studyId, { ...asOne, annotatorId });
    await client.team.set({ ...team, members: [ben!.id] });
    for (const { id } of pairs) await client.sample.redraw({ studyId: id, seed: 9 });
    const rated: LabelAnswer = { kind: 'replies', values: [4, 2, 1] };
    const skip: LabelAnswer = { kind: 'skip', reason: 'cut off' };
    const full = contentOf(file).items.findIndex(({ page }) => page!.length === 3);
    expect(await merge(engine, returnedOf(file, [[full, rated]]))).toMatchObject({ added: 1 });
    const other = returnedOf(file, [[full, skip]], { copyId: 'second-copy' });
    expect((await preview(engine, other)).conflicts).toMatchObject([
      { draw: null, project: { answer: rated }, file: { answer: skip } },
    ]);
    expect(await merge(engine, other, { take: 'file' })).toMatchObject({ taken: 1 });
    expect((await preview(engine, returnedOf(file, [[full, rated]]))).known).toBe(1);
  });

  test('further replies of a page are no conflict, another rating of one is', async () => {
    const { engine, studyId } = await rankingToHandOut(true);
    const file = await handOut(engine.context, studyId, asOne);
    const full = contentOf(file).items.findIndex(({ page }) => page!.length === 3);
    const copy = (copyId: string, at: number, ...values: (number | null)[][]) =>
      returnedOf(
        file,
        values.map((rated) => [full, { kind: 'replies', values: rated }, at] as const),
        { copyId },
      );
    const added = { added: 1, kept: 0 };
    expect(await merge(engine, copy('first-copy', 10, [null, 2, null]))).toMatchObject(added);
    expect(await merge(engine, copy('second-copy', 30, [null, 2, 4]))).toMatchObject(added);
    const corrected = copy('second-copy', 30, [null, 2, 4], [null, 2, 5]);
    expect(await merge(engine, corrected)).toMatchObject({ changed: 1, kept: 0 });
    expect(await merge(engine, copy('third-copy', 60, [1, null, null]))).toMatchObject(added);
    const answer = { kind: 'replies', values: [1, 2, 5] };
    expect((await preview(engine, copy('fourth-copy', 10, [4, 4, 4]))).conflicts).toMatchObject([
      { reasons: ['other-copy'], project: { answer, at: secondsAfter(file, 60) } },
    ]);
  });

  test('pages that a version without secret keys handed out come back to their systems', async () => {
    const { engine, client, studyId, rankingId } = await rankingToHandOut(true);
    const { db } = engine.context.session.project!;
    db.prepare('UPDATE ranking SET page_key = NULL').run();
    const file = await handOut(engine.context, studyId, asOne);
    const before = path.join(temporaryFolder(), 'before.assay');
    writeOlder(before, 370, engine.context.session.project!.path);
    await client.project.open({ path: before });
    // Each reply is rated by the system that gave it, which the lead can tell by the text.
    const ratingOf = (text: string) => (text.endsWith('sure.') ? 2 : text.endsWith('some say.') ? 3 : 4);
    const given = contentOf(file).items.map(({ page }, i) => {
      const values: (number | null)[] = Array(1 + Math.max(...page!.map(({ place }) => place))).fill(null);
      for (const { place, replies } of page!) values[place] = ratingOf(replies[0]!.text);
      return [i, { kind: 'replies', values }] as const;
    });
    expect(await merge(engine, returnedOf(file, given))).toMatchObject({ added: given.length });
    const said = engine.context.session
      .project!.db.prepare(
        `SELECT text, value FROM label JOIN response USING (item_id, system_id) WHERE kind = 'score'`,
      )
      .all() as { text: string; value: number }[];
    expect(said.length).toBeGreaterThan(10);
    expect(said.filter(({ text, value }) => value !== ratingOf(text))).toEqual([]);
    expect(await client.ranking.get({ rankingId })).toMatchObject({ answered: given.length });
  });

  test('pages open in another Assay as they are here, and what is said of them comes back to every pair', async () => {
    const { client, pairs, studyId, rankingId } = await rankingToHandOut(true);
    const file = path.join(temporaryFolder(), 'pages.assay-batch');
    await client.batch.out({ studyId, wholeRanking: true, count: 100, shape: 'file', path: file });
    const { items } = contentOf(JSON.parse(readFileSync(file, 'utf8')));
    const away = testEngine();
    const { handedStudyId } = await away.client.project.open({ path: file });
    await away.client.annotator.choose({ name: 'Ana' });
    const opened = await away.client.label.open({ studyId: handedStudyId! });
    expect(opened).toMatchObject({ sideBySide: false, form: { kind: 'rating' } });
    expect(opened.items.map(({ ref }) => ref)).toEqual(items.map(({ ref }) => ref));
    const { batch } = opened;
    const shown = await Promise.all(items.map(({ ref }) => away.client.label.item({ batch, ref })));
    for (const [i, { current, draft, note, flagged, version: _, ...item }] of shown.entries()) {
      expect(item).toEqual({ ...items[i], rightReplies: null });
      expect([current, draft, note, flagged]).toEqual([null, null, '', false]);
    }
    const given = items.map(({ page }, i): LabelAnswer => {
      if (i === 1) return { kind: 'skip', reason: 'cut off' };
      const values: (number | null)[] = Array(1 + Math.max(...page!.map(({ place }) => place))).fill(null);
      for (const { place } of page!) values[place] = 1 + ((place + i) % 5);
      return { kind: 'replies', values };
    });
    let next = opened.next;
    for (const [i, answer] of given.entries()) {
      expect(next).toBe(items[i]!.ref);
      ({ next } = await submit(away, batch, items[i]!.ref, answer));
    }
    // However clear the labels are, every page is asked: which pairs matter is known to the lead alone.
    expect(next).toBeNull();
    expect((await away.client.label.undo({ batch })).ref).toBe(items.at(-1)!.ref);
    expect((await away.client.label.redo({ batch })).next).toBeNull();
    const back = path.join(temporaryFolder(), 'back.assay-labels');
    expect(await away.client.batch.giveBack({ path: back })).toMatchObject({ items: items.length });
    const returned = readReturnedBatch(readFileSync(back, 'utf8'), back);
    const said = new Map(returned.entries.map(({ ref, answer }) => [ref, answer]));
    expect(items.map(({ ref }) => said.get(ref))).toEqual(given);
    const merged = await client.batch.merge({ path: back, name: 'back.assay-labels' });
    expect(merged).toMatchObject({ annotator: 'Ana', added: items.length });
    expect(await client.ranking.get({ rankingId })).toMatchObject({ answered: items.length });
    const own = await client.label.open({
      ...{ rankingId, annotatorId: (await client.annotator.list({})).find(({ name }) => name === 'Ana')!.id },
    });
    for (const [i, { ref }] of items.entries()) {
      const { current } = await client.label.item({ batch: own.batch, ref });
      // What a page does not ask about has no value, at the end or not.
      const values = current?.kind === 'replies' ? current.values : [];
      const answer = given[i]!;
      if (answer.kind !== 'replies') expect(current).toEqual(answer);
      else
        expect(values.filter((value) => value !== null)).toEqual(
          answer.values.filter((value) => value !== null),
        );
    }
    for (const { id } of pairs) {
      const { counts, drawCount } = await client.study.get({ studyId: id });
      // The skipped page has no value in the pairs that drew it.
      expect(counts!.counted).toBeGreaterThanOrEqual(drawCount - 1);
    }
    expect(await client.batch.merge({ path: back, name: 'back.assay-labels' })).toMatchObject({ added: 0 });
  });
});

test('pairs that a returned file decides are said at once, and only the others grow', async () => {
  const { engine, pairs, rankingId } = await rankingOfThree(30, { onePage: false });
  const { context, client } = engine;
  await client.annotator.add({ name: 'Ana' });
  const file = await handOut(context, pairs[0]!.id, asOne);
  // Amber and basil are as good, cedar is far behind.
  const rated = (reply: { text: string } | undefined) => (/some say/.test(reply!.text) ? 1 : 5);
  const answers = contentOf(file).items.map(({ replies, rightReplies }, i): Given => {
    return [i, { kind: 'pair', values: [rated(replies[0]), rated(rightReplies?.[0])] }];
  });
  const back = returnedOf(file, answers);
  const [before, after] = [{ pairsLeft: 3 }, { labeled: answers.length, pairsLeft: 1 }];
  expect(await preview(engine, back)).toMatchObject({ before, after });
  expect(await merge(engine, back)).toMatchObject({ before, after });
  const toDecide = (act: () => Promise<{ mattering: number }>) => {
    // As in a project that was opened just now.
    forgetLabels(context);
    return act();
  };
  expect(await toDecide(() => client.ranking.get({ rankingId }))).toMatchObject({ mattering: 1 });
  const edited = await toDecide(() => client.ranking.edit({ rankingId, name: 'All three' }));
  expect(edited).toMatchObject({ mattering: 1 });
  await toDecide(() => client.ranking.grow({ rankingId, by: 3 }));
  const grown = await Promise.all(pairs.map(({ id }) => client.study.get({ studyId: id })));
  expect(grown.map(({ drawCount }) => drawCount)).toEqual([33, 30, 30]);
});
