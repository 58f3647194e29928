import { emptyRecord } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { format, thenHandOn } from '../format.ts';
import { GatheredText } from '../gathered-text.ts';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

/** The turns of a question or an answer: texts, or as Arena-Hard has them objects with a `content`; undefined where they are neither. */
function turnsOf(value: unknown): string[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [];
  const texts = list.map((one) => (typeof one === 'string' ? one : (one as JsonObject | null)?.content));
  return isTexts(texts) ? texts : undefined;
}

const isJudgment = ({ model, score, judgment }: JsonObject): boolean =>
  typeof model === 'string' && typeof score === 'number' && typeof judgment === 'string';

/**
 * Questions of MT-Bench (FastChat, `question.jsonl`), one item each with a user turn for each of its turns. Answers and the scores of
 * a judge stand in the same file, before or after them, or in files of their own that are read together with it.
 */
export const mtBench = format('mt-bench-jsonl', {
  mayBeGeneral: () => true,
  from: 'MT-Bench: `question.jsonl`, with answers and judgments in the same file or beside it',
  becomes: 'one item per question, one system per model, a response for each turn',
  recognize({ isJson, record }) {
    if (!isJson || record?.question_id === undefined) return null;
    if (turnsOf(record.turns))
      return 'The first line has "question_id" and "turns", as questions of MT-Bench do.';
    if (typeof record.model_id === 'string' && Array.isArray(record.choices))
      return 'The first line has "model_id" and "choices", as answers of MT-Bench do.';
    return isJudgment(record)
      ? 'The first line has "model", "score" and "judgment", as judgments of MT-Bench do.'
      : null;
  },
  read(at, sink, { head, isPart = false }) {
    const items = new MtBenchItems(isPart);
    const reader = jsonRecordsReader(at, head, (record) => items.add(record, at));
    return thenHandOn(reader, () => items.handOn(at, sink));
  },
});

/** By system and criterion. */
type Scores = Record<string, Record<string, number[]>>;

interface Known {
  readonly line: number;
  readonly record: JsonObject & {
    responses: JsonObject;
    judge: Record<string, Scores>;
  };
}

/** A record of which nothing but its id is known. Names come from the file, and may be any. */
const recordOf = (id: string): Known['record'] => ({
  id,
  responses: emptyRecord<unknown>(),
  judge: emptyRecord<Scores>(),
});

class MtBenchItems {
  readonly #known = new Map<string, Known>();
  readonly #text = new GatheredText();
  /** Answers and scores of questions that did not come yet. */
  readonly #early: { readonly record: JsonObject; readonly line: number }[] = [];
  readonly #isPart: boolean;
  #orphans = 0;
  #judgments = 0;

  /** @param isPart whether other files may have the questions */
  constructor(isPart: boolean) {
    this.#isPart = isPart;
  }

  add(record: JsonObject, at: FilePlace): void {
    if (!this.#text.fits(at, JSON.stringify(record))) return;
    const id = String(record.question_id);
    const asked = turnsOf(record.turns);
    if (asked) this.#addQuestion(id, record, asked, at);
    else if (this.#known.has(id)) this.#addSaid(record, at);
    else this.#early.push({ record, line: at.line });
  }

  #addSaid(record: JsonObject, at: FilePlace): void {
    const id = String(record.question_id);
    if (typeof record.model_id === 'string') this.#addAnswer(id, record, record.model_id, at);
    else if (typeof record.model === 'string' && typeof record.score === 'number')
      this.#addScore(id, record, record.model);
    else this.#judgments += 1;
  }

  handOn(at: FilePlace, sink: ItemSink): void {
    for (const { record, line } of this.#early) {
      at.line = line;
      const id = String(record.question_id);
      if (this.#isPart && !this.#known.has(id)) this.#known.set(id, { line, record: recordOf(id) });
      this.#addSaid(record, at);
    }
    for (const { line, record } of this.#known.values()) {
      at.line = line;
      readAssayRecord(record, at, sink, this.#isPart);
    }
    if (this.#known.size === 0 && this.#orphans > 0) {
      const message = 'The file has answers or judgments of MT-Bench, but not its questions.';
      at.problems.add(0, 'question_id', message, 'Choose question.jsonl and the files of answers together.');
      return;
    }
    if (this.#orphans > 0)
      sink.leftBehind('answers and scores of questions that the file does not have', this.#orphans);
    if (this.#judgments > 0)
      sink.leftBehind('records that are not a question, answer or score', this.#judgments);
  }

  #addQuestion(
    id: string,
    { category, reference, turns: _, question_id, ...more }: JsonObject,
    turns: string[],
    at: FilePlace,
  ): void {
    if (this.#known.has(id)) {
      const message = `The question ${id} comes twice; line ${this.#known.get(id)!.line} has it first.`;
      at.problems.add(at.line, 'question_id', message, 'Give every question an id of its own.');
      return;
    }
    const record = {
      ...recordOf(id),
      group: typeof category === 'string' ? category : null,
      conversation: turns.map((content) => ({ role: 'user', content })),
      // One reference answer for each turn.
      ...(isTexts(reference) && { reference: reference.map((text) => [text]) }),
      ...(Object.keys(more).length > 0 && { meta: more }),
    };
    this.#known.set(id, { line: at.line, record });
  }

  #addAnswer(id: string, { choices }: JsonObject, model: string, at: FilePlace): void {
    const known = this.#known.get(id);
    const [first] = Array.isArray(choices) ? (choices as JsonObject[]) : [];
    const said = turnsOf(first?.turns);
    if (!known || !said) {
      this.#orphans += 1;
      return;
    }
    if (Object.hasOwn(known.record.responses, model)) {
      const message = `"${model}" answers question ${id} twice.`;
      at.problems.add(at.line, 'model_id', message, 'Keep one answer of each model.');
    } else known.record.responses[model] = said;
  }

  /** One score a turn: the judge's score of the whole is their mean. */
  #addScore(id: string, { judge, score }: JsonObject, model: string): void {
    const known = this.#known.get(id);
    // -1 stands for a judgment that could not be read.
    if (!known || (score as number) < 0) {
      this.#orphans += 1;
      return;
    }
    const name = Array.isArray(judge) ? String(judge[0]) : 'judge';
    const { judge: judges } = known.record;
    judges[name] ??= emptyRecord();
    judges[name][model] ??= emptyRecord();
    judges[name][model].score ??= [];
    judges[name][model].score.push(score as number);
  }
}
