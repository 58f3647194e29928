import { expect, onTestFinished, test, vi } from 'vitest';
import type { PromptText } from '../../../shared/contract/index.ts';
import { changedModelWords } from '../../../shared/outcome-words.ts';
import { makeWorkplace } from '../../host/run-assay.ts';
import type { Fault } from '../../llm-server/faults.ts';
import type { ReplyText } from '../../llm-server/replies.ts';
import { type Asked, startLlmServer } from '../../llm-server/server.ts';
import { until } from '../../support/until.ts';
import { engineWithProject, importRecords, submit } from '../support/test-engine.ts';

vi.setConfig({ testTimeout: 120_000 });

const count = 60;
const replyOf = (i: number) =>
  `Reply number ${i * i} about the harbor of town ${i}, pier ${7 * i}: ${i % 3 === 0 ? 'it is polite but wrong' : 'it is right'}, and it goes on long enough.`;
/** People say yes where it is right; the first judge says yes to whatever is polite. */
const records = Array.from({ length: count }, (_, i) => ({
  id: `item-${i}`,
  group: `talk-${Math.floor(i / 2)}`,
  conversation: [{ role: 'user', content: `What of the harbor of town ${i}?` }],
  responses: { bot: replyOf(i) },
  human: { bot: { right: i % 3 === 0 ? [0, 0] : i % 10 === 1 ? [1, 0, 1] : [1, 1] } },
}));

const prompt: PromptText = {
  ...{ name: 'Is it right', kind: 'rating', examples: '' },
  instructions: 'Say whether the reply is right. {{criteria}} {{examples}}',
  item: '{{response}}',
  criteria: [
    {
      ...{ name: 'right', integer: true, definition: 'right' },
      scale: { min: 0, max: 1, direction: 'higher' },
    },
  ],
};

const textOf = ({ body }: Pick<Asked, 'body'>) =>
  (body.messages as { content: string }[]).map(({ content }) => content).join('\n');

/** Judges well once it is told to be strict; proposes that when it is asked for instructions. */
function judges(one: Pick<Asked, 'body'>): string {
  const text = textOf(one);
  if (text.startsWith('You improve the instructions')) {
    return JSON.stringify({
      instructions: 'Be strict: polite is not right. {{criteria}}',
      why: 'Politeness.',
    });
  }
  // An example may be of a wrong reply: what is judged stands in the last message.
  const judged = (one.body.messages as { content: string }[]).at(-1)!.content;
  const isRight = !(text.includes('Be strict') && judged.includes('polite but wrong'));
  return JSON.stringify({
    items: [{ item: 1, reason: 'It reads well.', scores: { right: Number(isRight) } }],
  });
}

async function project(
  reply: (one: Asked) => ReplyText = judges,
  told: readonly object[] = records,
  fault: (one: Asked) => Fault | null = () => null,
) {
  const server = await startLlmServer({ reply, fault });
  onTestFinished(() => server.close());
  const { engine, folder, file } = await engineWithProject();
  const scale = { min: 0, max: 1, direction: 'higher' } as const;
  const datasetId = await importRecords(engine, folder, told, {
    scales: [{ kind: 'criterion', name: 'right', scale }],
  });
  const { client } = engine;
  const { id: endpointId } = await client.endpoint.save({
    ...{ name: 'Loop', preset: 'custom', baseUrl: server.url, model: 'loop-1', keySource: 'none' },
    ...{ concurrency: 8, timeoutMs: 30_000 },
  });
  const judge = async (changes: Partial<PromptText> = {}) => {
    const { id: promptId } = await client.prompt.save({ ...prompt, ...changes });
    return client.judge.save({ name: 'reader', promptId, endpointId });
  };
  const open = async (judgeId: number) =>
    client.improvement.open({ judgeId, datasetId, system: 'bot', seed: 7 });
  const run = async (judgeId: number, id: number, part: 'practice' | 'check') => {
    const started = await client.judge.start({
      ...{ judgeId, datasetId, system: 'bot', improvement: { id, part } },
    });
    await until(async () => {
      const { state, jobId } = await client.run.get({ runId: started.id });
      return state !== 'running' && jobId === null;
    });
    return client.run.get({ runId: started.id });
  };
  return { engine, client, server, folder, file, datasetId, judge, open, run };
}

