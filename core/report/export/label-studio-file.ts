import { choicesIn, type FurtherQuestion, isNamedCoding, plainAnswer, takeName } from './further-answers.ts';
import type { LabelRow } from './label-rows.ts';
import type { LabeledStudy, LabeledTask } from './labeled-task.ts';
import { storedAnswers } from './stored-answers.ts';

/** Stars that Label Studio shows before a number is easier to give. */
const mostStars = 10;

/** The controls that a study's annotations come from, the same in the tasks and in the labeling configuration. */
interface Controls {
  /** Name of the control of ratings: the criterion, unless another control has that name. */
  readonly rating: string;
  /** One type for all ratings of the study: stars where each is a whole number from 1, else a number. */
  readonly type: 'rating' | 'number';
  readonly answers: readonly string[];
  readonly further: readonly FurtherControl[];
}

/** The control of a further question: a choice of options, a number, or a text. */
interface FurtherControl {
  readonly name: string;
  readonly asked: FurtherQuestion;
  readonly type: 'choices' | 'number' | 'textarea';
  /** Whether it is of the note beside what went wrong. */
  readonly isNote?: true;
}

function furtherControls(asked: FurtherQuestion, taken: Set<string>): FurtherControl[] {
  const { form, scale } = asked;
  const type =
    form.kind === 'category' || form.kind === 'failures' ? 'choices' : scale ? 'number' : 'textarea';
  // A text that is called so would be read as a written answer.
  const name = /^answer(_\d+)?$/.test(asked.name) ? `${asked.name}_` : asked.name;
  const control: FurtherControl = { name: takeName(name, taken), asked, type };
  if (form.kind !== 'failures') return [control];
  return [control, { name: takeName(`${name}_note`, taken), asked, type: 'textarea', isNote: true }];
}

const answerName = (turn: number) => (turn === 0 ? 'answer' : `answer_${turn + 1}`);
const taken = new Set(['annotator', 'skip_reason', 'chat', 'background']);

function controlsOf({ study, criterion, tasks, further }: LabeledStudy): Controls {
  const labels = tasks.flatMap((task) => task.labels);
  const { min, max } = study.scale;
  const isStars = study.form.kind === 'rating' && min === 1 && max <= mostStars && Number.isInteger(max);
  const isWhole = labels.every(({ value }) => value === null || Number.isInteger(value));
  const written = study.form.kind === 'answer' ? study.form.turns : 0;
  const turns = Math.max(written, ...labels.map((label) => storedAnswers(label).length));
  const rating = taken.has(criterion) ? `${criterion}_` : criterion;
  const answers = Array.from({ length: turns }, (_, turn) => answerName(turn));
  const used = new Set([...taken, rating, ...answers]);
  return {
    rating,
    type: isStars && isWhole ? 'rating' : 'number',
    answers,
    further: further.flatMap((asked) => furtherControls(asked, used)),
  };
}

/**
 * Labels as tasks of Label Studio with their annotations, for a project that has `labelStudioConfig`. Who labeled stands in
 * a control of its own: `completed_by` may only name members of the organization that imports, which nobody here knows, so it
 * is left out and the tool puts the importing user there.
 *
 * @returns a JSON list of tasks
 */
