import { describe, expect, test } from 'vitest';
import { roleEvidence } from '../../core/import/evidence/roles.ts';
import { suggest } from '../../core/import/evidence/suggest-mapping.ts';
import { wordsOf } from '../../core/import/readers/tables/cell-values.ts';

const prompts = [
  'How long do I boil an egg?',
  'Does the library open on Sunday?',
  'What does a fuse do?',
  'Name a river in Spain.',
];
const replies = [
  'Seven minutes for a firm yolk.',
  'Yes, from ten until two.',
  'It melts when too much current flows.',
  'The Ebro, among several others.',
];
type Columns = Record<string, readonly string[]>;

const asked: Columns = { prompt: prompts };
const answered: Columns = { ...asked, response: replies };

/** Each column by its role, in the words of the table of verdicts below. */
function verdicts(columns: Columns, fileName?: string): Record<string, string> {
  const names = Object.keys(columns);
  const rows = prompts.map((_, at) => names.map((name) => columns[name]![at] ?? ''));
  const { mapping, unsure } = suggest(names, rows, { name: fileName });
  const { references, responses, human, signals, pictures = [], types: _t, classes: _c, ...single } = mapping;
  return Object.fromEntries([
    ...names.map((name) => [name, 'field']),
    ...Object.entries(single).map(([role, name]) => [name, role]),
    ...references.map((name) => [name, 'reference']),
    ...pictures.map((name) => [name, 'picture']),
    ...responses.map(({ column, system }) => [column, `reply of ${system}`]),
    ...human.map(({ column }) => [column, 'people']),
    ...signals.map(({ column, kind }) => [column, kind === 'judge' ? 'machine' : 'metric']),
    ...unsure.map(({ column }) => [column, 'asked']),
  ]);
}

const grades = ['4', '5', '3', '4'];

