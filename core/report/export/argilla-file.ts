import { createHash } from 'node:crypto';
import type { Scale } from '../../../shared/contract/index.ts';
import {
  choicesIn,
  type ExportedValue,
  type FurtherQuestion,
  isNamedCoding,
  plainAnswer,
  takeName,
} from './further-answers.ts';
import type { LabelRow } from './label-rows.ts';
import type { LabeledStudy, LabeledTask } from './labeled-task.ts';
import { storedAnswers } from './stored-answers.ts';

interface ArgillaResponse {
  value: string | number | readonly string[];
  user_id: string;
  status: 'submitted' | 'discarded';
}

/** Signs that one message of Argilla holds, and those of a role. */
const mostSigns = 20_000;
const mostRole = 20;
/** Names that a field or another question has, or that its settings cannot take because a list of theirs has a method so called. */
const taken = new Set([
  ...['chat', 'context', 'skip_reason'],
  ...['add', 'count', 'create', 'delete', 'index', 'remove', 'serialize', 'update'],
]);

/** How the study's measure is asked in Argilla. A rating there is one of 2 to 11 whole numbers from 0 to 10; others are texts. */
interface Question {
  readonly name: string;
  readonly options: readonly number[] | null;
}

/** A further question of the form, with what it is called there. */
interface FurtherAsked extends Question {
  readonly asked: FurtherQuestion;
  /** Labels of which several may be chosen; null where it is another kind of question. */
  readonly labels: readonly string[] | null;
  /** Whether it is of the note beside what went wrong. */
  readonly isNote: boolean;
}

/** A choice there is of 2 to 500 labels. */
const mostLabels = 500;

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .slice(0, 180);

/** Whole points of a rating as Argilla takes them; null where it cannot. */
function pointsOf({ min, max }: Scale): number[] | null {
  const isSmall = [min, max].every(Number.isInteger) && min >= 0 && max <= 10;
  return isSmall ? Array.from({ length: max - min + 1 }, (_, i) => min + i) : null;
}

function furtherOf(labeled: LabeledStudy): FurtherAsked[] {
  const used = new Set([...taken, questionOf(labeled).name]);
  const given = labeled.tasks.flatMap(({ labels }) =>
    labels.flatMap(({ further }) => (further ? [further] : [])),
  );
  return labeled.further.flatMap((asked): FurtherAsked[] => {
    const plain = plainName(asked.name);
    const isUsable = /[a-z0-9]/.test(plain) && !/^answer(_\d+)?$/.test(plain);
    const values = given.map((answers) => answers[asked.name]).filter((value) => value !== undefined);
    const isWhole = values.every((value) => Number.isInteger(value));
    const options = asked.scale && isWhole ? pointsOf(asked.scale) : null;
    const name = takeName(isUsable ? plain : `${plain}_further`, used);
    if (asked.form.kind !== 'failures') return [{ name, options, asked, labels: null, isNote: false }];
    const { choices } = asked;
    const labels = choices.length >= 2 && choices.length <= mostLabels ? choices : null;
    const note = takeName(`${name}_note`, used);
    return [
      { name, options, asked, labels, isNote: false },
      { name: note, options: null, asked, labels: null, isNote: true },
    ];
  });
}

function questionOf({ study, criterion, tasks }: LabeledStudy): Question {
  const name = plainName(criterion);
  const isWhole = tasks.every(({ labels }) =>
    labels.every(({ value }) => value === null || Number.isInteger(value)),
  );
  const usable =
    !/[a-z0-9]/.test(name) || taken.has(name) || /^answer(_\d+)?$/.test(name) ? `${name}_rating` : name;
  return {
    name: usable,
    options: isWhole ? pointsOf(study.scale) : null,
  };
}

/**
 * A user's id in Argilla, which is a UUID: version 5 (RFC 9562) of the name, so the same name has the same id everywhere.
 *
 * @returns 36 signs
 */
