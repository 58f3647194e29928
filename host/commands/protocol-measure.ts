import { type Command, Option } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { PartQuality, PartsAsked, TurnShare } from '../../shared/contract/index.ts';
import { LabeledTurnsSchema } from '../../shared/contract/protocol-parts.ts';
import { formatPercent } from '../../shared/number-text.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { jsonFile } from '../terminal/json-file.ts';
import { agentSpec, modelHelp } from '../terminal/model-spec.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { collected } from '../terminal/parse-value.ts';
import { wordingOf } from '../terminal/prompt-file.ts';
import { onRight, table } from '../terminal/table.ts';

interface MeasureOptions extends ProjectOptions {
  detector?: string;
  rewriter?: string;
  matching: PartsAsked['matching'];
  wording?: string[];
  turns?: string;
}

export function addProtocolMeasure(protocol: Command): void {
  onOpenProject<PartQuality, MeasureOptions>(protocol.command('measure'), measure, qualityText)
    .description('measure on labeled turns who finds and rewords questions that no longer fit')
    .option('--detector <model>', `who finds them (rules by default): ${modelHelp}`)
    .option('--rewriter <model>', 'who rewords them (rules by default)')
    .addOption(
      new Option('--matching <rule>', 'of the rules: when a question is valid')
        .choices(['paper', 'exact', 'authors'])
        .default('paper'),
    )
    .option(
      '--wording <part=name>',
      'instructions to a model (see protocol prompts); may be repeated',
      collected,
    )
    .option(
      '--turns <file>',
      'labeled turns of your own (150 of Assay by default): [{"background", "turns": [{"question", "gold", "predicted", "invalid", "reworded"}]}]',
    );
}

async function measure(client: Client, options: MeasureOptions): Promise<PartQuality> {
  const { detector, rewriter, matching, wording = [], turns } = options;
  const conversations =
    turns === undefined
      ? undefined
      : await jsonFile(
          turns,
          LabeledTurnsSchema,
          'Write conversations of two turns or more, each with "question", "gold" and "predicted".',
        );
  return client.protocol.measureParts({
    detector: detector === undefined ? null : await agentSpec(client, detector),
    rewriter: rewriter === undefined ? null : await agentSpec(client, rewriter),
    matching,
    prompts: wording.map(wordingOf),
    ...(conversations && { conversations }),
  });
}

function qualityText({ turns, invalid, detector, rewriter, interval }: PartQuality): string {
  const row = (name: string, { turns: of, share, lower, upper }: TurnShare): string[] => [
    name,
    share === null ? 'not estimable: 0/0' : formatPercent(share),
    lower === null || upper === null ? '' : `${formatPercent(lower)} to ${formatPercent(upper)}`,
    String(of),
  ];
  const columns = [{ title: '' }, onRight('Share'), onRight('Interval'), onRight('Turns')];
  const { similarity, similarityBefore } = rewriter;
  return [
    `${turns} questions, ${invalid} of them invalid.`,
    table(columns, [
      row(`Detector (${detector.name}): precision`, detector.precision),
      row('Recall', detector.recall),
      ...detector.recallByReason.map((one) => row(`Recall, ${one.reason}`, one)),
      row(`Rewriter (${rewriter.name}): put in other words`, rewriter.changed),
      row('Names all that was lost', rewriter.named),
    ]),
    ...(similarity === null || similarityBefore === null
      ? []
      : [
          `Word F1 with the known wording: ${similarity.toFixed(2)}; of the questions as they were: ${similarityBefore.toFixed(2)}.`,
        ]),
    ...(detector.unread + rewriter.unread === 0
      ? []
      : [
          `Without a reply that could be used: ${detector.unread} of the detector, ${rewriter.unread} of the rewriter.`,
        ]),
    interval,
  ].join('\n');
}
