import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAnswerable } from '../../core/protocols/conversations/refusal.ts';
import { passageOf } from '../../core/protocols/outcomes/recorded-conversation.ts';
import { findItem } from '../../db/items.ts';
import type { ImportFormat } from '../../shared/contract/index.ts';
import { emCoqa, f1Coqa } from '../../stats/metrics/coqa.ts';
import type { Metric } from '../../stats/metrics/metric.ts';
import { f1Quac } from '../../stats/metrics/quac.ts';
import { importFile, openTestProject, type TestProject } from './scope.ts';

/*
 * The published scripts' rules, written down step by step and apart from `stats`: CoQA evaluate-v1.0.py (Reddy, Chen
 * and Manning, 2019) and QuAC scorer.py (Choi et al., 2018). They read the published files; the product reads what it
 * has imported of the same files.
 */

const words = (text: string): string[] =>
  [...text.toLowerCase()]
    .filter((letter) => !'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.includes(letter))
    .join('')
    .replaceAll(/\b(a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

function f1(gold: string, predicted: string, bothEmpty: number): number {
  const [a, b] = [words(gold), words(predicted)];
  if (a.length === 0 || b.length === 0) return a.length === b.length ? bothEmpty : 0;
  const left = [...a];
  let same = 0;
  for (const word of b) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    same++;
  }
  if (same === 0) return 0;
  const [precision, recall] = [same / b.length, same / a.length];
  return (2 * precision * recall) / (precision + recall);
}

const exact = (gold: string, predicted: string) =>
  Number(words(gold).join(' ') === words(predicted).join(' '));

/** Each reference left out in turn, the best of the others, and the mean of these. */
function leftOut(references: readonly string[], score: (gold: string) => number): number {
  if (references.length === 1) return score(references[0]!);
  const bests = references.map((_, i) => Math.max(...references.filter((__, j) => j !== i).map(score)));
  return bests.reduce((sum, best) => sum + best, 0) / references.length;
}

/** A QuAC question; undefined where people agree less than the script's least (`min_f1`, 0.4). */
function quacScore(answers: readonly string[], predicted: string): number | undefined {
  const none = answers.filter((answer) => answer === 'CANNOTANSWER');
  const kept =
    none.length >= answers.length - none.length
      ? ['CANNOTANSWER']
      : answers.filter((answer) => answer !== 'CANNOTANSWER');
  const human =
    kept.length === 1
      ? 1
      : kept
          .map((own, i) => Math.max(...kept.filter((_, j) => j !== i).map((other) => f1(own, other, 0))))
          .reduce((sum, best) => sum + best, 0) / kept.length;
  if (human < 0.4) return undefined;
  return leftOut(kept, (gold) =>
    gold === 'CANNOTANSWER' ? Number(predicted === 'CANNOTANSWER') : f1(gold, predicted, 0),
  );
}

/** Answers of all annotators to a question, and what a system says. */
interface Asked {
  readonly answers: readonly string[];
  readonly predicted: string;
}

const coqaQuestions: readonly Asked[] = [
  // Three that agree and one that does not: the majority counts, and one answer left out hardly matters.
  { answers: ['Germany', 'Germany', 'Germany', 'unknown'], predicted: 'in Germany' },
  { answers: ['Germany', 'Germany', 'Germany', 'the German coast'], predicted: 'German coast' },
  { answers: ['unknown', 'unknown', 'the harbor', 'unknown'], predicted: 'unknown' },
  { answers: ['The red barn.', 'a red barn', 'red barn', 'a barn'], predicted: 'barn' },
  { answers: ['yes', 'Yes.', 'yes', 'yes'], predicted: 'no' },
  { answers: ['the', 'the', 'an owl', 'owl'], predicted: '' },
];

const quacQuestions: readonly Asked[] = [
  { answers: ['CANNOTANSWER', 'CANNOTANSWER', 'CANNOTANSWER', 'in spring'], predicted: 'CANNOTANSWER' },
  { answers: ['CANNOTANSWER', 'in spring', 'in spring', 'in spring'], predicted: 'early in spring' },
  { answers: ['CANNOTANSWER', 'CANNOTANSWER', 'in May', 'in May'], predicted: 'in May' },
  // People agree only because two gave the very same words.
  { answers: ['the old mill by the river', 'the old mill by the river', 'farmers'], predicted: 'the mill' },
  { answers: ['three pale eggs', 'seven', 'nobody knows'], predicted: 'three eggs' },
  { answers: ['nest in tall trees'], predicted: 'tall trees' },
];

const id = (turn: number) => turn + 1;

function coqaFile(): string {
  const listOf = (annotator: number) =>
    coqaQuestions.map(({ answers }, turn) => ({ input_text: answers[annotator]!, turn_id: id(turn) }));
  const story = {
    source: 'wikipedia',
    id: 'story-1',
    filename: 'Coast.txt',
    story: 'A red barn stands on the German coast.',
    questions: coqaQuestions.map((_, turn) => ({ input_text: `Question ${turn}?`, turn_id: id(turn) })),
    answers: listOf(0),
    additional_answers: { 0: listOf(1), 1: listOf(2), 2: listOf(3) },
  };
  const other = { ...story, id: 'story-2', filename: 'Other.txt' };
  return JSON.stringify({ version: '1.0', data: [story, other] });
}

function quacFile(): string {
  const qas = quacQuestions.map(({ answers }, turn) => ({
    id: `C_1_0_q#${turn}`,
    question: `Question ${turn}?`,
    answers: answers.map((text) => ({ text, answer_start: 0 })),
    orig_answer: { text: answers[0], answer_start: 0 },
  }));
  const part = (section: string, dialog: string) => ({
    title: 'Grey heron',
    background: 'A bird.',
    section_title: section,
    paragraphs: [{ id: dialog, context: 'Herons nest. CANNOTANSWER', qas }],
  });
  return JSON.stringify({ data: [part('Nesting', 'C_1_0'), part('Feeding', 'C_2_0')] });
}

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

async function imported(format: ImportFormat, text: string) {
  await importFile(t, t.file(`${format}.json`, text), { format });
  return [1, 2].map((itemId) => findItem(t.db, itemId)!);
}

const meanOf = (values: readonly (number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
};

/** Every question, and the whole set, to 1e-9. */
function compare(
  metric: Metric,
  questions: readonly Asked[],
  references: readonly (readonly string[])[],
  published: (asked: Asked) => number | undefined,
) {
  const own = questions.map(({ predicted }, turn) => metric.score(predicted, references[turn]!));
  const theirs = questions.map(published);
  own.forEach((score, turn) => {
    if (theirs[turn] === undefined) expect(score, `question ${turn}`).toBeUndefined();
    else expect(Math.abs(score! - theirs[turn]), `question ${turn}`).toBeLessThan(1e-9);
  });
  expect(Math.abs(meanOf(own) - meanOf(theirs))).toBeLessThan(1e-9);
  return theirs;
}

test('CoQA as published, imported: F1 and exact match are the published script’s', async () => {
  const [story] = await imported('coqa-json', coqaFile());
  compare(f1Coqa, coqaQuestions, story!.references, ({ answers, predicted }) =>
    leftOut(answers, (gold) => f1(gold, predicted, 1)),
  );
  compare(emCoqa, coqaQuestions, story!.references, ({ answers, predicted }) =>
    leftOut(answers, (gold) => exact(gold, predicted)),
  );
  // Three who answer against one who does not: as different texts they would be one against one.
  const answerable = story!.references.map((answers) => isAnswerable(answers, ['unknown']));
  expect(answerable.slice(0, 3)).toEqual([true, true, false]);
});

test('QuAC as published, imported: F1 is the published script’s, and the same questions are left out', async () => {
  const [dialog] = await imported('quac-json', quacFile());
  const theirs = compare(f1Quac, quacQuestions, dialog!.references, ({ answers, predicted }) =>
    quacScore(answers, predicted),
  );
  expect(theirs.map((score) => score === undefined)).toEqual([false, false, false, false, true, false]);
});

test('QuAC: the original answer is a reference only where there is no other', async () => {
  const file = JSON.parse(quacFile());
  const [first, second] = file.data[0].paragraphs[0].qas;
  first.orig_answer.text = 'quite another';
  second.answers = [];
  const [dialog] = await imported('quac-json', JSON.stringify(file));
  expect(dialog!.references[0]).toEqual(quacQuestions[0]!.answers);
  expect(dialog!.references[1]).toEqual([second.orig_answer.text]);
});

test('the group of a story is the story, that of a dialog the section', async () => {
  const stories = await imported('coqa-json', coqaFile());
  expect(stories.map(({ group }) => group)).toEqual(['story-1', 'story-2']);
  t.close();
  t = openTestProject();
  const dialogs = await imported('quac-json', quacFile());
  expect(dialogs.map(({ group }) => group)).toEqual(['Grey heron: Nesting', 'Grey heron: Feeding']);
});

test('a validator of a QuAC dialog sees article and section above the passage, once', async () => {
  await imported('quac-json', quacFile());
  expect(passageOf(findItem(t.db, 1)!)).toEqual({
    title: 'Grey heron: Nesting',
    passage: 'Herons nest. CANNOTANSWER',
  });
});
