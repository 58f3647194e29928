import { isDeepStrictEqual } from 'node:util';
import { speakerRoles } from '../../evidence/dialogues/speaker-roles.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { hasReply, readAssayRecord } from '../assay/assay-record.ts';
import { type DialogueScore, inDialogues, scoresIn, scoresOfSystem } from './dialogue-scores.ts';
import { LongRows } from './long-rows.ts';

/** One row of a table of dialogues: a turn that somebody says, or, without a speaker, a question with its reply. */
interface DialogueRow {
  readonly dialogue: string;
  /** The place in the dialogue as the cell has it; undefined where no column tells it. */
  readonly turn: string | undefined;
  /** Undefined where a row is a question with its reply. */
  readonly speaker: string | undefined;
  readonly text: string;
  /** Which system the row is of; empty where it does not say. */
  readonly system: string;
  /** The row's own id; empty where it has none. */
  readonly id: string;
}

/** One turn, with what was said of it. */
interface DialogueTurn {
  readonly line: number;
  readonly role: string;
  readonly content: string;
  readonly row: DialogueRow;
  /** The row as a record, whose context and references are the turn's; that of a reply also has its scores. */
  readonly record: JsonObject;
  readonly scores: readonly DialogueScore[];
}

interface Dialogue {
  readonly name: string;
  /** What its items are called: where several systems lead one dialogue, each has its own. */
  readonly id: string;
  readonly turns: readonly DialogueTurn[];
}

const isOfWhole = ({ content, role }: DialogueTurn): boolean =>
  content.trim() === 'OVERALL' && role !== 'assistant';

const isReply = ({ role, content }: DialogueTurn): boolean => role === 'assistant' && content !== '';

/**
 * Brings the turns of dialogues together that a table has in rows of their own, in any order, and makes items of them. A score
 * of single replies gives an item for each reply that has one, with what was said before; a score of whole dialogues gives an
 * item for each dialogue; without scores the last reply of a dialogue is what is judged.
 */
export class DialogueRows {
  readonly #rows = new LongRows({ nameOf: (key) => this.#nameOf(key) });
  readonly #said = new Map<string, { row: DialogueRow; line: number }>();
  readonly #raters = new Map<string, string>();

  /**
   * @param record the row as one of Assay's own records
   * @param rater who gave the row's scores; empty where the table does not say
   */
  add(record: JsonObject, row: DialogueRow, rater: string, at: FilePlace): void {
    if (row.dialogue === '') {
      const message = 'The row does not say which dialogue it is of.';
      at.problems.add(at.line, 'group', message, 'Fill the column that names the dialogue in every row.');
      return;
    }
    const { dialogue, turn, speaker = '', system, text } = row;
    // Votes of several people on one turn stand in rows that are otherwise alike; without a place each row is a turn.
    const place = turn ?? `row ${at.line}`;
    const key = JSON.stringify([dialogue, place, speaker, system, speaker === '' ? '' : text]);
    if (turn === undefined && rater !== '' && this.#isOfAnother(row, rater)) {
      const message = 'The same turn stands here again, with another person who scored it.';
      const remedy = 'Say in the preview which column tells the place of a turn ("turn" in --map).';
      at.problems.add(at.line, 'turn', message, remedy);
      return;
    }
    if (!this.#said.has(key)) this.#said.set(key, { row, line: at.line });
    this.#rows.add({ ...record, id: key }, rater, at);
  }

  /** Whether somebody else scored a turn that reads the same: without places nobody can tell whether it is the same. */
  #isOfAnother({ dialogue, speaker, text }: DialogueRow, rater: string): boolean {
    const key = JSON.stringify([dialogue, speaker, text]);
    const known = this.#raters.get(key);
    if (known === undefined) this.#raters.set(key, rater);
    return known !== undefined && known !== rater;
  }

