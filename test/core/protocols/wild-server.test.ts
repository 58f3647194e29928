import { describe, expect, test } from 'vitest';
import type { AgentSpec, ProtocolRun, ProtocolTurn, StartProtocol } from '../../../shared/contract/index.ts';
import { hasTurns, lostModes } from '../../../shared/contract/protocol-settings.ts';
import type { ReplyText } from '../../llm-server/replies.ts';
import type { Asked } from '../../llm-server/server.ts';
import { thought, wildServer } from '../../llm-server/wild.ts';
import { rounds } from '../../support/chance.ts';
import { endpointProject, scriptedReply, specOf } from './support/scripted-endpoint.ts';
import { conversationRecords } from './support/scripted-model.ts';

type Settings = StartProtocol['settings'];
type Project = Awaited<ReturnType<typeof endpointProject>>;

const standard = { name: 'standard', role: 'You ask.', expectation: 'A user.', metrics: '', share: 1 };

/** What the models of the server say when nothing is wrong with them. */
function wellSaid({ body }: Pick<Asked, 'body'>): string {
  const messages = body.messages as { content: string }[];
  const last = messages.at(-1)!.content;
  switch (body.model) {
    case 'detector':
      return last.includes('The next question: Did she') ? 'INVALID: nobody knows who she is' : 'VALID';
    case 'rewriter':
      return 'Did Anna Reel write songs?';
    case 'user':
      return messages.length > 3 ? 'So, the answer is: Edda Halloran' : 'Who kept the light?';
    case 'judge':
      return 'Helpfulness: 4\nFluency: 5\nReason: Good.';
    case 'leak-checker':
      return 'NONE';
    case 'refusal-checker':
      return 'ANSWER';
    case 'answer-checker':
      return 'RIGHT';
    case 'sharded-user':
      return `Shard: ${/not told yet:\n(\d+)\./.exec(last)![1]}\nMessage: and this.`;
    case 'verifier':
      return last.startsWith('Wanted first') ? 'ATTEMPT' : last.split('Reply of the assistant: ')[1]!;
    case 'generator':
      return scriptedReply({ body });
    default:
      return scriptedReply({ body });
  }
}

/** The conversations with the instruction that was cut into their questions, in one text. */
const records = conversationRecords.map((record) => ({
  ...record,
  question: record.conversation.map(({ content }) => content).join(' '),
}));

/** A server that does something else to each request, until it is well. */
async function wildProject(from: number) {
  const { options, heal } = wildServer(wellSaid, from);
  return { ...(await endpointProject(options, { timeoutMs: 300 }, records)), heal };
}

const specs =
  (endpointId: number) =>
  (model: string): AgentSpec =>
    specOf(endpointId, model);

const protocols: readonly (readonly [string, (spec: (model: string) => AgentSpec) => Settings])[] = [
  ['Auto-Gold', () => ({ protocol: 'replay', mode: 'gold' })],
  ['Auto-Pred', () => ({ protocol: 'replay', mode: 'pred' })],
  [
    'Auto-Rewrite',
    (spec) => ({
      protocol: 'replay',
      mode: 'rewrite',
      detector: spec('detector'),
      rewriter: spec('rewriter'),
    }),
  ],
  ['Auto-Filter', (spec) => ({ protocol: 'replay', mode: 'filter', detector: spec('detector') })],
  ['Auto-Replace', (spec) => ({ protocol: 'replay', mode: 'replace', detector: spec('detector') })],
  [
    'Auto-Rewrite by rules, as the authors ran it',
    () => ({ protocol: 'replay', mode: 'rewrite', matching: 'authors' }),
  ],
  [
    'Auto-Pred with a model that detects refusals',
    (spec) => ({ protocol: 'replay', mode: 'pred', refusalChecker: spec('refusal-checker') }),
  ],
  [
    'Interview as the authors ran it, with a model that looks for leaks',
    (spec) => ({
      ...{ protocol: 'interview', rightBy: 'authors' },
      generator: spec('generator'),
      leakChecker: spec('leak-checker'),
    }),
  ],
  [
    'IQA-EVAL with a judge of answers',
    (spec) => ({
      ...{ protocol: 'iqa-eval', user: spec('user'), judges: [spec('judge')], personas: [standard] },
      correctness: { by: 'judge', checker: spec('answer-checker'), criterion: null },
    }),
  ],
  ...lostModes.map(
    (mode) =>
      [
        `Lost in Conversation, ${mode}`,
        (spec: (model: string) => AgentSpec): Settings => ({
          ...{ protocol: 'lost-in-conversation', mode, runs: 2, verifier: spec('verifier') },
          ...(hasTurns(mode) && { user: spec('sharded-user') }),
          correctness: { by: 'judge', checker: spec('answer-checker'), criterion: null },
        }),
      ] as const,
  ),
  ['Interview', (spec) => ({ protocol: 'interview', generator: spec('generator') })],
  [
    'IQA-EVAL',
    (spec) => ({ protocol: 'iqa-eval', user: spec('user'), judges: [spec('judge')], personas: [standard] }),
  ],
  [
    'IQA-EVAL, direct',
    (spec) => ({
      protocol: 'iqa-eval',
      condition: 'direct',
      judges: [spec('judge')],
      personas: [standard],
    }),
  ],
];