test('labels are split by group; a version runs on practice labels only, and its figures are marked', async () => {
  const { client, judge, open, run, server } = await project();
  const first = await judge();
  const opened = await open(first.id);
  expect(opened).toMatchObject({ criterion: 'right', seed: 7, checks: 0, practiceItems: 30, checkItems: 30 });
  expect(await open(first.id)).toMatchObject({ id: opened.id });
  expect(opened.versions).toMatchObject([
    { judge: 'reader v1', practice: null, practiceLeft: 30, checkLeft: 30 },
  ]);
  // People differ on every tenth item: 54 of 60 items are alike in all pairs of raters.
  expect(opened.ceiling).toMatchObject({ items: 60, reason: null });
  await run(first.id, opened.id, 'practice');
  expect(server.asked).toHaveLength(30);
  const ran = await client.improvement.get({ improvementId: opened.id });
  const [version] = ran.versions;
  expect(version).toMatchObject({ practiceLeft: 0, checkLeft: 30, checks: [] });
  expect(version!.practice).toMatchObject({ kind: 'yes-no', items: 30, agreement: { lower: null } });
  expect(ran.note).toMatch(/practice labels flatter/);
  const { rows, total, confusion } = await client.improvement.disagreements({
    ...{ improvementId: opened.id, judgeId: first.id },
  });
  expect(version!.practice!.agreement.value).toBeCloseTo(1 - total / 30, 12);
  expect(rows[0]).toMatchObject({ people: 0, judge: 1, difference: 1, reason: 'It reads well.' });
  expect(confusion).toMatchObject({
    levels: [0, 1],
    counts: [
      [0, total],
      [0, 30 - total],
    ],
  });
  const cell = { people: 1, judge: 0 };
  const none = await client.improvement.disagreements({
    ...{ improvementId: opened.id, judgeId: first.id, ...cell },
  });
  expect(none.total).toBe(0);
});

test('a check is refused until its run is whole, then counted, at the level of its number', async () => {
  const { client, judge, open, run } = await project();
  const first = await judge();
  const { id } = await open(first.id);
  const check = (judgeId: number) => client.improvement.check({ improvementId: id, judgeId });
  await expect(check(first.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'reader v1 has not scored 30 of 30 check items: a run that is not whole is not compared.',
  });
  await run(first.id, id, 'check');
  const one = await check(first.id);
  expect(one).toMatchObject({ number: 1, judge: 'reader v1', figures: { items: 30, kind: 'yes-no' } });
  expect(one.level).toBeCloseTo(0.030396, 6);
  // Two items of each of fifteen conversations say no more of the others than fifteen items do.
  const reason = 'no interval: needs at least 30 conversations or passages';
  expect(one.figures.kappa).toMatchObject({ lower: null, upper: null, reason });
  // Another judge of the criterion goes on counting: a new name is no new family.
  const strict = await client.judge.save({
    name: 'other',
    promptId: (await client.prompt.save({ ...prompt, instructions: 'Be strict. {{criteria}}' })).id,
    endpointId: first.endpointId,
  });
  await run(strict.id, id, 'check');
  const two = await check(strict.id);
  expect(two).toMatchObject({ number: 2, figures: { agreement: { value: 1, upper: 1 } } });
  expect(two.level).toBeCloseTo(0.030396 / 4, 6);
  const now = await client.improvement.get({ improvementId: id });
  expect(now).toMatchObject({ checks: 2 });
  expect(now.nextLevel).toBeCloseTo(0.030396 / 9, 6);
});

