import { onTestFinished } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { judgeWork } from '../../../core/models/judge/judge-work.ts';
import type { Patience } from '../../../core/models/llm/patience.ts';
import type { RunParams } from '../../../core/models/run/execute-run.ts';
import type { JobScope } from '../../../core/platform/jobs/job-work.ts';
import { insertItemRun } from '../../../db/llm-runs.ts';
import { connect } from '../../../db/open.ts';
import type { EndpointSettings, Judge, JudgeSettings } from '../../../shared/contract/index.ts';
import { type LlmServer, type LlmServerOptions, startLlmServer } from '../../llm-server/server.ts';
import { engineWithProject, importRecords, ratedRecords, ratedScales } from '../support/test-engine.ts';

export async function llmServer(options: LlmServerOptions = {}): Promise<LlmServer> {
  const server = await startLlmServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** A patience that tests can wait for. */
export const shortPatience: Patience = {
  firstPauseMs: 5,
  longestPauseMs: 40,
  attempts: 4,
  faultsInARow: 6,
  giveUpAfterMs: 20_000,
};

export interface Bench {
  engine: Engine;
  folder: string;
  file: string;
  datasetId: number;
  judge: Judge;
  endpointId: number;
}

/** A project with rated items and a judge for helpfulness and fluency at the server's address. */
export async function judgeProject(
  url: string,
  {
    count = 12,
    endpoint = {},
    judge = {},
    prompt = 'Helpful and fluent',
    records = ratedRecords(count),
    threads = false,
  }: {
    count?: number;
    endpoint?: Partial<EndpointSettings>;
    judge?: Partial<JudgeSettings>;
    prompt?: string;
    records?: readonly unknown[];
    /** Whether the engine has threads of its own, as in the app. */
    threads?: boolean;
  } = {},
): Promise<Bench> {
  const { engine, folder, file } = await engineWithProject({ threads });
  const datasetId = await importRecords(engine, folder, records, { scales: ratedScales });
  const { id: endpointId } = await engine.client.endpoint.save({
    name: 'Loop',
    preset: 'custom',
    baseUrl: url,
    model: 'loop-1',
    keySource: 'none',
    concurrency: 4,
    timeoutMs: 30_000,
    ...endpoint,
  });
  const prompts = await engine.client.prompt.list({});
  const saved = await engine.client.judge.save({
    name: 'looper',
    promptId: prompts.find(({ name }) => name === prompt)!.id,
    endpointId,
    ...judge,
  });
  return { engine, folder, file, datasetId, judge: saved, endpointId };
}

export interface DirectRun {
  runId: number;
  /** Works on the run in this thread, on its own connection. */
  work(
    params?: Partial<RunParams> & { key?: string },
    scope?: Partial<JobScope>,
  ): ReturnType<typeof judgeWork>;
}

/** A run of the judge that the test itself works on, without a job, so that it can be patient and cruel. */
export function directRun(
  { engine, datasetId, judge, endpointId }: Bench,
  settings: Record<string, unknown> = {},
): DirectRun {
  const project = engine.context.session.project!;
  const systemId = project.db
    .prepare(`SELECT id FROM system WHERE name = 'secretive'`)
    .pluck()
    .get() as number;
  const runId = insertItemRun(project.db, {
    kind: 'judge',
    title: 'a run',
    judgeId: judge.id,
    endpointId,
    model: judge.model,
    datasetId,
    systemId,
    againstId: null,
    settings: { judgeId: judge.id, datasetId, system: 'secretive', viaBatchApi: false, ...settings },
    spendingLimit: (settings.spendingLimit as number | undefined) ?? null,
    callLimit: (settings.callLimit as number | undefined) ?? null,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const db = connect(project.path, 10);
  onTestFinished(() => void db.close());
  return {
    runId,
    work: ({ key, ...params } = {}, scope = {}) =>
      judgeWork(
        {
          db,
          projectPath: project.path,
          now: () => '2026-01-01T00:00:00.000Z',
          progress: () => {},
          checkpoint: async () => {},
          asked: () => 'continue',
          ...scope,
        },
        { runId, keys: { [endpointId]: key ?? null }, patience: shortPatience, batchPollMs: 5, ...params },
      ),
  };
}

/** A connection to a project on a disk that has room for so many pages. */
export function limited(file: string, pages: number) {
  const db = connect(file, 10);
  db.pragma(`max_page_count = ${pages}`);
  onTestFinished(() => void db.close());
  return db;
}