describe('who scored', () => {
  test.each([
    ['llm_judge_results', 'asked'],
    ['gpt4_ratings', 'asked'],
    ['GPT-4 scores', 'asked'],
    ['gpt4Judge', 'asked'],
    ['gemini-eval-2026', 'asked'],
    ['auto_eval', 'asked'],
    ['gpt-4.1_ratings', 'asked'],
    ['ragas_results', 'asked'],
    ['ratings', 'people'],
    ['team_ratings', 'people'],
    ['gpt4_results', 'people'],
    ['claude_outputs', 'people'],
    ['llm ratings by experts', 'people'],
    ['judge_vs_human', 'asked'],
  ])('a rating in a file called %s is %s', (name, expected) => {
    expect(verdicts({ ...answered, rating: grades }, name).rating).toBe(expected);
  });

  const mixed = (one: string, other: string) => [one, other, one, other];
  test.each<[string, Columns, Record<string, string>]>([
    ['where scores came from', { source: mixed('human', 'llm') }, { rating: 'asked' }],
    ['where replies came from', { source: mixed('web', 'forum') }, { rating: 'people' }],
    ['whether a person scored', { is_human: mixed('true', 'false') }, { rating: 'asked', is_human: 'field' }],
    ['that people scored', { is_human: mixed('yes', 'yes') }, { rating: 'people', is_human: 'field' }],
    ['a method', { annotation_method: mixed('auto', 'auto') }, { rating: 'machine' }],
    ['a method of people', { annotation_method: mixed('crowd', 'lab') }, { rating: 'people' }],
    [
      'two origins',
      { rating_origin: mixed('manual', 'automatic') },
      { rating: 'asked', rating_origin: 'field' },
    ],
    ['what it was done with', { scored_with: mixed('gpt-4o', 'gpt-4o') }, { rating: 'machine' }],
    ['the model that graded', { grading_model: mixed('gpt-4o', 'o3') }, { rating: 'machine' }],
    ['the version of a prompt', { eval_prompt_version: mixed('v1', 'v2') }, { rating: 'asked' }],
    [
      'how a judge was set',
      { judge_temperature: mixed('0', '0.5') },
      { rating: 'asked', judge_temperature: 'field' },
    ],
    ['a first name that a model has', { annotator: mixed('Claude', 'Claude') }, { rating: 'asked' }],
    ['names of models', { annotator: mixed('Claude', 'Gemini') }, { rating: 'machine' }],
    [
      'what was written before a score was read',
      { raw: grades.map((grade) => `It is short.\n**Rating:** ${grade}`) },
      { rating: 'asked' },
    ],
    [
      'what a judge was asked to do',
      { template: mixed('You are an impartial judge. Rate the answer.', 'You are a strict grader.') },
      { rating: 'asked' },
    ],
    [
      'what a person was asked to do',
      { template: mixed('Rate the answer.', 'Say how good it is.') },
      { rating: 'people' },
    ],
    ['who evaluated, in a part', { 'evaluation.by': mixed('gpt-4', 'gpt-4') }, { rating: 'machine' }],
    ['what rated', { 'meta.rater.kind': mixed('llm', 'llm') }, { rating: 'machine' }],
    ['the id of who rated', { 'meta.rater.id': ['x', 'y', 'z', 'w'] }, { 'meta.rater.id': 'field' }],
    ['an annotator that is a machine', { 'annotator.is_ai': mixed('true', 'true') }, { rating: 'machine' }],
    ['annotators of both kinds', { 'annotator.is_ai': mixed('true', 'false') }, { rating: 'asked' }],
    ['an annotator that is none', { 'annotator.is_ai': mixed('false', 'false') }, { rating: 'people' }],
    ['texts that a machine wrote', { is_ai: mixed('true', 'false') }, { rating: 'asked' }],
    ['a judge under any name', { provenance: mixed('llm-judge v2', 'desk') }, { rating: 'asked' }],
    ['a suggestion', { suggested_rating: grades }, { rating: 'asked', suggested_rating: 'asked' }],
    ['a correction', { corrected_rating: grades }, { rating: 'asked', corrected_rating: 'asked' }],
    ['a guess', { predicted_rating: grades }, { rating: 'asked' }],
  ])('a rating beside %s', (_name, beside, expected) => {
    expect(verdicts({ ...answered, rating: ['4', '5', '3', '2'], ...beside })).toMatchObject(expected);
  });

  test.each(['human_review', 'human_helpfulness', 'expert_score', 'annotator_1', 'manual', 'reviewer'])(
    'what people gave is no metric among those of a tool: %s',
    (name) => {
      const shares = ['0.2', '0.4', '1', '0.6'];
      const scores = { 'scores.factuality': ['0.1', '0.5', '0.9', '0.3'], [`scores.${name}`]: shares };
      const found = verdicts({ ...answered, ...scores });
      expect(found).toMatchObject({ 'scores.factuality': 'metric', [`scores.${name}`]: 'people' });
    },
  );

  test('a column of numbers called llm beside people’s scores names no systems', () => {
    const parts = { 'scores.human': grades, 'scores.llm': ['4', '5', '3', '2'] };
    expect(verdicts({ ...answered, ...parts })).toMatchObject({
      response: 'reply of assistant',
      'scores.human': 'people',
      'scores.llm': 'metric',
    });
    const beside = verdicts({ ...answered, human: grades, llm: ['4', '5', '3', '2'] });
    expect([beside.response, beside.human]).toEqual(['reply of assistant', 'people']);
    expect(beside.llm).not.toBe('system');
    const long = { prompt: mixed(prompts[0]!, prompts[0]!), response: replies, rating: grades };
    expect(verdicts({ ...long, bot: ['1', '2', '1', '2'] }).bot).toBe('system');
  });

  test('one of two numbered ratings by a model leaves both open', () => {
    const columns = { rating_1: grades, rating_2: ['4', '5', '3', '2'] };
    const open = { ...answered, ...columns, rating_2_source: mixed('gpt-4', 'gpt-4') };
    expect(verdicts(open)).toMatchObject({ rating_1: 'asked', rating_2: 'asked', rating_2_source: 'field' });
    expect(verdicts({ ...answered, ...columns })).toMatchObject({ rating_1: 'people', rating_2: 'people' });
  });

  test('what a file is called does not count where a column names who scored', () => {
    const people: Columns = { ...answered, rating: grades, annotator: ['Ann', 'Bo', 'Ann', 'Bo'] };
    expect(verdicts(people, 'gpt4_ratings').rating).toBe('people');
    expect(verdicts({ ...answered, human_rating: grades }, 'gpt4_ratings').human_rating).toBe('people');
  });

  test.each<[string, Columns, Record<string, string>]>([
    ['a name with human', { human_rating: grades }, { human_rating: 'people' }],
    ['a human score beside a question and an answer', { human_score: grades }, { human_score: 'people' }],
    ['its name in one word', { HumanScore: grades }, { HumanScore: 'people' }],
    [
      'votes of several people beside the model that replied, by names in one word',
      { ModelName: ['a-1', 'b-1', 'a-1', 'b-1'], HumanScores: ['[4, 5]', '[3, 2]', '[5, 5]', '[1, 2]'] },
      { ModelName: 'system', HumanScores: 'people' },
    ],
    [
      'a score with an annotator, by a name in one word',
      { score: grades, AnnotatorId: ['w1', 'w2', 'w1', 'w2'] },
      { score: 'people', AnnotatorId: 'rater' },
    ],
    [
      'an LLM judge beside people',
      { 'LLM Judge': ['0', '1', '1', '0'], Human: ['1', '1', '0', '0'] },
      { 'LLM Judge': 'machine', Human: 'people' },
    ],
    ['a name with gold', { gold_score: grades }, { gold_score: 'people' }],
    ['an expert’s', { expert_score: grades }, { expert_score: 'people' }],
    ['a rating', { rating: grades }, { rating: 'people' }],
    ['a bare score', { score: grades }, { score: 'asked' }],
    [
      'grades under the name of a metric of tools, beside others',
      { faithfulness: grades, fluency: grades.toReversed(), context_recall: ['0.5', '1', '0.25', '0'] },
      { faithfulness: 'asked', fluency: 'asked', context_recall: 'metric' },
    ],
    ['a bare label', { label: ['good', 'bad', 'good', 'bad'] }, { label: 'asked' }],
    [
      'what is scored',
      { helpfulness: grades, verbosity: grades },
      { helpfulness: 'asked', verbosity: 'asked' },
    ],
    ['an oracle’s label', { oracle_label: ['1', '0', '1', '1'] }, { oracle_label: 'asked' }],
    [
      'a score with an annotator',
      { score: grades, annotator: ['w1', 'w2', 'w1', 'w2'] },
      { score: 'people' },
    ],
    [
      'a score with a worker',
      { quality: grades, worker_id: ['w1', 'w2', 'w1', 'w2'] },
      { quality: 'people' },
    ],
    [
      'a score with an address',
      { score: grades, email: ['a@b.org', 'c@b.org', 'a@b.org', 'c@b.org'] },
      { score: 'people' },
    ],
    ['several votes in a cell', { score: ['[4,5]', '[3,3]', '[2,5]', '[1,2]'] }, { score: 'people' }],
    ['a judge’s name', { judge: grades }, { judge: 'machine' }],
    ['a model’s name', { gpt4_score: grades }, { gpt4_score: 'machine' }],
    [
      'a score with an evaluator that is a model',
      { score: grades, evaluator: ['gpt-4o', 'gpt-4o', 'gpt-4o', 'gpt-4o'] },
      { score: 'machine', evaluator: 'judgedBy' },
    ],
    [
      'a score with an evaluator who is a person',
      { score: grades, evaluator: ['Ann', 'Bo', 'Ann', 'Bo'] },
      { score: 'people', evaluator: 'rater' },
    ],
    [
      'a score with a reviewer that is a model',
      { score: grades, reviewer_id: ['gpt-4-0328', 'gpt-4-0328', 'gpt-4-0328', 'gpt-4-0328'] },
      { score: 'machine' },
    ],
    ['a score with a prompt of a judge', { score: grades, judge_prompt: prompts }, { score: 'machine' }],
    [
      'a score with an explanation',
      { score: grades, explanation: replies.map((text) => `Good: ${text}`) },
      { score: 'asked', explanation: 'field' },
    ],
    [
      'a score with what was used',
      { score: grades, 'usage.total_tokens': ['99', '81', '77', '90'] },
      { score: 'asked' },
    ],
    [
      'a rating with an explanation',
      { rating: grades, explanation: replies.map((text) => `Good: ${text}`) },
      { rating: 'asked' },
    ],
    [
      'an evaluation whose parts are numbers alone',
      { 'evaluation.helpfulness': grades, 'evaluation.fluency': ['2', '2', '1', '3'] },
      { 'evaluation.helpfulness': 'asked', 'evaluation.fluency': 'asked' },
    ],
    [
      'ratings by names that say neither who rated nor what',
      { 'ratings.ann': grades, 'human_ratings.zest': grades, 'annotators.bo': ['2', '2', '1', '3'] },
      { 'ratings.ann': 'asked', 'human_ratings.zest': 'asked', 'annotators.bo': 'asked' },
    ],
    [
      'a judge’s part of the record, beside people’s',
      { 'human.fluency': grades, 'judge.fluency': ['2', '2', '1', '3'] },
      { 'human.fluency': 'people', 'judge.fluency': 'machine' },
    ],
    [
      'judges by their names',
      { 'judges.gpt-4o': grades, 'judges.claude-3': ['2', '2', '1', '3'] },
      { 'judges.gpt-4o': 'machine', 'judges.claude-3': 'machine' },
    ],
    ['a judge’s verdicts in words', { judge: ['good', 'bad', 'good', 'bad'] }, { judge: 'machine' }],
    ['a judge’s score in a list', { judge: ['[4]', '[2]', '[4]', '[2]'] }, { judge: 'machine' }],
    [
      'people who say the same',
      { 'annotations.ann.fluency': grades, 'annotations.bo.fluency': grades },
      { 'annotations.ann.fluency': 'asked', 'annotations.bo.fluency': 'asked' },
    ],
    [
      'an annotator and a judge',
      {
        score: grades,
        annotator: ['w1', 'w2', 'w1', 'w2'],
        judge_model: ['gpt-4o', 'gpt-4o', 'gpt-4o', 'gpt-4o'],
      },
      { score: 'asked' },
    ],
    ['a score without a value', { label: ['', '', '', ''] }, { label: 'field' }],
    ['classes that mean nothing', { label: ['A', 'C', 'D', 'B'] }, { label: 'field' }],
  ])('%s', (_what, columns, expected) => {
    expect(verdicts({ ...answered, ...columns })).toMatchObject({
      prompt: 'question',
      response: 'reply of assistant',
      ...expected,
    });
  });

  test('whether a reply passed is asked: a person or a check may have said so', () => {
    const columns = { ...answered, passed: ['true', 'false', 'true', 'true'] };
    const { passed } = verdicts(columns);
    expect(passed).toBe(verdicts({ ...answered, is_correct: columns.passed }).is_correct);
    expect(passed).not.toBe('field');
  });

  test('a score is asked for by the name of what was scored, with the word for a score behind it', () => {
    const columns = { ...answered, fluency_score: grades, utility_label: grades, overall_rating: grades };
    const rows = prompts.map((_, at) => [prompts[at]!, replies[at]!, grades[at]!, grades[at]!, grades[at]!]);
    const { mapping, unsure } = suggest(Object.keys(columns), rows);
    const found = [...unsure, ...mapping.human].map(({ column, criterion }) => [column, criterion]);
    expect(found.toSorted()).toEqual([
      ['fluency_score', 'fluency'],
      ['overall_rating', 'overall'],
      ['utility_label', 'utility'],
    ]);
    expect(verdicts({ ...answered, correct_label: grades }).correct_label).toBe('field');
  });

  test('whole numbers in "scores" may be people’s, by whatever name; parts of one are a metric’s', () => {
    const columns = { ...answered, 'scores.ann': grades, 'scores.Factuality': ['0.5', '1', '0.25', '0'] };
    expect(verdicts(columns)).toMatchObject({ 'scores.ann': 'asked', 'scores.Factuality': 'metric' });
  });

  test('numbered labels and scores are asked about as the first one is', () => {
    const columns = { ...answered, label: grades, label_2: grades.toReversed() };
    expect(verdicts(columns)).toMatchObject({ label: 'asked', label_2: 'asked' });
  });

  test('a quality of turns of dialogues is asked about', () => {
    const columns = {
      dialog_id: ['d1', 'd1', 'd2', 'd2'],
      turn: ['1', '2', '1', '2'],
      speaker: ['user', 'bot', 'user', 'bot'],
      text: [prompts[0]!, replies[0]!, prompts[1]!, replies[1]!],
      coherence: ['', '4', '', '5'],
    };
    expect(verdicts(columns).coherence).toBe('asked');
  });

  test('verdicts in two brackets are the words inside', () => {
    const columns = { ...answered, Answer_Relevance_Label: ['[[Yes]]', '[[No]]', '[[Yes]]', '[[Yes]]'] };
    const rows = prompts.map((_, at) => Object.values(columns).map((cells) => cells[at]!));
    const { mapping, unsure } = suggest(Object.keys(columns), rows);
    expect([...unsure, ...mapping.signals].map(({ column }) => column)).toEqual(['Answer_Relevance_Label']);
    expect(wordsOf(columns.Answer_Relevance_Label)).toEqual({ Yes: 1, No: 0 });
  });

  test('a range without brackets and a choice of letters are asked about', () => {
    const columns = { ...answered, 'Helpful 1-5': grades, 'Correct? (y/n)': ['y', 'n', 'y', 'y'] };
    expect(verdicts(columns)).toMatchObject({ 'Helpful 1-5': 'asked', 'Correct? (y/n)': 'asked' });
    expect(verdicts({ ...answered, 'Chapter 3-5': grades })['Chapter 3-5']).toBe('field');
  });

  test.each<[string, readonly string[], string]>([
    ['feedback', ['👍', '👎', '👍', '👍'], 'asked'],
    ['Feedback', ['thumbs_up', 'thumbs_down', 'thumbs_up', 'thumbs_up'], 'asked'],
    ['Acceptable', ['✓', '✗', '✓', '✓'], 'asked'],
    ['hallucinated', ['true', 'false', 'false', 'true'], 'asked'],
    ['CSAT', grades, 'asked'],
    ['Quality', ['53%', '61 %', '7%', '90%'], 'asked'],
    ['Quality', ['3,5', '4', '2,5', '5'], 'asked'],
    ['Stars', ['★★★★☆', '★★☆☆☆', '★★★☆☆', '★★★★☆'], 'people'],
    ['Rating', ['2/5', '4/5', '5/5', '4/5'], 'people'],
    ['Rating', ['1 (worst)', '3', '5 (best)', '3'], 'people'],
    ['gpt_groundedness', grades, 'machine'],
    ['ratings', ['4, 5, 3', '2,2,1', '5, 5, 4', '3,4,4'], 'people'],
    ['ratings', ['4;5', '2;2', '5;4', '3;4'], 'people'],
    ['ratings', ['[4, 5]', '[2, 2]', '[5, 4]', '[3, 4]'], 'people'],
    ['Label', ['OK', 'not OK', 'OK', 'OK'], 'asked'],
    ['Label', ['good', 'okay', 'bad', 'good'], 'field'],
    ['Pass/Fail', ['Pass', 'Fail', 'Pass', 'Pass'], 'asked'],
    ['Thumbs', ['up', 'down', 'up', 'up'], 'people'],
    ['Is the answer polite?', ['Yes', 'No', 'Yes', 'Yes'], 'asked'],
    ['Is the answer polite?', ['Yes', 'It is', 'Mostly so', 'No, not at all'], 'field'],
    ['Engagement', grades, 'asked'],
    ['feedback', replies.map((reply) => `It says "${reply}" and nothing more.`), 'field'],
    ['Quality', ['3/5', '4/10', '3/5', '4/10'], 'field'],
  ])('%s of %j: %s', (name, values, role) => {
    expect(verdicts({ ...answered, [name]: values })[name]).toBe(role);
  });

  test('a rating under each system is of it, whatever the system is called', () => {
    const columns = {
      ...asked,
      'GPT-4 answer': replies,
      'GPT-4 rating': grades,
      'Llama answer': replies.map((text) => `${text} So.`),
      'Llama rating': grades.toReversed(),
    };
    expect(verdicts(columns)).toMatchObject({ 'GPT-4 rating': 'people', 'Llama rating': 'people' });
    expect(verdicts({ ...answered, gpt4_rating: grades }).gpt4_rating).toBe('machine');
  });

  /** The scores of a table with what was asked and the answer to it, in words. */
  const scoresIn = (columns: Columns) => {
    const all: Columns = { question: prompts, answer: replies, ...columns };
    const rows = prompts.map((_, at) => Object.values(all).map((cells) => cells[at]!));
    const { human, signals, responses } = suggest(Object.keys(all), rows).mapping;
    return {
      responses,
      human: human.map(({ criterion }) => criterion),
      judges: signals.map(({ name, ...one }) => `${name}: ${'criterion' in one ? one.criterion : ''}`),
    };
  };

  test.each<[Columns, { human: string[]; judges: string[] }]>([
    [
      { accuracy_human: grades, accuracy_llm: grades },
      { human: ['accuracy'], judges: ['judge: accuracy'] },
    ],
    [
      { human_fluency: grades, 'gpt-4_fluency': grades },
      { human: ['fluency'], judges: ['gpt_4: fluency'] },
    ],
    [
      {
        is_correct_human: ['TRUE', 'FALSE', 'TRUE', 'TRUE'],
        is_correct_gpt4: ['TRUE', 'TRUE', 'TRUE', 'FALSE'],
      },
      { human: ['is_correct'], judges: ['gpt4: is_correct'] },
    ],
    [
      { 'Human Score': grades, 'LLM Judge Score': grades, 'LLM Judge Reason': replies },
      { human: ['score'], judges: ['judge: score'] },
    ],
    [
      { expert_fluency: grades, crowd_fluency: grades.toReversed() },
      { human: ['expert_fluency', 'crowd_fluency'], judges: [] },
    ],
    [
      { 'scores.human.fluency': grades, 'scores.gpt-4.fluency': grades.toReversed() },
      { human: ['fluency'], judges: ['gpt-4: fluency'] },
    ],
    [
      { 'Reviewer 1': grades, 'Reviewer 2': grades.toReversed() },
      { human: ['rating', 'rating'], judges: [] },
    ],
  ])('of %j each has whose it is and what was scored in its name', (columns, expected) => {
    expect(scoresIn(columns)).toMatchObject({ ...expected, responses: [{ column: 'answer' }] });
  });

  test('a judge that wrote objects judged the answer, and they are no score', () => {
    const columns = { judge_output: grades.map((score) => JSON.stringify({ score, reason: 'So it is.' })) };
    expect(scoresIn(columns)).toMatchObject({ human: [], judges: [], responses: [{ column: 'answer' }] });
  });

  test('who asked says nothing of the answer: it is a right one', () => {
    expect(scoresIn({ user_id: ['7', '8', '9', '7'] })).toEqual({ responses: [], human: [], judges: [] });
  });

  test('two judges’ scores under one name keep their columns’ names', () => {
    const { judges } = scoresIn({ llm_judge_score: grades, ai_judge_score: grades.toReversed() });
    expect(new Set(judges).size).toBe(2);
  });

  test('an evaluator beside a question and an answer is nobody who speaks', () => {
    const columns = { question: prompts, answer: replies, evaluator: ['human', 'gpt-4o', 'human', 'gpt-4o'] };
    expect(verdicts({ ...columns, score: grades })).toMatchObject({
      answer: 'reply of assistant',
      score: 'asked',
    });
  });

  test('what is scored of each of several systems is asked about, or is a person’s and a judge’s by its name', () => {
    const both = { ...asked, 'gpt-4': replies, 'llama-3': replies.map((text) => `${text} So.`) };
    const scores = { 'gpt-4 score': grades, 'llama-3 helpfulness': grades };
    expect(verdicts({ ...both, ...scores })).toMatchObject({
      'gpt-4 score': 'asked',
      'llama-3 helpfulness': 'asked',
    });
    const named = {
      'gpt-4 human score': grades,
      'llama-3 human score': grades,
      'gpt-4 judge score': grades,
      'llama-3 judge score': grades.toReversed(),
    };
    expect(verdicts({ ...both, ...named })).toMatchObject({
      'gpt-4 human score': 'people',
      'llama-3 human score': 'people',
      'gpt-4 judge score': 'machine',
      'llama-3 judge score': 'machine',
    });
  });

  test('a verdict with who reviewed is that person’s', () => {
    const columns = {
      ...answered,
      'Reviewed by': ['Ann', 'Bo', 'Ann', 'Bo'],
      Verdict: ['good', 'bad', 'good', 'bad'],
    };
    expect(verdicts(columns)).toMatchObject({ 'Reviewed by': 'rater', Verdict: 'people' });
  });

  test('the model that answered is the system, and the one that judged is the judge', () => {
    const columns = {
      ...answered,
      response_model_name: ['m-0', 'm-1', 'm-0', 'm-1'],
      score: grades,
      eval_model_name: ['gpt-4', 'gpt-4', 'gpt-4', 'gpt-4'],
    };
    const rows = prompts.map((_, at) => Object.values(columns).map((cells) => cells[at]!));
    const { mapping } = suggest(Object.keys(columns), rows);
    expect(mapping).toMatchObject({ system: 'response_model_name', judgedBy: 'eval_model_name' });
  });

  test('what was scored by nobody known is asked with its values', () => {
    const columns = { ...answered, score: grades };
    const names = Object.keys(columns);
    const rows = prompts.map((_, at) => [prompts[at]!, replies[at]!, grades[at]!]);
    expect(suggest(names, rows).unsure).toEqual([
      { column: 'score', system: 'assistant', criterion: 'rating', values: '3 to 5' },
    ]);
  });
});

