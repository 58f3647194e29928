import { z } from 'zod';
import { findEndpoint } from '../../../../db/endpoints.ts';
import { signalNameOf } from '../../../../db/judges.ts';
import { findPrompt } from '../../../../db/prompts.ts';
import type { PromptText } from '../../../../shared/contract/index.ts';
import { PromptTextSchema } from '../../../../shared/contract/judge.ts';
import { AppError } from '../../../../shared/errors.ts';
import { replyKindWords } from '../../../../shared/reply-words.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { shouldHaveSaid } from '../../../studies/corrections.ts';
import type { Answer } from '../../llm/caller.ts';
import { LlmFault } from '../../llm/fault.ts';
import type { Reply } from '../../llm/read-reply.ts';
import { type LlmRequest, requestFor } from '../../llm/request.ts';
import { RunStopped } from '../../llm/run-stopped.ts';
import { roomAfter, usableReply } from '../../llm/usable-reply.ts';
import { outsideRun } from '../../run/outside-run.ts';
import { ownJson } from '../own-json.ts';
import { assertPrompt } from '../prompts.ts';
import { variablesIn } from '../render-prompt.ts';
import { judgeDisagreements, onJudgesScale } from './disagreements.ts';
import { assertQuotesNothing, requireImprovement, sidesOf } from './sides.ts';
import { judgedCriterion, missingRules, requireRatingJudge } from './versions.ts';

interface Proposal {
  readonly prompt: PromptText;
  readonly why: string;
  /** What the replies cost; null where no price is known, or they were stored. */
  readonly cost: number | null;
}

const ProposalSchema = z.object({ instructions: z.string().min(1), why: z.string().default('') });

const mostShown = 12;
const mostRead = 200;
const mostLetters = 2000;
const room = 4096;

const task = `You improve the instructions that a language model judges replies by. You see the present instructions, rules that people found missing in them, and replies on which the judge and people differ, with what people wrote. Find the rules that people follow and the instructions do not say, and write the instructions anew: short, general, in plain words. Do not copy any of the replies into them. Keep {{criteria}} and {{examples}} where they stand; they are filled in later.

Answer with one JSON object and nothing else: {"instructions": "...", "why": "what you changed and why, in a sentence or two"}`;

/**
 * A prompt that the judge's own model proposes, from its disagreements with people on practice items. Where people say that the judge
 * is right there is nothing to learn. It is not stored.
 *
 * @throws AppError CONFLICT without a disagreement or a usable reply: one that quotes a check item is none
 */
