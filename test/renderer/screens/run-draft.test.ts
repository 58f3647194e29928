import { expect, test } from 'vitest';
import { protocolChoices, transcriptStateWords } from '../../../renderer/parts/protocol-words.ts';
import { emptyModel } from '../../../renderer/screens/protocols/model-field.tsx';
import {
  completeRunDraft,
  disabledReasonOfData,
  disabledReasonOfRun,
  firstDraft,
  type RunDraft,
  startOf,
  takesRecorded,
} from '../../../renderer/screens/protocols/run-draft.ts';
import type { KnownPersona } from '../../../shared/contract/index.ts';

const parts = { systems: ['heron', 'wren'], endpoints: [{ id: 4 }, { id: 2 }] };
const data = { questions: 20, items: 20, sharded: { items: 3, whole: 0 } };
const standard = { name: 'standard', version: 1, role: '', expectation: '', metrics: '' } as KnownPersona;
const completed = (part: Partial<RunDraft>, of = parts) => completeRunDraft({ ...firstDraft, ...part }, of);

test('responses in the data are chosen where they can answer, and never where the engine would refuse them', () => {
  expect(completed({ choice: 'gold' }).model).toMatchObject({ kind: 'recorded', system: 'heron' });
  for (const part of [{ choice: 'interview' }, { choice: 'iqa-eval', userIs: 'judge' }] as const) {
    const draft = completed(part);
    expect(takesRecorded(draft)).toBe(false);
    expect(draft.model).toMatchObject({ kind: 'endpoint', endpointId: 4 });
  }
  const scored = completed({ choice: 'iqa-eval', userIs: 'data', model: emptyModel('endpoint') });
  expect(scored.model).toMatchObject({ kind: 'recorded', system: 'heron' });
});

test('a system of another data set gives way to one of this', () => {
  const model = { ...emptyModel('recorded'), system: 'elsewhere' };
  expect(completed({ model }).model.system).toBe('heron');
  expect(completed({ model: { ...model, system: 'wren' } }).model.system).toBe('wren');
});

test('a run that cannot start says why, and one that can says nothing', () => {
  const lack = (part: Partial<RunDraft>, of = parts, holds = data) =>
    disabledReasonOfRun(completed(part, of), holds);
  expect(lack({})).toBeNull();
  expect(disabledReasonOfRun(firstDraft, undefined)).toMatch(/data set/);
  expect(lack({}, { ...parts, systems: [] })).toMatch(/no replies of a system/);
  expect(lack({}, parts, { ...data, questions: 0, items: 9 })).toMatch(/gold answers/);
  expect(lack({ choice: 'interview' }, { ...parts, endpoints: [] })).toMatch(/Add an endpoint/);
  expect(lack({ model: emptyModel('command') })).toMatch(/Name the program for the model under test/);
  expect(lack({ choice: 'iqa-eval', shares: { standard: 0 } })).toMatch(/persona/);
  expect(lack({ choice: 'rewrite', rewriter: emptyModel('command') })).toMatch(/words that fit/);
  const lost = { choice: 'lost-in-conversation' } as const;
  expect(lack(lost, parts, { ...data, sharded: { items: 0, whole: 0 } })).toMatch(/shards/);
  expect(lack({ ...lost, mode: 'full' })).toMatch(/one text/);
  expect(lack({ ...lost, verifier: emptyModel('command') })).toMatch(/program for the verifier/);
  expect(lack(lost, parts, { ...data, questions: 0 })).toBeNull();
  // No field below changes these; that one may.
  const none = { ...data, questions: 0, items: 9 };
  expect(disabledReasonOfData({ choice: 'interview' }, none)).toMatch(
    /a list of right answers named "reference"/,
  );
  expect(disabledReasonOfData({ choice: 'iqa-eval' }, none)).toBeNull();
  expect(disabledReasonOfData(lost, { ...data, sharded: { items: 3, whole: 0 } })).toBeNull();
  // The built-in rules need nothing.
  expect(lack({ choice: 'rewrite' })).toBeNull();
});

test('what lacks nothing is a run that can be asked for', () => {
  for (const { id: choice } of protocolChoices) {
    const draft = completed({ choice });
    expect(disabledReasonOfRun(draft, data)).toBeNull();
    expect(startOf(draft, 1, [standard])).not.toBeNull();
  }
  const lost = startOf(completed({ choice: 'lost-in-conversation', mode: 'concat' }), 1, [standard]);
  expect(lost?.settings).toMatchObject({ mode: 'concat', user: null, verifier: { endpointId: 4 } });
  expect(lost?.settings).not.toHaveProperty('runs');
  const asAuthors = startOf(completed({ choice: 'interview', rightBy: 'authors' }), 1, [standard]);
  expect(asAuthors?.settings).toMatchObject({ protocol: 'interview', rightBy: 'authors' });
});

test('a conversation that judges could not all be read on is not simply done', () => {
  const row = { state: 'finished', flagged: 2 } as const;
  expect(transcriptStateWords(row, true)).toBe('Done, but 2 replies of judges not readable');
  expect(transcriptStateWords(row, false)).toBe('Done');
  expect(transcriptStateWords({ ...row, flagged: 0 }, true)).toBe('Done');
});
