import { iterateProtocolTurns } from '../../../../db/protocol-conversations.ts';
import type { ProtocolRunRow } from '../../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { ProtocolComparison } from '../../../../shared/contract/index.ts';
import { questionOverlap } from '../../../../stats/index.ts';

/** More models would make too many sets to read. */
const mostModels = 6;

/** How often the generator asked different models the same, for the interviews among some runs; empty below two. */
export function overlapOf(db: ReadableDb, runs: readonly ProtocolRunRow[]): ProtocolComparison['overlap'] {
  const interviews = runs.filter(({ settings }) => settings.protocol === 'interview').slice(0, mostModels);
  if (interviews.length < 2) return [];
  const mostPrompts = Math.max(
    ...interviews.map(({ settings }) => (settings.protocol === 'interview' ? settings.mostPrompts : 0)),
  );
  const questions = interviews.map((run) => promptsOf(db, run.id));
  return questionOverlap(questions, mostPrompts).map(({ prompt, questions: shared, sets }) => ({
    prompt,
    questions: shared,
    sets: sets.map(({ models, same }) => ({
      systems: models.map((model) => interviews[model]!.system),
      same,
    })),
  }));
}

function promptsOf(db: ReadableDb, runId: number): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { position, turn } of iterateProtocolTurns(db, runId)) {
    if (turn.kind !== 'prompt') continue;
    const key = `${position}/${turn.cell}`;
    const list = found.get(key);
    if (list) list.push(turn.asked);
    else found.set(key, [turn.asked]);
  }
  return found;
}