test('items that a judge cannot score block neither check nor join: they are counted, and the rest of the pool tells', async () => {
  // Of each nine: one has no question, which the prompt shows; one is refused; one is too long for the server.
  const told = records.map((record, i) => ({ ...record, ...(i % 9 === 4 && { conversation: [] }) }));
  const isOf = (one: Asked, k: number) => {
    const judged = (one.body.messages as { content: string }[]).at(-1)!.content;
    return records.some(({ responses: { bot } }, i) => i % 9 === k && judged.includes(bot));
  };
  const { client, judge, open, run, datasetId } = await project(
    (one) => (isOf(one, 5) ? { refusal: 'No.' } : judges(one)),
    told,
    (one) => (isOf(one, 6) ? { kind: 'status', status: 400 } : null),
  );
  const first = await judge({ item: '{{question}} {{response}}', instructions: 'Be strict. {{criteria}}' });
  const lacking = records.filter((_, i) => i % 9 === 4).length;
  expect(await client.judge.estimate({ judgeId: first.id, datasetId, system: 'bot' })).toMatchObject({
    ...{ items: 60, calls: 60 - lacking, lacking },
  });
  const { id } = await open(first.id);
  await run(first.id, id, 'practice');
  await run(first.id, id, 'check');
  const { versions } = await client.improvement.get({ improvementId: id });
  const [{ practice, practiceLeft, checkLeft }] = versions as [(typeof versions)[0]];
  expect([practiceLeft, checkLeft]).toEqual([0, 0]);
  const { figures } = await client.improvement.check({ improvementId: id, judgeId: first.id });
  expect([practice!.items + practice!.unscored, figures.items + figures.unscored]).toEqual([30, 30]);
  expect(practice!.unscored + figures.unscored).toBe(
    records.filter((_, i) => [4, 5, 6].includes(i % 9)).length,
  );
  // What has no question gets no score by asking again; what the server did not take may.
  const runs = await client.run.list({});
  expect(runs.reduce((sum, { askable }) => sum + askable, 0)).toBe(
    records.filter((_, i) => i % 9 === 6).length,
  );
  const { id: studyId } = await client.study.create({
    ...{ datasetId, system: 'bot', preset: 'uniform', size: 20, seed: 1, surrogate: { kind: 'none' } },
    ...{ measure: { kind: 'criterion', criterion: 'right' }, leftOut: ['judge:reader v1/right'] },
  });
  const { signals } = await client.study.joinable({ studyId });
  expect(signals).toMatchObject([{ scored: 60 - practice!.unscored - figures.unscored, problem: null }]);
  await client.study.join({ studyId, signal: signals[0]!.id });
});

test('what people call a criterion is said before a judge of it was run, and improved by that name', async () => {
  const { client, judge, open, datasetId } = await project();
  const own = { ...prompt.criteria[0]!, name: 'grounded' };
  const first = await judge({ criteria: [own] });
  const study = await client.study.create({
    ...{ datasetId, system: 'bot', preset: 'uniform', size: 10, seed: 1, surrogate: { kind: 'none' } },
    measure: { kind: 'criterion', criterion: 'right' },
  });
  const { batch, items } = await client.label.open({ studyId: study.id });
  await client.label.submit({
    ...{ batch, ref: items[0]!.ref, answer: { kind: 'score', value: 1 }, durationMs: 5 },
    ...{ estimateVisible: false, clientKey: 'the-first-label' },
  });
  await expect(open(first.id)).rejects.toMatchObject({
    message: 'Nobody has rated grounded of bot yet.',
    data: { remedy: 'People rated right. Say whether it is the same by “People call it”.' },
  });
  await client.study.sameCriterion({ datasetId, judged: 'grounded', criterion: 'right' });
  expect(await open(first.id)).toMatchObject({ criterion: 'right', versions: [{ judged: 'grounded' }] });
  await expect(
    client.study.sameCriterion({ datasetId, judged: 'unheard', criterion: 'right' }),
  ).rejects.toThrow('No judge scores "unheard"');
});

test('too few scores for a figure are no check', async () => {
  const { client, judge, open, run } = await project(() => ({ refusal: 'No.' }));
  const first = await judge();
  const { id } = await open(first.id);
  await run(first.id, id, 'check');
  await expect(client.improvement.check({ improvementId: id, judgeId: first.id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/reader v1 has a score for 0 of 30 check items, and it needs 8/),
  });
  expect(await client.improvement.get({ improvementId: id })).toMatchObject({ checks: 0 });
});

