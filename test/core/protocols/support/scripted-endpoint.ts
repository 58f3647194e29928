import { onTestFinished } from 'vitest';
import { planConversations } from '../../../../core/protocols/run/plan-conversations.ts';
import { protocolWork } from '../../../../core/protocols/run/protocol-work.ts';
import { connect } from '../../../../db/open.ts';
import { insertProtocolConversations } from '../../../../db/protocol-conversations.ts';
import { insertProtocolRun } from '../../../../db/protocol-runs.ts';
import {
  type EndpointSettings,
  type ModelSpec,
  type ProtocolRun,
  ProtocolSettingsSchema,
  type StartProtocol,
} from '../../../../shared/contract/index.ts';
import { type Asked, type LlmServerOptions, startLlmServer } from '../../../llm-server/server.ts';
import { shortPatience } from '../../llm/judging.ts';
import { engineWithProject, importRecords } from '../../support/test-engine.ts';
import {
  conversationRecords,
  correctScale,
  generatorSays,
  type ScriptedSays,
  strongSays,
  weakSays,
} from './scripted-model.ts';

/** What each model of the server says. */
export const scripts: Readonly<Record<string, ScriptedSays>> = {
  strong: strongSays,
  weak: weakSays,
  generator: generatorSays,
};

interface Said {
  role: string;
  content: string;
}

/** The reply of the model that a request names, by its script. */
export function scriptedReply({ body }: Pick<Asked, 'body'>): string {
  const { answers = {}, texts = [] } = scripts[body.model as string] ?? {};
  const messages = body.messages as Said[];
  const all = messages.map(({ content }) => content).join('\n');
  const text = texts.find(({ holds }) => holds.every((part) => all.includes(part)))?.text;
  const question = messages.at(-1)?.content ?? '';
  const before = messages.at(-2)?.content ?? '';
  return text ?? answers[`${before}|${question}`] ?? answers[question] ?? 'CANNOTANSWER';
}

/** A project with the two conversations, or others, and a server whose models answer by their scripts. */
export async function endpointProject(
  options: LlmServerOptions = {},
  endpoint: Partial<EndpointSettings> = {},
  records: readonly object[] = conversationRecords,
) {
  const server = await startLlmServer({ reply: scriptedReply, ...options });
  onTestFinished(() => server.close());
  const { engine, folder, file } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, records, { scales: [correctScale] });
  const { id: endpointId } = await engine.client.endpoint.save({
    name: 'Loop',
    preset: 'custom',
    baseUrl: server.url,
    model: 'strong',
    keySource: 'none',
    concurrency: 4,
    timeoutMs: 30_000,
    ...endpoint,
  });
  const project = engine.context.session.project!;
  const db = connect(project.path, 10);
  onTestFinished(() => void db.close());

  /** Makes a run that the test itself works on, without a job. */
  const newRun = (model: string, settings: StartProtocol['settings']): number => {
    const spec = specOf(endpointId, model);
    const full = ProtocolSettingsSchema.parse(settings);
    const runId = insertProtocolRun(db, {
      title: model,
      datasetId,
      model: spec,
      system: model,
      settings: full,
      concurrency: 2,
      spendingLimit: null,
      callLimit: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    insertProtocolConversations(db, runId, planConversations(db, datasetId, full, spec));
    return runId;
  };
  const work = async (runId: number): Promise<ProtocolRun> => {
    const scope = {
      db,
      projectPath: project.path,
      now: () => '2026-01-01T00:00:00.000Z',
      progress: () => {},
      checkpoint: async () => {},
      asked: () => 'continue' as const,
    };
    await protocolWork(scope, { runId, keys: {}, patience: shortPatience }).catch(() => {});
    return engine.client.protocol.get({ runId });
  };
  return { engine, server, folder, file, datasetId, endpointId, newRun, work };
}

export const specOf = (endpointId: number, model: string): Extract<ModelSpec, { kind: 'endpoint' }> => ({
  kind: 'endpoint',
  endpointId,
  model,
  instructions: '',
  temperature: 0,
  topP: null,
  maxOutputTokens: 64,
  seed: null,
  stopWords: [],
});
