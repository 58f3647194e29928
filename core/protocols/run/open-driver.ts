import { findSystem } from '../../../db/datasets.ts';
import { findItem } from '../../../db/items.ts';
import type { ProtocolConversationRow } from '../../../db/protocol-conversations.ts';
import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type {
  InterviewSettings,
  IqaSettings,
  LostSettings,
  ProtocolScores,
  ReplaySettings,
} from '../../../shared/contract/index.ts';
import { looksForInvalid } from '../../../shared/contract/protocol-settings.ts';
import { AppError } from '../../../shared/errors.ts';
import { metricById } from '../../../stats/index.ts';
import { criterionScores } from '../compare/human-scores.ts';
import type { GoldConversation } from '../conversations/gold-conversation.ts';
import { readConversations } from '../conversations/read-conversations.ts';
import { interview } from '../interview/interview.ts';
import { directQuestion } from '../iqa-eval/direct-answer.ts';
import { evaluateUnit } from '../iqa-eval/iqa-eval.ts';
import { recordedInteraction, taskOf } from '../iqa-eval/read-tasks.ts';
import { runInstruction } from '../lost-in-conversation/lost-in-conversation.ts';
import { shardedTaskOf, whyNoTask } from '../lost-in-conversation/read-shards.ts';
import { ModelFault, type ModelUnderTest } from '../model/model-under-test.ts';
import { recordedModel } from '../model/recorded-model.ts';
import { withRefusalChecker } from '../model/refusal-checker.ts';
import type { ReplyCounter } from '../model/reply-counter.ts';
import type { RunModels } from '../model/run-models.ts';
import { promptOf } from '../prompts/prompts-of-run.ts';
import { agentDetector, agentRewriter } from '../replay/agent-validity.ts';
import { entityRewriter, type ValidityDetector } from '../replay/question-validity.ts';
import { replay } from '../replay/replay.ts';
import type { ConversationResult, KeepTurn } from './conversation-result.ts';
import { readOptionsOf } from './plan-conversations.ts';
import { type FinishedConversation, scoresOfRun } from './scores-of-run.ts';

/** Where a conversation of a run lies: which items, which persona, which repetition. */
type ConversationPlace = Pick<ProtocolConversationRow, 'itemId' | 'itemIds' | 'group' | 'variant'>;

/** How one protocol works on its conversations and what it makes of them. */
export interface ProtocolDriver {
  /** @throws ModelFault when this conversation cannot go on, RunStopped when none can */
  work(place: ConversationPlace, keep: KeepTurn, replies: ReplyCounter): Promise<ConversationResult<unknown>>;
  /** The figures of the run, from the conversations that are finished. */
  scores(finished: readonly FinishedConversation[]): ProtocolScores;
}

interface Opening {
  readonly db: ReadableDb;
  readonly run: ProtocolRunRow;
  readonly models: RunModels;
}

/** Everything a run works with, opened. @throws AppError NOT_FOUND when an endpoint or a system is gone */
export async function openDriver(opening: Opening): Promise<ProtocolDriver> {
  const { settings } = opening.run;
  switch (settings.protocol) {
    case 'replay':
      return replayDriver(opening, settings);
    case 'interview':
      return interviewDriver(opening, settings);
    case 'iqa-eval':
      return iqaDriver(opening, settings);
    case 'lost-in-conversation':
      return lostDriver(opening, settings);
    case 'conversation':
      throw new AppError('CONFLICT', 'People lead these conversations; there is nothing to run.');
  }
}