test('no page sets a version beside check labels before its check, and from then on beside them alone', async () => {
  const { client, judge, open, run, datasetId } = await project();
  const first = await judge();
  const other = await judge({ instructions: 'Be strict. {{criteria}}' });
  const { id } = await open(first.id);
  for (const { id: judgeId } of [first, other])
    for (const part of ['practice', 'check'] as const) await run(judgeId, id, part);
  const { signals } = await client.dataset.get({ datasetId });
  const beside = async (name: string) => {
    const of = { signalId: signals.find((one) => one.name === name)!.id, system: 'bot' };
    const { items, basis, confusion } = await client.judge.alignment(of);
    const { worth, basis: also } = await client.judge.quality(of);
    expect(also).toBe(basis);
    return { items, basis, counts: confusion!.counts, worth: worth.map((one) => [one.name, one.items]) };
  };
  const { confusion } = await client.improvement.disagreements({ improvementId: id, judgeId: first.id });
  const before = await beside('reader v1');
  expect(before).toMatchObject({ items: 30, counts: confusion!.counts });
  expect(before.basis).toMatch(/ Of reader v1 only practice labels count: .* figures flatter\./);
  const { figures } = await client.improvement.check({ improvementId: id, judgeId: first.id });
  const after = await beside('reader v1');
  expect(after.items).toBe(30);
  expect(after.counts[1]![1]! / 30).toBeCloseTo(figures.agreement.value!, 12);
  expect(after.basis).toMatch(/ Of reader v1 only check labels count, which its prompt was made without\./);
  // Another version that was not checked stays out of it.
  expect(after.worth).toEqual([['reader v1', 30]]);
  expect((await beside('reader v2')).worth).toEqual([
    ['reader v2', 30],
    ['reader v1', 30],
  ]);
  // Means of judges that were tried on labeled items alone stand beside no number.
  const study = await client.study.create({
    ...{ datasetId, system: 'bot', preset: 'uniform', size: 10, seed: 1, surrogate: { kind: 'none' } },
    measure: { kind: 'criterion', criterion: 'right' },
  });
  expect((await client.estimate.current({ studyId: study.id })).judges).toEqual([]);
});

test('what people say that a practice item should have said is part of its example and of what is proposed from', async () => {
  const { client, engine, datasetId, judge, open, run, server } = await project();
  const first = await judge();
  const { id } = await open(first.id);
  await run(first.id, id, 'practice');
  const study = await client.study.create({
    ...{ datasetId, system: 'bot', preset: 'uniform', size: 60, seed: 1, surrogate: { kind: 'none' } },
    measure: { kind: 'criterion', criterion: 'right' },
    fields: [{ name: 'better', question: '', required: false, form: { kind: 'correction' } }],
  });
  const { batch, items } = await client.label.open({ studyId: study.id });
  for (const [i, { ref }] of items.entries()) {
    const better = { corrected: [{ reply: 0, text: `A better reply, number ${i}.` }] };
    await submit(engine, batch, ref, { kind: 'score', value: 0, fields: { better } });
  }
  const { rows } = await client.improvement.disagreements({ improvementId: id, judgeId: first.id });
  const { text } = await client.improvement.example({ improvementId: id, itemId: rows[0]!.itemId });
  expect(text).toMatch(/\nIt should have said: A better reply, number \d+\.$/);
  const before = server.asked.length;
  await client.improvement.propose({ improvementId: id, judgeId: first.id }).catch(() => undefined);
  expect(JSON.stringify(server.asked.slice(before))).toContain('it should have said: A better reply');
});

test('a prompt that quotes a check item is refused with a practice item like it, whatever its blanks and capitals', async () => {
  const { client, judge, open, run } = await project();
  const first = await judge();
  const { id } = await open(first.id);
  await run(first.id, id, 'practice');
  const { rows } = await client.improvement.disagreements({
    ...{ improvementId: id, judgeId: first.id, all: true, limit: 200 },
  });
  const practice = new Set(rows.map(({ externalId }) => externalId));
  const checked = records.find((one) => !practice.has(one.id))!;
  const quoted = checked.responses.bot.toUpperCase().replaceAll(' ', '\n  ');
  await expect(judge({ examples: `Example: ${quoted.slice(5, 160)}` })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: `The prompt quotes the item ${checked.id}, which judges are checked on.`,
    data: { remedy: expect.stringMatching(/^Use the practice item item-\d+ in its place: people gave it /) },
  });
  // Fewer letters are no quotation, and neither is what stands in a practice item as well.
  await judge({ examples: checked.responses.bot.slice(0, 50) });
  const example = await client.improvement.example({ improvementId: id, itemId: rows[0]!.itemId });
  expect(example.text).toContain(rows[0]!.responses[0]);
  expect((await judge({ examples: example.text })).version).toBe(3);
});

