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
 * Imports a file for an agent. Human scores come in only when the agent says that a person gave them, so the file is read into a
 * project that is thrown away first. They count as claimed until a person confirms them. A project that was made for a file which then failed is taken away again.
 */
export async function importFile(input: ImportInput, signal: AbortSignal, ask: AskPerson): Promise<Outcome> {
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
  if (outcome.exitCode !== 0 || !bringsLabels(outcome)) return outcome;
  return confirmed(input.project, JSON.parse(outcome.stdout) as Imported, ask);
}

/** What a person answers whom the client asks; null where it asks nobody, or they do not confirm. */
export type AskPerson = (question: string) => Promise<{ by: string } | null>;

interface Imported {
  readonly datasetId: number;
  readonly datasetName: string;
  readonly humanScores: number;
}

/** The outcome with what the scores count as: a person's where one confirmed them in the client, else an agent's claim. */
async function confirmed(project: string, imported: Imported, ask: AskPerson): Promise<Outcome> {
  const { datasetId, datasetName, humanScores } = imported;
  const answer = await ask(
    `An agent imported ${humanScores} human scores into "${datasetName}". Did people give them, and no model?`,
  );
  if (answer) {
    const { withEngine } = await import('../terminal/answer.ts');
    await withEngine({}, async ({ client }) => {
      await client.project.open({ path: project });
      await client.dataset.confirmScores({ datasetId, by: answer.by, way: 'client' });
    });
  }
  const claimed = answer
    ? `confirmed by ${answer.by}`
    : 'claimed by an agent; a person confirms them in the app or by assay data confirm';
  return { exitCode: 0, stdout: JSON.stringify({ ...imported, claimed }, null, 2), stderr: '' };
}

function read(
  { file, others, name, format, scales, map }: ImportInput,
  project: string,
  signal: AbortSignal,
) {
  const ranges = scales.map((scale) => `--scale=${scale}`);
  const options = [...optionWords({ project, name, format, map }), '--claimed'];
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
      "them. If people did, call again with scoresByPeople. If a model did, name them as a judge's in the file.",
  );