const turnsOf = async ({ engine }: Project, run: ProtocolRun): Promise<ProtocolTurn[]> => {
  const { rows } = await engine.client.protocol.transcripts({ runId: run.id });
  const all = await Promise.all(
    rows.map(({ position }) => engine.client.protocol.transcript({ runId: run.id, position })),
  );
  return all.flatMap(({ turns }) => turns);
};

/** Which way of misbehaving comes first: another part meets another one. */
const starts = Array.from({ length: rounds(2, 15) }, (_, i) => i * 7);

describe('a server that thinks, refuses, calls tools, is cut, is empty, hangs and sends garbage', () => {
  describe.each(starts)('from way %i on', (from) => {
    test.each(protocols)(
      '%s ends with counted outcomes, and a resume completes it',
      async (_name, settingsOf) => {
        const project = await wildProject(from);
        const runId = project.newRun('strong', settingsOf(specs(project.endpointId)));
        const first = await project.work(runId);
        expect(['failed', 'paused', 'finished']).toContain(first.state);
        expect(first.replies.length).toBeGreaterThan(0);
        const others = first.replies.reduce(
          (sum, { refused, empty, cut, toolCalls, unreadable, failed, askedAgain }) =>
            sum + refused + empty + cut + toolCalls + unreadable + failed + askedAgain,
          0,
        );
        expect(others).toBeGreaterThan(0);
        project.heal();
        const second = first.state === 'finished' ? first : await project.work(runId);
        expect(second).toMatchObject({ state: 'finished', conversationsFailed: 0 });
        expect(second.scores).not.toBeNull();
        const turns = await turnsOf(project, second);
        for (const { asked, answer } of turns) expect(`${asked} ${answer}`).not.toContain('SECRET');
        expect(turns.some(({ reasoning }) => reasoning?.some(({ text }) => text.includes('SECRET')))).toBe(
          true,
        );
        // What a model thinks is sent to nobody.
        for (const { body } of project.server.asked) {
          expect(JSON.stringify(body.messages)).not.toContain('SECRET');
        }
      },
    );
  });
});

test('a person who asks such a server gets answers alone, and asks again where there was none', async () => {
  // A call of a tool comes first, which is not asked for once more.
  const { engine, datasetId, endpointId, server } = await wildProject(7);
  const { client } = engine;
  const { id: runId } = await client.protocol.start({
    ...{ datasetId, system: 'strong', model: specOf(endpointId, 'strong') },
    settings: { protocol: 'conversation', fewestQuestions: 4, mostQuestions: 4 },
  });
  await client.annotator.choose({ name: 'Kim' });
  const { as } = (await client.humanConversation.next({ runId }))!;
  const place = { runId, position: 0, as };
  let [without, exchanges] = [0, 0];
  while (exchanges < 4) {
    const question = `Who kept the light, asked ${exchanges + without} times?`;
    const asked = await client.humanConversation.ask({ ...place, question }).catch((error) => {
      expect(error).toMatchObject({ code: 'ENDPOINT_FAULT' });
      without += 1;
    });
    if (!asked) continue;
    exchanges = asked.exchanges.length;
    expect(asked.exchanges.at(-1)!.question).toBe(question);
    expect(JSON.stringify(asked)).not.toContain('SECRET');
  }
  expect(without).toBeGreaterThan(0);
  for (const { body } of server.asked) expect(JSON.stringify(body.messages)).not.toContain('SECRET');
  await client.humanConversation.reveal(place);
  const marks = Array.from({ length: 4 }, (_, i) => ({ isCorrect: i > 0, isAnswerable: true }));
  await client.humanConversation.mark({ ...place, marks });
  const run = await client.protocol.get({ runId });
  expect(run.scores).toMatchObject({ accuracy: 3 / 4 });
  // Every question is counted by what came of it, and marking keeps the counts.
  const [system, ...others] = run.replies;
  expect(others).toEqual([]);
  const { answered, refused, empty, cut, toolCalls, unreadable, failed } = system!;
  expect(answered + refused).toBe(4);
  expect(toolCalls).toBeGreaterThan(0);
  expect(empty + cut + toolCalls + unreadable + failed).toBe(without);
  expect(run.calls).toBeGreaterThanOrEqual(4);
  expect(run.inputTokens).toBeGreaterThan(0);
});

