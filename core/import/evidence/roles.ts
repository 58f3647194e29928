import { pathOf } from '../readers/json/record-columns.ts';
import { modelName, plainName, rightAnswer, sibling } from './column-names.ts';
import type { Look } from './column-values.ts';

/**
 * What evidence a column needs to be taken for what it holds: its name lets it in, its values decide. `docs/formats.md` shows this
 * table, and `test/import/evidence.test.ts` holds each row to it.
 */
export const roleEvidence = [
  {
    role: 'question',
    name: 'says so (question, prompt, input, query …), or no name does and it is the only text before the reply',
    values: 'no numbers, days or turns; what a judge or a tool wrote about the reply is none',
  },
  {
    role: 'picture',
    name: 'any but that of a reply',
    values: 'bytes of pictures or recordings (base64), or names of their files; not the same in every row',
  },
  {
    role: 'reply',
    name: 'says so (response, output, answer …), alone or with a system (`response_gpt`)',
    values:
      'text of its own: no ids, days, numbers beside texts, verdicts, and not equal to another column; with a system in the name also no objects and no few words that come again',
  },
  {
    role: 'reference',
    name: 'says so (reference, gold answer, expected …), or is an answer beside another reply',
    values: 'any but the verdicts of annotation tools',
  },
  {
    role: 'group',
    name: 'names a conversation or topic',
    values: 'several rows share one; else it is the id of the row',
  },
  {
    role: 'id',
    name: 'ends in id or says key, index, number',
    values:
      'each row has its own; in a table with several rows an item it may come again. Others that come again are named',
  },
  {
    role: 'system',
    name: 'says so (system, model, generator …), or another column names it',
    values: 'a few short names that come again',
  },
  {
    role: 'score by people',
    name: 'has human, gold, rater, annotator, expert or the like, or is a rating',
    values:
      'numbers or classes; a column of who rated, or several votes in a cell, makes a score a person’s whatever its name; a rating beside what a judge writes is asked about',
  },
  {
    role: 'score by a machine',
    name: 'has judge, a model’s name or that of a metric',
    values:
      'numbers; a column of the judge (reviewer_id, evaluator with a model’s name) or its prompt makes a score a machine’s; beside an explanation or usage it is asked; rows that name their judge or their metric give a score for each',
  },
  {
    role: 'any other score',
    name: 'score, label, quality, helpfulness …',
    values: 'numbers or classes: it is asked whose they are, and until then they are fields',
  },
  {
    role: 'annotator',
    name: 'says so (annotator, rater, worker, email …)',
    values:
      'a few names, numbers or addresses that come again; names of models are judges, and of names of both kinds it is asked',
  },
] as const;

/** Words for what is known of a reply, beside what it says. */
const aboutWords = new Set([
  ...['model', 'models', 'id', 'ids', 'uid', 'uuid', 'language', 'languages', 'lang', 'locale', 'time', 'ms'],
  ...[
    'timestamp',
    'date',
    'at',
    'to',
    'source',
    'sources',
    'url',
    'link',
    'format',
    'type',
    'kind',
    'length',
  ],
  ...['len', 'token', 'tokens', 'count', 'counts', 'words', 'chars', 'characters', 'latency', 'duration'],
  ...['seconds', 'cost', 'status', 'state', 'code', 'reason', 'hash', 'index', 'idx', 'num', 'number', 'no'],
  ...['version', 'name', 'title', 'category', 'role', 'author', 'metadata', 'meta', 'info', 'confidence'],
  ...['logprob', 'logprobs', 'probability', 'score', 'scores', 'rating', 'ratings', 'label', 'labels'],
  ...['flag', 'flags', 'embedding', 'path', 'file', 'image', 'audio', 'options', 'key', 'keys', 'span'],
  ...[
    'incorrect',
    'wrong',
    'bad',
    'dir',
    'directory',
    'folder',
    'pth',
    'filename',
    'prefix',
    'suffix',
    'size',
    'limit',
  ],
  ...['start', 'end', 'position', 'schema', 'template', 'config', 'tone', 'sentiment', 'quality', 'rank'],
]);

