import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { AppError } from '../../shared/errors.ts';
import { sameName } from '../../shared/person-name.ts';
import { picturesLeftWords } from '../../shared/picture-words.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { findWholeStudy, isOfWholeRanking, wholeRankingOption } from '../terminal/find-study.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { counted } from '../terminal/words.ts';
import { addBatchMerge } from './batch-merge.ts';

export function addBatch(program: Command): void {
  const batch = program.command('batch');
  addOut(batch);
  addBatchMerge(batch);
}

interface OutOptions extends ProjectOptions {
  study?: string;
  from: number;
  count: number;
  annotator?: string;
  out: string;
  overwrite?: boolean;
  wholeRanking?: boolean;
}

function addOut(batch: Command): void {
  withProject(batch.command('out'))
    .description('write items of a study for someone who labels elsewhere')
    .argument('[project]', 'the project file')
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .option('--from <number>', 'first item, in draw order', positiveNumber, 1)
    .option('--annotator <name>', 'for this annotator: the items assigned to them, under their name')
    .option('--count <number>', 'how many items (all by default)', positiveNumber, Number.MAX_SAFE_INTEGER)
    .addOption(wholeRankingOption())
    .requiredOption('--out <file>', 'NAME.html for a page that works in any browser, or NAME.assay-batch')
    .option('--overwrite', 'replace the file if it is there')
    .action((file: string | undefined, options: OutOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, (engine) => out(engine, project, options), outText);
    });
}

async function out(
  engine: Engine,
  project: string,
  { study: asked, annotator, from, count, out: to, overwrite, wholeRanking }: OutOptions,
) {
  const { id, name: study, ranking } = await findWholeStudy(engine, project, asked);
  const target = path.resolve(to);
  if (existsSync(target) && !overwrite) {
    throw new AppError('FILE_EXISTS', `There is already a file named ${path.basename(target)}.`, {
      file: target,
      remedy: 'Choose another name, or add --overwrite.',
    });
  }
  const shape = path.extname(target).toLowerCase() === '.html' ? 'page' : 'file';
  const annotatorId = annotator === undefined ? undefined : await memberNamed(engine, id, annotator);
  const range = {
    studyId: id,
    annotatorId,
    from,
    count,
    wholeRanking: isOfWholeRanking({ wholeRanking }, ranking),
  };
  const written = await engine.client.batch.out({ ...range, shape, path: target });
  const { batchId, items, annotator: whose, signedBy, picturesLeft = 0 } = written;
  return { study, path: target, batchId, items, annotator: whose, signedBy, picturesLeft };
}

function outText(sent: Awaited<ReturnType<typeof out>>): string {
  const { path: written, items, annotator, signedBy, picturesLeft } = sent;
  const whose =
    annotator === null ? 'The annotator enters a name when opening it.' : `It is for ${annotator}.`;
  const left = picturesLeftWords(picturesLeft);
  return `Wrote ${counted(items, 'item')} to ${written}. ${whose} Signed by ${signedBy}.${left && ` ${left}`}`;
}

/** A member of the study; of one that is open to all, anybody whom the project knows. */
async function memberNamed({ client }: Engine, studyId: number, name: string): Promise<number> {
  const members = (await client.team.get({ studyId })).members.filter((one) => one.isMember);
  const isOpen = members.length === 0;
  const people = isOpen ? await client.annotator.list({}) : members;
  const found = people.find((one) => !one.simulated && sameName(one.name, name));
  if (found) return found.id;
  const what = isOpen
    ? `The project has no annotator named ${name}.`
    : `${name} is not a member of this study.`;
  throw new AppError('NOT_FOUND', what, {
    field: 'annotator',
    remedy: 'Make them a member first: assay team set --members.',
  });
}
