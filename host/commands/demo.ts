import { rmSync } from 'node:fs';
import type { Command } from 'commander';
import { temporaryFolder } from '../../core/platform/files/temporary.ts';
import { guarded, print, withEngine } from '../terminal/answer.ts';
import type { CommonOptions } from '../terminal/common-options.ts';
import { estimateDocument, estimateText } from '../terminal/estimate-output.ts';
import { positiveNumber, seedNumber } from '../terminal/parse-value.ts';

interface DemoOptions extends CommonOptions {
  labels: number;
  seed: number;
}

export function addDemo(program: Command): void {
  program
    .command('demo')
    .option('--json', 'print one JSON document instead of text')
    .option('--labels <number>', 'how many items to label', positiveNumber, 30)
    .option('--seed <number>', 'seed of the draw', seedNumber, 1)
    .action((options: DemoOptions) => guarded(options, () => demo(options)));
}

/** Works in a folder of its own, so that the sample project of this person stays as it is. */
async function demo(options: DemoOptions): Promise<void> {
  const dataDir = temporaryFolder('demo');
  try {
    const { report, counts } = await withEngine(
      options,
      async (engine) => {
        const { runDemo } = await import('../../core/project/sample/demo.ts');
        const { studyId } = await runDemo(engine, options);
        const { client } = engine;
        const { counts } = await client.study.get({ studyId });
        return { report: await client.estimate.current({ studyId }), counts };
      },
      dataDir,
    );
    if (options.json) print(options, estimateDocument(report), String);
    else
      print(
        options,
        report,
        (r) =>
          `${estimateText({ report: r, counts, measured: [], isWhole: false })}\nHuman and judge scores of the sample are simulated.`,
      );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