/** Words for replies that were made over, and for texts that are nobody's reply. */
const madeOver = new Set([
  ...[
    'edited',
    'corrected',
    'revised',
    'rewritten',
    'fixed',
    'raw',
    'parsed',
    'filtered',
    'processed',
    'clean',
  ],
  ...['tool', 'function', 'api', 'customer', 'previous', 'prev', 'is', 'has', 'num', 'n', 'max', 'min'],
  ...[
    'reason',
    'why',
    'total',
    'avg',
    'mean',
    'structured',
    'formatted',
    'truncated',
    'error',
    'judge',
    'reference',
  ],
]);

/** Words for what a judge or a person wrote about a reply. */
const remarkWords = new Set([
  ...[
    'reasoning',
    'reasonings',
    'reasons',
    'rationale',
    'rationales',
    'explanation',
    'explanations',
    'feedback',
  ],
  ...[
    'critique',
    'critiques',
    'justification',
    'justifications',
    'judgment',
    'judgement',
    'comments',
    'notes',
  ],
]);

/** Whether a column stands in an object that is called by what somebody wrote about a reply: `reasoning.fluency`. */
export const isInRemarks = (column: string): boolean =>
  pathOf(column)
    .slice(0, -1)
    .some((step) =>
      plainName(String(step))
        .split('_')
        .some((word) => remarkWords.has(word)),
    );

/** Whether what a name says beside "response" is a fact about the reply (`response_model`) and no system. */
export function isAboutReply(named: string): boolean {
  if (sibling.test(named) || modelName.test(named)) return false;
  const words = named.split('_');
  return (
    aboutWords.has(words.at(-1)!) ||
    madeOver.has(words[0]!) ||
    remarkWords.has(words[0]!) ||
    foundElsewhere.has(words[0]!) ||
    rightAnswer.test(named)
  );
}

/** What a reply was made from, in the words before "response": replies of earlier conversations that were looked up. */
const foundElsewhere = new Set([
  ...['evidence', 'retrieved', 'similar', 'nearest', 'closest', 'matched', 'matching', 'example', 'context'],
  ...['source', 'knowledge', 'kb', 'faq'],
]);

/** Words of texts that a judge or a person wrote about a reply, or that come with every record. */
const asideWords = new Set([
  ...remarkWords,
  ...['strengths', 'strength', 'weaknesses', 'weakness', 'reason', 'comment', 'analysis', 'note', 'remark'],
  ...['remarks', 'review', 'canary', 'template', 'url', 'link', 'test', 'tests', 'patch', 'diff', 'rubric'],
  ...['guideline', 'guidelines', 'license', 'traceback', 'error', 'metadata', 'meta', 'source', 'chosen'],
  ...['rejected', 'timestamp', 'annotations', 'spans', 'span', 'tokens', 'title', 'description', 'thought'],
]);

/** Whether the name of a column tells a text about the record or its reply, rather than the question or the reply. */
export const isAside = (column: string, plain: string): boolean =>
  [...plain.split('_'), ...pathOf(column).map((step) => String(step).toLowerCase())].some((word) =>
    asideWords.has(word),
  ) || /^system_(prompt|message|instruction)s?$/.test(plain);

/** Whether cells are ticked or empty, as boxes of a form. */
const areMarks = ({ all }: Look): boolean => {
  const cells = all.split('\u0000').map((cell) => cell.trim());
  return cells.includes('') && cells.every((cell) => /^(?:x|y|✓|✔|✗|•|\*|☑|☒)?$/i.test(cell));
};

/** Whether a column called a reply may be one by its values. */
export const mayBeReply = (look: Look): boolean =>
  look.isUnseen ||
  (look.filled > 0 &&
    !look.areDates &&
    !areMarks(look) &&
    !look.areVerdicts &&
    !(look.areTurns && look.areAsked) &&
    !(look.areLists && !look.areTurns));

/** Whether a value inside of a record is the same in every one: a setting of the run, as its prompt's template or its folder. */
export const isSetting = (column: string, look: Look): boolean =>
  look.isConstant && look.filled > 2 && pathOf(column).length > 1;

/** Whether a column holds texts of its own, as a reply by a system that only the column's name tells. */
export const areOwnTexts = (look: Look): boolean =>
  look.isUnseen ||
  (mayBeReply(look) && !look.areObjects && !look.areCodes && !look.areNames && !look.isConstant);
