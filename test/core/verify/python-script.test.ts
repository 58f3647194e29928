import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runDemo } from '../../../core/sample/demo.ts';
import { temporaryFolder, testEngine } from '../support/test-engine.ts';
import { type KindOfStudy, kindsOfStudies, labeledStudyOf } from './labeled-studies.ts';

const script = path.join(import.meta.dirname, '../../../docs/verify.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed here, so docs/verify.py is not run.');

/** What the script without any of our code says of a file. */
function runScript(content: string) {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, content);
  const { status, stdout, stderr } = spawnSync('python3', [script, file], { encoding: 'utf8' });
  const [, numbers, largest] = /^(\d+) numbers .* difference (\S+)/.exec(stdout) ?? [];
  return {
    status,
    stderr,
    differing: stdout.split('\n').slice(1, -1),
    numbers: Number(numbers),
    largest: Number(largest),
  };
}

describe.runIf(hasPython)('a script of the standard library of Python, from the published recipe', () => {
  test.each(Object.keys(kindsOfStudies) as KindOfStudy[])('%s: agrees to 1e-9', async (kind) => {
    const { engine, studyId } = await labeledStudyOf(kind);
    for (const format of ['labels-jsonl', 'json'] as const) {
      const { content } = await engine.client.report.render({ studyId, format });
      const { status, differing, numbers, largest, stderr } = runScript(content);
      expect(stderr).toBe('');
      expect(differing).toEqual([]);
      expect(status).toBe(0);
      expect(numbers).toBeGreaterThan(25);
      expect(largest).toBeLessThanOrEqual(1e-9);
    }
  });

  test('the sample project: every number of its report', async () => {
    const engine = testEngine();
    const { studyId } = await runDemo(engine, { labels: 60, seed: 4 });
    const { content } = await engine.client.report.render({ studyId, format: 'json' });
    const found = runScript(content);
    expect(found).toMatchObject({ status: 0, differing: [] });
    expect(found.numbers).toBeGreaterThan(300);
  });

  test('a changed number is named', async () => {
    const { engine, studyId } = await labeledStudyOf('calibrated hardness');
    const { content } = await engine.client.report.render({ studyId, format: 'json' });
    const report = JSON.parse(content);
    report.estimate.estimates[0].lower += 1e-6;
    const { status, differing } = runScript(JSON.stringify(report));
    expect(status).toBe(1);
    expect(differing[0]).toContain('calibrated, lower');
  });
});
