/**
 * What other tools demand of a file that they import, written down from their sources, so that an export is judged by the
 * tool and not by reading it back here. Each function gives what the tool would say against a file; nothing if it takes it.
 */

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * HumanSignal/label-studio, commit 00124457ac51674bb46ccc05196dff0e1f95629c: label_studio/tasks/serializers.py
 * (`_insert_valid_completed_by`, `add_annotations`), label_studio/core/label_config.py (`validate_label_config`,
 * `extract_data_types`, `SINGLE_VALUED_TAGS`); commit 08ab00f54fb82d648991e2225e1349446f62f8c7: label_studio/tasks/validation.py.
 */
export function againstLabelStudio(
  tasks: unknown,
  config: string,
  members: readonly string[] = [],
): string[] {
  const faults: string[] = [];
  if (!Array.isArray(tasks) || tasks.length === 0) return ['data is not a list, or empty'];
  const { controls, fields, said } = labelConfig(config);
  faults.push(...said);
  for (const [i, task] of (tasks as Json[]).entries()) {
    const data = task.data as Json;
    for (const [key, tag] of fields) {
      if (!(key in data)) faults.push(`"${key}" key is expected in task data (task ${i})`);
      else if (tag === 'Text' && typeof data[key] !== 'string') faults.push(`${key} is no text`);
      else if (tag === 'Paragraphs' && !Array.isArray(data[key])) faults.push(`${key} is no list`);
    }
    if (!Array.isArray(task.annotations)) faults.push('annotations must be a list');
    for (const annotation of (task.annotations ?? []) as Json[]) {
      const by = annotation.completed_by;
      if (isObject(by) && !('email' in by))
        faults.push("It's expected to have 'email' field in 'completed_by'");
      else if (isObject(by) && !members.includes(String(by.email))) faults.push("Unknown annotator's email");
      else if (by !== undefined && by !== null && !isObject(by)) faults.push(`completed_by=${String(by)}`);
      if (!Array.isArray(annotation.result)) faults.push('Annotation must have "result" fields, a list');
      for (const result of (annotation.result ?? []) as Json[])
        faults.push(...againstControl(result, controls));
    }
  }
  return [...new Set(faults)];
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

function labelConfig(config: string) {
  const said: string[] = [];
  const tags = [...config.matchAll(/<(\w+)((?:\s+\w+="[^"<]*")*)\s*\/?>/g)].map(([, tag, text]) => ({
    tag: tag!,
    has: new Map(
      [...text!.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, unescaped(value!)]),
    ),
  }));
  const rest = config.replaceAll(/<\/?\w+((?:\s+\w+="[^"<]*")*)\s*\/?>/g, '');
  if (rest.trim() !== '' || /&(?!amp;|lt;|gt;|quot;)/.test(config)) said.push(`no XML: ${rest.trim()}`);
  const names = tags.flatMap(({ has }) => has.get('name') ?? []);
  if (new Set(names).size !== names.length) said.push('Label config contains non-unique names');
  for (const { has } of tags) {
    const to = has.get('toName');
    if (to !== undefined && !names.includes(to)) said.push(`toName="${to}" not found in names`);
  }
  const controls = new Map(
    tags.flatMap(({ tag, has }, at): [string, Control][] => {
      if (!has.has('toName')) return [];
      const rest = tags.slice(at + 1);
      const end = rest.findIndex((one) => one.tag !== 'Choice');
      const options = rest.slice(0, end < 0 ? rest.length : end).map((one) => one.has.get('value') ?? '');
      return [[has.get('name')!, { tag: tag.toLowerCase(), has, options }]];
    }),
  );
  const fields = tags.flatMap(({ tag, has }) =>
    has.has('name') && has.get('value')?.startsWith('$') ? [[has.get('value')!.slice(1), tag] as const] : [],
  );
  return { controls, fields, said };
}

interface Control {
  readonly tag: string;
  readonly has: ReadonlyMap<string, string>;
  /** Values of the choices that follow it. */
  readonly options: readonly string[];
}

function againstControl(
  { from_name, to_name, type, value }: Json,
  controls: ReadonlyMap<string, Control>,
): string[] {
  const control = controls.get(String(from_name));
  if (!control) return [`no control is called ${String(from_name)}`];
  if (control.tag !== type)
    return [`${String(from_name)} is of the type ${control.tag}, not ${String(type)}`];
  if (control.has.get('toName') !== to_name)
    return [`${String(to_name)} is not what ${String(from_name)} is of`];
  const given = (value as Json)[type === 'textarea' ? 'text' : String(type)];
  if (type === 'textarea') return Array.isArray(given) ? [] : ['a text area has a list of texts'];
  if (type === 'choices') {
    const isMany = control.has.get('choice') === 'multiple';
    const isChosen =
      Array.isArray(given) &&
      given.length >= 1 &&
      (isMany || given.length === 1) &&
      given.every((one) => control.options.includes(String(one)));
    return isChosen ? [] : [`${JSON.stringify(given)} is no choice of ${String(from_name)}`];
  }
  if (typeof given !== 'number') return [`${String(type)} is no number`];
  if (
    type === 'rating' &&
    !(Number.isInteger(given) && given >= 1 && given <= Number(control.has.get('maxRating')))
  ) {
    return [`${given} is no rating`];
  }
  return [];
}

/**
 * argilla-io/argilla: commit 1617a0f946c36738692b3cbbde690abdf48fc661 argilla/src/argilla/responses.py (`Response`) and
 * 0991739bc0b154953a8571a9e92ebc704efc4f7c argilla/src/argilla/records/_resource.py (`Record.from_dict`) for the client;
 * 0a7bd681ef07eff685021b40b7a60d92a7050a55 argilla-server/src/argilla_server/api/schemas/v1/{questions,responses,records}.py and
 * validators/{responses,response_values}.py, 11ab37054cf11e4fa566b9f183d3f09b7d59b0c5 api/schemas/v1/chat.py for the server;
 * 01fc1ba22cd9efaff4b5b611ff3e34abcc96cc6b argilla/src/argilla/settings/_resource.py for the settings.
 */
export function againstArgilla(records: unknown, settings: unknown): string[] {
  const faults: string[] = [];
  const { questions, fields, allow_extra_metadata } = settings as {
    questions: Question[];
    fields: { name: string; required: boolean; settings: { type: string } }[];
    allow_extra_metadata: boolean;
  };
  const names = [...questions, ...fields].map(({ name }) => name);
  if (new Set(names).size !== names.length) faults.push('names of dataset settings must be unique');
  for (const question of questions) faults.push(...againstQuestion(question));
  const ids = new Set<string>();
  for (const record of records as Json[]) {
    if (ids.has(String(record.id))) faults.push(`found records with same external ids: ${String(record.id)}`);
    ids.add(String(record.id));
    if (!allow_extra_metadata && Object.keys(record.metadata as Json).length > 0)
      faults.push('extra metadata');
    const given = record.fields as Json;
    for (const {
      name,
      required,
      settings: { type },
    } of fields) {
      if (required && (given[name] ?? null) === null)
        faults.push(`missing required value for field: ${name}`);
      if (type === 'text' && name in given && typeof given[name] !== 'string')
        faults.push(`${name} is no text`);
      if (type === 'chat') faults.push(...againstChat(given[name]));
    }
    for (const name in given)
      if (!fields.some((field) => field.name === name)) faults.push(`no field ${name}`);
    faults.push(...againstResponses(record.responses as Record<string, Json[]>, questions));
  }
  return [...new Set(faults)];
}

interface Question {
  name: string;
  title: string;
  required: boolean;
  settings: { type: string; options?: { value: number | string }[]; visible_options?: number | null };
}

function againstQuestion({ name, title, settings }: Question): string[] {
  const { type, options, visible_options } = settings;
  const faults: string[] = [];
  if (!/^(?=.*[a-z0-9])[a-z0-9_-]+$/.test(name) || name.length > 200) faults.push(`question name ${name}`);
  if (title.length < 1 || title.length > 500) faults.push(`title ${title}`);
  if (type === 'multi_label_selection') {
    const labels = options!.map(({ value }) => String(value));
    const isShort = labels.every((one) => one.length >= 1 && one.length <= 200);
    if (!isShort || labels.length < 2 || labels.length > 500) faults.push(`labels ${labels.join()}`);
    if (new Set(labels).size < labels.length) faults.push('All labels must be unique');
    if (visible_options != null && (visible_options < 3 || visible_options > labels.length))
      faults.push(`visible_options ${visible_options}`);
    return faults;
  }
  if (type !== 'rating') return type === 'text' ? faults : [...faults, `question type ${type}`];
  const values = options!.map(({ value }) => value);
  const isSmall = values.every(
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 10,
  );
  if (!isSmall || values.length < 2 || values.length > 11) faults.push(`options ${values.join()}`);
  return faults;
}

const againstChat = (messages: unknown): string[] =>
  (messages as { role: string; content: string }[]).flatMap(({ role, content }) => [
    ...(role.length < 1 || role.length > 20 ? [`role ${role}`] : []),
    ...(content.length < 1 || content.length > 20_000 ? [`message of ${content.length} signs`] : []),
  ]);

function againstResponses(responses: Record<string, Json[]>, questions: readonly Question[]): string[] {
  const faults: string[] = [];
  const byUser = new Map<string, { status: Set<unknown>; answered: string[] }>();
  for (const [name, list] of Object.entries(responses)) {
    const question = questions.find((one) => one.name === name);
    if (!question) faults.push(`found response value for non configured question with name=${name}`);
    for (const { value, user_id, status } of list) {
      if (value === null || value === undefined) faults.push('value is required');
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(user_id)))
        faults.push(`no UUID: ${String(user_id)}`);
      if (!['draft', 'submitted', 'discarded'].includes(String(status)))
        faults.push(`status ${String(status)}`);
      if (question?.settings.type === 'text' && typeof value !== 'string')
        faults.push(`${name} expects a text value`);
      const { options } = question?.settings ?? {};
      if (question?.settings.type === 'multi_label_selection') {
        const isList = Array.isArray(value) && value.length > 0 && new Set(value).size === value.length;
        if (!isList || !value.every((one) => options!.some((option) => option.value === one)))
          faults.push(`${JSON.stringify(value)} are no labels of ${name}`);
      } else if (options && !options.some((option) => option.value === value))
        faults.push(`${String(value)} is not a valid rating`);
      const user = byUser.get(String(user_id)) ?? { status: new Set(), answered: [] };
      if (user.answered.includes(name)) faults.push(`two answers of one user to ${name}`);
      user.status.add(status);
      byUser.set(String(user_id), { ...user, answered: [...user.answered, name] });
    }
  }
  for (const { status, answered } of byUser.values()) {
    if (status.size > 1) faults.push('multiple status found in user responses');
    const missing = questions.find(({ name, required }) => required && !answered.includes(name));
    if (status.has('submitted') && missing)
      faults.push(`missing response value for required question ${missing.name}`);
  }
  return faults;
}

