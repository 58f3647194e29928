import type { PromptPart } from './contract/index.ts';

interface PartFacts {
  readonly name: string;
  readonly placeholders: readonly string[];
  /** Without these a text could not do its part. */
  readonly required: readonly string[];
  /** Words that the protocol reads the reply by; the text must name them. */
  readonly marks: readonly string[];
}

/** What a text for each part may hold, and must. */
export const partFacts: Readonly<Record<PromptPart, PartFacts>> = {
  'follow-up': {
    name: 'Interview: asks the follow-up question',
    placeholders: ['history', 'question', 'exchanges', 'gold_answer'],
    required: ['question', 'exchanges', 'gold_answer'],
    marks: [],
  },
  'leak-check': {
    name: 'Interview: checks whether a follow-up gives the answer away',
    placeholders: ['question', 'follow_up', 'gold_answer'],
    required: ['follow_up', 'gold_answer'],
    marks: ['LEAK', 'NONE'],
  },
  detector: {
    name: 'Replay: checks whether a question still fits',
    placeholders: ['background', 'people', 'machine', 'question'],
    required: ['machine', 'question'],
    marks: ['VALID', 'INVALID:'],
  },
  rewriter: {
    name: 'Replay: rewords a question',
    placeholders: ['background', 'people', 'machine', 'question'],
    required: ['machine', 'question'],
    marks: [],
  },
  'refusal-check': {
    name: 'Replay, interview: checks whether an answer is a refusal',
    placeholders: ['question', 'answer'],
    required: ['answer'],
    marks: ['REFUSAL', 'ANSWER'],
  },
  'answer-check': {
    name: 'IQA-EVAL, Lost in Conversation: checks whether a final answer is right',
    placeholders: ['question', 'gold_answer', 'answer'],
    required: ['gold_answer', 'answer'],
    marks: ['RIGHT', 'WRONG'],
  },
  user: {
    name: 'IQA-EVAL: plays the user',
    placeholders: ['persona', 'question', 'options'],
    required: ['question'],
    marks: ['So, the answer is:'],
  },
  evaluator: {
    name: 'IQA-EVAL: scores the interaction',
    placeholders: [
      'expectation',
      'metrics',
      'debias',
      'question',
      'gold_answer',
      'exchanges',
      'final_answer',
    ],
    required: ['exchanges'],
    marks: ['Helpfulness:', 'Fluency:', 'Reason:'],
  },
  'sharded-user': {
    name: 'Lost in Conversation: gives the instruction shard by shard',
    placeholders: ['conversation', 'told', 'untold'],
    required: ['conversation', 'untold'],
    marks: ['Shard:', 'Message:'],
  },
  'turn-kind': {
    name: 'Lost in Conversation: classifies each reply',
    placeholders: ['first', 'shards', 'answer_description', 'asked', 'reply'],
    required: ['reply'],
    marks: ['ATTEMPT', 'CLARIFICATION', 'INTERROGATION', 'DISCUSSION', 'HEDGE', 'REFUSAL', 'MISSING'],
  },
  'answer-copy': {
    name: 'Lost in Conversation: copies the answer out of a reply',
    placeholders: ['answer_description', 'asked', 'reply'],
    required: ['reply'],
    marks: ['[...]'],
  },
};
