import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../../core/platform/files/parse-json.ts';
import { AgentSpecSchema } from '../../shared/contract/protocol-models.ts';
import { AppError } from '../../shared/errors.ts';
import { fitting } from './json-file.ts';

const [endpointModel, commandModel] = AgentSpecSchema.options;
const EndpointFile = endpointModel
  .omit({ kind: true, endpointId: true })
  .extend({ endpoint: z.string().min(1) })
  .strict();
const CommandFile = commandModel.omit({ kind: true }).strict();

type ModelFile = z.infer<typeof EndpointFile> | z.infer<typeof CommandFile>;

/**
 * A model as a JSON file has it: `{"endpoint": "local", "model": "llama3", "instructions": "...", "temperature": 0.7,
 * "topP": 0.9, "seed": 1, "maxOutputTokens": 64, "stopWords": ["\n"]}`, or with `command` and `args` in place of the
 * endpoint and its model.
 *
 * @throws AppError FILE_NOT_FOUND, INVALID_INPUT with the field
 */
export async function modelFile(file: string): Promise<ModelFile> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new AppError('FILE_NOT_FOUND', `The model file ${file} cannot be read: ${error.message}.`);
  });
  const content = parsed(text, file);
  return fitting(
    file,
    'command' in content ? CommandFile : EndpointFile,
    content,
    'Write {"endpoint": "NAME", "model": "...", "temperature": 0.7}, or {"command": "...", "args": []}.',
  );
}

function parsed(text: string, file: string): object {
  try {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Told below.
  }
  throw new AppError('INVALID_INPUT', `${file} is not a JSON object.`);
}