/**
 * UKGovernmentBEIS/inspect_ai, commit ec2083409c1b4061965aaa27b801c4828daf8867: src/inspect_ai/scorer/_precomputed.py.
 */
export function againstInspect(lines: string): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const line of lines.split('\n').filter((one) => one.trim() !== '')) {
    const record = JSON.parse(line) as Json;
    const { id, epoch, value, answer, explanation, metadata } = record;
    if (!('id' in record) || !('value' in record)) faults.push('a score record has no id or value');
    if (epoch !== undefined && epoch !== null && !Number.isInteger(epoch)) faults.push('non-integer epoch');
    const key = JSON.stringify([String(id), epoch ?? null]);
    if (seen.has(key)) faults.push(`Duplicate score record for sample id ${String(id)}`);
    seen.add(key);
    if (!['number', 'string', 'boolean'].includes(typeof value)) faults.push('value is none of a Score');
    if (answer !== undefined && answer !== null && typeof answer !== 'string')
      faults.push('answer is no text');
    if (explanation !== undefined && typeof explanation !== 'string') faults.push('explanation is no text');
    if (metadata !== undefined && !isObject(metadata)) faults.push('metadata is no object');
  }
  return [...new Set(faults)];
}

/**
 * mlflow/mlflow: commit 046098cc670ee59b67d7e887e04921f44fd09e54 mlflow/tracing/assessment.py (`log_feedback`),
 * 02ff24a014e2717c1594b6692d7e2c08fe018ab9 mlflow/entities/assessment.py, 0a5527cd697f38e84d7ccc1cc0e42bcfcd5e4e2e
 * mlflow/entities/assessment_source.py.
 */
