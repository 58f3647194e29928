import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { dbOf } from '../../../core/platform/context.ts';
import { judgedTexts, shouldHaveSaid } from '../../../core/studies/corrections.ts';
import { getStudy } from '../../../db/studies.ts';
import type { Correction, LabelAnswer, StudyField } from '../../../shared/contract/index.ts';
import { makeProject } from '../../db/support/made-project.ts';
import { ratedHere } from '../agreement/three-annotators.ts';
import { importHere } from '../support/in-process.ts';
import { submit } from '../support/test-engine.ts';

const field: StudyField = {
  name: 'better',
  question: 'What should it have said?',
  required: false,
  form: { kind: 'correction' },
};

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function opened(fields = [field]) {
  const made = await ratedHere(6, { fields });
  const { client } = made.engine;
  const { batch, items } = await client.label.open({ studyId: made.studyId });
  const itemAt = (at: number) => client.label.item({ batch, ref: items[at]!.ref });
  const give = (at: number, correction?: Correction, value = 2) => {
    const answer: LabelAnswer = {
      ...{ kind: 'score', value },
      ...(correction && { fields: { better: correction } }),
    };
    return submit(made.engine, batch, items[at]!.ref, answer);
  };
  const render = async (format: 'corrections-preferences' | 'corrections-references' | 'labels-csv') =>
    (await client.report.render({ studyId: made.studyId, format })).content;
  return { ...made, client, batch, items, itemAt, give, render };
}

const one = (text: string, reply = 0): Correction => ({ corrected: [{ reply, text }] });

const chainLength = (engine: Engine) =>
  dbOf(engine.context).prepare("SELECT COUNT(*) FROM word_chain WHERE part = 'label_field'").pluck().get();

