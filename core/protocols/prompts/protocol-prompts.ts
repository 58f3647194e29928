import { ensureProtocolPrompt, listProtocolPrompts } from '../../../db/protocol-prompts.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { KnownProtocolPrompt, ProtocolPrompt } from '../../../shared/contract/index.ts';
import { ProtocolPromptSchema } from '../../../shared/contract/protocol-prompt.ts';
import { AppError } from '../../../shared/errors.ts';
import { partFacts } from '../../../shared/prompt-parts.ts';
import { hashOf } from '../../models/judge/prompts.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { assertNewest, keptVersionsOf } from '../../platform/record-version.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { builtInName, builtInTexts } from './built-in-texts.ts';
import { placeholdersIn, sectionFault } from './template.ts';

/** Part by part the built-in text, then every version of the project's own, by name, the newest first. */
export function knownProtocolPrompts(db: ReadableDb): KnownProtocolPrompt[] {
  const own = listProtocolPrompts(db);
  return builtInTexts.flatMap((text) => [
    { ...text, version: 1, builtIn: true, createdAt: null },
    ...own.filter(({ part }) => part === text.part).map((row) => ({ ...row, builtIn: false })),
  ]);
}

/**
 * Stores a text as the next version of its name.
 *
 * @throws AppError INVALID_INPUT when it could not work, CONFLICT when it was made from a version that is no longer the newest
 */
export async function saveProtocolPrompt(
  context: CoreContext,
  { basedOn, ...given }: ProtocolPrompt & { basedOn?: number | undefined },
): Promise<KnownProtocolPrompt> {
  const text = ProtocolPromptSchema.parse(given);
  assertWorks(text);
  const facts = { hash: hashOf(text), createdAt: context.now() };
  const save = dbOf(context).transaction(() => {
    const ofPart = listProtocolPrompts(dbOf(context)).filter(({ part }) => part === text.part);
    const kept = keptVersionsOf(ofPart, text.name, ProtocolPromptSchema);
    assertNewest(basedOn, { kept, wanted: { ...text }, words: `The text ${text.name}` });
    return ensureProtocolPrompt(dbOf(context), text, facts);
  });
  const row = await whenWritable(() => save.immediate());
  context.events.publish({ type: 'data.changed' });
  return { ...row, builtIn: false };
}

/** What a text must be to do its part: every fault is named with its field and the remedy. */
function assertWorks({ part, name, instructions, message, last }: ProtocolPrompt): void {
  const refuse = (field: string, fault: string, remedy: string): never => {
    throw new AppError('INVALID_INPUT', fault, { field, remedy });
  };
  const { placeholders, required, marks } = partFacts[part];
  if (name.toLowerCase() === builtInName) {
    refuse('name', `“${name}” comes with Assay and does not change.`, 'Give your text a name of its own.');
  }
  if (part !== 'user' && last !== '') {
    refuse('last', 'Only a played user has a last turn.', 'Leave it empty.');
  }
  for (const [field, text] of Object.entries({ instructions, message, last })) {
    const fault = sectionFault(text);
    if (fault !== null) refuse(field, fault, 'Write {{#name}} … {{/name}}, one after the other.');
    const unknown = placeholdersIn(text).find((one) => !placeholders.includes(one));
    if (unknown !== undefined) {
      refuse(
        field,
        `There is no placeholder {{${unknown}}} here.`,
        `Use ${placeholders.map((one) => `{{${one}}}`).join(', ')}.`,
      );
    }
  }
  const shown = placeholdersIn(instructions + message);
  const missing = required.find((one) => !shown.includes(one));
  if (missing !== undefined) refuse('message', `The text does not show {{${missing}}}.`, 'Show it.');
  const told = part === 'user' ? [instructions, last] : [instructions + message];
  const unread = marks.find((mark) => told.some((text) => !text.includes(mark)));
  if (unread !== undefined) {
    refuse(
      part === 'user' && instructions.includes(unread) ? 'last' : 'instructions',
      `The text does not ask for “${unread}”, by which the reply is read.`,
      'Ask for these very words.',
    );
  }
}