describe('reasoning changes no figure', () => {
  test.each(protocols)('%s', async (_name, settingsOf) => {
    const scoresWith = async (wrap: (text: string) => ReplyText) => {
      const project = await endpointProject({ reply: (one) => wrap(wellSaid(one)) }, {}, records);
      const run = await project.work(project.newRun('strong', settingsOf(specs(project.endpointId))));
      expect(run.state).toBe('finished');
      return {
        scores: run.scores,
        turns: (await turnsOf(project, run)).map(({ reasoning: _, ...turn }) => turn),
      };
    };
    const plain = await scoresWith((text) => text);
    expect(await scoresWith((text) => `<think>${thought}</think>\n\n${text}`)).toEqual(plain);
    expect(await scoresWith((text) => ({ reasoning: thought, text }))).toEqual(plain);
  });
});

test('a tool call is no refusal, and counts as no answer once a resume has asked again in vain', async () => {
  const project = await endpointProject({
    reply: (one) => {
      const messages = one.body.messages as { content: string }[];
      return messages.at(-1)!.content === 'What did it burn?' ? { toolCall: 'search' } : wellSaid(one);
    },
  });
  const runId = project.newRun('strong', { protocol: 'replay', mode: 'gold' });
  const first = await project.work(runId);
  expect(first).toMatchObject({ state: 'failed', conversationsFailed: 1 });
  expect(first.message).toContain('1 tool calls');
  const sent = project.server.asked.length;
  const second = await project.work(runId);
  // Only what has no usable reply is asked again.
  expect(project.server.asked.length).toBe(sent + 1);
  expect(second.state).toBe('finished');
  expect(second.replies).toEqual([
    expect.objectContaining({ part: 'system', toolCalls: 1, refused: 0, answered: 4 }),
  ]);
  expect(second.scores).toMatchObject({ unanswerable: { predictedShare: 0 } });
});

test('a reply cut off twice counts as far as it goes, is counted, and gets twice the room', async () => {
  const project = await endpointProject({ reply: (one) => ({ cutOff: wellSaid(one) }) });
  const run = await project.work(project.newRun('strong', { protocol: 'replay', mode: 'gold' }));
  expect(run.state).toBe('finished');
  expect(run.replies).toEqual([
    expect.objectContaining({ part: 'system', cut: 5, answered: 0, askedAgain: 5 }),
  ]);
  expect(run.message).toContain('5 cut off');
  // They are found among the conversations, too.
  const { protocol } = project.engine.client;
  const { rows } = await protocol.transcripts({ runId: run.id, flagged: true });
  expect(rows.map(({ flagged }) => flagged).reduce((sum, one) => sum + one, 0)).toBe(5);
  const rooms = project.server.asked.map(({ body }) => body.max_tokens);
  expect(new Set(rooms)).toEqual(new Set([64, 128]));
});

test('a detector without a verdict is counted, and says whose figures these are', async () => {
  const project = await endpointProject({
    reply: (one) => (one.body.model === 'detector' ? 'Let me see. Who is she?' : wellSaid(one)),
  });
  const spec = specs(project.endpointId);
  const settings: Settings = { protocol: 'replay', mode: 'rewrite', detector: spec('detector') };
  const run = await project.work(project.newRun('strong', settings));
  expect(run.scores).toMatchObject({ invalid: 0, changed: 0, unread: 3 });
  expect(run.message).toContain('Detector: 3 replies without a whole answer (3 unreadable)');
});

test('a verdict behind words of the detector is read', async () => {
  const project = await endpointProject({
    reply: (one) =>
      one.body.model === 'detector' ? 'She is not named here.\n\nINVALID: she is nobody' : wellSaid(one),
  });
  const spec = specs(project.endpointId);
  const settings: Settings = { protocol: 'replay', mode: 'rewrite', detector: spec('detector') };
  const run = await project.work(project.newRun('strong', settings));
  expect(run.scores).toMatchObject({ invalid: 3, unread: 0 });
});