test('a quotation is found in a script that writes a word with one or two signs', async () => {
  const places = ['北京', '上海', '广州', '成都', '西安', '杭州', '武汉', '长沙', '南京', '天津'];
  const chinese = records.map((one, i) => ({
    ...one,
    responses: {
      bot: `第${i * i}号回复说明${places[i % 10]}的${places[(3 * i + 1) % 10]}路第${i}号图书馆今天几点开门，读起来很清楚，内容也足够详细。`,
    },
  }));
  const { client, judge, open, run } = await project(judges, chinese);
  const first = await judge();
  const { id } = await open(first.id);
  await run(first.id, id, 'practice');
  const { rows } = await client.improvement.disagreements({
    ...{ improvementId: id, judgeId: first.id, all: true, limit: 200 },
  });
  const practice = new Set(rows.map(({ externalId }) => externalId));
  const reply = chinese.find((one) => !practice.has(one.id))!.responses.bot;
  for (const text of [
    reply,
    [...reply].join(' '),
    reply.replaceAll('，', '、'),
    `开头是“${reply.slice(0, 11)}”，后面是“${reply.slice(11, 24)}”。`,
  ]) {
    await expect(judge({ examples: text }), text).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  }
  // What every reply says is nobody's.
  await expect(judge({ examples: '读起来很清楚，内容也足够详细。读起来很清楚。' })).resolves.toMatchObject({
    version: 2,
  });
});

test('a quotation is found however it is written, and what many talks say is none', async () => {
  const { client, judge, open, run } = await project();
  const first = await judge();
  const { id } = await open(first.id);
  await run(first.id, id, 'practice');
  const { rows } = await client.improvement.disagreements({
    ...{ improvementId: id, judgeId: first.id, all: true, limit: 200 },
  });
  const practice = new Set(rows.map(({ externalId }) => externalId));
  const checked = records.find((one) => !practice.has(one.id))!;
  const reply = checked.responses.bot;
  const [head, tail] = [reply.slice(0, 34), reply.slice(36, 72)];
  const written: Record<string, string> = {
    'wide letters': [...reply]
      .map((c) => (/[a-z]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c))
      .join(''),
    accents: reply.normalize('NFD').replaceAll('o', 'o\u0308'),
    'letters of no width': [...reply].join('\u200b'),
    'other marks': reply.replaceAll(/[ ,:.]/g, ' — '),
    JSON: JSON.stringify({ reply: reply.replaceAll(' ', '\n') }),
    'JSON by codes': [...reply].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    HTML: reply.replaceAll(' ', '&nbsp;').replaceAll('e', '&#101;'),
    'letters that look alike': reply.replaceAll(/[aeopc]/g, (c) => 'аеорс'['aeopc'.indexOf(c)]!),
    'marked words': reply.replaceAll(' ', '** **'),
    'cut in half': `It begins "${head}". Something else stands here. It ends "${tail}".`,
  };
  for (const [way, text] of Object.entries(written)) {
    for (const place of [
      { examples: text },
      { instructions: `${text} {{criteria}}` },
      { item: `{{response}} ${text}` },
    ]) {
      await expect(judge(place), `${way} in ${Object.keys(place)[0]}`).rejects.toMatchObject({
        message: expect.stringMatching(
          /^The prompt quotes the item item-\d+, which judges are checked on\.$/,
        ),
      });
    }
  }
  const shared =
    'it is right, and it goes on long enough. It is polite but wrong, and it goes on long enough.';
  await expect(judge({ examples: shared })).resolves.toMatchObject({ version: 2 });
  // Every practice item may be quoted, though check items say nearly the same: 11 holds what 1 does, in two pieces that meet.
  for (const { itemId } of rows) {
    const { text } = await client.improvement.example({ improvementId: id, itemId });
    await expect(judge({ examples: text })).resolves.toMatchObject({ name: 'reader' });
  }
});

test('a model that changes behind its name is named, within a run and between runs', async () => {
  let [model, print] = ['loop-1-june', 'fp_a'];
  const { client, judge, open, run } = await project((one) => {
    if (one.index === 10) [model, print] = ['loop-1-july', 'fp_b'];
    return { text: judges(one), model, system_fingerprint: print };
  });
  const first = await judge();
  const { id } = await open(first.id);
  const practiced = await run(first.id, id, 'practice');
  expect(Object.keys(practiced.servedBy)).toEqual(['loop-1-june (fp_a)', 'loop-1-july (fp_b)']);
  expect(Object.values(practiced.servedBy).reduce((sum, count) => sum + count)).toBe(30);
  [model, print] = ['loop-1-august', ''];
  expect((await run(first.id, id, 'check')).servedBy).toEqual({ 'loop-1-august': 30 });
  const { versions } = await client.improvement.get({ improvementId: id });
  expect(versions[0]!.servedBy).toEqual(['loop-1-june (fp_a)', 'loop-1-july (fp_b)', 'loop-1-august']);
  expect(changedModelWords(versions[0]!.servedBy)).toMatch(
    /^The model behind this name changed: loop-1-june/,
  );
  expect(changedModelWords(['loop-1'])).toBeNull();
});

