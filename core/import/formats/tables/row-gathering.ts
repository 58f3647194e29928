import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { wayToRead } from '../../../../shared/mapping.ts';
import { flaggedSpeaker } from '../../evidence/dialogues/speaker-roles.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { DialogueRows } from './dialogue-rows.ts';
import { LongRows } from './long-rows.ts';
import { type RepeatedIds, RepeatedTexts } from './repeated-rows.ts';
import type { RowCell } from './row-record.ts';

/** How the rows of a table become items: each alone, or several together. */
export interface RowGathering {
  /** @param isOfJudge whether the row is that of one of several judges */
  take(record: JsonObject, cell: RowCell, at: FilePlace, sink: ItemSink, isOfJudge: boolean): void;
  /** Hands on what was held back. */
  end(at: FilePlace, sink: ItemSink): void;
}

/** Whether rows are turns of dialogues: said by a speaker, or, at a place, a question with its reply. */
export const isOfDialogues = ({ speaker, turn }: ColumnMapping): boolean =>
  speaker !== undefined || turn !== undefined;

/** Whether several rows are one item: one for each system, person, judge or criterion, or as was said of rows that repeat. */
export const isLong = ({ system, rater, judgedBy, criterion, repeats }: ColumnMapping): boolean =>
  [system, rater, judgedBy, criterion].some((column) => column !== undefined) ||
  (repeats !== undefined && repeats !== 'items');

/** What is known of a table beside its mapping. */
interface TableFacts {
  /** Columns whose values name items, of which some may come twice. */
  readonly ids: RepeatedIds;
  /** Several rows are the candidates of one record. */
  readonly isUnfolded: boolean;
}

/** The way that a mapping asks for. */
export function gatheringOf(mapping: ColumnMapping, facts: TableFacts): RowGathering {
  if (isOfDialogues(mapping)) return new Dialogues(mapping);
  if (isLong(mapping)) return together(mapping, facts.isUnfolded);
  return facts.isUnfolded ? unfoldedRows : alone(mapping, facts.ids);
}

/** Each row is an item, and several of them were one record. */
const unfoldedRows: RowGathering = {
  take: (record, _, at, sink) => readAssayRecord(record, at, sink),
  end: () => {},
};

/** Each row is an item. */
function alone(mapping: ColumnMapping, ids: RepeatedIds): RowGathering {
  const texts = mapping.repeats === 'items' ? undefined : new RepeatedTexts(mapping);
  return {
    take(record, cell, at, sink) {
      ids.add(cell);
      if (!texts?.add(record, at.line)) readAssayRecord(record, at, sink);
    },
    end(at, sink) {
      const isSaid = ids.tell(sink);
      texts?.tell(sink, at, isSaid);
    },
  };
}

/** The rows of an item are brought together. */
function together(mapping: ColumnMapping, isUnfolded: boolean): RowGathering {
  const { id, repeats } = mapping;
  const rows = new LongRows({ isNameless: id === undefined && !isUnfolded, repeats });
  return {
    take: (record, cell, at, _, isOfJudge) => rows.add(record, cell(mapping.rater), at, isOfJudge),
    end(at, sink) {
      rows.handOn(at, sink);
      const mayBeReplies = id !== undefined && mapping.system !== undefined && repeats === undefined;
      if (mayBeReplies) askWhatIsItem(mapping, rows, at);
    },
  };
}

/** Asks what an item is where rows of several systems have ids of their own, and answer the same questions: no item would have two systems. */
function askWhatIsItem(mapping: ColumnMapping, rows: LongRows, at: FilePlace): void {
  const answered = new Map<string, Set<string>>();
  for (const { record } of rows.gathered()) {
    const { conversation, context, responses } = record;
    const [system, another] = Object.keys(responses ?? {});
    const asked = Array.isArray(conversation) && conversation.length > 0 ? conversation : context;
    if (another !== undefined || system === undefined || asked === null) return;
    const key = JSON.stringify([conversation, context]);
    answered.set(key, (answered.get(key) ?? new Set()).add(system));
  }
  const several = [...answered.values()].filter(({ size }) => size > 1).length;
  if (several * 2 < answered.size || several === 0) return;
  const { id: _, ...nameless } = mapping;
  const message = `${several} of ${answered.size} questions are answered by several systems, in rows with ids of their own.`;
  const remedy = 'Say what an item is (--map).';
  at.problems.add(0, mapping.id!, message, remedy, [
    wayToRead('A question with all its replies', nameless),
    wayToRead('Each reply by itself', { ...mapping, repeats: 'items' }),
  ]);
}

/** Each row is a turn of a dialogue. */
class Dialogues implements RowGathering {
  readonly #mapping: ColumnMapping;
  readonly #rows = new DialogueRows();

  constructor(mapping: ColumnMapping) {
    this.#mapping = mapping;
  }

  take(record: JsonObject, cell: RowCell, at: FilePlace): void {
    const { id, group, turn, speaker, text, system, rater } = this.#mapping;
    // Which dialogue its turns are of was asked once for the whole table.
    if (group === undefined && id === undefined) return;
    const row = {
      dialogue: cell(group ?? id),
      turn: turn === undefined ? undefined : cell(turn),
      speaker: speaker === undefined ? undefined : (flaggedSpeaker(speaker, cell(speaker)) ?? cell(speaker)),
      text: cell(text),
      system: cell(system),
      id: group === undefined ? '' : cell(id),
    };
    this.#rows.add(record, row, cell(rater), at);
  }

  end(at: FilePlace, sink: ItemSink): void {
    this.#rows.handOn(at, sink);
  }
}
