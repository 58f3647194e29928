import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../../../../core/engine.ts';
import type { ProtocolRun, StartProtocol } from '../../../../shared/contract/index.ts';
import { until } from '../../../support/until.ts';

const program = path.join(import.meta.dirname, 'scripted-program.ts');

export interface ScriptedSays {
  answers?: Record<string, string>;
  texts?: { holds: string[]; text: string }[];
  delayMs?: number;
}

/** A local program that answers as it is told, with the requests that it got. */
export function scriptedModel(folder: string, name: string, says: ScriptedSays) {
  const log = path.join(folder, `${name}.log`);
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ answers: {}, texts: [], log, ...says }));
  const requests = (): { type: string }[] =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .split('\n')
          // The file is there before its first line is.
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as { type: string })
      : [];
  const spec = { kind: 'command' as const, command: process.execPath, args: [program, file], processes: 1 };
  return { spec, requests };
}

/** Starts a run and waits until its job has ended, however it ends. */
export async function runToEnd(engine: Engine, asked: StartProtocol): Promise<ProtocolRun> {
  const { id } = await engine.client.protocol.start(asked);
  return waitForRun(engine, id);
}

export async function waitForRun(engine: Engine, runId: number): Promise<ProtocolRun> {
  const get = () => engine.client.protocol.get({ runId });
  await until(async () => {
    const { state, jobId } = await get();
    return state !== 'running' && jobId === null;
  });
  return get();
}

/** Two conversations between people: three questions about a light, the last unanswerable; two about a band. */
export const conversationRecords = [
  {
    id: 'light',
    group: 'light',
    conversation: [
      { role: 'user', content: 'Who kept the light?' },
      { role: 'user', content: 'Where was she born?' },
      { role: 'user', content: 'What did it burn?' },
    ],
    context: 'Edda Halloran, born in Tannoch, kept the light.',
    references: [['Edda Halloran'], ['in Tannoch'], ['CANNOTANSWER']],
    human: { strong: { correct: [1] }, weak: { correct: [0] } },
  },
  {
    id: 'band',
    group: 'band',
    conversation: [
      { role: 'user', content: 'Who founded the band?' },
      { role: 'user', content: 'Did she write songs?' },
    ],
    context: 'Anna Reel founded the band and wrote its songs.',
    references: [['Anna Reel'], ['yes']],
    human: { strong: { correct: [1] }, weak: { correct: [0] } },
    meta: { rewrite: ['Who founded the band?', 'Did Anna Reel of the band write songs?'] },
  },
];

export const correctScale = {
  kind: 'criterion' as const,
  name: 'correct',
  scale: { min: 0, max: 1, direction: 'higher' as const },
};

/** Right about the light; wrong about the founder, and so about "she", unless it is told her name. */
export const strongSays: ScriptedSays = {
  answers: {
    'Who kept the light?': 'Edda Halloran',
    'Where was she born?': 'born in Tannoch',
    'Who founded the band?': 'John Adams',
    'Which Reel founded it?': 'Anna Reel',
    'Anna Reel|Did she write songs?': 'yes',
    'Did she write songs?': 'no',
    'Did Anna Reel write songs?': 'yes',
    'Did Anna Reel of the band write songs?': 'yes',
  },
};

/** As the strong one, but it refuses to say where she was born and never finds the founder. */
export const weakSays: ScriptedSays = {
  answers: {
    'Who kept the light?': 'Edda Halloran',
    'Who founded the band?': 'John Adams',
    'Which Reel founded it?': 'John Adams',
    'Anna Reel|Did she write songs?': 'yes',
    'Did she write songs?': 'no',
  },
};

export const generatorSays: ScriptedSays = {
  texts: [
    { holds: ['First question: Who founded the band?'], text: 'Which Reel founded it?' },
    { holds: ['First question: Where was she born?'], text: 'Was she born in Tannoch?' },
  ],
};