describe('a correction', () => {
  let study: Awaited<ReturnType<typeof opened>>;
  beforeEach(async () => {
    study = await opened();
  });

  test('is stored beside the label, chained, and comes back with it', async () => {
    await study.give(0, one('It opens at nine.'));
    expect((await study.itemAt(0)).current).toEqual({
      ...{ kind: 'score', value: 2, fields: { better: one('It opens at nine.') } },
    });
    expect(chainLength(study.engine)).toBe(1);
  });

  test('stands beside its reply in the examples of results and report, with the texts alone', async () => {
    await study.give(0, one('It opens at <b>nine</b>.'), 1);
    for (const at of [1, 2, 3]) await study.give(at, undefined, 2 + at);
    const { worst } = await study.client.estimate.reading({ studyId: study.studyId });
    expect(worst[0]!.corrected).toEqual([{ reply: 0, text: 'It opens at <b>nine</b>.' }]);
    const render = async (texts: boolean) =>
      (await study.client.report.render({ studyId: study.studyId, format: 'html', texts })).content;
    expect(await render(true)).toContain(
      '<strong>Should have said:</strong> It opens at &lt;b&gt;nine&lt;/b&gt;.',
    );
    expect(await render(false)).not.toContain('opens at');
  });

  test('goes with an undo, comes back with a redo, and another answer takes its place', async () => {
    await study.give(0, one('First.'));
    await study.client.label.undo({ batch: study.batch });
    expect((await study.itemAt(0)).current).toBeNull();
    await study.client.label.redo({ batch: study.batch });
    expect((await study.itemAt(0)).current).toMatchObject({ fields: { better: one('First.') } });
    await study.give(0, one('Second.'), 5);
    expect((await study.itemAt(0)).current).toMatchObject({ value: 5, fields: { better: one('Second.') } });
    await study.give(0, undefined, 5);
    expect((await study.itemAt(0)).current).toEqual({ kind: 'score', value: 5 });
  });

  test('is refused where it corrects nothing, or nothing that there is', async () => {
    const { replies } = await study.itemAt(0);
    await expect(study.give(0, one(`${replies[0]!.text} `))).rejects.toMatchObject({
      message: 'better: The correction says what reply 1 says.',
    });
    await expect(study.give(0, one('x', 3))).rejects.toMatchObject({
      message: 'better: This item has no reply 4 to correct.',
    });
    const twice = { corrected: [...one('x').corrected, ...one('y').corrected] };
    await expect(study.give(0, twice)).rejects.toMatchObject({
      message: 'better: Reply 1 is corrected twice.',
    });
    await expect(study.give(0, one(' \n'))).rejects.toMatchObject({
      message: 'better: The correction of reply 1 is empty.',
    });
    await expect(
      submit(study.engine, study.batch, study.items[0]!.ref, {
        ...{ kind: 'score', value: 1, fields: { better: 'a text' } },
      }),
    ).rejects.toMatchObject({ message: 'better: Say what the reply should have said.' });
    expect((await study.itemAt(0)).current).toBeNull();
  });

  test('is of its own system: that of another to the same item is another', async () => {
    const { client, engine } = study;
    await study.give(0, one('It opens at nine.'));
    const rival = await client.study.create({
      ...{ datasetId: 1, system: 'rival', preset: 'uniform', size: 80, fields: [field] },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
    });
    const db = dbOf(engine.context);
    const { itemId } = db.prepare('SELECT item_id AS itemId FROM label').get() as { itemId: number };
    const ref = db.prepare('SELECT ref FROM draw WHERE study_id = ? AND item_id = ?').pluck();
    const { batch } = await client.label.open({ studyId: rival.id });
    await submit(engine, batch, ref.get(rival.id, itemId) as string, {
      ...{ kind: 'score', value: 2, fields: { better: one('It never closes.') } },
    });
    const said = [study.studyId, rival.id].map((id) => shouldHaveSaid(db, itemId, getStudy(db, id).systemId));
    expect(said).toEqual([['It opens at nine.'], ['It never closes.']]);
  });

  test('leaves the estimate as it is: it is no label by itself', async () => {
    const plain = await opened();
    for (const at of [0, 1, 2]) {
      await study.give(at, one(`Better ${at}.`));
      await plain.give(at);
    }
    const estimate = async ({ client, studyId }: typeof study) => {
      const { estimates, labeled } = await client.estimate.current({ studyId });
      return {
        labeled,
        values: estimates.map(({ method, value, lower, upper }) => [method, value, lower, upper]),
      };
    };
    expect(await estimate(study)).toEqual(await estimate(plain));
  });

  test('leaves as preference data, as references that can be imported, and in the label files', async () => {
    const { replies, conversation, passage } = await study.itemAt(0);
    await study.give(0, one('It opens at nine.'));
    await study.give(1);
    expect(linesOf(await study.render('corrections-preferences'))).toEqual([
      {
        prompt: conversation,
        chosen: [{ role: 'assistant', content: 'It opens at nine.' }],
        rejected: [{ role: 'assistant', content: replies[0]!.text }],
        context: passage,
        ...{ id: expect.any(String), reply: 1, system: 'secretive', value: 2 },
        ...{ annotator: expect.any(String), labeled_at: expect.any(String) },
      },
    ]);
    expect(await study.render('labels-csv')).toContain('It opens at nine.');
    const references = await study.render('corrections-references');
    const { datasetId } = await importHere(study.engine, references, 'references.jsonl');
    const { items } = await study.client.item.list({ datasetId: datasetId!, columns: [] } as never);
    const again = await study.client.item.get({ itemId: items[0]!.id });
    expect(again.references).toEqual([['It opens at nine.']]);
    expect(again.responses).toEqual([{ system: 'secretive', turns: [replies[0]!.text] }]);
  });

  test('stands on the page of its item', async () => {
    const { replies } = await study.itemAt(0);
    await study.give(0, one('It opens at nine.'));
    const [line] = linesOf(await study.render('corrections-preferences'));
    const { datasets } = { datasets: await study.client.dataset.list({}) };
    const { items } = await study.client.item.list({ datasetId: datasets[0]!.id, columns: [] } as never);
    const found = await Promise.all(items.map(({ id }) => study.client.item.get({ itemId: id })));
    const item = found.find(({ externalId }) => externalId === line!.id)!;
    expect(item.corrections).toMatchObject([
      { system: 'secretive', reply: 'Reply 1', was: replies[0]!.text, text: 'It opens at nine.' },
    ]);
  });

  test('files say what is missing where nobody has corrected anything', async () => {
    await expect(study.render('corrections-preferences')).rejects.toMatchObject({
      message: 'Nobody has corrected a reply in this study.',
    });
  });
});

describe('the question', () => {
  test('is asked once, never required, and of one system', async () => {
    await expect(opened([field, { ...field, name: 'second' }])).rejects.toMatchObject({
      message: 'A form asks once for a correction.',
    });
    await expect(opened([{ ...field, required: true }])).rejects.toMatchObject({
      message: 'A correction cannot be required: a reply may be right.',
    });
  });
});

test('what is judged of an item are its replies, else the turns of its conversation, some of which are of others', () => {
  const db = makeProject();
  db.exec(
    `UPDATE item SET conversation = '[{"role":"system","content":"S"},{"role":"user","content":"U"},{"role":"assistant","content":"A"}]'`,
  );
  db.exec(
    "DELETE FROM response; INSERT INTO response (item_id, system_id, turn, text) VALUES (1, 1, 0, 'a'), (1, 1, 1, 'b')",
  );
  expect(judgedTexts(db, { systemId: 1 }, 1)).toEqual([
    { text: 'a', isOfSystem: true },
    { text: 'b', isOfSystem: true },
  ]);
  db.exec('DELETE FROM response');
  expect(judgedTexts(db, { systemId: 1 }, 1)).toEqual([
    { text: 'U', isOfSystem: false },
    { text: 'A', isOfSystem: true },
  ]);
});
