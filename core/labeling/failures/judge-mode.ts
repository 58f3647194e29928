import { poolHasPassages } from '../../../db/draws.ts';
import { getStudy } from '../../../db/studies.ts';
import type { Judge, PromptText } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { studyOfFailures } from '../../estimate/failures/failure-table.ts';
import { saveJudge } from '../../models/judge/judges.ts';
import { savePrompt } from '../../models/judge/prompts.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type ModeHistory, modeById, modesOf } from '../../studies/failures/modes.ts';

interface AskedJudge {
  readonly studyId: number;
  readonly modeId: number;
  readonly endpointId: number;
  readonly model?: string | undefined;
}

/** What a judge of a failure mode is to score, and the name that its scores will have. */
interface ModeJudge {
  judge: Judge;
  datasetId: number;
  system: string;
  signal: string;
}

/** Letters that names of prompts, judges and criteria may have. */
const longestName = 100;

/**
 * Makes a judge of the definition and the examples of a failure mode; with the same words it is the one that is there. It says 1 of an
 * item that has the mode, where less is better, so that its worst items are those to look through.
 *
 * @throws AppError INVALID_INPUT for a mode without a definition, or whose words quote an item that judges are checked on; NOT_FOUND
 */
export async function judgeMode(
  context: CoreContext,
  { studyId, modeId, endpointId, model = '' }: AskedJudge,
): Promise<ModeJudge> {
  const db = dbOf(context);
  studyOfFailures(db, studyId);
  const { id, datasetId, systemName } = getStudy(db, studyId);
  const prompt = promptOf(modeById(modesOf(db), modeId), poolHasPassages(db, id));
  const { id: promptId, name } = await savePrompt(context, prompt);
  const judge = saveJudge(context, { name, promptId, endpointId, model });
  const signal = `judge:${judge.signalName}/${prompt.criteria[0]!.name}`;
  return { judge, datasetId, system: systemName, signal };
}

const instructions = `You read conversations of people with an assistant and say whether one kind of failure is in what the assistant did. Judge by the definition below and by nothing else: other faults do not count, nor do length and style.

{{criteria}}

{{examples}}`;

function promptOf({ now }: ModeHistory, withPassage: boolean): PromptText {
  const { name, definition, example, counterexample } = now;
  if (definition.trim() === '') {
    throw new AppError('INVALID_INPUT', `"${name}" has no definition that a judge could go by.`, {
      field: 'modeId',
      remedy: 'Define it in a sentence, with an example that counts and one that does not.',
    });
  }
  const short = name.slice(0, longestName).trim();
  return {
    name: `Failure: ${name}`.slice(0, longestName).trim(),
    kind: 'rating',
    instructions,
    item: `${withPassage ? 'The passage:\n{{passage}}\n\n' : ''}The conversation so far:\n{{conversation}}\n\nWhat the assistant says:\n{{response}}`,
    criteria: [
      {
        name: short,
        scale: { min: 0, max: 1, direction: 'lower' },
        integer: true,
        definition: `1: it has this failure, 0: it has not. ${definition}`.slice(0, 10_000),
      },
    ],
    examples: [
      ...(example === '' ? [] : [`This counts: ${example}`]),
      ...(counterexample === '' ? [] : [`This does not: ${counterexample}`]),
    ].join('\n'),
  };
}
