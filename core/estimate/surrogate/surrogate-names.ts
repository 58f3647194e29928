import type { SurrogateSpec } from '../../../shared/contract/index.ts';
import { judgeTitle } from '../../../shared/judge-title.ts';
import { reworded } from '../../../shared/page-words.ts';
import { metricById } from '../../../stats/index.ts';

/** The metric that compares a response with a guess when the measure itself is no metric. */
export const defaultSimilarity = 'rouge-l';

/** A surrogate in words, for screens and reports. */
export function surrogateName(spec: SurrogateSpec): string {
  switch (spec.kind) {
    case 'none':
      return 'No surrogate';
    case 'system':
      return `Responses of ${spec.system}${similarityNote(spec.similarity)}`;
    case 'judge': {
      const judge = reworded(judgeTitle(spec.judge), `Judge ${spec.judge}`, 10);
      return spec.criterion === 'score' ? judge : `${judge} (${spec.criterion})`;
    }
    case 'auto':
      return `Automatic score ${spec.name}`;
    case 'llm':
      return `Guesses of ${spec.name}${similarityNote(spec.similarity)}`;
    case 'reader':
      return `Built-in reader${similarityNote(spec.similarity)}`;
  }
}

const similarityNote = (metric: string | undefined) =>
  metric ? ` by ${metricById(metric)?.name ?? metric}` : '';
