import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import { answer } from '../terminal/answer.ts';
import { type CommonOptions, withCommonOptions } from '../terminal/common-options.ts';
import { table } from '../terminal/table.ts';

interface PapersOptions extends CommonOptions {
  halie?: string;
  differing?: boolean;
}

type PaperCheck = Awaited<ReturnType<Client['paper']['check']>>;

export function addPapers(program: Command): void {
  withCommonOptions(program.command('papers'))
    .option('--halie <folder>', 'the HALIE data in Assay’s format, for the human row of IQA-EVAL')
    .option('--differing', 'only the figures that differ')
    .action((options: PapersOptions) =>
      answer(
        options,
        ({ client }) => client.paper.check(options.halie === undefined ? {} : { halieFolder: options.halie }),
        (result) => papersText(result, options.differing === true),
      ),
    );
}

const verdicts = { agrees: 'agrees', differs: 'DIFFERS', 'not-checked': 'not checked' } as const;

function papersText(
  { figures, agree, differ, notChecked, detection }: PaperCheck,
  differing: boolean,
): string {
  const shown = differing ? figures.filter(({ verdict }) => verdict === 'differs') : figures;
  const wholePercent = (share: number | null) => (share === null ? '0/0' : `${Math.round(100 * share)} %`);
  return [
    table(
      [
        { title: 'Paper' },
        { title: 'Table' },
        { title: 'Figure' },
        { title: 'Printed' },
        { title: 'Recomputed' },
        { title: '' },
        { title: 'Note' },
      ],
      shown.map((one) => [
        one.paper,
        one.table,
        one.figure,
        one.printed,
        one.recomputed,
        verdicts[one.verdict],
        one.note,
      ]),
    ),
    `${agree} agree, ${differ} differ, ${notChecked} not checked.`,
    `Invalid questions found by rules, on ${detection.turns} labeled by hand: precision ${wholePercent(detection.precision)}, recall ${wholePercent(detection.recall)}. The paper's coreference model, on its own data: ${wholePercent(detection.paperPrecision)} and ${wholePercent(detection.paperRecall)}.`,
  ].join('\n\n');
}
