import { CORE_SCHEMA, load } from 'js-yaml';

/** Aliases let a short text say more than anybody could read: values that a document may have with all of them followed. */
const mostValues = 5_000_000;

/**
 * A YAML document as JSON (YAML 1.2, core schema): tags of programs mean nothing here.
 *
 * @throws Error when it is no YAML, is nested too deeply, or says too much
 */
export function jsonOfYaml(text: string): string {
  const value = load(text, { schema: CORE_SCHEMA });
  assertReadable(value);
  return JSON.stringify(value ?? null);
}

function assertReadable(document: unknown): void {
  let values = 0;
  const count = (value: unknown): void => {
    values += 1;
    if (values > mostValues) throw new Error('its aliases say more than 5 million values');
    if (typeof value !== 'object' || value === null) return;
    for (const one of Object.values(value)) count(one);
  };
  count(document);
}