  /** What a problem calls a row. */
  #nameOf(key: string): string {
    const { dialogue, turn } = this.#said.get(key)!.row;
    return turn === undefined ? dialogue : `${dialogue}, turn ${turn}`;
  }

  handOn(at: FilePlace, sink: ItemSink): void {
    const dialogues = this.#dialogues(at, sink);
    const { ofReplies, same } = inDialogues(dialogues.map(({ turns }) => turns));
    if (same > 0)
      sink.remark('scores that are equal in every turn of a dialogue, taken as the dialogue’s', same);
    if (dialogues.reduce((sum, { turns }) => sum + shownLength(turns, ofReplies), 0) > mostShown) {
      const message = 'With all turns before each scored reply, this comes to more than 256 MB of text.';
      at.problems.add(
        at.line,
        '',
        message,
        'Split long dialogues, or leave the scores of single replies out.',
      );
      return;
    }
    reportStrangers(dialogues, sink);
    for (const dialogue of dialogues) this.#handOn(dialogue, ofReplies, at, sink);
    this.#rows.tell(sink);
  }

  /** The dialogues of the table, each with its turns in order. */
  #dialogues(at: FilePlace, sink: ItemSink): Dialogue[] {
    const roles = speakerRoles([...this.#said.values()].map(({ row }) => row.speaker ?? 'user'));
    const named = new Map<string, DialogueTurn[]>();
    for (const { record } of this.#rows.gathered()) {
      const { row, line } = this.#said.get(String(record.id))!;
      const turns = named.get(row.dialogue) ?? [];
      named.set(row.dialogue, turns);
      turns.push(...turnsOf(row, record, line, roles));
    }
    for (const turns of named.values()) {
      // The last row of a dialogue may say what somebody thought of the whole, and nothing that was said in it.
      const last = turns.at(-1);
      if (turns.length < 2 || last === undefined || !isOfWhole(last)) continue;
      turns.pop();
      sink.leftBehind('rows that rate a dialogue as a whole ("OVERALL")');
    }
    return [...named].flatMap(([name, turns]) =>
      bySystem(turns).map((own, part) => ({
        name,
        id: part === 0 ? name : `${name}~${part + 1}`,
        turns: inOrder(own, at),
      })),
    );
  }

  #handOn(
    { name, id, turns }: Dialogue,
    ofReplies: ReadonlySet<string>,
    at: FilePlace,
    sink: ItemSink,
  ): void {
    const isOfReply = ({ key }: DialogueScore) => ofReplies.has(key);
    const isScored = (turn: DialogueTurn) => turn.scores.some(isOfReply);
    // Rows of a question and its reply are items each; of single turns those that were scored are.
    const isExchange = turns.some(({ row }) => row.speaker === undefined);
    const judged = turns.filter((turn) => isJudged(turn, ofReplies));
    const misplaced = turns.filter((turn) => !isReply(turn) && isScored(turn)).length;
    if (misplaced > 0) sink.leftBehind('scores of turns that are not a reply', misplaced);
    if (isExchange && judged.length > 1)
      sink.remark('rows that are shown with the rows before them in their dialogue', judged.length - 1);
    const used = new Map<string, number>();
    for (const turn of judged) {
      const place = turn.row.turn ?? String(turns.indexOf(turn) + 1);
      const again = (used.get(place) ?? 0) + 1;
      used.set(place, again);
      const own = turn.row.id || `${id}#${place}${again > 1 ? `.${again}` : ''}`;
      this.#item(
        own,
        name,
        turns.slice(0, turns.indexOf(turn)),
        turn,
        turn.scores.filter(isOfReply),
        at,
        sink,
      );
    }
    const ofWhole = wholeScores(turns, (score) => !isOfReply(score));
    const last = judged.at(-1) ?? turns.findLast(isReply);
    if (ofWhole.length > 0 || last === undefined) {
      this.#item(id, judged.length > 0 ? name : null, turns, null, ofWhole, at, sink);
      return;
    }
    const place = turns.indexOf(last);
    if (judged.length === 0) this.#item(id, null, turns.slice(0, place), last, [], at, sink);
    const after = turns.length - place - 1;
    if (after > 0) sink.leftBehind('turns after the last reply that is judged', after);
  }

  /** @param reply what is judged; null where the whole dialogue is */
  #item(
    id: string,
    group: string | null,
    before: readonly DialogueTurn[],
    reply: DialogueTurn | null,
    scores: readonly DialogueScore[],
    at: FilePlace,
    sink: ItemSink,
  ): void {
    const first = reply ?? before.find(({ content }) => content !== '') ?? before[0]!;
    at.line = first.line;
    const shown = before.filter(({ content }) => content !== '');
    const conversation = shown.map((turn) => ({ ...metaOf(turn), role: turn.role, content: turn.content }));
    const systems = new Set([...(reply ? [reply] : before)].flatMap((turn) => systemsOf(turn)));
    const system = systems.size === 1 ? [...systems][0]! : 'assistant';
    const all = reply ? [...before, reply] : before;
    const context = all.findLast(({ record }) => record.context)?.record.context ?? null;
    const record = {
      id,
      group,
      context,
      conversation,
      reference: (reply ?? before.at(-1)!).record.reference,
      ...(reply ? { responses: { [system]: reply.content } } : hasReply(conversation) && { system }),
      ...scoresOfSystem(scores, system),
      ...(reply && Object.keys(metaOf(reply)).length > 0 && { meta: metaOf(reply) }),
      found: (reply ? [reply] : before).flatMap((turn) => (turn.record.found ?? []) as JsonObject[]),
    };
    readAssayRecord(record, at, sink);
  }
}

