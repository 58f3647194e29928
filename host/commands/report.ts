import path from 'node:path';
import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { mostStudies, reportFormats } from '../../shared/contract/estimate.ts';
import type { Study } from '../../shared/contract/index.ts';
import { reportEndings } from '../mcp/report-file.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { findRanking, findStudy } from '../terminal/find-study.ts';
import { pick } from '../terminal/pick.ts';

type ReportFormat = (typeof reportFormats)[number];

interface ReportOptions extends ProjectOptions {
  study?: readonly string[];
  figure?: string;
  format?: ReportFormat;
  out?: string;
  overwrite?: boolean;
  sign?: boolean;
  texts: boolean;
}

interface Written {
  study: string;
  format: ReportFormat;
  path: string;
  sizeBytes: number;
  /** Fingerprint of the key that signed it; null when it is not signed. */
  signedBy: string | null;
}

export function addReport(program: Command): void {
  withProject(program.command('report'))
    .argument('[project]', 'the project file')
    .option(
      '--study <name>',
      'the study by name or number, or a ranking or series by name. Not needed when there is one. Given several times, they share a document',
      (name: string, before: readonly string[] = []) => [...before, name],
    )
    .addOption(
      new Option('--format <format>', 'what to write (by default what --out ends in, else html)').choices(
        reportFormats,
      ),
    )
    .option('--figure <id>', 'which figure, for figure-svg and figure-png (the first by default)')
    .option('--out <file>', 'where to write it (by default named after the study, in this folder)')
    .option('--sign', 'sign it with your key; for html, json and labels-jsonl')
    .option('--no-texts', 'leave out the texts of the examples on the first page')
    .option('--overwrite', 'replace the file if it is there')
    .action((file: string | undefined, options: ReportOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(
        options,
        (engine) => report(engine, project, options),
        ({ path: out, signedBy }) =>
          signedBy === null ? `Wrote ${out}.` : `Wrote ${out}, signed with the key ${signedBy}.`,
      );
    });
}

/** What a file of this name is expected to hold: of formats that end alike the one called so, else the plainest, which is first. */
function formatOf(out = ''): ReportFormat {
  const ending = path.extname(out).toLowerCase();
  const alike = reportFormats.filter((format) => reportEndings[format] === ending);
  return alike.find((format) => `.${format}` === ending) ?? alike[0] ?? 'html';
}

async function report(engine: Engine, project: string, options: ReportOptions): Promise<Written> {
  const { figure, overwrite = false, sign = false, texts } = options;
  const format = options.format ?? formatOf(options.out);
  const [first, ...others] = await studiesOf(engine, project, options.study);
  const { report: reports } = engine.client;
  const choice = {
    studyId: first!.id,
    also: others.map(({ id }) => id),
    format,
    sign,
    texts,
    ...(figure !== undefined && { figure }),
  };
  const target = options.out ?? (await reports.name(choice)).fileName;
  const saved = await reports.save({ ...choice, path: path.resolve(target), overwrite });
  const signedBy = sign ? (await engine.client.signing.key({})).fingerprint : null;
  return { study: [first!, ...others].map(({ name }) => name).join(', '), format, ...saved, signedBy };
}

/** The studies of a document: those named, of a ranking all its pairs, of a series its newest releases, as many as a document holds. */
async function studiesOf(engine: Engine, project: string, asked: readonly string[] = []): Promise<Study[]> {
  await engine.client.project.open({ path: project });
  if (asked.length < 2) {
    const ranking = await findRanking(engine.client, asked[0]);
    if (ranking) return ranking.pairs.slice(0, mostStudies);
    const releases = await releasesOf(engine, asked[0]);
    if (releases.length > 0) return releases.slice(-mostStudies);
  }
  const [first, ...others] = asked;
  const found = await findStudy(engine, project, first);
  if (others.length === 0) return [found];
  const all = await engine.client.study.list({});
  return [found, ...others.map((name) => pick(all, name, 'study', '--study'))];
}

/** The studies of the series of this name; none where there is none, or a study has the name. */
async function releasesOf({ client }: Engine, asked: string | undefined): Promise<Study[]> {
  if (asked === undefined) return [];
  const all = await client.study.list({});
  const series = (await client.series.list({})).filter(({ name, watch }) => name === asked && watch === null);
  if (series.length === 0 || all.some(({ name }) => name === asked)) return [];
  return series[0]!.releases.flatMap(({ studyId }) => all.find(({ id }) => id === studyId) ?? []);
}