test('findings: a missing rule goes into the draft, and only practice items are spoken of', async () => {
  const { client, judge, open, run, engine } = await project();
  const first = await judge();
  const { id } = await open(first.id);
  await run(first.id, id, 'practice');
  const of = { improvementId: id, judgeId: first.id };
  const { rows } = await client.improvement.disagreements(of);
  const { itemId } = rows[0]!;
  const now = await client.improvement.find({
    ...of,
    itemId,
    kind: 'rule-missing',
    text: 'Polite is not right.',
  });
  expect(now.rules).toEqual(['Polite is not right.']);
  await client.improvement.find({ ...of, itemId, kind: 'judge-right' });
  await client.improvement.find({ ...of, itemId, kind: 'failure', text: 'swayed by politeness' });
  const again = await client.improvement.disagreements(of);
  expect(again.rows[0]!.findings.map(({ kind }) => kind)).toEqual(['rule-missing', 'judge-right', 'failure']);
  await expect(client.improvement.find({ ...of, itemId, kind: 'failure' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  const practice = (await client.improvement.disagreements({ ...of, all: true, limit: 200 })).rows.map(
    (row) => row.itemId,
  );
  const { db } = engine.context.session.project!;
  const ids = db.prepare('SELECT id FROM item').pluck().all() as number[];
  const checkItem = ids.find((one) => !practice.includes(one))!;
  for (const refused of [
    client.improvement.find({ ...of, itemId: checkItem, kind: 'judge-right' }),
    client.improvement.example({ improvementId: id, itemId: checkItem }),
  ]) {
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/is not a practice item/),
    });
  }
});

test('a proposal rests on practice items alone, and the judge it makes agrees better on check labels', async () => {
  const { client, judge, open, run, server } = await project();
  const first = await judge();
  const { id } = await open(first.id);
  await run(first.id, id, 'practice');
  const of = { improvementId: id, judgeId: first.id };
  const { prompt: proposed, why } = await client.improvement.propose(of);
  expect(why).toBe('Politeness.');
  // A placeholder that the model dropped is there again.
  expect(proposed.instructions).toBe('Be strict: polite is not right. {{criteria}}\n\n{{examples}}');
  const asked = server.asked.map(textOf).find((text) => text.startsWith('You improve'))!;
  const practice = (await client.improvement.disagreements({ ...of, all: true, limit: 200 })).rows.map(
    (row) => row.externalId,
  );
  for (const { id: name, responses } of records) {
    if (!practice.includes(name)) expect(asked).not.toContain(responses.bot);
  }
  const better = await judge(proposed);
  await run(better.id, id, 'practice');
  await run(better.id, id, 'check');
  const check = await client.improvement.check({ improvementId: id, judgeId: better.id });
  expect(check.figures.agreement).toMatchObject({ value: 1, upper: 1 });
  const { versions } = await client.improvement.get({ improvementId: id });
  expect(versions.map(({ judge: name, practice: own }) => [name, own?.agreement.value])).toEqual([
    ['reader v2', 1],
    ['reader v1', expect.closeTo(0.67, 1)],
  ]);
  await expect(client.improvement.propose({ improvementId: id, judgeId: better.id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/no disagreement on practice items/),
  });
});

test('the passage of a practice item may be quoted, also where a check item answers with its words', async () => {
  const long = 'The harbor book says that the pier is closed to ships from the last of May on.';
  const told = records.map((record, i) => ({
    ...record,
    context: `${long} Town ${i}.`,
    ...(i === 40 && { responses: { bot: long } }),
  }));
  const { client, judge, open, run } = await project(judges, told);
  const first = await judge({ item: '{{passage}} {{response}}' });
  const { id } = await open(first.id);
  await run(first.id, id, 'practice');
  const of = { improvementId: id, judgeId: first.id };
  const { rows } = await client.improvement.disagreements({ ...of, all: true, limit: 200 });
  expect(rows.map(({ externalId }) => externalId)).not.toContain('item-40');
  const { text } = await client.improvement.example({ ...of, itemId: rows[0]!.itemId });
  expect((await judge({ examples: text })).version).toBe(2);
});

