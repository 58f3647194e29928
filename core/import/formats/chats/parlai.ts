import type { Turn } from '../../../../shared/contract/index.ts';
import { speakerRole } from '../../evidence/dialogues/speaker-roles.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { objectIn, textIn } from '../traces/span.ts';
import { type Chat, type ChatApp, objectsOf } from './chat.ts';

/**
 * Conversations as ParlAI writes them: `dialog` holds what was said, by one speaker after the other or in exchanges, each with the
 * speaker's name in `id`. The last reply of a model is judged; its name is the system.
 */
export const parlai: ChatApp = {
  of: 'ParlAI',
  is: (has) =>
    (has('dialog[][].text') && has('dialog[][].id')) ||
    (has('dialog[].text') &&
      has('dialog[].id') &&
      (has('dialog[].agent_idx') || has('dialog[].episode_done'))),
  open: (take) => ({ read: (record) => take(chatOf(record)) }),
};

function chatOf(record: JsonObject): Chat {
  const said = (Array.isArray(record.dialog) ? record.dialog.flat() : []).filter(isJsonObject);
  const acts = said.filter((act) => (textIn(act, 'text') ?? '').trim() !== '');
  const roles = rolesOf(acts.map(speakerOf));
  const isOfTask = acts.length > 0 && acts.every((act) => taskTurn(textIn(act, 'text')!) !== undefined);
  const read = acts.map((act): Turn => {
    const content = textIn(act, 'text')!;
    return (isOfTask && taskTurn(content)) || { role: roles.get(speakerOf(act))!, content };
  });
  const turns = read.filter(({ content }) => content !== '' && content !== '[DONE]');
  const answered = acts[read.findLastIndex(({ role }) => role === 'assistant')];
  const { model_nickname: nickname } = objectIn(record, 'task_description');
  const { dialog: _, id, context, ...more } = record;
  const rated = said.map(({ final_rating: rating }) => rating).findLast((rating) => rating !== undefined);
  const problems = objectsOf(said.map(({ problem_data: one }) => one)).filter(
    (one) => Object.keys(one).length > 0,
  );
  return {
    id: typeof id === 'string' ? id : null,
    turns: withoutRepeats([...contextOf(context), ...turns]),
    model: typeof nickname === 'string' ? nickname : answered ? speakerOf(answered) : null,
    more: { ...more, final_rating: rated, ...(problems.length > 0 && { problem_data: problems }) },
  };
}

/** What begins a text of a dialogue about a task, by the role that it tells. */
const taskRoles: Readonly<Record<string, string>> = {
  ...{
    USER: 'user',
    SYSTEM: 'assistant',
    APICALL: 'tool_call',
    APIRESP: 'tool',
    APIS: 'system',
    GOAL: 'system',
  },
};

function taskTurn(text: string): Turn | undefined {
  const [, kind, content] = /^([A-Z]{3,8}):\s?(.*)$/s.exec(text) ?? [];
  const role = kind === undefined ? undefined : taskRoles[kind];
  return role === undefined ? undefined : { role, content: content!.trim() };
}

const contextOf = (context: unknown): Turn[] =>
  objectsOf(Array.isArray(context) ? context.flat() : []).flatMap((act) =>
    textIn(act, 'text') === null ? [] : [{ role: 'system', content: textIn(act, 'text')! }],
  );

const speakerOf = (act: JsonObject): string => textIn(act, 'id') ?? String(act.agent_idx ?? '');

/** A persona is given to both who speak, and stands there twice. */
const withoutRepeats = (turns: readonly Turn[]): Turn[] =>
  turns.filter(
    ({ role, content }, at) =>
      role !== 'system' || turns.findIndex((one) => one.role === role && one.content === content) === at,
  );

const isContext = (name: string): boolean => /^(?:context|persona|task|description)$/i.test(name);
const isPerson = (name: string): boolean =>
  /^person[ _-]?\d*$|_as_human$/i.test(name) || speakerRole(name) === 'user';

/** Who asks and who answers: people ask; of two models that speak with each other, the last to speak answers. */
function rolesOf(speakers: readonly string[]): ReadonlyMap<string, string> {
  const names = [...new Set(speakers)].filter((name) => !isContext(name));
  const models = names.filter((name) => !isPerson(name));
  const last = speakers.findLast((name) => models.includes(name));
  const roleIn = (name: string): string => {
    if (isContext(name)) return 'system';
    return name === last || (models.includes(name) && names.length > models.length) ? 'assistant' : 'user';
  };
  return new Map(speakers.map((name) => [name, roleIn(name)]));
}
