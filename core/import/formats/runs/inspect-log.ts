import { JsonAt } from '../../readers/json/json-at.ts';
import type { JsonPart } from '../../readers/json/json-walker.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { type DocumentReader, documentFormat, eachPart } from '../document-format.ts';
import { GatheredText } from '../gathered-text.ts';
import {
  addEpoch,
  type InspectSample,
  inspectRatings,
  inspectRecord,
  readInspectSample,
} from './inspect-sample.ts';

/** A log of Inspect as JSON: one item per sample; the score is the mean of its epochs, which are kept. */
export const inspectLog = documentFormat('inspect-json', {
  from: '`inspect log dump FILE.eval`',
  becomes: 'one item per sample, the mean of its epochs, each of which is kept',
  parts: ['eval', 'samples[]'],
  recognize: (paths) =>
    paths.has('samples[].epoch') || (paths.has('samples[].input') && paths.has('eval.task'))
      ? 'The document has "samples" with epochs, as logs of Inspect do.'
      : null,
  read: (at, sink) => new InspectReader(at, sink),
  readLabels: (at, take) =>
    eachPart(at, ({ path, at: place, line, value }) => {
      if (path === 'eval') return;
      const sample = new JsonAt(value, place, at);
      const item = sample.get('id').id();
      if (item === null) {
        sample.problem(`${place} has no id.`, 'Dump the log again with Inspect.');
        return;
      }
      for (const { annotator, criterion, value: score } of inspectRatings(sample)) {
        const content = { kind: 'score' as const, value: score };
        take({ line, item, annotator, criterion, system: null, durationMs: 0, content });
      }
    }),
});

class InspectReader implements DocumentReader {
  records = 0;
  readonly #at: FilePlace;
  readonly #sink: ItemSink;
  readonly #samples = new Map<string, InspectSample>();
  readonly #held = new GatheredText();
  #model: string | null = null;

  constructor(at: FilePlace, sink: ItemSink) {
    this.#at = at;
    this.#sink = sink;
  }

  part({ path, at, line, value }: JsonPart): void {
    this.#at.line = line;
    const part = new JsonAt(value, at, this.#at);
    if (path === 'eval') {
      this.#model = part.get('model').name();
      return;
    }
    this.records += 1;
    const sample = readInspectSample(part, line);
    if (!sample || !this.#held.fits(this.#at, sample.response, JSON.stringify(sample.conversation))) return;
    const before = this.#samples.get(sample.id);
    if (before) addEpoch(before, sample);
    else this.#samples.set(sample.id, sample);
  }

  end(): void {
    for (const sample of this.#samples.values()) {
      this.#at.line = sample.line;
      const system = this.#model ?? sample.model ?? unnamedSystem;
      readAssayRecord(inspectRecord(sample, system), this.#at, this.#sink);
    }
  }
}
