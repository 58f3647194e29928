/** Every field of a value by its path; places of lists are left out. */
export function fieldsOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => fieldsOf(one, `${at}[]`)))];
  if (value === null || typeof value !== 'object') return [at];
  const fields = Object.entries(value).flatMap(([name, one]) =>
    fieldsOf(one, at === '' ? name : `${at}.${name}`),
  );
  return [...new Set(fields)];
}
