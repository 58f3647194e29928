import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { realFile } from '../../../db/file-identity.ts';
import { createProject, openProject, removeProject } from '../../../db/open.ts';
import { setProjectValue } from '../../../db/project.ts';
import type { ProjectInfo } from '../../../shared/contract/index.ts';
import { createRng, type Rng, uniformOpen } from '../../../stats/index.ts';
import { createStudy } from '../../design/create-study.ts';
import type { CoreContext } from '../../platform/context.ts';
import { writeWhole } from '../../platform/files/write-whole.ts';
import { adoptProject, closeCurrent, describeProject } from '../project-session.ts';

/** One passage with a conversation about it, as its author wrote it. */
interface AuthoredPassage {
  id: string;
  title: string;
  passage: string;
  turns: readonly {
    question: string;
    answer: string;
    also?: readonly string[];
    answerable: boolean;
    systems: Record<string, { text: string; correct: 0 | 1; quality: number }>;
  }[];
}

/** How each simulated annotator departs from the authored quality: a steady lean and a spread. */
const annotators = [
  { lean: -0.3, spread: 0.55 },
  { lean: 0, spread: 0.45 },
  { lean: 0.25, spread: 0.6 },
];
/** How often a simulated annotator misjudges whether a reply is right. */
const slipRate = 0.04;
const judgeName = 'lenient-judge';
const simulationSeed = 20_240_501;

const normal = (rng: Rng): number =>
  Math.sqrt(-2 * Math.log(uniformOpen(rng))) * Math.cos(2 * Math.PI * uniformOpen(rng));

const rating = (value: number): number => Math.min(5, Math.max(1, Math.round(value)));

/**
 * The sample project's data: authored conversations, each with three systems' replies, ratings by three simulated
 * annotators, and a judge that is lenient and likes long replies. The same bytes on every machine.
 */
function sampleLines(passages: readonly AuthoredPassage[]): string[] {
  const rng = createRng(simulationSeed);
  return passages.flatMap((passage) =>
    passage.turns.map((turn, i) => {
      const earlier = passage.turns.slice(0, i).flatMap(({ question, answer }) => [
        { role: 'user', content: question },
        { role: 'assistant', content: answer },
      ]);
      const systems = Object.entries(turn.systems);
      const scored = systems.map(([name, reply]) => [name, simulateScores(rng, reply)] as const);
      return JSON.stringify({
        id: `${passage.id}-${i + 1}`,
        group: passage.id,
        conversation: [...earlier, { role: 'user', content: turn.question }],
        context: `${passage.title}\n\n${passage.passage}`,
        reference: [turn.answer, ...(turn.also ?? [])],
        responses: Object.fromEntries(systems.map(([name, { text }]) => [name, text])),
        human: Object.fromEntries(scored.map(([name, { human }]) => [name, human])),
        judge: { [judgeName]: Object.fromEntries(scored.map(([name, { judge }]) => [name, judge])) },
        meta: {
          simulated: 'Human and judge scores are simulated.',
          answerable: turn.answerable,
          authored: Object.fromEntries(
            systems.map(([name, { correct, quality }]) => [name, { correct, quality }]),
          ),
        },
      });
    }),
  );
}

function simulateScores(
  rng: Rng,
  { text, correct, quality }: { text: string; correct: number; quality: number },
) {
  const helpful = annotators.map(({ lean, spread }) => rating(quality + lean + spread * normal(rng)));
  const right = annotators.map(() => (uniformOpen(rng) < slipRate ? 1 - correct : correct));
  const words = text.split(/\s+/).length;
  const pleased = Math.min(1, words / 30);
  const judged = rating(1.7 + 0.55 * quality + 0.9 * pleased + 0.6 * normal(rng));
  const believes = uniformOpen(rng) < (correct === 1 ? 0.95 : 0.35 + 0.25 * pleased) ? 1 : 0;
  return { human: { helpful, correct: right }, judge: { helpful: judged, correct: believes } };
}

const authoredDir = path.join(import.meta.dirname, 'authored');
const fileName = 'Sample project.assay';
export const sampleDatasetName = 'Passages and questions';