describe('what is a reply', () => {
  test('replies and ratings in an object by system are each its system’s', () => {
    const columns = {
      ...asked,
      'answers.small': replies,
      'answers.large': prompts.map((prompt) => `It is not known what "${prompt}" means.`),
      'ratings.small': grades,
      'ratings.large.fluency': grades.toReversed(),
    };
    expect(verdicts(columns)).toMatchObject({
      'answers.small': 'reply of small',
      'answers.large': 'reply of large',
      'ratings.small': 'people',
      'ratings.large.fluency': 'people',
    });
    const squad = { ...asked, 'answers.text': replies, 'answers.answer_start': ['1', '2', '3', '4'] };
    expect(verdicts(squad)['answers.text']).not.toBe('reply of text');
  });

  test.each(['ratings', 'dimensions', 'scores', 'human_scores'])(
    'scores in an object of %s in the part of a system are asked about, or people’s by name',
    (held) => {
      const part = (name: string, texts: readonly string[]) => ({
        [`outputs.${name}.summary`]: texts,
        [`outputs.${name}.${held}.fluency`]: name === 'gpt-4' ? grades : grades.toReversed(),
      });
      const others = replies.map((reply) => `Well. ${reply}`);
      const found = verdicts({ document: prompts, ...part('gpt-4', replies), ...part('small', others) });
      const by = held === 'ratings' || held === 'human_scores' ? 'people' : 'asked';
      for (const name of ['gpt-4', 'small']) {
        expect(found[`outputs.${name}.summary`]).toBe(`reply of ${name}`);
        expect(found[`outputs.${name}.${held}.fluency`]).toBe(by);
      }
    },
  );

  test.each(['Test prompt', 'test_input', 'Current User Question'])('what was asked under %s', (name) => {
    const columns = { [name]: prompts, 'Conversation History': prompts, 'Assistant Answer': replies };
    expect(verdicts(columns)).toMatchObject({ [name]: 'question', 'Assistant Answer': 'reply of assistant' });
  });

  test.each(['Answer given', 'Response received', 'Reply from bot'])('%s names no system', (name) => {
    expect(verdicts({ ...asked, [name]: replies })).toMatchObject({ [name]: 'reply of assistant' });
  });

  test('an answer beside the standard answer is a chatbot’s, by the name beside it', () => {
    const columns = {
      question: prompts.map((_, at) => prompts[at < 2 ? 0 : 1]!),
      'Standard answer': replies.map((_, at) => replies[at < 2 ? 0 : 1]!),
      Chatbot: ['Llama', 'Gemini', 'Llama', 'Gemini'],
      Answer: replies.map((reply) => `Well. ${reply}`),
    };
    expect(verdicts(columns)).toEqual({
      question: 'question',
      'Standard answer': 'reference',
      Chatbot: 'system',
      Answer: 'reply of assistant',
    });
  });

  test('Q and A are a question with its reply, and beside a B they are not', () => {
    const columns = { Q: prompts, A: replies, Score: grades };
    expect(verdicts(columns)).toEqual({ Q: 'question', A: 'reply of assistant', Score: 'asked' });
    const beside = { ...columns, B: replies.map((reply) => `Well. ${reply}`) };
    expect(verdicts(beside)).not.toMatchObject({ A: 'reply of assistant' });
    expect(verdicts({ ...answered, Q: grades, A: grades })).toMatchObject({
      prompt: 'question',
      response: 'reply of assistant',
    });
  });

  test('a text without a name beside columns of models is what was asked', () => {
    const columns = { '': prompts, 'gpt-4': replies, 'llama-3': replies.map((reply) => `Well. ${reply}`) };
    expect(verdicts(columns)).toEqual({
      '': 'question',
      'gpt-4': 'reply of gpt-4',
      'llama-3': 'reply of llama-3',
    });
  });

  test('beside the truth an answer is a reply, and alone it is none', () => {
    const columns = { question: prompts, truth: replies.map((text) => `${text} So.`), answer: replies };
    expect(verdicts(columns)).toMatchObject({ truth: 'reference', answer: 'reply of assistant' });
    expect(verdicts({ question: prompts, truth: replies })).toMatchObject({ truth: 'reference' });
  });

  test('in rows that name their system, what is called after a reply is no other system’s', () => {
    const columns = {
      ...answered,
      model: ['m-0', 'm-1', 'm-0', 'm-1'],
      claim_level_factuality: ['[{"a": 1}]', '[{"a": 1}]', '[{"a": 0}]', '[{"a": 1}]'],
      response_level_factuality: ['true', 'false', 'false', 'true'],
    };
    const expected = { response: 'reply of assistant', response_level_factuality: 'field' };
    expect(verdicts(columns)).toMatchObject(expected);
    const { model: _, ...alone } = columns;
    expect(verdicts(alone)).toMatchObject(expected);
  });

  test('a summary from before is not what was asked', () => {
    const columns = {
      doc: prompts.map((prompt) => `${prompt} It was said twice.`),
      original_summary: replies.map((text) => `${text} At first.`),
      summary: replies,
      label: ['0', '1', '0', '1'],
    };
    expect(verdicts(columns)).toMatchObject({ original_summary: 'field', summary: 'reply of assistant' });
  });

  test.each<[string, Columns, Record<string, string>]>([
    [
      'facts about it are none',
      {
        ...answered,
        response_model: ['m-0', 'm-1', 'm-0', 'm-1'],
        response_time: ['2025-03-01T08:00:00Z', '2025-03-02T08:00:00Z', '2025-03-03T08:00:00Z', '2025-03-04'],
        response_language: ['en', 'en', 'en', 'en'],
        response_length: ['4', '6', '7', '5'],
      },
      {
        response: 'reply of assistant',
        response_model: 'field',
        response_time: 'field',
        response_language: 'field',
        response_length: 'field',
      },
    ],
    [
      'ids are none; the only text beside the system is',
      {
        question_id: ['1', '2', '3', '4'],
        answer_id: ['k0Tz', 'k1Tz', 'k2Tz', 'k3Tz'],
        model_id: ['b', 'b', 'b', 'b'],
        text: replies,
      },
      { question_id: 'id', answer_id: 'field', model_id: 'system', text: 'reply of assistant' },
    ],
    [
      'a reply that was made over is none beside the reply',
      { ...answered, edited_output: replies.map((text) => `${text} Indeed.`) },
      { response: 'reply of assistant', edited_output: 'field' },
    ],
    [
      'columns of models are theirs',
      { ...asked, gpt4_response: replies, claude_response: replies.map((text) => `${text} So.`) },
      { gpt4_response: 'reply of gpt4', claude_response: 'reply of claude' },
    ],
    [
      'numbered ones are one system each',
      { ...asked, response_1: replies, response_2: replies.map((text) => `${text} So.`) },
      { response_1: 'reply of response_1', response_2: 'reply of response_2' },
    ],
    [
      'short answers are, by a plain name',
      { question: prompts, answer: ['yes', 'no', 'yes', 'no'], human_score: grades },
      { answer: 'reply of assistant', human_score: 'people' },
    ],
    [
      'numbers are answers to a question',
      { question: prompts, output: ['7', '12', '3', '4'], human_score: grades },
      { output: 'reply of assistant' },
    ],
    ['numbers alone are not', { output: ['0', '1', '0', '2'] }, { output: 'field' }],
    [
      'a verdict of an annotation tool is none',
      { text: replies, answer: ['accept', 'reject', 'accept', 'ignore'] },
      { answer: 'field' },
    ],
    [
      'what a judge wrote is neither the question nor the reply',
      {
        strengths: prompts.map((text) => `Short: ${text}`),
        weaknesses: replies,
        model_output: replies.map((text) => `${text} So.`),
      },
      { strengths: 'field', weaknesses: 'field', model_output: 'reply of assistant' },
    ],
    [
      'a right answer is a reference',
      {
        question: prompts,
        right_answer: replies,
        hallucinated_answer: replies.map((text) => `${text} Not.`),
      },
      { right_answer: 'reference', hallucinated_answer: 'reply of assistant' },
    ],
  ])('%s', (_what, columns, expected) => {
    expect(verdicts(columns)).toMatchObject(expected);
  });
});

