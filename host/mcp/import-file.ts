import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { temporaryFolder } from '../../core/platform/files/temporary.ts';
import { type Outcome, optionWords, refusal, runCommand } from './command.ts';
import { placeOfProject } from './report-file.ts';

interface ImportInput {
  project: string;
  file: string;
  others: readonly string[];
  name?: string | undefined;
  format?: string | undefined;
  scales: readonly string[];
  map?: string | undefined;
  scoresByPeople: boolean;
}

const CountsSchema = z.object({ humanScores: z.number(), labels: z.number() });

/**
 * Imports a file for an agent. Human scores come in only when a person has said whose they are, so the file is read into a
 * project that is thrown away first. A project that was made for a file which then failed is taken away again.
 */
export async function importFile(input: ImportInput, signal: AbortSignal): Promise<Outcome> {
  if (!input.scoresByPeople) {
    const trial = await tried(input, signal);
    if (trial.exitCode !== 0 || bringsLabels(trial)) return trial.exitCode === 0 ? refused(input) : trial;
  }
  const isNew = !existsSync(input.project);
  if (isNew) {
    const place = placeOfProject(input.project);
    if ('refused' in place) return refusal(place.refused);
    const made = await runCommand(['init', '--', place.file], signal);
    if (made.exitCode !== 0) return made;
  }
  const outcome = await read(input, input.project, signal);
  if (isNew && outcome.exitCode !== 0) rmSync(input.project, { force: true });
  return outcome;
}

function read(
  { file, others, name, format, scales, map }: ImportInput,
  project: string,
  signal: AbortSignal,
) {
  const ranges = scales.map((scale) => `--scale=${scale}`);
  const options = optionWords({ project, name, format, map });
  return runCommand(
    ['import', ...options, ...ranges, '--', ...[file, ...others].map((one) => path.resolve(one))],
    signal,
  );
}

async function tried(input: ImportInput, signal: AbortSignal): Promise<Outcome> {
  const folder = temporaryFolder('trial');
  try {
    const project = path.join(folder, 'trial.assay');
    const made = await runCommand(['init', '--', project], signal);
    return made.exitCode === 0 ? await read(input, project, signal) : made;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bringsLabels({ stdout }: Outcome): boolean {
  const { humanScores, labels } = CountsSchema.parse(JSON.parse(stdout));
  return humanScores + labels > 0;
}

const refused = ({ file, others }: ImportInput): Outcome =>
  refusal(
    `${[file, ...others].join(', ')} ${others.length > 0 ? 'hold' : 'holds'} human scores or labels, and nothing was imported. Only people's may count as people's: ask the user who gave ` +
      "them. If people did, call again with scoresByPeople; if a model did, have the file name them as a judge's.",
  );