export function againstMlflow(lines: string): string[] {
  const arguments_ = ['trace_id', 'name', 'value', 'source', 'error', 'rationale', 'metadata', 'span_id'];
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const row = JSON.parse(line) as Json;
      const source = row.source as Json;
      return [
        ...Object.keys(row).filter((name) => !arguments_.includes(name)),
        ...(typeof row.trace_id === 'string' && typeof row.name === 'string' ? [] : ['trace_id or name']),
        ...(['number', 'string', 'boolean'].includes(typeof row.value) ? [] : ['value']),
        ...(source.source_type === 'HUMAN' && typeof source.source_id === 'string' ? [] : ['source']),
        ...Object.values(row.metadata as Json).flatMap((one) =>
          typeof one === 'string' ? [] : ['metadata'],
        ),
        ...(row.rationale === null || typeof row.rationale === 'string' ? [] : ['rationale']),
      ];
    });
}

/**
 * promptfoo/promptfoo: commit 5cf8d8cede1952c6f8065593ca599257135ec4a3 src/commands/import/importAction.ts, and the columns of
 * `evalResultsTable` that may not be null (src/database/tables.ts). `promptfoo-itself.test.ts` asks the tool.
 */
export function againstPromptfoo(content: unknown): string[] {
  const { results, config } = content as { results?: Json; config?: Json };
  if (!results || !config) return ['Invalid import file: missing required fields "results" or "config"'];
  if (results.version !== 3) return ['no evaluation of version 3'];
  const prompts = results.prompts as Json[];
  const faults = prompts.flatMap(({ raw, label, provider, metrics }) => [
    ...([raw, label, provider].every((one) => typeof one === 'string') ? [] : ['a prompt has no text']),
    ...(isObject(metrics) ? [] : ['a prompt has no metrics']),
  ]);
  const counts = prompts.map(() => ({ passed: 0, failed: 0 }));
  for (const row of results.results as Json[]) {
    for (const name of ['promptIdx', 'testIdx', 'testCase', 'prompt', 'provider', 'success', 'score'])
      if ((row[name] ?? null) === null) faults.push(`NOT NULL constraint failed: eval_results.${name}`);
    if (!Number.isFinite(row.score) || typeof row.success !== 'boolean') faults.push('score or success');
    const { componentResults } = (row.gradingResult ?? { componentResults: [] }) as {
      componentResults: Json[];
    };
    for (const { assertion } of componentResults)
      if ((assertion as Json).type !== 'human') faults.push('a rating by no human');
    const count = counts[row.promptIdx as number];
    if (!count) faults.push(`no prompt ${String(row.promptIdx)}`);
    else if (row.gradingResult) count[row.success ? 'passed' : 'failed'] += 1;
  }
  for (const [i, { passed, failed }] of counts.entries()) {
    const { testPassCount, testFailCount } = (prompts[i]!.metrics ?? {}) as Json;
    if (testPassCount !== passed || testFailCount !== failed) faults.push('counts differ from the results');
  }
  return [...new Set(faults)];
}
