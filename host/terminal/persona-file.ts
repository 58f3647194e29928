import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Client } from '../../core/engine.ts';
import { parsedJson } from '../../core/platform/files/parse-json.ts';
import type { KnownPersona } from '../../shared/contract/index.ts';
import { PersonaSchema } from '../../shared/contract/persona.ts';
import { AppError } from '../../shared/errors.ts';

const FileSchema = PersonaSchema.extend({ share: z.number().positive().max(1).optional() });

export interface FilePersona extends KnownPersona {
  /** As the file says; undefined for an equal share. */
  share?: number | undefined;
}

/**
 * Stores the personas of a JSON file, one or a list, in the project: `{"name", "role", "expectation"}`, with `metrics`
 * and `share` where wanted. The very same text is stored once.
 *
 * @throws AppError FILE_NOT_FOUND, INVALID_INPUT
 */
export async function storePersonaFile(client: Client, file: string): Promise<FilePersona[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new AppError('FILE_NOT_FOUND', `The persona file ${file} cannot be read: ${error.message}.`);
  });
  const read = z
    .union([FileSchema.transform((one) => [one]), z.array(FileSchema).min(1)])
    .safeParse(parsedJson(text));
  if (!read.success) {
    throw new AppError('INVALID_INPUT', `${file} holds no persona.`, {
      remedy: 'Write {"name": "...", "role": "...", "expectation": "..."}, or a list of such objects.',
    });
  }
  const stored: FilePersona[] = [];
  for (const { share, ...persona } of read.data) {
    stored.push({ ...(await client.persona.save(persona)), share });
  }
  return stored;
}