test('who learns sees the passage that the judge sees, and a proposal that quotes a check item is asked for anew', async () => {
  const told = records.map((record, i) => ({ ...record, context: `The harbor book of town ${i}.` }));
  let proposals = 0;
  const { client, judge, open, run, server } = await project((one) => {
    if (!textOf(one).startsWith('You improve')) return judges(one);
    proposals += 1;
    if (proposals > 2) return JSON.stringify({ instructions: `Be strict, no. ${proposals}. {{criteria}}` });
    return JSON.stringify({ instructions: records.map(({ responses: { bot } }) => bot).join(' ') });
  }, told);
  const { id: endpointId } = (await client.endpoint.list({}))[0]!;
  await client.endpoint.save({
    ...{ name: 'Loop', preset: 'custom', baseUrl: server.url, model: 'loop-1', keySource: 'none' },
    ...{ concurrency: 8, timeoutMs: 30_000, endpointId, prices: { inputPerMillion: 1, outputPerMillion: 1 } },
  });
  const first = await judge({ item: '{{passage}} {{response}}' });
  const { id } = await open(first.id);
  await run(first.id, id, 'practice');
  const of = { improvementId: id, judgeId: first.id };
  const { rows } = await client.improvement.disagreements(of);
  const { itemId, passage } = rows[0]!;
  expect((await client.improvement.example({ ...of, itemId })).text).toContain(`Passage: ${passage}\n`);
  const other = await judge({ item: '{{response}}' });
  const plain = await client.improvement.example({ ...of, judgeId: other.id, itemId });
  expect(plain.text).not.toContain(passage);
  await expect(client.improvement.propose(of)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/cannot be used\. The prompt quotes the item item-\d+/),
    data: { remedy: 'Propose again, or write the prompt yourself.' },
  });
  expect(textOf(server.asked.at(-1)!)).toContain(`passage: ${passage}`);
  const made = await client.improvement.propose(of);
  expect(made.prompt.instructions).toMatch(/^Be strict, no\. 3/);
  expect(made.cost).toBeGreaterThan(0);
  // A stored reply costs nothing.
  expect(await client.improvement.propose(of)).toEqual({ ...made, cost: null });
});

test('on the command line: improve, its next version with an example, check, versions', async () => {
  const { engine, file, judge } = await project();
  await judge();
  await engine.close();
  using place = makeWorkplace({ asStarted: ['judge'] });
  const first = await place.json<{ disagreements: { externalId: string }[] }>(
    ...['judge', 'improve', file, '--seed', '7', '--run'],
  );
  expect(first).toMatchObject({ judge: 'reader v1', practiceItems: 30, checkItems: 30 });
  const [{ externalId }] = first.disagreements as [{ externalId: string }];
  const instructions = 'Be strict. {{criteria}} {{examples}}';
  const next = await place.json(
    ...['judge', 'improve', file, '--instructions-text', instructions, '--example', externalId, '--run'],
  );
  expect(next).toMatchObject({ judge: 'reader v2', differing: 0, disagreements: [] });
  const refused = await place.assay('judge', 'improve', file, '--example', 'item-999');
  expect(refused).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/item-999 is not a practice item/),
  });
  const check = await place.assay('judge', 'check', file);
  expect(check.stdout).toMatch(/^Check 1 of judges of this criterion: reader v2, on 30 check labels\./);
  expect(check.stdout).toMatch(/Same answer +1\.00 \(0\.\d+ to 1\.00\)/);
  const versions = await place.assay('judge', 'versions', file);
  expect(versions.stdout).toMatch(/reader v2 .*no\. 1: 1\.00 \(0\.\d+ to 1\.00\)/);
  expect(versions.stdout).toMatch(/Figures on practice labels flatter/);
});

const unrated = records.map(({ human: _, ...record }) => record);

/** Labels the sample of a new study of what is right, as somebody of this name; its note stands at what is wrong. */
async function labeledStudy(
  { client, engine, datasetId }: Awaited<ReturnType<typeof project>>,
  { size, seed, names }: { size: number; seed: number; names: readonly string[] },
) {
  const study = await client.study.create({
    ...{ datasetId, system: 'bot', preset: 'uniform', size, seed, surrogate: { kind: 'none' } },
    ...{ measure: { kind: 'criterion', criterion: 'right' }, form: { kind: 'binary' } },
  });
  for (const name of names) {
    await client.annotator.choose({ name });
    const { batch, items } = await client.label.open({ studyId: study.id });
    for (const { ref } of items) {
      const isWrong = JSON.stringify(await client.label.item({ batch, ref })).includes('polite but wrong');
      if (isWrong) await client.label.note({ batch, ref, note: `${name} in ${study.name}` });
      await submit(engine, batch, ref, { kind: 'score', value: isWrong ? 0 : 1 });
    }
  }
  return study;
}

