import { asText, emptyRecord } from '../../../readers/json/json-at.ts';
import { addCount } from '../../../readers/problems.ts';
import type { FilePlace } from '../../../readers/record-fields.ts';
import { hasWidth, placesOf } from '../../../readers/tables/table-columns.ts';
import { tableReader } from '../../../readers/tables/table-rows.ts';
import type { ItemSink } from '../../../sink/item-sink.ts';
import { readAssayRecord } from '../../assay/assay-record.ts';
import { type FileToRead, format } from '../../format.ts';
import { GatheredText } from '../../gathered-text.ts';

const columnsOfMqm = ['system', 'seg_id', 'rater', 'source', 'target', 'category', 'severity'] as const;
type Row = Record<(typeof columnsOfMqm)[number] | 'doc' | 'doc_id', string>;

/** The errors of one translation by rater, each as the points that it costs. */
interface Translation {
  readonly text: string;
  readonly points: Map<string, number>;
  readonly errors: Record<string, string>[];
}

interface Segment {
  readonly line: number;
  readonly id: string;
  readonly group: string;
  readonly source: string;
  readonly systems: Map<string, Translation>;
}

/**
 * Points of one error, 0 or more (Freitag et al., 2021, "Experts, Errors, and Context", table 12): a non-translation costs 25, a major
 * error 5, a minor one 1, minor punctuation 0.1, a neutral remark nothing.
 */
function mqmPoints(category: string, severity: string): number {
  if (/^non-translation/i.test(category)) return 25;
  if (/^major$|^critical$/i.test(severity)) return 5;
  if (!/^minor$/i.test(severity)) return 0;
  return /^fluency\/punctuation$/i.test(category) ? 0.1 : 1;
}

const withoutMarks = (text: string): string => text.replaceAll('<v>', '').replaceAll('</v>', '');
/** What annotators mark in the source says nothing of a translation. */
const isOfSource = (category: string): boolean => /^source (?:error|issue)/i.test(category);

/**
 * Brings the errors of each person together: one item a segment, a reply a system, and of each person one score, which is minus the sum
 * of the points of their errors, so that 0 is a translation without one.
 */
class MqmSegments {
  readonly #at: FilePlace;
  readonly #segments = new Map<string, Segment>();
  readonly #text = new GatheredText();
  readonly #left = new Map<string, number>();

  constructor(at: FilePlace) {
    this.#at = at;
  }

  add({ system, doc: name, doc_id: document, seg_id: number, ...row }: Row): void {
    const { rater, source, target, category, severity } = row;
    const doc = name || document;
    if (!this.#text.fits(this.#at, source, target)) return;
    const id = [doc, number].filter(Boolean).join(':');
    const shown = withoutMarks(source);
    let segment = this.#segments.get(id);
    if (!segment) {
      segment = { line: this.#at.line, id, group: doc, source: shown, systems: new Map() };
      this.#segments.set(id, segment);
    }
    let translation = segment.systems.get(system);
    if (!translation) {
      translation = { text: withoutMarks(target), points: new Map(), errors: [] };
      segment.systems.set(system, translation);
    }
    if (isOfSource(category)) {
      addCount(this.#left, 'errors marked in a source text, which no translation made');
      return;
    }
    if (segment.source !== shown || translation.text !== withoutMarks(target)) {
      const message = `The texts of ${system} for segment ${id} differ from those in an earlier row.`;
      this.#at.problems.add(this.#at.line, 'target', message, 'Give each segment and system one text.');
      return;
    }
    const points = translation.points.get(rater) ?? 0;
    translation.points.set(rater, points + mqmPoints(category, severity));
    if (!/^no-?error$/i.test(severity)) translation.errors.push({ by: rater, category, severity });
  }

  handOn(sink: ItemSink): void {
    let scores = 0;
    for (const { line, id, group, source, systems } of this.#segments.values()) {
      this.#at.line = line;
      const responses = emptyRecord<string>();
      const human = emptyRecord<Record<string, number[]>>();
      const errors = emptyRecord<unknown>();
      for (const [system, one] of systems) {
        responses[system] = one.text;
        scores += one.points.size;
        if (one.points.size > 0) human[system] = { MQM: [...one.points.values()].map((sum) => 0 - sum) };
        if (one.errors.length > 0) errors[system] = one.errors;
      }
      const conversation = [{ role: 'user', content: source }];
      const meta = Object.keys(errors).length > 0 ? { errors } : undefined;
      readAssayRecord({ id, group: group || null, conversation, responses, human, meta }, this.#at, sink);
    }
    for (const [what, count] of this.#left) sink.leftBehind(what, count);
    if (scores > 0)
      sink.remark(
        'scores of MQM: minus a person’s points (major 5, minor 1, minor punctuation 0.1, no translation 25)',
        scores,
      );
  }
}

const isOfMqm = (columns: readonly string[]): boolean => columnsOfMqm.every((name) => columns.includes(name));

const rowOf = (cell: (name: string) => string): Row =>
  Object.fromEntries([...columnsOfMqm, 'doc', 'doc_id'].map((name) => [name, cell(name)])) as Row;

const columnsOf = (head: FileToRead['head']): readonly string[] => head.columns('\t');

/** Whether quotes are letters: programs that quote cells quote the header, too, or double the quotes inside. */
const areLetters = (text: string): boolean =>
  !text.startsWith('"') &&
  !text.split(/[\t\n]/u).some((cell) => cell.startsWith('"') && cell.slice(1, -1).includes('""'));

/** Errors that annotators marked in translations, as WMT publishes them: a row an error, several of one person and translation. */
export const mqm = format('mqm-tsv', {
  from: 'WMT, `mqm_*.tsv`: a row for each error that a rater marked',
  becomes: 'one item per segment, one score per rater (minus the points of all errors); the errors stay',
  recognize: (head) =>
    !head.isJson && isOfMqm(columnsOf(head))
      ? 'The header has a rater, a category and a severity, as the errors of MQM do.'
      : null,
  rows: {
    recognize: isOfMqm,
    open(at, sink) {
      const segments = new MqmSegments(at);
      return {
        read: (record) => segments.add(rowOf((name) => asText(record[name] ?? ''))),
        end: () => segments.handOn(sink),
      };
    },
  },
  read: (at, sink, { head }) =>
    tableReader(
      at,
      { delimiter: '\t', ...(areLetters(head.text) && { quotes: 'letters' as const }) },
      (columns) => {
        const segments = new MqmSegments(at);
        const places = placesOf(columns, at);
        return {
          row(cells) {
            if (!hasWidth(cells, columns.length, at)) return;
            segments.add(rowOf((name) => cells[places.get(name) ?? -1] ?? ''));
          },
          end: () => segments.handOn(sink),
        };
      },
    ),
});