describe('ids and groups', () => {
  const own = prompts.map((_, at) => `c-${at}`);
  const shared = ['pets', 'bags', 'pets', 'bags'];
  test.each<[string, Columns, Record<string, string>]>([
    ['the id of a conversation a row', { conversation_id: own }, { conversation_id: 'id' }],
    ['that of several rows', { conversation_id: shared }, { conversation_id: 'group' }],
    [
      'an id of its own beside a topic',
      { conversation_id: own, topic: shared },
      { conversation_id: 'id', topic: 'group' },
    ],
    [
      'an id of its own beside what several rows share',
      { dialogue_id: own, session_id: shared },
      { dialogue_id: 'id', session_id: 'group' },
    ],
    ...['#', 'No.', 'S.No', 'Row', 'Number', 'Question No', 'Q#', 'Test case', 'Chat ID'].map(
      (name): [string, Columns, Record<string, string>] => [
        `the rows under ${name}`,
        { [name]: own },
        { [name]: 'id' },
      ],
    ),
    ['a number of the row beside an id', { No: own, ticket_id: own }, { No: 'field', ticket_id: 'id' }],
    ['a case in words', { Case: prompts }, { Case: 'field' }],
    ['another id beside both', { id: own, session_id: shared }, { id: 'id', session_id: 'group' }],
  ])('%s', (_what, columns, expected) => {
    expect(verdicts({ ...columns, ...answered })).toMatchObject(expected);
  });
});