test('labels that were parted stay those of their study, however many a later study has', async () => {
  const made = await project(judges, unrated);
  const { client, judge, open, run, datasetId } = made;
  const first = await judge();
  const study = await labeledStudy(made, { size: 24, seed: 3, names: ['Ada', 'Ben'] });
  const { id, ...before } = await open(first.id);
  expect(before).toMatchObject({ studyId: study.id, ceiling: { items: 24, value: 1 } });
  await run(first.id, id, 'practice');
  const { rows } = await client.improvement.disagreements({ improvementId: id, judgeId: first.id });
  const { signals } = await client.dataset.get({ datasetId });
  const of = { signalId: signals.find(({ name }) => name === 'reader v1')!.id, system: 'bot' };
  const beside = await client.judge.alignment(of);
  await labeledStudy(made, { size: 50, seed: 4, names: ['Ada'] });
  expect(await client.improvement.get({ improvementId: id })).toMatchObject({
    ...{ studyId: study.id, basis: before.basis, ceiling: before.ceiling },
    ...{ practiceItems: before.practiceItems, checkItems: before.checkItems },
  });
  const again = await client.improvement.disagreements({ improvementId: id, judgeId: first.id });
  expect(again.rows).toEqual(rows);
  expect(rows[0]).toMatchObject({
    studyId: study.id,
    notes: [{ note: `Ada in ${study.name}` }, { note: `Ben in ${study.name}` }],
  });
  // Before it was checked it is set beside what was practiced, wherever most labels are.
  expect(await client.judge.alignment(of)).toEqual(beside);
  expect((await client.judge.quality(of)).basis).toBe(beside.basis);
});

test('an example and a proposal speak in the name and the range that the judge is asked for', async () => {
  const grades = (one: Pick<Asked, 'body'>) => {
    if (textOf(one).startsWith('You improve')) return judges(one);
    return JSON.stringify({ items: [{ item: 1, reason: 'It reads well.', scores: { grade: 5 } }] });
  };
  const { client, judge, run, datasetId, server } = await project(grades);
  const scale = { min: 1, max: 5, direction: 'higher' } as const;
  const { id: judgeId } = await judge({
    criteria: [{ name: 'grade', integer: true, definition: '5: right. 1: wrong.', scale }],
  });
  await client.study.sameCriterion({ datasetId, judged: 'grade', criterion: 'right' });
  const { id: improvementId } = await client.improvement.open({ judgeId, datasetId, system: 'bot', seed: 7 });
  await run(judgeId, improvementId, 'practice');
  const of = { improvementId, judgeId };
  const { rows } = await client.improvement.disagreements(of);
  const [wrong, right] = rows as [(typeof rows)[0], (typeof rows)[0]];
  const { text } = await client.improvement.example({ ...of, itemId: wrong.itemId });
  expect(text).toMatch(/\ngrade: 1$/);
  await client.improvement.find({ ...of, itemId: right.itemId, kind: 'judge-right' });
  await client.improvement.find({
    ...{ ...of, itemId: wrong.itemId, kind: 'rule-missing', text: 'Polite is not right.' },
  });
  await client.improvement.find({ ...of, itemId: wrong.itemId, kind: 'failure', text: 'swayed by manners' });
  await client.improvement.propose(of);
  const asked = server.asked.map(textOf).find((one) => one.startsWith('You improve'))!;
  expect(asked).toContain('\npeople: 1\njudge: 5 (It reads well.)\nhow the judge fails: swayed by manners');
  expect(asked).toContain('Rules that people found missing:\n- Polite is not right.\n');
  expect(asked).toContain(wrong.responses[0]!);
  // Where people say that the judge is right it has nothing to learn.
  expect(asked).not.toContain(right.responses[0]!);
});

test('the same figures are not checked twice: that would spend a look for nothing', async () => {
  const made = await project(judges, unrated);
  const { client, judge, open, run } = made;
  const first = await judge();
  await labeledStudy(made, { size: 40, seed: 3, names: ['Ada'] });
  const { id: improvementId } = await open(first.id);
  await run(first.id, improvementId, 'check');
  const of = { improvementId, judgeId: first.id };
  await client.improvement.check(of);
  await expect(client.improvement.check(of)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Nothing changed since check 1 of reader v1: its figures stand.',
  });
  expect(await client.improvement.get({ improvementId })).toMatchObject({ checks: 1 });
});
