import {
  findProtocolConversation,
  listProtocolTurns,
  type ProtocolConversationRow,
  pageProtocolConversations,
} from '../../db/protocol-conversations.ts';
import type { ProtocolRunRow } from '../../db/protocol-runs.ts';
import type { TranscriptBrief } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { passagesOfTurns } from './outcomes/recorded-conversation.ts';
import { ownKinds } from './replay/question-kinds.ts';
import { requireProtocolRun } from './run/describe-run.ts';

/** A page of a run's conversations, each in a line. @throws AppError NOT_FOUND */
export function transcriptsOf(
  context: CoreContext,
  { runId, ...window }: { runId: number } & Parameters<typeof pageProtocolConversations>[2],
): { total: number; rows: TranscriptBrief[] } {
  const db = dbOf(context);
  const run = requireProtocolRun(db, runId);
  const { total, rows } = pageProtocolConversations(db, runId, window);
  return { total, rows: rows.map((row) => briefOf(run, row)) };
}

/** One conversation of a run, turn by turn. @throws AppError NOT_FOUND */
export function transcriptOf(context: CoreContext, { runId, position }: { runId: number; position: number }) {
  const db = dbOf(context);
  const run = requireProtocolRun(db, runId);
  const row = findProtocolConversation(db, run.id, position);
  if (!row) throw new AppError('NOT_FOUND', `The run has no conversation ${position}.`);
  const turns = listProtocolTurns(db, run.id, row.position);
  const said = ownKinds(context, { runId, position }, turns.length);
  return {
    brief: briefOf(run, row),
    passage: passageWords(
      passagesOfTurns(
        db,
        row,
        turns.map(({ cell }) => cell),
      ),
    ),
    turns,
    kinds: said.map(({ kind }) => kind),
    causes: said.map(({ cause }) => cause),
  };
}

/** The passages of a conversation in their order, each with the turn that it begins at where there are several. */
function passageWords(passages: ReturnType<typeof passagesOfTurns>): string | null {
  const begins = passages.flatMap((one, i) =>
    one && one.passage !== passages[i - 1]?.passage
      ? [{ at: i + 1, text: [one.title, one.passage].filter((part) => part !== '').join('\n\n') }]
      : [],
  );
  if (begins.length < 2) return begins[0]?.text ?? null;
  return begins.map(({ at, text }) => `From turn ${at}:\n${text}`).join('\n\n');
}

function briefOf(run: ProtocolRunRow, row: ProtocolConversationRow): TranscriptBrief {
  const { position, itemId, externalId, group, state, turns, score, flagged, message } = row;
  return {
    position,
    itemId,
    externalId,
    group,
    variant: variantText(run, row),
    state,
    turns,
    score,
    flagged,
    message,
  };
}

function variantText({ settings }: ProtocolRunRow, { variant }: ProtocolConversationRow): string {
  if (settings.protocol === 'lost-in-conversation') return `run ${(variant.run ?? 0) + 1}`;
  if (settings.protocol !== 'iqa-eval') return '';
  const persona = settings.personas[variant.persona ?? 0]?.name ?? '';
  return settings.runs > 1 ? `${persona}, run ${(variant.run ?? 0) + 1}` : persona;
}
