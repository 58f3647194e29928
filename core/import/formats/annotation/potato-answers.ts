import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import type { JsonAt } from '../../readers/json/json-at.ts';
import { categoryRemedy, withoutQuestion, worthOfClass } from '../score-names.ts';

/** One person's answer to one question; no value where it is a text, or several choices at once. */
export interface PotatoAnswer {
  readonly schema: string;
  readonly value: number | null;
  readonly said: string;
}

/** How Potato names the points of a scale. */
const point = /^scale_(\d{1,6})$/;
const ofText = /^(text_?box|textarea|free_response|bad_text)$/;
const ofNumber = /^(slider|number|value)$/;

/**
 * The answers of a person: `{question: {choice: value}}`, or in the state of a person also `[[{schema, name}, value]]`. A scale's point
 * is its number, a choice what its name or the mapping says it is worth.
 */
export function potatoAnswers(labels: JsonAt, mapping: ColumnMapping | undefined): PotatoAnswer[] {
  return [...choicesOf(labels)].flatMap(([schema, chosen]): PotatoAnswer[] => {
    if (mapping?.leaveOut?.includes(schema)) return [];
    const [first, second] = chosen;
    if (!first) return [];
    if (second) return [{ schema, value: null, said: chosen.map(([name]) => name).join('; ') }];
    const [name, value] = first;
    const said = typeof value === 'string' ? value : String(value);
    if (ofText.test(name)) return [{ schema, value: null, said }];
    if (ofNumber.test(name) && said.trim() !== '' && Number.isFinite(Number(said)))
      return [{ schema, value: Number(said), said }];
    const { classes = {} } = mapping ?? {};
    const stated = Object.hasOwn(classes, schema) ? classes[schema]! : {};
    const number = point.exec(name)?.[1];
    const worth = Object.hasOwn(stated, name) ? stated[name]! : number ? Number(number) : worthOfClass(name);
    if (worth !== null) return [{ schema, value: worth, said: name }];
    const message = `The choice ${JSON.stringify(name.slice(0, 40))} of "${schema}" is not a number.`;
    labels.at.problems.add(labels.at.line, schema, message, categoryRemedy, [withoutQuestion(schema)]);
    return [];
  });
}

/** What was chosen, by question; a choice that was taken back says false. */
function choicesOf(labels: JsonAt): Map<string, [name: string, value: unknown][]> {
  const found = new Map<string, [string, unknown][]>();
  const add = (schema: string, name: string, value: unknown) => {
    if (value === false || value === 'false' || value === null || value === '') return;
    found.set(schema, [...(found.get(schema) ?? []), [name, value]]);
  };
  if (Array.isArray(labels.value)) {
    for (const pair of labels.list()) {
      const [label, value] = pair.list();
      if (label)
        add(label.get('schema').name() ?? 'label', label.get('name').name() ?? '', value?.value ?? null);
    }
    return found;
  }
  for (const [schema, choices] of labels.entries()) {
    for (const [name, choice] of choices.entries()) add(schema, name, choice.value);
  }
  return found;
}
