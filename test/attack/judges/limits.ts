import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { uniformInt } from '../../../stats/index.ts';
import type { Fault } from '../../llm-server/faults.ts';
import { type LlmServer, startLlmServer } from '../../llm-server/server.ts';
import { type Attack, must } from '../frame/attack.ts';
import { judgeIn } from '../frame/judge.ts';
import { copyOf, engineIn, ratedProject } from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';

const kinds = ['judge', 'generation', 'protocol'] as const;

export const limits: Attack = {
  name: 'limits',
  what: 'limits on spending and requests: no prices, servers that fail, runs that go on again',
  tries: { all: 60, quick: 3, test: 3 },
  async prepare({ folder, later }) {
    let faults: (index: number) => Fault | null = () => null;
    const server: LlmServer = await startLlmServer({ fault: ({ index }) => faults(index) });
    later(() => server.close());
    const ids = { judgeId: 0, endpointId: 0 };
    const base = await ratedProject(folder, {
      items: 30,
      draws: 4,
      async more(engine) {
        const judge = await judgeIn(engine, server.url, { concurrency: 8 });
        Object.assign(ids, { judgeId: judge.id, endpointId: judge.endpointId });
      },
    });
    return async ({ number, rng, folder: own, later: afterwards }) => {
      const kind = kinds[number % kinds.length]!;
      const file = copyOf(base, own);
      const engine = engineIn(own);
      afterwards(() => engine.close());
      const { client } = engine;
      await client.project.open({ path: file });
      const { datasetId } = base;
      const { judgeId, endpointId } = ids;
      const start = async (limit: {
        spendingLimit?: number;
        callLimit?: number;
      }): Promise<{ id: number; jobId: number | null }> => {
        if (kind === 'judge')
          return client.judge.start({ judgeId, datasetId, system: 'secretive', ...limit });
        if (kind === 'generation') {
          return client.generation.start({ as: 'responses', name: 'new', datasetId, endpointId, ...limit });
        }
        const model = { kind: 'endpoint' as const, endpointId, model: 'loop-1' };
        const settings = { protocol: 'replay' as const, mode: 'gold' as const };
        return client.protocol.start({ datasetId, model, settings, ...limit });
      };
      const resume = async (
        runId: number,
        limit: { callLimit?: number } = {},
      ): Promise<{ jobId: number | null }> =>
        kind === 'protocol'
          ? client.protocol.resume({ runId, ...limit })
          : client.run.resume({ runId, ...limit });
      const before = server.asked.length;
      const sent = () => server.asked.length - before;
      const refused = await answerOf(() => start({ spendingLimit: 1 / uniformInt(rng, 1, 1000) }));
      must(refused.refused === 'INVALID_INPUT', `${kind}: a limit that nothing keeps is taken`);
      must(sent() === 0, `${kind}: ${sent()} requests under a limit that nothing keeps`);
      const fails = uniformInt(rng, 2, 5);
      faults = (index) => (index % fails === 0 ? { kind: 'status', status: 503 } : null);
      const callLimit = uniformInt(rng, 1, 8);
      const { id, jobId } = await start({ callLimit });
      await waitForJob(engine, jobId!).catch(() => {});
      must(sent() <= callLimit, `${kind}: ${sent()} requests of ${callLimit} allowed`);
      for (let again = 0; again < 2; again++) {
        const next = await resume(id);
        if (next.jobId !== null) await waitForJob(engine, next.jobId).catch(() => {});
        must(sent() <= callLimit, `${kind}, gone on with: ${sent()} requests of ${callLimit} allowed`);
      }
      const raised = callLimit + uniformInt(rng, 1, 6);
      const last = await resume(id, { callLimit: raised });
      if (last.jobId !== null) await waitForJob(engine, last.jobId).catch(() => {});
      must(sent() <= raised, `${kind}, raised: ${sent()} requests of ${raised} allowed`);
      must(sent() > callLimit, `${kind}: a higher limit lets nothing through`);
    };
  },
};
