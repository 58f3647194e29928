import type { WayToRead } from '../../../shared/errors.ts';
import { wayToRead } from '../../../shared/mapping.ts';
import { isDecimal, yesOrNo } from '../readers/tables/numbers-in-text.ts';

/** What the usual names of two and three classes are worth; any other name must say a number. */
const plainWorth: Readonly<Record<string, number>> = {
  ...yesOrNo,
  ...{ correct: 1, incorrect: 0, right: 1, wrong: 0 },
  ...{ good: 1, bad: 0, pass: 1, fail: 0, positive: 1, neutral: 0.5, negative: 0 },
  ...{ partly: 0.5, partial: 0.5, partially: 0.5, 'partly correct': 0.5, 'partially correct': 0.5 },
  ...{ passed: 1, failed: 0, safe: 1, unsafe: 0, 'not correct': 0 },
  ...{ relevant: 1, irrelevant: 0, 'not relevant': 0, 'partially relevant': 0.5 },
  ...{ unacceptable: 0, 'not acceptable': 0, 'not ok': 0, 'not okay': 0 },
  ...{ helpful: 1, unhelpful: 0, 'not helpful': 0, accurate: 1, inaccurate: 0, 'not accurate': 0 },
  ...{ supported: 1, unsupported: 0, 'not supported': 0, 'partially supported': 0.5 },
  ...{ like: 1, dislike: 0, liked: 1, disliked: 0, satisfied: 1, unsatisfied: 0, dissatisfied: 0 },
  ...{
    'thumbs up': 1,
    'thumbs down': 0,
    thumbs_up: 1,
    thumbs_down: 0,
    thumbsup: 1,
    thumbsdown: 0,
    up: 1,
    down: 0,
  },
  ...{ 'thumb up': 1, 'thumb down': 0, '👍': 1, '👎': 0, '✓': 1, '✔': 1, '✅': 1, '✗': 0, '✘': 0, '❌': 0 },
  // Yes and no, right and wrong, as people of other languages write them.
  ...{ ja: 1, nein: 0, teilweise: 0.5, richtig: 1, oui: 1, non: 0 },
  ...{ sí: 1, si: 1, sì: 1, sim: 1, não: 0, nee: 0, tak: 1, nie: 0, да: 1, нет: 0, evet: 1, hayır: 0 },
  ...{ 是: 1, 否: 0, 对: 1, 错: 0, 正确: 1, 错误: 0, はい: 1, いいえ: 0, 예: 1, 아니요: 0 },
};

/** Words for the better of two classes, or for the middle of three: the others tell. */
const middling: Readonly<Record<string, number>> = { ok: 1, okay: 1, acceptable: 1 };

/** Longest text that can be the name of a class, such as "4 - mostly correct". */
export const longestClass = 60;

/** "4 stars", "4 - mostly correct", "4 (good)", "4 good"; neither a date nor a range of numbers. */
const numbered =
  /^([+-]?\d{1,4}(?:\.\d{1,6})?)(?:\s{0,3}stars?(?:\s|$)|\s\p{L}|\s{0,3}[-–—:=.)(]\s{0,3}[^\d\s.].*$)/iu;
/** "good (4)". */
const numberBehind = /^[^\d]{1,50}\(([+-]?\d{1,3}(?:\.\d{1,3})?)\)$/u;
/** "4/5", "4 of 5", "4 out of 5". */
const ofMost = /^(\d{1,3}(?:\.\d{1,3})?)\s?(?:\/|of|out of)\s?(\d{1,3})$/i;
const stars = /^(?:★|⭐\ufe0f?){1,10}☆{0,9}$/u;

/** Whether a word is one that people choose: good or bad, and what may lie between them. */
export const isClassWord = (word: string): boolean =>
  Object.hasOwn(plainWorth, word) || Object.hasOwn(middling, word);

const plainOf = (name: string): string => name.trim().toLowerCase().replaceAll('\ufe0f', '');

/** What a class is worth by its name: "yes", "4 stars", "4/5", "★★★★☆"; null where its name says nothing. */
export function worthOfClass(name: string): number | null {
  if (name.length > longestClass) return null;
  const said = name.trim();
  const plain = plainOf(name);
  if (Object.hasOwn(plainWorth, plain)) return plainWorth[plain]!;
  if (isDecimal(said)) return Number(said);
  if (stars.test(said)) return said.match(/[★⭐]/gu)!.length;
  const number = (ofMost.exec(said) ?? numbered.exec(said) ?? numberBehind.exec(said))?.[1];
  return number === undefined ? null : Number(number);
}