/** All authored passages, in order of their ids. */
function authoredPassages(): AuthoredPassage[] {
  return readdirSync(authoredDir)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(path.join(authoredDir, name), 'utf8')) as AuthoredPassage[]);
}

const tableColumns = ['id', 'passage', 'question', 'response', 'judge_helpful'];

/** First questions about the authored passages with one system's replies and the judge's scores, as a table to try. */
export function sampleTable(): { fileName: string; mediaType: string; content: string } {
  const quoted = (cell: unknown) => `"${String(cell).replaceAll('"', '""')}"`;
  const rows = sampleLines(authoredPassages()).flatMap((line) => {
    const { id, context, conversation, responses, judge } = JSON.parse(line);
    if (conversation.length !== 1) return [];
    const score = judge['lenient-judge'].sparrow.helpful;
    return [[id, context, conversation[0].content, responses.sparrow, score].map(quoted).join(',')];
  });
  const content = [tableColumns.join(','), ...rows, ''].join('\r\n');
  return { fileName: 'sample-conversations.csv', mediaType: 'text/csv', content };
}

/** Opens this person's copy of the sample project, making a fresh one when there is none or `reset` is asked. */
export async function openSampleProject(context: CoreContext, reset: boolean): Promise<ProjectInfo> {
  const file = realFile(path.join(context.dataDir, 'sample', fileName));
  const current = context.session.project;
  if (current?.path === file) {
    if (!reset) return describeProject(current);
    await closeCurrent(context);
  }
  if (!reset) {
    try {
      return await adoptProject(context, openProject(file, context.now()));
    } catch (error) {
      if ((error as { code?: string }).code !== 'FILE_NOT_FOUND') throw error;
    }
  }
  return makeSampleProject(context, file);
}

/** Builds the project beside its place first, so that a half-made one is never opened. */
async function makeSampleProject(context: CoreContext, file: string): Promise<ProjectInfo> {
  mkdirSync(path.dirname(file), { recursive: true });
  removeProject(file);
  const project = createProject(file, 'Sample project', context.now());
  const info = await adoptProject(context, project, { silent: true });
  try {
    await fill(context, project);
  } catch (error) {
    await closeCurrent(context);
    removeProject(file);
    throw error;
  }
  return { ...describeProject(project), recoveryNotice: info.recoveryNotice };
}

async function fill(context: CoreContext, project: ReturnType<typeof createProject>): Promise<void> {
  const source = path.join(path.dirname(project.path), 'passages-and-questions.jsonl');
  writeWhole(`${sampleLines(authoredPassages()).join('\n')}\n`, { path: source, overwrite: true });
  const scale = (kind: 'criterion' | 'judge', name: string, criterion: string, min: number, max: number) => ({
    kind,
    name,
    ...(kind === 'judge' ? { criterion } : {}),
    scale: { min, max, direction: 'higher' as const },
  });
  const params = {
    path: source,
    sourceName: path.basename(source),
    format: 'assay-jsonl' as const,
    datasetName: sampleDatasetName,
    scales: [
      scale('criterion', 'helpful', 'helpful', 1, 5),
      scale('criterion', 'correct', 'correct', 0, 1),
      scale('judge', 'lenient-judge', 'helpful', 1, 5),
      scale('judge', 'lenient-judge', 'correct', 0, 1),
    ],
  };
  const result = await context.jobs.start(project, 'import', 'Sample data', params).finished;
  rmSync(source, { force: true });
  await createStudy(context, {
    name: 'How helpful are these replies?',
    datasetId: result.datasetId!,
    system: 'sparrow',
    measure: { kind: 'criterion', criterion: 'helpful' },
    surrogate: { kind: 'judge', judge: 'lenient-judge', criterion: 'helpful' },
    preset: 'calibrated-hardness',
    seed: 7,
    alpha: 0.05,
    size: 30,
    question: 'How helpful is the reply to somebody who has read the passage?',
    guidelines,
  });
  setProjectValue(project.db, 'is_sample', '1');
  context.events.publish({ type: 'project.changed', open: true });
}

const guidelines = `Read the passage first, then the conversation, then the reply.

5: right, complete and well put.
4: right, with something missing or too many words.
3: partly right, or right but hard to use.
2: mostly wrong, or answers another question.
1: wrong or made up.

When the passage does not say, a reply that admits it is right.`;
