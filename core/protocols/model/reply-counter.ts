import type { ReplyCounts, ReplyKind, ReplyPart } from '../../../shared/contract/index.ts';

/** Counts what the replies of a conversation are, part by part; each request counts once, by what came of it in the end. */
export class ReplyCounter {
  readonly #counts = new Map<ReplyPart, ReplyCounts>();

  /**
   * @param reasoned the model wrote reasoning besides
   * @param tries replies that the request took
   */
  note(part: ReplyPart, kind: ReplyKind, { reasoned, tries }: { reasoned: boolean; tries: number }): void {
    const counts = this.#of(part);
    counts[fieldOf[kind]]++;
    if (reasoned) counts.reasoned++;
    counts.askedAgain += tries - 1;
  }

  /** Counts a request that got no reply at all. */
  failed(part: ReplyPart): void {
    this.#of(part).failed++;
  }

  /** Replies without a whole answer; those of detectors and judges are noticed where they are read. */
  noticed(): number {
    return this.counts()
      .filter(({ part }) => part !== 'detector' && part !== 'judge')
      .reduce((sum, { empty, cut, toolCalls, unreadable }) => sum + empty + cut + toolCalls + unreadable, 0);
  }

  counts(): ReplyCounts[] {
    return [...this.#counts.values()];
  }

  #of(part: ReplyPart): ReplyCounts {
    const counts = this.#counts.get(part) ?? { part, ...none };
    this.#counts.set(part, counts);
    return counts;
  }
}

const none = {
  answered: 0,
  refused: 0,
  empty: 0,
  cut: 0,
  toolCalls: 0,
  unreadable: 0,
  failed: 0,
  askedAgain: 0,
  reasoned: 0,
};

const fieldOf = {
  answer: 'answered',
  refusal: 'refused',
  empty: 'empty',
  cut: 'cut',
  'tool-call': 'toolCalls',
  unreadable: 'unreadable',
} as const satisfies Record<ReplyKind, keyof ReplyCounts>;

/** Counts of several conversations together, by part, in the order in which parts first come up. */
export function addedCounts(lists: Iterable<readonly ReplyCounts[]>): ReplyCounts[] {
  const sums = new Map<ReplyPart, ReplyCounts>();
  for (const list of lists) {
    for (const { part, ...counts } of list) {
      const sum = sums.get(part) ?? { part, ...none };
      for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof none] += count;
      sums.set(part, sum);
    }
  }
  return [...sums.values()];
}
