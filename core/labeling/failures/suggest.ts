import { z } from 'zod';
import type { FailureMode, FailureNote } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { makeMode } from '../../estimate/failures/change-modes.ts';
import { fenced, fenceMark, fenceRule, fenceSeed } from '../../models/judge/fence.ts';
import { ownJson } from '../../models/judge/own-json.ts';
import { createAsker } from '../../models/llm/ask.ts';
import { requireEndpoint } from '../../models/llm/endpoints.ts';
import { LlmFault } from '../../models/llm/fault.ts';
import { askingForJson, knownJsonMode, rememberJsonMode } from '../../models/llm/json-asking.ts';
import { kindOfReply, type Reply } from '../../models/llm/read-reply.ts';
import { requestFor } from '../../models/llm/request.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { describeModes, modeById, modesOf } from '../../studies/failures/modes.ts';
import { keepLook } from './look-again.ts';
import { failureNotes } from './notes.ts';

/** Notes that one question holds, and letters of each. */
const mostNotes = 200;
const longestNote = 500;
const mostGroups = 30;

const GroupsSchema = z.object({
  groups: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(200),
        definition: z.string().trim().max(2000).default(''),
        notes: z.array(z.number().int().positive()),
      }),
    )
    .max(mostGroups),
});

const schema = {
  type: 'object',
  properties: {
    groups: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          definition: { type: 'string' },
          notes: { type: 'array', items: { type: 'integer' } },
        },
        required: ['name', 'definition', 'notes'],
        additionalProperties: false,
      },
    },
  },
  required: ['groups'],
  additionalProperties: false,
} as const;

/** A group of notes as a model sees it, which nobody has accepted. */
interface SuggestedGroup {
  name: string;
  definition: string;
  labelIds: number[];
}

interface AskedGroups {
  readonly studyId: number;
  readonly endpointId: number;
  readonly model?: string | undefined;
  readonly most: number;
}

/**
 * Asks a model, once, which notes without a mode say the same, and what to call it. Nothing of it is stored, and no number of it is
 * used.
 *
 * @throws AppError CONFLICT without notes; ENDPOINT_FAULT where the server gives no answer that can be used
 */
export async function suggestGroups(
  context: CoreContext,
  { studyId, endpointId, model, most }: AskedGroups,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ groups: SuggestedGroup[]; notes: number; left: number }> {
  const db = dbOf(context);
  const asked = { studyId, show: 'unnamed' as const, search: '', from: 0, limit: Math.min(most, mostNotes) };
  const { notes, total } = failureNotes(context, asked);
  if (notes.length === 0) {
    throw new AppError('CONFLICT', 'There is no note without a failure mode.', {
      field: 'studyId',
      remedy: 'Write notes while labeling first.',
    });
  }
  const endpoint = requireEndpoint(db, endpointId);
  const named = model || endpoint.model;
  const key = context.keys.require(endpoint);
  const texts = notes.map(({ note }) => note.slice(0, longestNote));
  const messages = messagesFor(fenceSeed(db), texts, modesOf(db).byId.values());
  const asker = await createAsker(endpoint, key);
  const { answer, mode } = await askingForJson(knownJsonMode(db, endpoint, named), false, (jsonMode) =>
    asker.ask(
      requestFor(
        { ...endpoint, jsonMode },
        {
          ...{ model: named, messages, temperature: null, maxOutputTokens: 4000, seed: null, repeat: 0 },
          schema: jsonMode === 'prompt-only' ? null : { name: 'groups', schema },
          logProbabilities: false,
        },
      ),
      signal,
    ),
  ).catch((error: unknown) => {
    throw error instanceof LlmFault ? unusable(error.message) : error;
  });
  await rememberJsonMode(db, endpoint, named, mode);
  return { groups: groupsOf(answer.reply, texts, notes), notes: notes.length, left: total - notes.length };
}

const unusable = (message: string) =>
  new AppError('ENDPOINT_FAULT', message, { remedy: 'Ask again, or choose another model.' });

