import { isSurelyModel } from '../../evidence/scores/who-scored.ts';

/** Who gave a vote, by the name that the file has. */
export interface Voter {
  readonly name: string | null;
  /** Whether it is a person, and no model; null where the file does not say. */
  readonly isPerson: boolean | null;
}

/** How people are called in published preferences: `author_2`, `expert_17`, `arena_user_973`, `annotator1`. */
const people = /^(author|expert|human|user|arena_user|annotator|worker|rater|crowd)/i;
/** How models and programs that judge are called. */
const models =
  /gpt|claude|gemini|palm|llama|mistral|mixtral|qwen|deepseek|command|davinci|prometheus|pandalm|alpaca|ultra|judge|llm|model|reward|auto|_pair$|rm$/i;

/**
 * A model's vote never counts as a person's: a list is how FastChat names a model with its prompt, and a name that speaks for neither is
 * taken as the shape of the file has it.
 *
 * @param said what stands in the file: a name, a list of a model and its prompt, or nothing
 * @param byShape whose votes files of this shape hold; null where they may be of both
 */
export function voterOf(said: unknown, byShape: 'people' | 'models' | null): Voter {
  if (Array.isArray(said)) return { name: said.map(String).join(' '), isPerson: false };
  const name = typeof said === 'string' || typeof said === 'number' ? String(said).trim() : '';
  if (name === '') return { name: null, isPerson: byShape === 'people' || null };
  if (people.test(name)) return { name, isPerson: true };
  if (models.test(name) || isSurelyModel(name)) return { name, isPerson: false };
  return { name, isPerson: byShape === null ? null : byShape === 'people' };
}
