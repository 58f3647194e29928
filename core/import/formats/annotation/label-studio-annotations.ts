import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { isCalledFailure } from '../../evidence/found-failures.ts';
import type { JsonAt } from '../../readers/json/json-at.ts';
import { categoryRemedy, withoutQuestion, worthOfClass } from '../score-names.ts';

/** What one annotator said of one task. */
export interface Annotation {
  readonly annotator: string | null;
  readonly durationMs: number;
  /** Why the task was skipped; null when it was not. */
  readonly skip: string | null;
  /** Ratings and chosen classes, by the name of the question. */
  readonly values: ReadonlyMap<string, number>;
  /** Written answers, one list for each turn, where the question is named "answer". */
  readonly answers: readonly (readonly string[])[];
  /** Other texts that the annotator wrote. */
  readonly texts: readonly { readonly name: string; readonly text: readonly string[] }[];
  /** What was chosen where several may be: names of failures and the like, by the name of the question. */
  readonly chosen: readonly { readonly name: string; readonly value: readonly string[] }[];
}

/** Names of the questions that a written answer and the reason of a skip have. */
export const answerQuestion = /^answer(?:_(\d+))?$/;
export const reasonQuestion = 'skip_reason';
/** The control that names who labeled, where accounts of the tool do not: whoever imports tasks owns all annotations there. */
const annotatorQuestion = 'annotator';

/** @param mapping what class names are worth by question, and the questions that are left out */
export function readAnnotations(task: JsonAt, mapping?: ColumnMapping): Annotation[] {
  const all = task.get('annotations').list();
  return lastOfEach(
    all.map((annotation) => ({ ...readAnnotation(annotation, mapping), time: submissionTimeOf(annotation) })),
  );
}

/** When an annotation was last changed, in milliseconds; 0 where the export does not say. */
export const submissionTimeOf = (annotation: JsonAt): number =>
  Date.parse(String(annotation.first('updated_at', 'created_at').value ?? '')) || 0;

/** One annotation a person: the last that they gave, where an export has several of a named one. */
export function lastOfEach<One extends { readonly annotator: string | null; readonly time: number }>(
  all: readonly One[],
): One[] {
  return all.filter(
    (one, at) =>
      one.annotator === null ||
      !all.some(
        (other, place) =>
          other.annotator === one.annotator &&
          (other.time > one.time || (other.time === one.time && place > at)),
      ),
  );
}

function readAnnotation(annotation: JsonAt, mapping: ColumnMapping | undefined): Annotation {
  const values = new Map<string, number>();
  const answers: string[][] = [];
  const texts: { name: string; text: string[] }[] = [];
  const chosen: { name: string; value: string[] }[] = [];
  let reason = 'skipped in Label Studio';
  let named: string | null = null;
  for (const result of annotation.get('result').list()) {
    const name = result.get('from_name').name() ?? 'label';
    const text = textOf(result);
    const turn = answerQuestion.exec(name);
    const several = severalChosen(result, name, mapping);
    if (several) chosen.push({ name, value: several });
    else if (text === null) readValue(result, name, values, mapping);
    else if (name === reasonQuestion) reason = text.join('\n');
    else if (name === annotatorQuestion) named = text.join(' ').trim() || null;
    else if (turn) answers[Number(turn[1] ?? 1) - 1] = text;
    else texts.push({ name, text });
  }
  const skipped = annotation.get('was_cancelled').value === true;
  return {
    annotator: named ?? completedBy(annotation.get('completed_by')),
    durationMs: Math.round(1000 * Math.max(0, annotation.get('lead_time').number() ?? 0)),
    skip: skipped ? reason : null,
    values: skipped ? new Map() : values,
    answers: skipped ? [] : Array.from(answers, (answer) => answer ?? []),
    texts,
    chosen,
  };
}

/** A number, or a person with an e-mail address or a name. */
export function completedBy(by: JsonAt): string | null {
  return by.isObject
    ? (by.get('email').name() ?? by.first('username', 'first_name', 'id').name())
    : by.name();
}

/** The lines of a written text; null when the result is of another type. */
function textOf(result: JsonAt): string[] | null {
  const text = result.get('value').get('text');
  if (result.get('type').value !== 'textarea' || text.isMissing) return null;
  return typeof text.value === 'string' ? [text.value] : text.list().flatMap((part) => part.text() ?? []);
}

/** What was chosen of a whole task where several may be chosen, or where the question is one of failures; null for any other result. */
function severalChosen(
  result: JsonAt,
  name: string,
  { found, leaveOut }: Pick<ColumnMapping, 'found' | 'leaveOut'> = {},
): string[] | null {
  const value = result.get('value');
  if (value.get('choices').isMissing || !value.get('start').isMissing) return null;
  const choices = value
    .get('choices')
    .list()
    .flatMap((one) => one.text() ?? []);
  const isOfFailures = isCalledFailure(name) || found?.some(({ column }) => column === name) === true;
  return (choices.length > 1 || isOfFailures) && !leaveOut?.includes(name) ? choices : null;
}

/** A rating, a number or a chosen class; regions of a text and the like say nothing of the whole task. */
function readValue(
  result: JsonAt,
  name: string,
  values: Map<string, number>,
  mapping: ColumnMapping | undefined,
): void {
  if (mapping?.leaveOut?.includes(name)) return;
  const value = result.get('value');
  const number = value.first('rating', 'number');
  if (!number.isMissing) {
    const found = number.number();
    if (found !== null) values.set(name, found);
    return;
  }
  const choices = value.get('choices');
  if (choices.isMissing || !value.get('start').isMissing) return;
  const [first, second] = choices.list();
  const chosen = first?.text() ?? null;
  if (chosen === null || second) return;
  const { classes = {} } = mapping ?? {};
  const stated = Object.hasOwn(classes, name) ? classes[name] : undefined;
  const worth = stated && Object.hasOwn(stated, chosen) ? stated[chosen]! : worthOfClass(chosen);
  if (worth === null) {
    const message = `The choice ${JSON.stringify(chosen.slice(0, 40))} of "${name}" is not a number.`;
    const { problems, line } = choices.at;
    problems.add(line, name, message, categoryRemedy, [withoutQuestion(name)]);
  } else values.set(name, worth);
}

/** Scores of models; some exports have only the numbers of the predictions, which say nothing. */
export function readPredictions(
  task: JsonAt,
  mapping?: ColumnMapping,
): { model: string; values: ReadonlyMap<string, number> }[] {
  return task
    .get('predictions')
    .list()
    .flatMap((prediction) => {
      if (!prediction.isObject) return [];
      const values = new Map<string, number>();
      for (const result of prediction.get('result').list()) {
        readValue(result, result.get('from_name').name() ?? 'label', values, mapping);
      }
      return values.size === 0 ? [] : [{ model: prediction.get('model_version').name() ?? 'model', values }];
    });
}
