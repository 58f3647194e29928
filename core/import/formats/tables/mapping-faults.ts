import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { noReply } from '../../evidence/complete-mapping.ts';
import { refuseTypes, typeWords } from '../../evidence/typed-columns.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { isOfDialogues } from './row-gathering.ts';
import { wholeSystem } from './row-record.ts';

/**
 * Refuses a mapping that cannot be read, once for the whole table, before its first row.
 *
 * @param missing the columns that it names and the table lacks
 * @param known systems of the data set that the table is added to: scores may be of their replies
 * @returns whether its rows say nothing by it, since they are of no reply that was recognized
 */
export function refuseMapping(
  mapping: ColumnMapping,
  { columns, missing, known }: Readonly<Record<'columns' | 'missing' | 'known', readonly string[]>>,
  at: FilePlace,
): boolean {
  refuseTypes(mapping, at);
  for (const [column, type] of Object.entries(mapping.types ?? {})) {
    if (type !== 'number' && type !== 'text')
      at.problems.notice(`column read as ${typeWords(type)}: ${column}`);
  }
  for (const column of missing) {
    const message = `The table has no column "${column}".`;
    at.problems.add(at.line, column, message, `Its columns are: ${columns.slice(0, 20).join(', ')}.`);
  }
  refusePhantoms(mapping, at);
  const isReplyless = refuseReplyless(mapping, known, at);
  refuseNoDialogue(mapping, at);
  return isReplyless;
}

/** Scores of a system that nobody named, in a table without any reply, are of nothing that could be labeled. */
function refuseReplyless(
  { responses, conversation, system, speaker, human, signals }: ColumnMapping,
  known: readonly string[],
  at: FilePlace,
): boolean {
  if (responses.length > 0 || conversation !== undefined || system !== undefined) return false;
  if (speaker !== undefined) return false;
  const score = [...human, ...signals].find(
    (one) => one.system === unnamedSystem && !known.includes(unnamedSystem),
  );
  if (score === undefined) return false;
  if (known.length > 0) {
    const message = `${score.column} has scores, but nothing tells which system's replies they are of.`;
    const remedy = `Give the rows a column "system" with one of: ${known.slice(0, 20).join(', ')}. Or say whose they all are (--map).`;
    at.problems.add(at.line, score.column, message, remedy);
    return false;
  }
  at.problems.add(
    at.line,
    score.column,
    `${score.column} has scores, but no column was recognized as the reply that they are of.`,
    noReply,
  );
  return true;
}

/** What a table of dialogues must have beside the column that makes it one. */
function refuseNoDialogue(mapping: ColumnMapping, at: FilePlace): void {
  if (!isOfDialogues(mapping)) return;
  const { id, group, speaker, text, question, conversation, responses } = mapping;
  const refuse = (message: string, remedy: string) => at.problems.add(at.line, '', message, remedy);
  if (id === undefined && group === undefined) {
    refuse(
      'A table of turns needs a column that names the dialogue.',
      'Say in the preview which it is, as group (--map), or put an empty line between dialogues.',
    );
  }
  if (speaker !== undefined && text === undefined) {
    refuse(
      `${speaker} says who speaks, but no column says what.`,
      'Say in the preview which column holds what a turn says ("text" in --map).',
    );
  }
  const isExchange = question !== undefined && conversation === undefined && responses.length === 1;
  if (speaker === undefined && !isExchange) {
    refuse(
      'Turns in rows need columns for who speaks and what is said, or for question and reply.',
      'Say in the preview which they are ("speaker" and "text" in --map), or leave "turn" out.',
    );
  }
}

/** Scores of a system that no column holds a response of would make a system with nothing to judge. */
function refusePhantoms(mapping: ColumnMapping, at: FilePlace): void {
  if (mapping.system !== undefined) return;
  const { responses, conversation, human, signals } = mapping;
  const systems = responses.map(({ system }) => system);
  if (systems.length === 0 && conversation !== undefined) systems.push(wholeSystem(mapping));
  if (systems.length === 0) return;
  for (const { column, system } of [...human, ...signals]) {
    if (systems.includes(system)) continue;
    const message = `${column} is mapped as a score of "${system}", but no column holds a response of "${system}".`;
    at.problems.add(
      at.line,
      column,
      message,
      `Change the "system" of ${column} to one of: ${systems.slice(0, 20).join(', ')}.`,
    );
  }
}