export function labelStudioFile(labeled: LabeledStudy): string {
  const { tasks } = labeled;
  const controls = controlsOf(labeled);
  const hasContext = tasks.some(({ context }) => context !== null);
  const annotationOf = (label: LabelRow, index: number) => ({
    id: index + 1,
    was_cancelled: label.kind === 'skip',
    ground_truth: false,
    lead_time: label.durationMs / 1000,
    created_at: label.labeledAt,
    result: resultsOf(label, controls),
  });
  const list = tasks.map((task, index) => ({
    id: index + 1,
    data: taskData(task, hasContext),
    annotations: task.labels.map(annotationOf),
    predictions: [],
  }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** What a configuration shows must be in every task, so all have a context if one has. */
const taskData = ({ itemId, system, chat, context, draw }: LabeledTask, hasContext: boolean) => ({
  item_id: itemId,
  system,
  chat,
  ...(hasContext && { context: context ?? '' }),
  draw_order: draw.order,
  probability: draw.probability,
  surrogate: draw.surrogate,
});

function resultsOf(label: LabelRow, { rating, type, further }: Controls) {
  const result = (id: string, name: string, kind: string, value: object) => ({
    id,
    from_name: name,
    to_name: 'chat',
    type: kind,
    value,
  });
  const who = result('annotator', 'annotator', 'textarea', { text: [label.annotator] });
  if (label.kind === 'skip') {
    return [who, result('reason', 'skip_reason', 'textarea', { text: [label.reason ?? ''] })];
  }
  const besides = further.flatMap(({ name, asked, type, isNote }, index) => {
    const given = label.further?.[asked.name];
    if (given === undefined) return [];
    const values = !isNamedCoding(given)
      ? [plainAnswer(given)]
      : isNote
        ? [given.note].filter((note) => note.trim() !== '')
        : choicesIn(given);
    return values.length === 0 ? [] : [result(`further-${index + 1}`, name, type, givenValue(type, values))];
  });
  if (label.kind === 'answer') {
    const answers = storedAnswers(label).map((text, turn) =>
      result(`answer-${turn + 1}`, answerName(turn), 'textarea', { text }),
    );
    return [who, ...answers, ...besides];
  }
  return [who, result('rating', rating, type, { [type]: label.value }), ...besides];
}

const givenValue = (type: FurtherControl['type'], values: readonly (number | string)[]): object =>
  type === 'number'
    ? { number: values[0] }
    : { [type === 'choices' ? 'choices' : 'text']: values.map(String) };

/** The labeling configuration that a project of Label Studio needs for the tasks of `labelStudioFile`, as XML. */
export function labelStudioConfig(labeled: LabeledStudy): string {
  const { study, tasks } = labeled;
  const { rating, type, answers, further } = controlsOf(labeled);
  const hasContext = tasks.some(({ context }) => context !== null);
  const { min, max } = study.scale;
  const step = study.form.kind === 'rating' && study.form.step === 1 ? 1 : (max - min) / 100;
  const stars = `<Rating name="${attribute(rating)}" toName="chat" maxRating="${max}"/>`;
  const number = `<Number name="${attribute(rating)}" toName="chat" min="${min}" max="${max}" step="${step}"/>`;
  const texts = (name: string) => `<TextArea name="${name}" toName="chat" editable="true"/>`;
  const lines = [
    '<View>',
    ...(hasContext ? ['  <Text name="background" value="$context"/>'] : []),
    '  <Paragraphs name="chat" value="$chat" nameKey="role" textKey="content" layout="dialogue"/>',
    `  <Header value="${attribute(study.name)}"/>`,
    ...(answers.length > 0
      ? answers.map((name) => `  ${texts(name)}`)
      : [`  ${type === 'rating' ? stars : number}`]),
    ...further.flatMap(furtherTags),
    '  <Header value="Why it was skipped, and who labeled"/>',
    `  ${texts('skip_reason')}`,
    `  ${texts('annotator')}`,
    '</View>',
  ];
  return `${lines.join('\n')}\n`;
}

function furtherTags({ name, asked, type, isNote }: FurtherControl): string[] {
  const { question, form, scale } = asked;
  const head = isNote
    ? '  <Header value="In words"/>'
    : `  <Header value="${attribute(question || asked.name)}"/>`;
  const start = `name="${attribute(name)}" toName="chat"`;
  if (type === 'textarea') return [head, `  <TextArea ${start} editable="true"/>`];
  if (type === 'number') {
    const step = form.kind === 'rating' ? form.step : 1;
    return [head, `  <Number ${start} min="${scale!.min}" max="${scale!.max}" step="${step}"/>`];
  }
  const options = form.kind === 'category' ? form.options.map(({ label }) => label) : asked.choices;
  const choices = options.map((label) => `    <Choice value="${attribute(label)}"/>`);
  const many = form.kind === 'failures' ? 'multiple' : 'single';
  return [head, `  <Choices ${start} choice="${many}">`, ...choices, '  </Choices>'];
}

/** Text in an attribute of XML. What begins with a dollar sign would be read as a field of the task. */
const attribute = (text: string): string =>
  text
    .replace(/^\$/, ' $')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them.
    .replaceAll(/[\u0000-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