export function argillaUserId(name: string): string {
  const bytes = createHash('sha1').update('assay.annotator:').update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * Labels as records of Argilla, as `Record.to_dict` writes one, for a data set with `argillaSettings`. The names of the
 * users and the criterion stand in the metadata, for ids and questions have names of their own kind there.
 *
 * @returns a JSON list of records
 */
export function argillaFile(labeled: LabeledStudy): string {
  const { study, tasks } = labeled;
  const question = questionOf(labeled);
  const further = furtherOf(labeled);
  const names = JSON.stringify(
    Object.fromEntries(further.filter(({ isNote }) => !isNote).map(({ name, asked }) => [name, asked.name])),
  );
  const hasContext = tasks.some(({ context }) => context !== null);
  const records = tasks.map((task) => ({
    id: study.against ? `${task.itemId}/${task.system}` : task.itemId,
    fields: { chat: messagesOf(task), ...(hasContext && { context: task.context ?? '' }) },
    metadata: { ...metadataOf(task, labeled), ...(further.length > 0 && { further: names }) },
    suggestions: {},
    responses: responsesOf(task, question, further),
    vectors: {},
    status: task.labels.length > 0 ? 'completed' : 'pending',
    _server_id: null,
  }));
  return `${JSON.stringify(records, null, 2)}\n`;
}

/** Messages as a chat field takes them: neither empty nor too long. */
const messagesOf = ({ chat }: LabeledTask) =>
  chat.map(({ role, content }) => ({
    role: role.slice(0, mostRole) || 'user',
    content: content.length > mostSigns ? `${content.slice(0, mostSigns - 1)}…` : content || '(no text)',
  }));

function metadataOf({ itemId, system, draw, labels }: LabeledTask, { study, criterion }: LabeledStudy) {
  const durations = Object.fromEntries(labels.map(({ annotator, durationMs }) => [annotator, durationMs]));
  const users = Object.fromEntries(labels.map(({ annotator }) => [argillaUserId(annotator), annotator]));
  return {
    item_id: itemId,
    system,
    ...(study.measure.kind === 'criterion' && { criterion }),
    draw_order: draw.order,
    probability: draw.probability,
    surrogate: draw.surrogate,
    ...(labels.length > 0 && { duration_ms: JSON.stringify(durations), users: JSON.stringify(users) }),
  };
}

function responsesOf(
  { labels }: LabeledTask,
  question: Question,
  further: readonly FurtherAsked[],
): Record<string, ArgillaResponse[]> {
  const byQuestion = Map.groupBy(
    labels.flatMap((label) => [...responsesTo(label, question), ...furtherResponses(label, further)]),
    ([name]) => name,
  );
  return Object.fromEntries([...byQuestion].map(([name, given]) => [name, given.map(([, one]) => one)]));
}

function responsesTo(label: LabelRow, { name, options }: Question): [string, ArgillaResponse][] {
  const { kind, value, reason } = label;
  const user_id = argillaUserId(label.annotator);
  if (kind === 'skip') return [['skip_reason', { value: reason ?? '', user_id, status: 'discarded' }]];
  if (kind === 'score') {
    return [[name, { value: options === null ? String(value!) : value!, user_id, status: 'submitted' }]];
  }
  return storedAnswers(label).map((texts, turn): [string, ArgillaResponse] => [
    turn === 0 ? 'answer' : `answer_${turn + 1}`,
    { value: JSON.stringify(texts), user_id, status: 'submitted' },
  ]);
}

/** What somebody answered beside the measure; who skipped is answered for as a whole. */
const furtherResponses = (
  { kind, annotator, further = {} }: LabelRow,
  asked: readonly FurtherAsked[],
): [string, ArgillaResponse][] =>
  kind === 'skip'
    ? []
    : asked.flatMap((one): [string, ArgillaResponse][] => {
        const { name } = one.asked;
        const value = Object.hasOwn(further, name) ? answerTo(one, further[name]!) : null;
        if (value === null) return [];
        return [[one.name, { value, user_id: argillaUserId(annotator), status: 'submitted' }]];
      });

/** An answer as its question takes it; null where there is none to give. */
function answerTo(
  { options, labels, isNote }: FurtherAsked,
  given: ExportedValue,
): ArgillaResponse['value'] | null {
  if (isNamedCoding(given) && isNote) return given.note.trim() === '' ? null : given.note;
  if (isNamedCoding(given) && labels) {
    const chosen = choicesIn(given);
    return chosen.length === 0 ? null : chosen;
  }
  const said = plainAnswer(given);
  return options === null ? String(said) : said;
}

const text = { type: 'text', use_markdown: false };

/** Argilla shows at least so many labels before it hides others. */
const leastShown = 3;

function settingsOf({ options, labels }: FurtherAsked): object {
  if (labels) {
    return {
      type: 'multi_label_selection',
      options: labels.map((value) => ({ value, text: value, description: null })),
      visible_options: labels.length < leastShown ? null : labels.length,
      options_order: 'natural',
    };
  }
  return options === null ? text : { type: 'rating', options: options.map((value) => ({ value })) };
}

/**
 * The settings of a data set of Argilla that takes the records of `argillaFile`, as `Settings.to_json` writes them. Its
 * guidelines name the users to make first, each with the id that the responses have.
 *
 * @returns one JSON document
 */
export function argillaSettings(labeled: LabeledStudy): string {
  const { study, criterion, tasks } = labeled;
  const { name, options } = questionOf(labeled);
  const labels = tasks.flatMap((task) => task.labels);
  const turns = Math.max(1, ...labels.map((label) => storedAnswers(label).length));
  const answers = Array.from({ length: turns }, (_, turn) => {
    const title = turns === 1 ? 'Answer' : `Answer ${turn + 1}`;
    return {
      name: turn === 0 ? 'answer' : `answer_${turn + 1}`,
      title,
      required: turn === 0,
      settings: text,
    };
  });
  const rating = {
    ...{ name, title: criterion.slice(0, 500) || name, required: true },
    settings: options === null ? text : { type: 'rating', options: options.map((value) => ({ value })) },
  };
  const users = [...new Set(labels.map(({ annotator }) => annotator))];
  const people = users.map((user) => `- ${user}: ${argillaUserId(user)}`);
  const settings = {
    guidelines: [`${study.name}. Users of these responses, with their ids:`, ...people].join('\n'),
    questions: [
      ...(study.form.kind === 'answer' ? answers : [rating]),
      ...furtherOf(labeled).map((further) => ({
        name: further.name,
        title: (further.isNote ? 'In words' : further.asked.question || further.asked.name).slice(0, 500),
        required: false,
        settings: settingsOf(further),
      })),
      { name: 'skip_reason', title: 'Why it was skipped', required: false, settings: text },
    ],
    fields: [
      { name: 'chat', title: 'Chat', required: true, settings: { type: 'chat', use_markdown: true } },
      ...(tasks.some(({ context }) => context !== null)
        ? [{ name: 'context', title: 'Context', required: false, settings: text }]
        : []),
    ],
    vectors: [],
    metadata: [],
    allow_extra_metadata: true,
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}
