import path from 'node:path';
import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { wholeAnswerWords } from '../../shared/answer-words.ts';
import { TakeSchema } from '../../shared/contract/exchange.ts';
import type {
  LabelAnswer,
  MergeConflict,
  MergedBatch,
  MergePreview,
  Take,
} from '../../shared/contract/index.ts';
import { reasonWords, signatureWords, whoseQuestion } from '../../shared/merge-words.ts';
import { formatPercent, fourDigits } from '../../shared/number-text.ts';
import { guarded, print, withEngine } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { jsonDocument } from '../terminal/json-document.ts';
import { table } from '../terminal/table.ts';
import { counted } from '../terminal/words.ts';

interface MergeOptions extends ProjectOptions {
  as?: string;
  take?: Take;
  dryRun?: boolean;
}

export function addBatchMerge(batch: Command): void {
  withProject(batch.command('merge'))
    .description(
      'merge a returned batch into its study, all of it or nothing; the same file again changes nothing',
    )
    .argument('[files...]', 'the project, unless --project names it, then the returned file')
    .option('--as <name>', 'whose labels these are, if not the person named in the file; added if new')
    .addOption(
      new Option(
        '--take <side>',
        'what holds in every conflict: the answer of the project or of the file',
      ).choices(TakeSchema.options),
    )
    .option('--dry-run', 'only say what merging would do')
    .action((files: string[], options: MergeOptions, command: Command) => {
      const { project, rest } = takeProject(command, files, options, 1);
      return guarded(options, async () => {
        const done = await withEngine(options, (engine) =>
          merge(engine, project, path.resolve(rest[0]!), options),
        );
        if (done.merged) return print(options, done.merged, mergedText);
        if (options.dryRun) return print(options, done.preview, previewText);
        refuse(options, done.preview, done.ifTaken);
      });
    });
}

interface Done {
  merged?: MergedBatch;
  preview: MergePreview;
  /** The estimate if the file's answers were taken in every conflict. */
  ifTaken: MergePreview['after'];
}

async function merge(
  { client }: Engine,
  project: string,
  file: string,
  { as, take, dryRun }: MergeOptions,
): Promise<Done> {
  await client.project.open({ path: project });
  const request = { path: file, name: path.basename(file), as, take };
  const preview = await client.batch.preview(request);
  const isOpen = preview.conflicts.some((conflict) => conflict.take === null);
  const ifTaken = isOpen ? (await client.batch.preview({ ...request, take: 'file' })).after : preview.after;
  if (dryRun || isOpen) return { preview, ifTaken };
  return { preview, ifTaken, merged: await client.batch.merge(request) };
}

/** Nothing was merged: shows what has to be chosen, and fails. */
function refuse({ json }: MergeOptions, preview: MergePreview, ifTaken: MergePreview['after']): void {
  const { conflicts, before, after } = preview;
  const message = `${counted(conflicts.length, 'answer')} of ${preview.whose.person?.name} cannot be merged without a choice. Nothing was merged.`;
  const remedy = '--take project keeps what the project has, --take file takes what the file says.';
  if (json) {
    const error = { code: 'CONFLICT', message, details: { remedy } };
    process.stdout.write(jsonDocument({ error, conflicts, before, ifKept: after, ifTaken }));
  }
  const estimates = `Estimate: ${estimateText(before, preview)} before; ${estimateText(after, preview)} with the project's answers; ${estimateText(ifTaken, preview)} with the file's.`;
  process.stderr.write(`${[message, conflictTable(preview), estimates, remedy].join('\n')}\n`);
  process.exitCode = 1;
}

function conflictTable({ conflicts, form }: MergePreview): string {
  const columns = ['Item', 'Why', 'The project has', 'given', 'The file says', 'given'];
  const words = (answer: LabelAnswer | null) =>
    answer === null ? 'taken back' : short(wholeAnswerWords(answer, form));
  const row = ({ draw, project, file, ...conflict }: MergeConflict) => [
    draw === null ? 'of an earlier draw' : String(draw),
    reasonWords(conflict),
    project ? words(project.answer) : 'nothing',
    project?.at ?? '',
    words(file.answer),
    file.at,
  ];
  return table(
    columns.map((title) => ({ title })),
    conflicts.map(row),
  );
}

const longest = 60;
const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
};

function previewText(preview: MergePreview): string {
  const { study, whose, added, changed, known, conflicts, before, after } = preview;
  const { person } = whose;
  if (!person) return `${whoseQuestion(whose)}\n${signatureWords(preview)}`;
  const lines = [
    `${study}: labels of ${person.name}${person.isNew ? ', who is new to the project' : ''}.`,
    signatureWords(preview),
    `${counted(added, 'item')} new, ${changed} changed, ${known} the same, ${counted(conflicts.length, 'conflict')}.`,
    ...(conflicts.length > 0 ? [conflictTable(preview)] : []),
    `Estimate: ${estimateText(before, preview)} now, ${estimateText(after, preview)} then.`,
  ];
  return lines.join('\n');
}

function mergedText(merged: MergedBatch): string {
  const { study, annotator, isNewPerson, added, changed, known, taken, kept, before, after } = merged;
  const who = isNewPerson ? `${annotator}, who is new to the project` : annotator;
  const lines = [`${study}: added ${counted(added, 'answer')} of ${who}.`];
  if (changed > 0) lines.push(`${counted(changed, 'answer')} corrected by a later one of the same copy.`);
  if (known > 0) lines.push(`${counted(known, 'answer')} were there already.`);
  if (taken > 0) lines.push(`${counted(taken, 'conflict')} decided for the file.`);
  if (kept > 0) lines.push(`${counted(kept, 'conflict')} decided for what the project has.`);
  lines.push(signatureWords(merged));
  if (added + changed + taken > 0) {
    lines.push(`Estimate: ${estimateText(before, merged)} before, ${estimateText(after, merged)} now.`);
  }
  if (after.waiting > 0) {
    lines.push(`${counted(after.waiting, 'item')} wait for an earlier one of the draw order.`);
  }
  return lines.join('\n');
}

function estimateText(
  { value, lower, upper, labeled, pairsLeft }: MergedBatch['after'],
  { isShare }: Pick<MergedBatch, 'isShare'>,
): string {
  const write = isShare ? formatPercent : fourDigits;
  if (pairsLeft !== null) return `${counted(pairsLeft, 'pair')} to decide from ${counted(labeled, 'label')}`;
  const interval = lower === null || upper === null ? '' : ` (${write(lower)} to ${write(upper)})`;
  return value === null ? 'none yet' : `${write(value)}${interval} from ${counted(labeled, 'label')}`;
}