async function replayDriver(opening: Opening, settings: ReplaySettings): Promise<ProtocolDriver> {
  const { models } = opening;
  const conversations = conversationsOf(opening);
  const metric = metricById(settings.metric);
  if (!metric) throw new AppError('INVALID_INPUT', `There is no metric named ${settings.metric}.`);
  const parts = {
    settings,
    metric,
    model: await checkedModel(opening, settings, await modelOf(opening, conversations)),
    detector:
      settings.detector === null
        ? await builtInDetector(settings)
        : agentDetector(await models.agent(settings.detector, 'detector'), promptOf(settings, 'detector')),
    rewriter:
      settings.rewriter === null
        ? entityRewriter
        : agentRewriter(await models.agent(settings.rewriter, 'rewriter'), promptOf(settings, 'rewriter')),
  };
  return {
    work: ({ itemId }, keep, replies) =>
      replay(requireConversation(conversations, itemId), {
        ...parts,
        keep,
        openConversation: { run: 0, replies },
      }),
    scores: (finished) => scoresOfRun(settings, finished),
  };
}

/** With a model that reads its replies for refusals, where the run has one. */
async function checkedModel(
  { models }: Opening,
  settings: ReplaySettings | InterviewSettings,
  model: ModelUnderTest,
): Promise<ModelUnderTest> {
  if (settings.refusalChecker === null) return model;
  const agent = await models.agent(settings.refusalChecker, 'refusal-checker');
  return withRefusalChecker(model, agent, promptOf(settings, 'refusal-check'));
}

/** The tagger of the built-in rules takes a second to load, which modes that change no question are spared. */
async function builtInDetector({
  mode,
  refusals,
  refusalList = 0,
  matching,
}: ReplaySettings): Promise<ValidityDetector> {
  if (!looksForInvalid(mode)) {
    return { check: async () => ({ isValid: true, reason: '', broken: [] }) };
  }
  const { ruleDetector } = await import('../coreference/rule-detector.ts');
  return ruleDetector(refusals, { list: refusalList, matching });
}

async function interviewDriver(opening: Opening, settings: InterviewSettings): Promise<ProtocolDriver> {
  const conversations = conversationsOf(opening);
  const { models } = opening;
  const model = await checkedModel(opening, settings, await modelOf(opening, conversations));
  const generator = await models.agent(settings.generator, 'generator');
  const leakChecker =
    settings.leakChecker === null
      ? null
      : {
          agent: await models.agent(settings.leakChecker, 'leak-checker'),
          text: promptOf(settings, 'leak-check'),
        };
  const parts = { settings, model, generator, leakChecker };
  return {
    work: ({ itemId }, keep, replies) =>
      interview(requireConversation(conversations, itemId), {
        ...parts,
        keep,
        openConversation: { run: 0, replies },
      }),
    scores: (finished) => scoresOfRun(settings, finished),
  };
}

async function iqaDriver(opening: Opening, settings: IqaSettings): Promise<ProtocolDriver> {
  const { db, run, models } = opening;
  const isDirect = settings.condition === 'direct';
  const model = isDirect ? await directModelOf(opening) : await modelOf(opening, new Map());
  const user = settings.user === null ? null : await models.agent(settings.user, 'user');
  const judges = await Promise.all(settings.judges.map((judge) => models.agent(judge, 'judge')));
  const { correctness } = settings;
  const checker = await checkerOf(opening, settings);
  const labels = labelsOf(opening, correctness.by === 'judge' ? correctness.criterion : null);
  const judged = [run.system, run.model.kind === 'endpoint' ? run.model.model : ''];
  const systemId = run.model.kind === 'recorded' ? requireSystem(db, run.model.system) : null;
  return {
    work: ({ itemIds, variant }, keep, replies) => {
      const items = itemIds.flatMap((id) => findItem(db, id) ?? []);
      const unit =
        systemId === null || user !== null || isDirect
          ? { tasks: items.map(taskOf) }
          : { interactions: items.map((item) => recordedInteraction(db, item, systemId)) };
      const { persona = 0, run: repetition = 0 } = variant;
      const openConversation = { run: repetition, replies };
      return evaluateUnit(unit, { settings, model, user, judges, checker, persona, openConversation, keep });
    },
    scores: (finished) =>
      scoresOfRun(settings, finished, { judges: judges.map(({ name }) => name), judged, labels }),
  };
}