describe('pictures', () => {
  const files = ['a.png', 'b.jpg', 'img/c.webp', 'd.PNG'];
  const held = prompts.map((_, at) => `iVBORw0KGgo${String(at).repeat(90)}`);
  test.each<[string, Columns, Record<string, string>]>([
    ['names of files', { ...answered, image: files }, { image: 'picture', response: 'reply of assistant' }],
    ['whatever the column is called', { ...answered, f7: files }, { f7: 'picture' }],
    ['bytes', { ...answered, shot: held }, { shot: 'picture' }],
    ['addresses', { ...answered, url: files.map((file) => `https://a.example/${file}`) }, { url: 'picture' }],
    ['recordings', { ...answered, said: files.map((file) => `${file}.mp3`) }, { said: 'picture' }],
    [
      'bytes, with the names of their files beside',
      { ...answered, 'image.bytes': held, 'image.path': files },
      { 'image.bytes': 'picture', 'image.path': 'field' },
    ],
    ['one file for all is none', { ...answered, logo: files.map(() => 'a.png') }, { logo: 'field' }],
    [
      'a text with the name of a file is none',
      { ...answered, note: files.map((file) => `see ${file}`) },
      { note: 'field' },
    ],
    ['replies are replies', { ...asked, response: files }, { response: 'reply of assistant' }],
    [
      'a base64 of something else is none',
      { ...answered, token: held.map((text) => `a${text}`) },
      { token: 'field' },
    ],
  ])('%s', (_what, columns, expected) => {
    expect(verdicts(columns)).toMatchObject(expected);
  });
});

test('the table of evidence says for every role what is needed', () => {
  expect(roleEvidence.map(({ role }) => role)).toEqual([
    ...['question', 'picture', 'reply', 'reference', 'group', 'id', 'system'],
    ...['score by people', 'score by a machine', 'any other score', 'annotator'],
  ]);
  for (const { name, values } of roleEvidence)
    expect(Math.min(name.length, values.length)).toBeGreaterThan(10);
});