export async function proposePrompt(
  context: CoreContext,
  { improvementId, judgeId }: { improvementId: number; judgeId: number },
): Promise<Proposal> {
  const db = dbOf(context);
  const judge = requireRatingJudge(db, judgeId);
  const endpoint = findEndpoint(db, judge.endpointId)!;
  const asked = { improvementId, judgeId, all: false, offset: 0, limit: mostRead };
  const own = signalNameOf(judge);
  const rows = judgeDisagreements(context, asked)
    .rows.filter(({ findings }) => !findings.some((one) => one.kind === 'judge-right' && one.judge === own))
    .slice(0, mostShown);
  if (rows.length === 0) {
    throw new AppError('CONFLICT', 'There is no disagreement on practice items to learn from.', {
      remedy: 'Run this version on the practice items first, or check it.',
    });
  }
  const improved = requireImprovement(db, improvementId);
  const { systemId } = improved;
  const sides = sidesOf(context, improved);
  const criterion = judgedCriterion(db, judge, improved);
  const shownValue = (value: number) => Number(onJudgesScale(value, sides, criterion).toPrecision(3));
  const row = findPrompt(db, judge.promptId)!;
  const present = PromptTextSchema.parse(row);
  const cut = (text: string) => (text.length <= mostLetters ? text : `${text.slice(0, mostLetters)}…`);
  const variables = new Set(variablesIn(present.item));
  const shown = rows.map((one, i) =>
    [
      `Disagreement ${i + 1}`,
      ...(variables.has('passage') && one.passage ? [`passage: ${cut(one.passage)}`] : []),
      ...one.conversation.map(({ role, content }) => `${role}: ${cut(content)}`),
      ...one.responses.map((reply) => `reply: ${cut(reply)}`),
      ...(variables.has('reference') ? one.references.map((text) => `right answer: ${cut(text)}`) : []),
      `people: ${shownValue(one.people)}${one.notes.flatMap(({ note }) => (note === '' ? [] : [` (${cut(note)})`])).join('')}`,
      `judge: ${shownValue(one.judge)}${one.reason === '' ? '' : ` (${cut(one.reason)})`}`,
      ...one.findings.flatMap(({ kind, text }) =>
        kind === 'failure' ? [`how the judge fails: ${cut(text)}`] : [],
      ),
      ...shouldHaveSaid(db, one.itemId, systemId).map((text) => `it should have said: ${cut(text)}`),
    ].join('\n'),
  );
  const definitions = present.criteria.map(({ name, definition }) => `${name}: ${definition}`).join('\n');
  const missing = missingRules(db, improvementId).map((rule) => `- ${cut(rule)}`);
  const rules = missing.length === 0 ? '' : `Rules that people found missing:\n${missing.join('\n')}\n\n`;
  const messages = [
    { role: 'system' as const, content: task },
    {
      role: 'user' as const,
      content: `Present instructions:\n${present.instructions}\n\nCriteria:\n${definitions}\n\n${rules}${shown.join('\n\n')}`,
    },
  ];
  return ask(
    context,
    judge.endpointId,
    (again, limit): LlmRequest =>
      requestFor(endpoint, {
        ...{ model: judge.model || endpoint.model, messages, temperature: judge.temperature },
        ...{ maxOutputTokens: limit, seed: null, schema: null, logProbabilities: false, repeat: 0, again },
      }),
    ({ instructions, why }) => {
      const prompt = assertPrompt({ ...present, instructions: withPlaces(instructions, present) });
      assertQuotesNothing(context, prompt);
      return { prompt, why };
    },
  );
}

/** What the instructions showed before, they show again: a model may drop a placeholder. */
function withPlaces(instructions: string, { instructions: before }: PromptText): string {
  const kept = new Set(variablesIn(before));
  const known = instructions.replaceAll(/\{\{\s*([\w-]+)\s*\}\}/g, (whole, name: string) =>
    name === 'criteria' || name === 'examples' ? whole : name,
  );
  const has = new Set(variablesIn(known));
  const missing = [...kept].filter((name) => !has.has(name)).map((name) => `{{${name}}}`);
  return [known.trim(), ...missing].join('\n\n');
}

/** @param made a prompt of what was read; what it throws as an AppError makes a reply one that cannot be used */
async function ask(
  context: CoreContext,
  endpointId: number,
  requestOf: (again: number, limit: number) => LlmRequest,
  made: (proposal: z.infer<typeof ProposalSchema>) => Omit<Proposal, 'cost'>,
): Promise<Proposal> {
  let refused: AppError | undefined;
  const read = (answer: string, reply: Reply) => {
    const { data } = ProposalSchema.safeParse(ownJson(answer, [], reply).json);
    if (!data) return null;
    try {
      return made(data);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused = error;
      return null;
    }
  };
  try {
    return await outsideRun(context, [endpointId], async ({ endpoints, tally }) => {
      const { caller } = await endpoints.open(endpointId);
      let limit = room;
      const { value, kind } = await usableReply<Answer, Omit<Proposal, 'cost'>>({
        ask: (again, before) => {
          limit = roomAfter(limit, before?.cutOff ?? false);
          return caller.call(requestOf(again, limit));
        },
        read,
        takesCut: false,
        isFault: (error) => error instanceof LlmFault,
      });
      if (value !== null) return { ...value, cost: tally.snapshot().cost };
      const why = refused ? `its proposal cannot be used. ${refused.message}` : `${replyKindWords[kind]}.`;
      throw new AppError('CONFLICT', `The model gave no prompt: ${why}`, {
        remedy: 'Propose again, or write the prompt yourself.',
      });
    });
  } catch (error) {
    if (!(error instanceof LlmFault || error instanceof RunStopped)) throw error;
    throw new AppError('CONFLICT', `The model gave no reply: ${error.message}`, {
      remedy: 'Test its connection, then propose again.',
    });
  }
}
