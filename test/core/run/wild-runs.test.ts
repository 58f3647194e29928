import { describe, expect, onTestFinished, test } from 'vitest';
import { generateWork } from '../../../core/models/generate/generate-work.ts';
import { insertItemRun } from '../../../db/llm-runs.ts';
import { connect } from '../../../db/open.ts';
import type { Generation, Run } from '../../../shared/contract/index.ts';
import { GenerationSchema } from '../../../shared/contract/llm.ts';
import { type Asked, scoreByLength } from '../../llm-server/server.ts';
import { wildServer } from '../../llm-server/wild.ts';
import { rounds } from '../../support/chance.ts';
import { type Bench, directRun, judgeProject, llmServer, shortPatience } from '../llm/judging.ts';

const starts = Array.from({ length: rounds(2, 15) }, (_, i) => i * 7);
const asJudge = (asked: Pick<Asked, 'body'>) => scoreByLength(asked) as string;

interface WildRun {
  readonly bench: Bench;
  readonly runId: number;
  readonly work: () => Promise<unknown>;
}

/** A generation that the test itself works on. */
function wildGeneration(bench: Bench, wish: Partial<Generation>): WildRun {
  const { engine, datasetId, endpointId } = bench;
  const project = engine.context.session.project!;
  const db = connect(project.path, 10);
  onTestFinished(() => void db.close());
  const settings = GenerationSchema.parse({
    as: 'responses',
    name: 'newcomer',
    datasetId,
    endpointId,
    ...wish,
  });
  const isSystem = settings.as === 'responses';
  if (isSystem) db.prepare(`INSERT INTO system (name) VALUES ('newcomer')`).run();
  const systemId = isSystem
    ? (db.prepare(`SELECT id FROM system WHERE name = 'newcomer'`).pluck().get() as number)
    : null;
  const runId = insertItemRun(db, {
    ...{ kind: settings.as, title: 'a run', judgeId: null, endpointId, model: 'loop-1', datasetId, systemId },
    ...{ againstId: null, settings, spendingLimit: null, callLimit: null },
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const scope = {
    ...{ db, projectPath: project.path, now: () => '2026-01-01T00:00:00.000Z', progress: () => {} },
    ...{ checkpoint: async () => {}, asked: () => 'continue' as const },
  };
  const params = { runId, keys: { [endpointId]: null }, patience: shortPatience, batchPollMs: 5 };
  return { bench, runId, work: () => generateWork(scope, params).catch(() => {}) };
}

function wildJudge(bench: Bench): WildRun {
  const { runId, work } = directRun(bench);
  return { bench, runId, work: () => work().catch(() => {}) };
}

const runs: readonly (readonly [
  string,
  (bench: Bench) => WildRun,
  (asked: Pick<Asked, 'body'>) => string,
])[] = [
  ['a judge', wildJudge, asJudge],
  ['a system that is generated', (bench) => wildGeneration(bench, {}), () => 'An answer.'],
  [
    'guesses of a surrogate, in two samples',
    (bench) => wildGeneration(bench, { as: 'pseudo-labels', secondSample: true }),
    () => 'A guess.',
  ],
];

const countOf = ({ outcomes }: Run): number => Object.values(outcomes).reduce((sum, count) => sum + count, 0);

describe.each(starts)('a server that misbehaves, from way %i on', (from) => {
  test.each(runs)('%s ends with counted outcomes, and a resume completes it', async (_name, runOf, says) => {
    const { options, heal } = wildServer(says, from);
    const server = await llmServer(options);
    const { bench, runId, work } = runOf(await judgeProject(server.url, { endpoint: { timeoutMs: 300 } }));
    const { client } = bench.engine;
    await work();
    const first = await client.run.get({ runId });
    expect(['failed', 'paused', 'finished']).toContain(first.state);
    const { scored: _scored, ...others } = first.outcomes;
    expect(Object.values(others).some((count) => count > 0)).toBe(true);
    heal();
    const [endpoint] = await client.endpoint.list({});
    await client.endpoint.save({ ...endpoint!, endpointId: bench.endpointId, timeoutMs: 30_000 });
    await work();
    const second = await client.run.get({ runId });
    // Of what was refused or unreadable the reply stays; all else is there.
    expect(second.state).toBe('finished');
    expect(countOf(second)).toBe(first.kind === 'judge' ? 2 * first.items : first.items);
    const { scored = 0, refused = 0, unreadable = 0 } = second.outcomes;
    expect(scored + refused + unreadable).toBe(countOf(second));
    expect(scored).toBeGreaterThan(0);
    const texts = bench.engine.context.session
      .project!.db.prepare(
        'SELECT text FROM response UNION ALL SELECT text FROM pseudo_label UNION ALL SELECT reason FROM judge_verdict',
      )
      .pluck()
      .all() as (string | null)[];
    for (const text of texts) expect(text ?? '').not.toMatch(/SECRET|<think|tool_call/);
    for (const { body } of server.asked) expect(JSON.stringify(body.messages)).not.toContain('SECRET');
  });
});