/** Words between which surveys have steps: the better one, and the worse. */
const stepWords: readonly (readonly [string, string])[] = [
  ['agree', 'disagree'],
  ['satisfied', 'dissatisfied'],
  ['satisfied', 'unsatisfied'],
  ['likely', 'unlikely'],
  ['helpful', 'unhelpful'],
  ['useful', 'useless'],
  ['clear', 'unclear'],
  ['relevant', 'irrelevant'],
  ['natural', 'unnatural'],
  ['easy', 'difficult'],
  ['good', 'bad'],
  ['good', 'poor'],
];
const utmost = /^(?:strongly|very|extremely|completely|totally|highly) (?=\w)/;
const lesser = /^(?:somewhat|slightly|rather|mostly) (?=\w)/;
const middleStep = /^(?:neutral|undecided|neither(?: \w{3,14} n?or \w{3,14})?)$/;

/** The steps of a survey's scale that some words are, with how far the utmost one is from the middle; undefined where one is none. */
function stepsIn(names: readonly string[]) {
  const read = names.map((name) => {
    const plain = plainOf(name).replaceAll(/[\s_-]+/g, ' ');
    const size = utmost.test(plain) ? 'most' : lesser.test(plain) ? 'some' : 'plain';
    const word = plain.replace(utmost, '').replace(lesser, '');
    return { name, word, size, isMiddle: middleStep.test(plain) } as const;
  });
  const sides = read.filter(({ isMiddle }) => !isMiddle);
  const sizes = new Set(sides.map(({ size }) => size));
  const two = stepWords.find((words) => sides.every(({ word }) => words.includes(word)));
  return two === undefined || !sizes.has('most')
    ? undefined
    : { read, better: two[0], most: sizes.size === 3 ? 3 : 2 };
}

/**
 * What the steps of a survey's scale are worth, from 1 for the worst: five, or seven where some are called somewhat so beside plain ones.
 * Undefined where none is called the utmost, or a word is of no such scale.
 *
 * Source: Likert (1932), the five steps from strongly disagree to strongly agree.
 */
export function worthOfSteps(names: readonly string[]): Record<string, number> | undefined {
  const steps = stepsIn(names);
  if (steps === undefined) return undefined;
  const { read, better, most } = steps;
  const away = { most, plain: most - 1, some: 1 };
  const worths = read.map(({ name, isMiddle, word, size }) => {
    const side = isMiddle ? 0 : word === better ? 1 : -1;
    return [name, most + 1 + side * away[size]] as const;
  });
  return Object.fromEntries(worths);
}

/** The range of a scale of steps, by what its words are worth; undefined where they are worth something else. */
export function rangeOfSteps(
  classes: Readonly<Record<string, number>> = {},
): { min: number; max: number } | undefined {
  const names = Object.keys(classes);
  const steps = worthOfSteps(names);
  if (steps === undefined || names.some((name) => steps[name] !== classes[name])) return undefined;
  return { min: 1, max: 2 * stepsIn(names)!.most + 1 };
}

/** The most that a class may be worth by its name, where it says it: 5 of "4/5". */
const mostOfClass = (name: string): string | undefined => ofMost.exec(name.trim())?.[2];

/** Words of a column in more kinds are no classes. */
const mostClasses = 30;

/** What each of the words that people chose is worth; undefined where one says nothing, two count to different ends, or one of three may be the middle. */
export function worthOfClasses(names: ReadonlySet<string>): Record<string, number> | undefined {
  const steps = worthOfSteps([...names]);
  if (steps !== undefined) return steps;
  const worthOf = (name: string) => worthOfClass(name) ?? middling[plainOf(name)] ?? null;
  const found = [...names].map((name) => [name, worthOf(name)] as const);
  const middle = [...names].filter((name) => Object.hasOwn(middling, plainOf(name)));
  const isOpen = middle.length > 0 && new Set([...names].map(plainOf)).size > 2;
  const areKnown = found.every((one): one is readonly [string, number] => one[1] !== null);
  const ends = new Set([...names].map(mostOfClass).filter((end) => end !== undefined));
  return areKnown && !isOpen && names.size > 0 && names.size <= mostClasses && ends.size <= 1
    ? Object.fromEntries(found)
    : undefined;
}

export const categoryRemedy =
  'Leave this question out (--leave-out), or say what its classes are worth ("classes" in --map). Or name them by numbers.';

export const withoutQuestion = (name: string): WayToRead =>
  wayToRead(`Leave “${name}” out`, { leaveOut: [name] });

/** Kinds of checks in which a language model gives the score, by how their tools name them. */
const byModel = /rubric|graded|g-?eval|factuality|closedqa|select-best|^context-|answer-relevance|judge|llm/i;

export const isModelGraded = (name: string): boolean => byModel.test(name);
