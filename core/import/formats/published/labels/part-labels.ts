import { asText, emptyRecord } from '../../../readers/json/json-at.ts';
import { isJsonObject, type JsonObject } from '../../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../../readers/json/json-records.ts';
import type { FilePlace } from '../../../readers/record-fields.ts';
import type { ItemSink } from '../../../sink/item-sink.ts';
import { readAssayRecord } from '../../assay/assay-record.ts';
import { unnamedSystem } from '../../chats/chat-record.ts';
import { format, thenHandOn } from '../../format.ts';

const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** A reply whose parts people labeled, as one published data set has it. */
interface PartsOf {
  /** Why records like these are of the data set; null when they are not. */
  recognize(records: readonly JsonObject[]): string | null;
  /** The record of an item, without its scores, and the share of parts that each person called right. */
  read(record: JsonObject): { item: JsonObject; shares: number[] };
  readonly criterion: string;
  readonly says: string;
}

const factsOf = ({ annotations }: JsonObject): JsonObject[] =>
  objects(annotations).flatMap((sentence) => objects(sentence['human-atomic-facts']));

/**
 * FActScore (Min et al., 2023): a biography in atomic facts that a person labeled as supported, not supported or irrelevant. The score is
 * the share of supported facts among those that are supported or not, from 0 to 1.
 */
const factscore: PartsOf = {
  criterion: 'factual precision',
  says: 'each the share of a reply’s relevant facts that a person found supported',
  recognize: (records) =>
    records.some(
      ({ input, output, annotations }) =>
        typeof input === 'string' &&
        typeof output === 'string' &&
        objects(annotations).some((one) => Array.isArray(one['human-atomic-facts'])),
    )
      ? 'The records have "human-atomic-facts", as FActScore has.'
      : null,
  read({ input, output, topic, annotations, ...more }) {
    const facts = factsOf({ annotations });
    const count = (label: string) => facts.filter((fact) => fact.label === label).length;
    const [right, wrong] = [count('S'), count('NS')];
    const kept = facts.map(({ text, label }) => ({ text, label }));
    return {
      item: {
        ...(topic !== undefined && { id: asText(topic) }),
        conversation: [{ role: 'user', content: asText(input ?? '') }],
        responses: { [unnamedSystem]: asText(output ?? '') },
        meta: { ...more, ...(kept.length > 0 && { facts: kept }) },
      },
      shares: right + wrong > 0 ? [right / (right + wrong)] : [],
    };
  },
};

/**
 * QAGS (Wang et al., 2020): the sentences of a summary, each of which several people called consistent with the article or not. The score
 * of a person is the share of sentences that they called consistent, from 0 to 1.
 */
const qags: PartsOf = {
  criterion: 'consistency',
  says: 'each the share of a summary’s sentences that one person called consistent with the article',
  recognize: ([first]) => {
    const [sentence] = objects(first?.summary_sentences);
    const [response] = objects(sentence?.responses);
    return typeof first?.article === 'string' &&
      typeof sentence?.sentence === 'string' &&
      response?.worker_id !== undefined
      ? 'The records have "summary_sentences" with the responses of workers, as QAGS has.'
      : null;
  },
  read({ article, summary_sentences: list, ...more }) {
    const sentences = objects(list);
    const people = new Map<string, { yes: number; all: number }>();
    for (const { responses } of sentences) {
      for (const { worker_id: worker, response } of objects(responses)) {
        if (response !== 'yes' && response !== 'no') continue;
        const said = people.get(asText(worker ?? '')) ?? { yes: 0, all: 0 };
        people.set(asText(worker ?? ''), {
          yes: said.yes + (response === 'yes' ? 1 : 0),
          all: said.all + 1,
        });
      }
    }
    return {
      item: {
        context: asText(article ?? ''),
        conversation: [],
        responses: { [unnamedSystem]: sentences.map(({ sentence }) => asText(sentence ?? '')).join(' ') },
        meta: { ...more, sentences },
      },
      shares: [...people.values()].map(({ yes, all }) => yes / all),
    };
  },
};

const kinds = [factscore, qags];

/** Published labels of the parts of a reply: its facts, or its sentences. */
export const partLabels = format('part-labels-jsonl', {
  from: 'FActScore, labeled facts; QAGS, labeled sentences of summaries',
  becomes: 'one item per reply, one score per person: the share of right parts; the labels stay',
  recognize(head) {
    if (!head.isJson) return null;
    const records = head.records(recordsLooked);
    return kinds.map(({ recognize }) => recognize(records)).find((reason) => reason !== null) ?? null;
  },
  read(at, sink, { head }) {
    const records = head.records(recordsLooked);
    const kind = kinds.find(({ recognize }) => recognize(records) !== null) ?? factscore;
    const found = new Found(kind, sink);
    const reader = jsonRecordsReader(at, head, (record, place) =>
      readParts(kind, record, place, at, sink, found),
    );
    return thenHandOn(reader, () => found.remark());
  },
});

const recordsLooked = 20;

/** What is remarked once of all scores: what they are, and which replies have none. */
class Found {
  scores = 0;
  bare = 0;
  readonly #kind: PartsOf;
  readonly #sink: ItemSink;

  constructor(kind: PartsOf, sink: ItemSink) {
    this.#kind = kind;
    this.#sink = sink;
  }

  remark(): void {
    if (this.scores > 0)
      this.#sink.remark(`scores of ${this.#kind.criterion}, ${this.#kind.says}`, this.scores);
    if (this.bare > 0) this.#sink.remark('replies without a labeled part, and so without a score', this.bare);
  }
}

function readParts(
  { read, criterion }: PartsOf,
  record: JsonObject,
  place: string,
  at: FilePlace,
  sink: ItemSink,
  found: Found,
): void {
  const { item, shares } = read(record);
  const human = emptyRecord<JsonObject>();
  if (shares.length > 0) human[unnamedSystem] = { [criterion]: shares };
  found.scores += shares.length;
  if (shares.length === 0) found.bare += 1;
  sink.range('criterion', criterion, '', { min: 0, max: 1 });
  readAssayRecord({ id: place, ...item, human }, at, sink);
}
