import { spawn } from 'node:child_process';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { StartProtocol } from '../../../shared/contract/index.ts';
import type { Fault } from '../../llm-server/faults.ts';
import type { Asked } from '../../llm-server/server.ts';
import { endpointProject, specOf } from './support/scripted-endpoint.ts';

const auto = (mode: 'gold' | 'pred' | 'rewrite'): StartProtocol['settings'] => ({ protocol: 'replay', mode });

test('replays and interviews of models behind an endpoint: F1, QPR, PFR, ACR and places as by hand', {
  timeout: 60_000,
}, async () => {
  const { engine, server, endpointId, newRun, work } = await endpointProject();
  // Word F1 of strong: 1, 2*2/(3+2) = 0.8, 1 (both refuse), 0, and 1 only where the history holds the right name.
  const gold = await work(newRun('strong', auto('gold')));
  expect(gold).toMatchObject({ state: 'finished', calls: 5, callsReused: 0 });
  expect(gold.scores).toMatchObject({ all: 0.76, answerable: 0.7 });
  expect(gold.inputTokens).toBeGreaterThan(0);
  expect((await work(newRun('strong', auto('pred')))).scores).toMatchObject({
    all: expect.closeTo(0.56, 12),
    answerable: expect.closeTo(0.45, 12),
  });
  expect((await work(newRun('strong', auto('rewrite')))).scores).toMatchObject({ all: 0.76, changed: 1 });
  const weak = await work(newRun('weak', auto('gold')));
  const { scores } = await engine.client.protocol.compare({
    runIds: [gold.id, weak.id],
    criterion: 'correct',
  });
  expect(
    scores
      .filter(({ measure }) => measure === 'all questions')
      .map(({ system, value, place }) => [system, value, place]),
  ).toEqual([
    ['strong', 0.76, 1],
    ['weak', 0.6, 2],
  ]);

  const interview = { protocol: 'interview', generator: specOf(endpointId, 'generator') } as const;
  // Weak: it refuses a prompt after a refusal, and answers three prompts wrongly: N_s = 3, N_f = 2, N_g = 1 + 3.
  expect((await work(newRun('weak', interview))).scores).toMatchObject({
    questionPromptRate: 7 / 3,
    promptFailureRate: 0.4,
    answerCorrectionRate: 0,
  });
  const passages = server.asked.filter(({ body }) => body.model === 'weak').map(({ body }) => body.messages);
  expect(
    (passages as { role: string; content: string }[][]).every(([first]) => first!.role === 'system'),
  ).toBe(true);
});

test('a language model finds what no longer fits, and words it anew', { timeout: 60_000 }, async () => {
  const { server, endpointId, newRun, work } = await endpointProject({
    reply: ({ body }) => {
      const [task, question] = body.messages as { content: string }[];
      if (body.model === 'strong') return question!.content.includes('Reel') ? 'yes' : 'John Adams';
      if (task!.content.includes('VALID')) return 'INVALID: nobody knows who she is';
      return 'Did Anna Reel write songs?';
    },
  });
  const agent = specOf(endpointId, 'agent');
  const settings = { protocol: 'replay', mode: 'rewrite', detector: agent, rewriter: agent } as const;
  const run = await work(newRun('strong', settings));
  // Three questions come after a first one; each is looked at and worded anew.
  expect(run).toMatchObject({ state: 'finished', calls: 5 + 3 + 3, scores: { invalid: 3, changed: 3 } });
  const detecting = server.asked.filter(({ body }) => JSON.stringify(body).includes('VALID'));
  expect(detecting).toHaveLength(3);
});

const once = (fault: Fault) => {
  const seen = new Set<string>();
  return ({ body }: Asked) => {
    const text = JSON.stringify(body);
    if (seen.has(text)) return null;
    seen.add(text);
    return fault;
  };
};

test.for<[name: string, fault: Fault]>([
  ['429, then ok', { kind: 'status', status: 429 }],
  ['a hang beyond the time limit', { kind: 'hang' }],
  ['a stream that breaks off', { kind: 'reset-midway' }],
])(
  'each request meets %s once: the run comes to its end with the same scores',
  {
    timeout: 60_000,
  },
  async ([, fault]) => {
    const { server, newRun, work } = await endpointProject({ fault: once(fault) }, { timeoutMs: 400 });
    const run = await work(newRun('strong', auto('gold')));
    expect(run).toMatchObject({ state: 'finished', conversationsFailed: 0, scores: { all: 0.76 } });
    expect([...server.answered.values()]).toEqual([1, 1, 1, 1, 1]);
  },
);

test('a server that hangs for good pauses the run, which then goes on', { timeout: 60_000 }, async () => {
  let isHung = true;
  const { newRun, work } = await endpointProject(
    { fault: () => (isHung ? { kind: 'hang' } : null) },
    { timeoutMs: 100 },
  );
  const runId = newRun('strong', auto('gold'));
  expect(await work(runId)).toMatchObject({ state: 'paused', conversationsDone: 0, calls: 0 });
  isHung = false;
  expect(await work(runId)).toMatchObject({ state: 'finished', scores: { all: 0.76 } });
});

const child = path.join(import.meta.dirname, 'support', 'protocol-child.ts');

test('killed in the middle, a run asks for no stored reply again', { timeout: 120_000 }, async () => {
  const { engine, server, folder, file, endpointId } = await endpointProject({ latencyMs: 30 });
  await engine.client.project.close({});
  const go = (isTime: () => boolean) =>
    new Promise<NodeJS.Signals | null>((resolve) => {
      const args = [child, file, path.join(folder, 'child'), String(endpointId)];
      const worker = spawn(process.execPath, args, { stdio: 'ignore' });
      const look = setInterval(() => isTime() && worker.kill('SIGKILL'), 1);
      worker.on('close', (_code, signal) => {
        clearInterval(look);
        resolve(signal);
      });
    });
  expect(await go(() => server.asked.length >= 3)).toBe('SIGKILL');
  const stored = storedMessages(file);
  const before = server.asked.length;
  expect(stored.length).toBeGreaterThanOrEqual(1);
  expect(await go(() => false)).toBeNull();
  const after = server.asked.slice(before).map(({ body }) => JSON.stringify(body.messages));
  expect(after.filter((messages) => stored.includes(messages))).toEqual([]);
  expect(stored.length + after.length).toBe(5);
  await engine.client.project.open({ path: file });
  const [run] = await engine.client.protocol.list({});
  expect(run).toMatchObject({ state: 'finished', scores: { all: expect.closeTo(0.56, 12) } });
});

function storedMessages(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const requests = db.prepare('SELECT request FROM llm_call').pluck().all() as string[];
  db.close();
  return requests.map((text) =>
    JSON.stringify(
      (JSON.parse(text) as { body: { messages: { role: string; content: string }[] } }).body.messages.map(
        ({ role, content }) => ({ role, content }),
      ),
    ),
  );
}