/** Characters that all items may show together. */
const mostShown = 256 * 1024 * 1024;

/** Characters that the items of a dialogue's judged replies show, each with all turns before it. */
function shownLength(turns: readonly DialogueTurn[], ofReplies: ReadonlySet<string>): number {
  let before = 0;
  let shown = 0;
  for (const turn of turns) {
    before += turn.content.length;
    if (isJudged(turn, ofReplies)) shown += before;
  }
  return shown;
}

/** Whether a turn is an item: a reply to the question of its row, or one that was scored by itself. */
const isJudged = (turn: DialogueTurn, ofReplies: ReadonlySet<string>): boolean =>
  isReply(turn) && (turn.row.speaker === undefined || turn.scores.some(({ key }) => ofReplies.has(key)));

const knownRoles = new Set(['user', 'assistant', 'system', 'tool', 'tool_call']);
const strangersNamed = 5;

/** Names those who speak and are neither user nor assistant: what they say is shown, and no reply to judge. */
function reportStrangers(dialogues: readonly Dialogue[], sink: ItemSink): void {
  const strange = dialogues.flatMap(({ turns }) => turns).filter(({ role }) => !knownRoles.has(role));
  if (strange.length === 0) return;
  const names = [...new Set(strange.map(({ role }) => role.slice(0, 40) || '(nobody)'))];
  const more = names.length > strangersNamed ? ` and ${names.length - strangersNamed} more` : '';
  const shown = names.slice(0, strangersNamed).join(', ');
  sink.remark(`turns by speakers who are neither user nor assistant: ${shown}${more}`, strange.length);
}

const metaOf = ({ record }: DialogueTurn): JsonObject => (record.meta ?? {}) as JsonObject;

/** The systems that a turn names; a reply that names none is told by its scores and responses. */
function systemsOf({ role, row, record, scores }: DialogueTurn): string[] {
  if (role !== 'assistant') return [];
  if (row.system !== '') return [row.system];
  return [
    ...new Set([
      ...Object.keys((record.responses ?? {}) as JsonObject),
      ...scores.map(({ system }) => system),
    ]),
  ];
}