async function lostDriver(opening: Opening, settings: LostSettings): Promise<ProtocolDriver> {
  const { db, models } = opening;
  const model = await modelOf(opening, new Map());
  const user = settings.user === null ? null : await models.agent(settings.user, 'user');
  const verifier =
    settings.verifier === null
      ? null
      : {
          agent: await models.agent(settings.verifier, 'verifier'),
          kindText: promptOf(settings, 'turn-kind'),
          copyText: promptOf(settings, 'answer-copy'),
          answerDescription: settings.answerDescription,
        };
  const checker = await checkerOf(opening, settings);
  return {
    work: ({ itemId, group, variant }, keep, replies) => {
      const item = findItem(db, itemId);
      const task = item && shardedTaskOf(item);
      if (!task || whyNoTask(task, settings.mode) !== null) {
        throw new ModelFault('The instruction is no longer in the data set.');
      }
      const openConversation = { run: variant.run ?? 0, replies };
      const cluster = group ?? `item ${itemId}`;
      return runInstruction(task, cluster, {
        settings,
        model,
        user,
        verifier,
        checker,
        openConversation,
        keep,
      });
    },
    scores: (finished) => scoresOfRun(settings, finished),
  };
}

/** Who tells right answers; null where a rule does. */
async function checkerOf({ models }: Opening, settings: IqaSettings | LostSettings) {
  const { correctness } = settings;
  return correctness.by === 'judge'
    ? {
        agent: await models.agent(correctness.checker, 'answer-checker'),
        text: promptOf(settings, 'answer-check'),
      }
    : null;
}

/** What people say of the system's answers by a criterion, in [0, 1]. @throws AppError NOT_FOUND without such a criterion */
function labelsOf({ db, run }: Opening, name: string | null): ReadonlyMap<number, number> {
  if (name === null) return new Map();
  return criterionScores(db, run.datasetId, name).bySystem.get(run.system)?.values ?? new Map();
}

/** The conversations of the data set by their first item. */
function conversationsOf({ db, run }: Opening): ReadonlyMap<number, GoldConversation> {
  const conversations = readConversations(db, run.datasetId, readOptionsOf(run.settings));
  return new Map(conversations.map((conversation) => [conversation.itemIds[0]!, conversation]));
}

function requireConversation(
  conversations: ReadonlyMap<number, GoldConversation>,
  itemId: number,
): GoldConversation {
  const conversation = conversations.get(itemId);
  if (!conversation) throw new ModelFault('The conversation is no longer in the data set.');
  return conversation;
}

async function modelOf(
  { db, run, models }: Opening,
  conversations: ReadonlyMap<number, GoldConversation>,
): Promise<ModelUnderTest> {
  if (run.model.kind !== 'recorded') return models.model(run.model);
  const byItem = new Map(
    [...conversations.values()].flatMap((conversation) =>
      conversation.itemIds.map((itemId) => [itemId, conversation.turns] as const),
    ),
  );
  const systemId = requireSystem(db, run.model.system);
  return recordedModel(db, systemId, (itemId) => byItem.get(itemId) ?? []);
}

/** Responses of the data stand for what a system answers to the question itself. */
async function directModelOf({ db, run, models }: Opening): Promise<ModelUnderTest> {
  if (run.model.kind !== 'recorded') return models.model(run.model);
  const questionsOf = (itemId: number) => {
    const item = findItem(db, itemId);
    return item ? [{ question: directQuestion(taskOf(item)), itemId, turn: 0 }] : [];
  };
  return recordedModel(db, requireSystem(db, run.model.system), questionsOf);
}

function requireSystem(db: ReadableDb, name: string): number {
  const system = findSystem(db, name);
  if (!system) throw new AppError('NOT_FOUND', `There is no system named ${name} in this project.`);
  return system.id;
}
