import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { asLines, importHere, studyHere } from '../support/in-process.ts';
import { engineWithProject, ratedRecords, ratedScales, temporaryFolder } from '../support/test-engine.ts';

const promptfoo = process.env.ASSAY_BENCH_PROMPTFOO;

// The rules that it is known by are in tool-rules.ts, whose test always runs.
test.skipIf(!promptfoo)(
  'promptfoo itself takes an export (skipped unless ASSAY_BENCH_PROMPTFOO names it)',
  async () => {
    const { engine } = await engineWithProject();
    const records = ratedRecords(12);
    const { datasetId } = await importHere(engine, asLines(records), 'data.jsonl', { scales: ratedScales });
    const studyId = await studyHere(
      engine,
      {
        datasetId: datasetId!,
        system: 'secretive',
        measure: { kind: 'criterion', criterion: 'quality' },
        surrogate: { kind: 'none' },
      },
      { preset: 'uniform', size: 12 },
    );
    const labels = records.flatMap(({ id }, i) =>
      ['Ana', 'Ben'].map((annotator, p) => ({
        ...{ id, annotator },
        ...(i % 5 === p ? { skip: 'unclear' } : { value: 1 + ((i + p) % 5) }),
      })),
    );
    await importHere(engine, asLines(labels), 'labels.jsonl', { studyId });
    const { content } = await engine.client.report.render({ studyId, format: 'labels-promptfoo' });
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'in.json'), content);
    const env = {
      ...process.env,
      PROMPTFOO_CONFIG_DIR: folder,
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
    };
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [promptfoo!, ...args], { cwd: folder, env });
    run('import', 'in.json');
    run('export', 'eval', 'latest', '-o', 'out.json');
    const { results } = JSON.parse(readFileSync(path.join(folder, 'out.json'), 'utf8'));
    expect(results.results).toHaveLength(12);
    expect(results.stats.successes + results.stats.failures).toBe(12);
  },
  120_000,
);
