import { z } from 'zod';

/** What the schema of a field says of its values. */
interface FieldFacts {
  /** The schema without what may stand in place of a value: nothing, null, a default. */
  readonly plain: z.ZodType;
  readonly usual: unknown;
  readonly description: string;
}

export function fieldFacts(schema: z.ZodType): FieldFacts {
  let plain = schema;
  let usual: unknown;
  let description = '';
  for (;;) {
    description ||= plain.description ?? '';
    if (plain instanceof z.ZodDefault) usual ??= plain.def.defaultValue;
    else if (!(plain instanceof z.ZodOptional || plain instanceof z.ZodNullable))
      return { plain, usual, description };
    plain = plain.unwrap() as z.ZodType;
  }
}

/** Which numbers a field takes. */
interface NumberRange {
  readonly isWhole: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Bounds that are not in the range themselves. */
  readonly above?: number;
  readonly below?: number;
}

export function numberRange(schema: z.ZodType): NumberRange {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = z.toJSONSchema(
    fieldFacts(schema).plain,
  );
  const isBound = (value: unknown): value is number =>
    typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return {
    isWhole: type === 'integer',
    ...(isBound(minimum) && { minimum }),
    ...(isBound(maximum) && { maximum }),
    ...(isBound(exclusiveMinimum) && { above: exclusiveMinimum }),
    ...(isBound(exclusiveMaximum) && { below: exclusiveMaximum }),
  };
}
