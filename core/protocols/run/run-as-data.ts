import path from 'node:path';
import { findItem } from '../../../db/items.ts';
import {
  iterateProtocolTurns,
  listProtocolConversations,
  type ProtocolConversationRow,
} from '../../../db/protocol-conversations.ts';
import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ProtocolTurn, ScaleDeclaration, Turn } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { preferenceCriterion } from '../../../shared/preference.ts';
import { createStudy } from '../../design/create-study.ts';
import { beginImport } from '../../import/start-import.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { removeTemporary, temporaryFolder } from '../../platform/files/temporary.ts';
import { writeWhole } from '../../platform/files/write-whole.ts';
import { userPairs, whoIsPeople } from '../outcomes/played-user.ts';
import { requireProtocolRun } from './describe-run.ts';
import { protocolName } from './start-run.ts';

interface OpenedData {
  datasetId: number;
  dataset: string;
  items: number;
  system: string;
  studyId: number | null;
}

interface MadeData {
  readonly name: string;
  readonly system: string;
  readonly records: readonly object[];
  readonly scales: readonly ScaleDeclaration[];
}

/**
 * Makes a data set of a run, for people to label in studies as any other: of its conversations, or of pairs of talks by the
 * played user and by people. The second gets its study at once, drawn uniformly, all pairs of it.
 *
 * @throws AppError NOT_FOUND, CONFLICT when nothing of the run is finished, INVALID_INPUT when there are no pairs
 */
export async function openAsData(
  context: CoreContext,
  { runId, what }: { runId: number; what: 'conversations' | 'guesses' },
): Promise<OpenedData> {
  const run = requireProtocolRun(dbOf(context), runId);
  const made = what === 'guesses' ? pairsAsData(context, run) : conversationsAsData(dbOf(context), run);
  const { datasetId, datasetName } = await importRecords(context, made);
  const opened = { datasetId, dataset: datasetName, items: made.records.length, system: made.system };
  return { ...opened, studyId: what === 'guesses' ? await guessStudy(context, opened) : null };
}

/** Takes records in as a file of Assay's own format would be. */
async function importRecords(
  context: CoreContext,
  { name, records, scales }: MadeData,
): Promise<{ datasetId: number; datasetName: string }> {
  const folder = temporaryFolder('run');
  try {
    const file = path.join(folder, 'run.jsonl');
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    writeWhole(text, { path: file, overwrite: false });
    const asked = { path: file, format: 'assay-jsonl' as const, datasetName: name, scales };
    const { finished } = await beginImport(context, asked);
    const { datasetId, datasetName } = await finished;
    return { datasetId: datasetId!, datasetName };
  } finally {
    removeTemporary(folder);
  }
}

const peopleName = 'people';
const playedName = 'played user';

function pairsAsData(context: CoreContext, { id, title }: ProtocolRunRow): MadeData {
  const people = whoIsPeople(context, id);
  const text = (turns: readonly string[]) => turns.map((turn, i) => `${i + 1}. ${turn}`).join('\n');
  return {
    name: `Played or people: ${title}`,
    system: peopleName,
    records: userPairs(context, id).map(({ pair, a, b }) => {
      const isFirst = people[pair] === 'a';
      return {
        id: `pair ${pair + 1}`,
        conversation: [{ role: 'user', content: 'Which of the two lists was written by people?' }],
        responses: { [peopleName]: text(isFirst ? a : b), [playedName]: text(isFirst ? b : a) },
      };
    }),
    scales: [],
  };
}

const guessGuidelines = `Both lists hold what a user said in a conversation with a system, in order. One was written by a person, one by a language model. Choose the one that you take for the person's as the better one. Say “Tie” where you cannot tell.`;

async function guessStudy(
  context: CoreContext,
  { datasetId, dataset, items }: OpenedData | Omit<OpenedData, 'studyId'>,
) {
  const { id } = await createStudy(context, {
    ...{ name: dataset, datasetId, system: peopleName, against: playedName },
    measure: { kind: 'criterion', criterion: preferenceCriterion },
    surrogate: { kind: 'none' },
    ...{ preset: 'uniform', alpha: 0.05, size: items },
    form: { kind: 'preference', steps: 3 },
    question: 'Which list was written by people?',
    guidelines: guessGuidelines,
  });
  return id;
}

/** What a model said where it gave no answer; a turn without text would be no turn. */
const noAnswer = '(no answer)';
const isSaid = ({ kind }: ProtocolTurn) => kind === 'question' || kind === 'prompt' || kind === 'request';

function conversationsAsData(db: ReadableDb, run: ProtocolRunRow): MadeData {
  const { id, title, settings, system } = run;
  const rows = new Map(
    listProtocolConversations(db, id)
      .filter(({ state }) => state === 'finished')
      .map((row) => [row.position, row]),
  );
  // Of IQA-EVAL a conversation of the run may hold several talks, each about an item of its own.
  const isByCell = settings.protocol === 'iqa-eval' || settings.protocol === 'lost-in-conversation';
  const talks = new Map<string, { row: ProtocolConversationRow; cell: number; turns: ProtocolTurn[] }>();
  for (const { position, turn } of iterateProtocolTurns(db, id)) {
    const row = rows.get(position);
    if (!row || !isSaid(turn)) continue;
    const cell = isByCell ? turn.cell : 0;
    const talk = talks.get(`${position} ${cell}`) ?? { row, cell, turns: [] };
    talk.turns.push(turn);
    talks.set(`${position} ${cell}`, talk);
  }
  if (talks.size === 0) {
    throw new AppError('CONFLICT', 'The run has no finished conversation yet.', {
      remedy: 'Let it finish some conversations first.',
    });
  }
  const score = `${protocolName(settings)}, run ${id}`;
  const isUnit = settings.protocol !== 'iqa-eval';
  return {
    name: `Conversations: ${title}`,
    system,
    records: [...talks.values()].map(({ row, cell, turns }) => {
      const item = findItem(db, row.itemIds[cell] ?? row.itemId);
      return {
        id: `${item?.externalId ?? row.externalId}, conversation ${row.position + 1}${cell > 0 ? `.${cell + 1}` : ''}`,
        // Runs of one instruction, and questions of one passage, are not independent of each other.
        group: row.group ?? row.externalId,
        conversation: turns.flatMap(saidIn),
        ...(item?.context && { context: item.context }),
        ...(turns.at(-1)!.goldAnswers.length > 0 && { reference: turns.at(-1)!.goldAnswers }),
        system,
        ...(row.score !== null && talksOf(row) === 1 && { auto: { [score]: { [system]: row.score } } }),
        meta: { run: id, conversation: row.position + 1 },
      };
    }),
    scales: [
      {
        ...{ kind: 'auto', name: score },
        scale: isUnit ? { min: 0, max: 1, direction: 'higher' } : { min: 1, max: 5, direction: 'higher' },
      },
    ],
  };
}

/** Talks that one score is the mean of. */
const talksOf = ({ itemIds }: ProtocolConversationRow): number => itemIds.length;

const saidIn = ({ asked, answer }: ProtocolTurn): Turn[] => [
  { role: 'user', content: asked },
  { role: 'assistant', content: answer === '' ? noAnswer : answer },
];