/** A row as its turns: what one says, or a question and its reply, of which the reply has the scores. */
function turnsOf(
  row: DialogueRow,
  record: JsonObject,
  line: number,
  roles: ReadonlyMap<string, string>,
): DialogueTurn[] {
  const scores = scoresIn(record);
  if (row.speaker !== undefined) {
    return [{ line, role: roles.get(row.speaker) ?? row.speaker, content: row.text, row, record, scores }];
  }
  const { conversation, responses, meta: _, ...asked } = record;
  const [question] = conversation as { content: string }[];
  const [reply = ''] = Object.values(responses as Record<string, string>);
  return [
    { line, role: 'user', content: question?.content ?? '', row, record: asked, scores: [] },
    { line, role: 'assistant', content: reply, row, record, scores },
  ];
}

/** The turns of a dialogue that several systems led under one name, each with its own users' turns. */
function bySystem(turns: readonly DialogueTurn[]): (readonly DialogueTurn[])[] {
  const parts = Map.groupBy(turns, ({ row }) => row.system);
  const areWhole = [...parts].every(
    ([system, own]) => system !== '' && own.some(isReply) && own.some(({ role }) => role !== 'assistant'),
  );
  return parts.size > 1 && areWhole ? [...parts.values()] : [turns];
}

/** What is said of a dialogue as a whole, once where each of its rows repeats it. */
function wholeScores(
  turns: readonly DialogueTurn[],
  isWhole: (score: DialogueScore) => boolean,
): DialogueScore[] {
  const found = new Map<string, DialogueScore>();
  for (const score of turns.flatMap(({ scores }) => scores.filter(isWhole))) {
    if (!found.has(score.key)) found.set(score.key, score);
  }
  return [...found.values()];
}

const placeRemedy = 'Write a number or a time that tells the order of the turns.';

/** A turn's place as a number: that of a clock, or the number in `turn_3`. */
function placeOf(text: string): number {
  const cell = text.trim();
  const numbered = /^[\p{L}_ .#-]{0,20}(\d{1,15}(?:\.\d{1,12})?)$/u.exec(cell)?.[1];
  if (numbered !== undefined) return Number(numbered);
  return cell === '' ? Number.NaN : Date.parse(cell);
}

/** Turns by their places. Where the rows of a file are in order, turns at one place follow as they stand there. */
function inOrder(turns: readonly DialogueTurn[], at: FilePlace): readonly DialogueTurn[] {
  if (turns.some(({ row }) => row.turn === undefined)) return turns;
  const placed = turns.map((turn) => ({ turn, place: placeOf(turn.row.turn!) }));
  const wrong = placed.find(({ place }) => Number.isNaN(place))?.turn;
  if (wrong) {
    const message = `The place of the turn is ${JSON.stringify(wrong.row.turn!.slice(0, 40))}, which is neither a number nor a time.`;
    at.problems.add(wrong.line, 'turn', message, placeRemedy);
    return turns;
  }
  const isSorted = placed.every(({ place }, index) => index === 0 || placed[index - 1]!.place <= place);
  const sorted = placed.toSorted((a, b) => a.place - b.place || (isSorted ? 0 : asksFirst(a.turn, b.turn)));
  for (const [index, { turn, place }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before?.place === place) checkTie(before.turn, turn, isSorted, at);
  }
  return sorted.map(({ turn }) => turn);
}

const asksFirst = (a: DialogueTurn, b: DialogueTurn): number =>
  Number(b.role === 'user') - Number(a.role === 'user');

function checkTie(before: DialogueTurn, turn: DialogueTurn, isSorted: boolean, at: FilePlace): void {
  if (before.row === turn.row || before.role !== turn.role) return;
  const where = `Turn ${turn.row.turn} of dialogue ${JSON.stringify(turn.row.dialogue.slice(0, 80))}`;
  if (before.row.system !== turn.row.system) {
    const message = `${where} occurs twice, of different systems (first in line ${before.line}).`;
    at.problems.add(turn.line, 'turn', message, 'Give the dialogue of each system a name of its own.');
  } else if (!isSorted && !isDeepStrictEqual(before.content, turn.content)) {
    const message = `${where} occurs twice with different texts (first in line ${before.line}), and the rows are in no order.`;
    at.problems.add(turn.line, 'turn', message, 'Number the turns, or sort the rows.');
  }
}