/** The groups of a reply, each note in one of them at most. @throws AppError ENDPOINT_FAULT */
function groupsOf(reply: Reply, texts: readonly string[], notes: readonly FailureNote[]): SuggestedGroup[] {
  if (kindOfReply(reply) !== 'answer' || reply.text === null) {
    throw unusable('The model gave no answer that can be used.');
  }
  const { json, why } = ownJson(reply.text, texts, reply);
  if (why !== null) throw unusable(why);
  const read = GroupsSchema.safeParse(json);
  if (!read.success) throw unusable('The answer of the model is not a list of groups.');
  const taken = new Set<number>();
  return read.data.groups.flatMap(({ name, definition, notes: numbers }) => {
    const own = [...new Set(numbers)].filter((number) => number <= notes.length && !taken.has(number));
    for (const number of own) taken.add(number);
    return own.length === 0
      ? []
      : [{ name, definition, labelIds: own.map((number) => notes[number - 1]!.labelId) }];
  });
}

function messagesFor(
  seed: string,
  texts: readonly string[],
  modes: Iterable<{ now: { name: string; definition: string; retired: boolean } }>,
) {
  const known = [...modes].filter(({ now }) => !now.retired).slice(0, 100);
  const names = known.map(({ now: { name, definition } }) => (definition ? `${name}: ${definition}` : name));
  const mark = fenceMark(seed, [...texts, ...names]);
  const instructions = [
    'People read conversations with an AI system and wrote notes on what went wrong.',
    'Group the notes that describe the same kind of failure. Give each group a short name and a definition of one sentence that',
    'says what counts. Use a name of the list of known failures where it fits. Leave out notes that fit no group.',
    'Answer with JSON and nothing else: {"groups": [{"name": "...", "definition": "...", "notes": [1, 2]}]}',
    fenceRule(mark),
  ].join(' ');
  const parts = [
    ...(names.length > 0 ? [`Known failures:\n${fenced(mark, names.join('\n'))}`] : []),
    'Notes:',
    ...texts.map((text, i) => `${i + 1}.\n${fenced(mark, text)}`),
  ];
  return [
    { role: 'system' as const, content: instructions },
    { role: 'user' as const, content: parts.join('\n\n') },
  ];
}

interface AcceptedGroups {
  readonly studyId: number;
  readonly groups: readonly { name: string; definition: string; labelIds: readonly number[] }[];
  readonly annotatorId?: number | undefined;
  readonly clientKey: string;
}

/** Keeps what a person accepted of groups: makes the modes that are new, and names the notes. */
export async function acceptGroups(
  context: CoreContext,
  { studyId, groups, annotatorId, clientKey }: AcceptedGroups,
): Promise<{ modes: FailureMode[]; named: number; list: number }> {
  const db = dbOf(context);
  const byLabel = new Map(notesOf(context, studyId).map((note) => [note.labelId, note]));
  const ids: number[] = [];
  let named = 0;
  for (const [i, { name, definition, labelIds }] of groups.entries()) {
    const by = { annotatorId, clientKey: `${clientKey}/${i}` };
    const { mode } = await makeMode(context, { name, definition, ...by });
    ids.push(mode.id);
    for (const labelId of labelIds) {
      const note = byLabel.get(labelId);
      // A note that was changed meanwhile is another one.
      if (!note) continue;
      const look = { studyId, itemId: note.itemId, modeId: mode.id, present: true, labelId };
      await keepLook(context, { ...look, annotatorId, clientKey: `${by.clientKey}/${labelId}` }, 'suggested');
      named += 1;
    }
  }
  const modes = modesOf(db);
  return {
    modes: describeModes(
      db,
      [...new Set(ids)].map((id) => modeById(modes, id)),
    ),
    ...{ named, list: modes.newest },
  };
}

/** All notes of a study. */
function notesOf(context: CoreContext, studyId: number): FailureNote[] {
  const all = { studyId, show: 'all' as const, search: '' };
  const found: FailureNote[] = [];
  for (;;) {
    const { notes, total } = failureNotes(context, { ...all, from: found.length, limit: 10_000 });
    found.push(...notes);
    if (notes.length === 0 || found.length >= total) return found;
  }
}
