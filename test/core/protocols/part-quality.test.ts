import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { labeledConversations } from '../../../core/protocols/coreference/detection-quality.ts';
import type { PartQuality } from '../../../shared/contract/index.ts';
import { makeWorkplace } from '../../host/run-assay.ts';
import { endpointProject, specOf } from './support/scripted-endpoint.ts';

vi.setConfig({ testTimeout: 60_000 });

const known = labeledConversations.flatMap(({ turns }) => turns.slice(1));

/** Says what the labels say of the question that stands last, and thinks first. */
function knowing(message: string, part: unknown): string {
  const turn = known
    .filter(({ question }) => message.includes(question))
    .sort((a, b) => message.lastIndexOf(b.question) - message.lastIndexOf(a.question))[0]!;
  const said = part === 'detector' ? (turn.invalid ? `INVALID: ${turn.invalid}` : 'VALID') : turn.reworded!;
  return `<think>VALID or INVALID?</think>\n${said}`;
}

test('models that find and reword invalid questions are measured on labeled turns, and asked once', async () => {
  const { engine, server, endpointId } = await endpointProject({
    reply: ({ body }) => knowing((body.messages as { content: string }[]).at(-1)!.content, body.model),
  });
  const asked = { detector: specOf(endpointId, 'detector'), rewriter: specOf(endpointId, 'rewriter') };
  const found = await engine.client.protocol.measureParts(asked);
  expect(found).toMatchObject({
    ...{ turns: 150, invalid: 41 },
    detector: {
      name: 'detector',
      precision: { turns: 41, share: 1, upper: 1 },
      recall: { share: 1 },
      unread: 0,
    },
    rewriter: {
      name: 'rewriter',
      changed: { turns: 24, share: 1 },
      named: { share: 1 },
      similarity: 1,
      unread: 0,
    },
  });
  // Turns of one conversation are alike: the exact end of 41 independent ones is .914.
  expect(found.detector.precision.lower).toBeCloseTo(0.8557, 4);
  expect(found.rewriter.similarityBefore).toBeLessThan(0.8);
  const sent = server.asked.length;
  expect(sent).toBe(174);
  expect(await engine.client.protocol.measureParts(asked)).toEqual(found);
  expect(server.asked.length).toBe(sent);
});

test('without a verdict a question counts as fitting and is counted; without a reply the measurement ends in words', async () => {
  const mute = await endpointProject({ reply: () => ({ empty: true }) });
  const conversations = labeledConversations.slice(0, 2);
  const asked = (id: number) => ({ detector: specOf(id, 'd'), rewriter: specOf(id, 'r'), conversations });
  const found = await mute.engine.client.protocol.measureParts(asked(mute.endpointId));
  expect(found.detector).toMatchObject({
    precision: { turns: 0, share: null },
    recall: { share: 0 },
    unread: 10,
  });
  expect(found.rewriter).toMatchObject({ changed: { share: 0 }, unread: 3 });
  const closed = await endpointProject({ fault: () => ({ kind: 'status', status: 401 }) });
  await expect(closed.engine.client.protocol.measureParts(asked(closed.endpointId))).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^The model gave no reply: /),
  });
});

test('assay protocol measure prints the figures of the rules, and reads labeled turns of your own', async () => {
  const { engine, file, folder } = await endpointProject();
  await engine.close();
  using place = makeWorkplace();
  const shown = await place.assay('protocol', 'measure', file);
  expect(shown.stdout).toMatch(/150 questions, 41 of them invalid\./);
  expect(shown.stdout).toMatch(/precision +69\.8\s% +52\.7\s% to 83\.4\s% +43/);
  expect(shown.stdout).toMatch(/Recall +73\.2\s% +54\s% to 88\s% +41/);
  const own = path.join(folder, 'turns.json');
  const turn = (question: string, more = {}) => ({
    question,
    gold: 'Ann',
    predicted: 'CANNOTANSWER',
    ...more,
  });
  writeFileSync(
    own,
    JSON.stringify([{ turns: [turn('Who sang?'), turn('Was she good?', { invalid: 'lost' })] }]),
  );
  const found = await place.json<PartQuality>('protocol', 'measure', file, '--turns', own);
  expect(found).toMatchObject({ turns: 1, invalid: 1, rewriter: { changed: { turns: 0, share: null } } });
  writeFileSync(own, JSON.stringify([{ turns: [turn('Who sang?')] }]));
  expect(await place.assay('protocol', 'measure', file, '--turns', own)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/turns\.json, field 0\.turns: .*\n.*Write conversations of two turns/),
  });
});
