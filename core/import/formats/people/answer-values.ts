import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { longestClass, worthOfClass, worthOfSteps } from '../score-names.ts';

/** A word in this many kinds or fewer is a class; more are texts of people. */
const mostClasses = 12;
/** Of the answers to a question at least this share is worth a number, where the question asks for a score. */
const leastShare = 0.8;
const largestRating = 1000;
const highestStep = 10;

/** Questions about the person, the browser or the clock: their numbers rate nothing. */
const noRating =
  /^(age|gender|sex|birth.*|zip.*|country|language.*|native.*|education|worker.*|turk.*|assignment.*|hit.*|.*time|time.*|.*duration|duration.*|start.*|end|timestamp.*|elapsed.*|seconds|ms|browser.*|user_?agent|ip|platform|screen.*|comments?|feedback|email|name|id)$/i;

/** What an answer is worth as a score; null where it is a text. */
function worthOf(answer: unknown, classes: Readonly<Record<string, number>> | undefined): number | null {
  if (typeof answer === 'boolean') return answer ? 1 : 0;
  if (typeof answer === 'number') return Number.isFinite(answer) ? answer : null;
  if (typeof answer !== 'string' || answer.length > longestClass) return null;
  const said = answer.trim();
  if (classes && Object.hasOwn(classes, said)) return classes[said]!;
  return worthOfClass(said);
}

/** What is known of the answers to one question. */
interface Answers {
  answers: number;
  worth: number;
  largest: number;
  ends: [number, number];
  readonly kinds: Set<string>;
  /** What the steps of a scale are worth, by so many kinds of answers. */
  steps?: { of: number; worth: Readonly<Record<string, number>> | undefined };
}

/** What people's answers to the questions of a file are: decided by all answers to one question, never by one of them. */
export class AnswerValues {
  readonly #questions = new Map<string, Answers>();
  readonly #mapping: ColumnMapping | undefined;

  /** @param mapping what classes are worth by question, and the questions that are left out */
  constructor(mapping: ColumnMapping | undefined) {
    this.#mapping = mapping;
  }

  see(answers: JsonObject): void {
    for (const [question, answer] of Object.entries(answers)) {
      const seen: Answers = this.#questions.get(question) ?? {
        ...{ answers: 0, worth: 0, largest: 0, kinds: new Set() },
        ends: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      };
      const worth = worthOf(answer, this.#classesOf(question));
      seen.answers += 1;
      if (worth !== null) {
        seen.worth += 1;
        seen.largest = Math.max(seen.largest, Math.abs(worth));
        seen.ends = [Math.min(seen.ends[0], worth), Math.max(seen.ends[1], worth)];
      }
      if (seen.kinds.size <= mostClasses) seen.kinds.add(String(answer).slice(0, longestClass));
      this.#questions.set(question, seen);
    }
  }

  /** Whether the answers to a question are scores. */
  isScore(question: string): boolean {
    const seen = this.#questions.get(question);
    if (!seen || this.#mapping?.leaveOut?.includes(question)) return false;
    if (this.#classesOf(question)) return seen.worth > 0;
    if (this.#stepsOf(question)) return !noRating.test(question);
    return (
      !noRating.test(question) && seen.largest <= largestRating && seen.worth >= leastShare * seen.answers
    );
  }

  /** Whether an answer to a question is beyond what people rate by in steps: hours, ages and numbers of persons are, and parts of 100. */
  isBeyondSteps(question: string): boolean {
    return (this.#questions.get(question)?.largest ?? 0) > highestStep;
  }

  /** The lowest and the highest score that was given in answer to some questions. */
  endsOf(questions: readonly string[]): readonly [number, number] {
    const ends = questions.flatMap((question) => {
      const steps = this.#stepsOf(question);
      return steps ? Object.values(steps) : (this.#questions.get(question)?.ends ?? []);
    });
    return [Math.min(...ends), Math.max(...ends)];
  }

  /** Whether people chose among a few words that say no number by themselves. */
  isOfClasses(question: string): boolean {
    const seen = this.#questions.get(question);
    if (!seen || this.#mapping?.leaveOut?.includes(question)) return false;
    return (
      !this.isScore(question) &&
      !noRating.test(question) &&
      seen.worth < seen.answers &&
      seen.kinds.size <= mostClasses &&
      seen.kinds.size < seen.answers
    );
  }

  /** The value of an answer to a question that asks for a score; null where this one says none. */
  value(question: string, answer: unknown): number | null {
    return worthOf(answer, this.#classesOf(question) ?? this.#stepsOf(question));
  }

  /** What the steps of a scale are worth by which a question was answered throughout. */
  #stepsOf(question: string): Readonly<Record<string, number>> | undefined {
    const seen = this.#questions.get(question);
    if (!seen || seen.kinds.size > mostClasses || this.#classesOf(question)) return undefined;
    if (seen.steps?.of !== seen.kinds.size)
      seen.steps = { of: seen.kinds.size, worth: worthOfSteps([...seen.kinds].map((kind) => kind.trim())) };
    return seen.steps.worth;
  }

  #classesOf(question: string): Readonly<Record<string, number>> | undefined {
    const { classes = {} } = this.#mapping ?? {};
    return Object.hasOwn(classes, question) ? classes[question] : undefined;
  }
}
