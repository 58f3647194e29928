import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { MergedBatch } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { findStudy } from '../terminal/find-study.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { counted } from '../terminal/words.ts';

export function addBatch(program: Command): void {
  const batch = program
    .command('batch')
    .description('hand a batch out as one file, and merge what comes back');
  addOut(batch);
  addMerge(batch);
}

interface OutOptions extends ProjectOptions {
  study?: string;
  from: number;
  count: number;
  annotator?: string;
  out: string;
  overwrite?: boolean;
}

function addOut(batch: Command): void {
  withProject(batch.command('out'))
    .description('write items of a study for somebody who labels elsewhere')
    .argument('[project]', 'the project file')
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .option('--from <number>', 'first item, in draw order', positiveNumber, 1)
    .option('--annotator <name>', 'only the items assigned to this member of the study')
    .option('--count <number>', 'how many items (all by default)', positiveNumber, Number.MAX_SAFE_INTEGER)
    .requiredOption('--out <file>', 'NAME.html for a page that works in any browser, or NAME.assay-batch')
    .option('--overwrite', 'replace the file if it is there')
    .action((file: string | undefined, options: OutOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(
        options,
        (engine) => out(engine, project, options),
        ({ path: written, items }) => `Wrote ${counted(items, 'item')} to ${written}.`,
      );
    });
}

async function out(
  engine: Engine,
  project: string,
  { study: asked, annotator, from, count, out: to, overwrite }: OutOptions,
) {
  const { id, name: study } = await findStudy(engine, project, asked);
  const target = path.resolve(to);
  if (existsSync(target) && !overwrite) {
    throw new AppError('FILE_EXISTS', `There is already a file named ${path.basename(target)}.`, {
      file: target,
      mend: 'Choose another name, or add --overwrite.',
    });
  }
  const shape = path.extname(target).toLowerCase() === '.html' ? 'page' : 'file';
  const annotatorId = annotator === undefined ? undefined : await memberNamed(engine, id, annotator);
  const range = { studyId: id, annotatorId, from, count };
  const { batchId, items } = await engine.client.batch.out({ ...range, shape, path: target });
  return { study, path: target, batchId, items };
}

async function memberNamed({ client }: Engine, studyId: number, name: string): Promise<number> {
  const { members } = await client.team.get({ studyId });
  const found = members.find((one) => one.isMember && one.name.toLowerCase() === name.toLowerCase());
  if (found) return found.id;
  throw new AppError('NOT_FOUND', `${name} is no member of this study.`, {
    field: 'annotator',
    mend: 'Make them a member first: assay team set --members.',
  });
}

function addMerge(batch: Command): void {
  withProject(batch.command('merge'))
    .description(
      'take a returned batch into its study, all of it or nothing; the same file again changes nothing',
    )
    .argument('[files...]', 'the project, unless --project names it, then the returned file')
    .action((files: string[], options: ProjectOptions, command: Command) => {
      const { project, rest } = takeProject(command, files, options, 1);
      return answer(
        options,
        async (engine) => {
          await engine.client.project.open({ path: project });
          const file = path.resolve(rest[0]!);
          return engine.client.batch.merge({ path: file, name: path.basename(file) });
        },
        mergedText,
      );
    });
}

function mergedText({ study, annotator, added, known, older, before, after }: MergedBatch): string {
  const lines = [`${study}: added ${counted(added, 'answer')} of ${annotator}.`];
  if (known > 0) lines.push(`${counted(known, 'answer')} were there already.`);
  if (older > 0) lines.push(`${counted(older, 'answer')} gave way to later ones of the same person.`);
  if (added > 0) lines.push(`Estimate: ${estimateText(before)} before, ${estimateText(after)} now.`);
  if (after.waiting > 0) {
    lines.push(`${counted(after.waiting, 'item')} wait for an earlier one of the draw order.`);
  }
  return lines.join('\n');
}

const shown = (value: number) => Number(value.toPrecision(4)).toString();

function estimateText({ value, lower, upper, labeled }: MergedBatch['after']): string {
  const interval = lower === null || upper === null ? '' : ` (${shown(lower)} to ${shown(upper)})`;
  return value === null ? 'none yet' : `${shown(value)}${interval} from ${counted(labeled, 'label')}`;
}
