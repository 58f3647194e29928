import type { PartQuality, PartsAsked, TurnShare } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { clusteredMean, mean, wordF1 } from '../../../stats/index.ts';
import { RunStopped } from '../../models/llm/run-stopped.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { labeledConversations, labeledQuestions } from '../coreference/detection-quality.ts';
import { ruleDetector } from '../coreference/rule-detector.ts';
import { contentWords } from '../coreference/word-lists.ts';
import { ModelFault } from '../model/model-under-test.ts';
import { ReplyCounter } from '../model/reply-counter.ts';
import { promptOf } from '../prompts/prompts-of-run.ts';
import { knownProtocolPrompts } from '../prompts/protocol-prompts.ts';
import { withAgentsAlone } from '../run/with-model.ts';
import { agentDetector, agentRewriter } from './agent-validity.ts';
import { entityRewriter, type Reworded, type Validity } from './question-validity.ts';

const interval =
  '95 %, approximate, at one look: a jackknife over conversations, which are taken as independent. None from fewer than five of one size.';
const rules = 'rules of Assay';
/** Questions put to a model side by side; the pace of its endpoint holds besides. */
const atOnce = 4;

interface Checked {
  readonly turn: ReturnType<typeof labeledQuestions>[number]['turn'];
  readonly conversation: number;
  readonly validity: Validity;
  /** Of invalid questions whose wording with what was lost is known. */
  readonly reworded: Reworded | null;
}

/**
 * How the detector and the rewriter of a replay do on labeled turns. Each is asked about every turn by itself, in front of the
 * labeled history; the rewriter about the invalid ones whose wording is known, whatever the detector said. Replies are stored,
 * so that the same question is asked and paid once.
 *
 * @throws AppError NOT_FOUND for an endpoint or text that there is not, CONFLICT when a model gives no reply
 */
export async function partQuality(context: CoreContext, asked: PartsAsked): Promise<PartQuality> {
  const conversations = asked.conversations ?? labeledConversations;
  const texts = chosenTexts(context, asked);
  const specs = [asked.detector, asked.rewriter].filter((spec) => spec !== null);
  return withAgentsAlone(context, specs, async (models) => {
    const finder = asked.detector && (await models.agent(asked.detector, 'detector'));
    const writer = asked.rewriter && (await models.agent(asked.rewriter, 'rewriter'));
    const detector = finder
      ? agentDetector(finder, promptOf(texts, 'detector'))
      : ruleDetector(['CANNOTANSWER'], { matching: asked.matching });
    const rewriter = writer ? agentRewriter(writer, promptOf(texts, 'rewriter')) : entityRewriter;
    const openConversation = { run: 0, replies: new ReplyCounter() };
    const questions = labeledQuestions(conversations);
    const checked = await inTurns(questions, async ({ turn, conversation, question }): Promise<Checked> => {
      const validity = await detector.check(question, openConversation);
      const reworded =
        turn.reworded === undefined ? null : await rewriter.rewrite(question, validity, openConversation);
      return { turn, conversation, validity, reworded };
    });
    return qualityOf(checked, { detector: finder?.name ?? rules, rewriter: writer?.name ?? rules });
  });
}

function chosenTexts(context: CoreContext, { prompts }: PartsAsked) {
  const known = knownProtocolPrompts(dbOf(context));
  return {
    prompts: prompts.map(({ part, name, version }) => {
      const found = known.find(
        (one) =>
          one.part === part &&
          one.name.toLowerCase() === name.toLowerCase() &&
          (version === undefined || one.version === version),
      );
      if (found) return found;
      throw new AppError('NOT_FOUND', `There is no text named ${name} for “${part}”.`, { field: 'prompts' });
    }),
  };
}

/** @throws AppError CONFLICT with what the model did where it gives no reply */
async function inTurns<T, U>(values: readonly T[], work: (value: T) => Promise<U>): Promise<U[]> {
  const results = new Array<U>(values.length);
  let next = 0;
  const worker = async () => {
    while (next < values.length) {
      const i = next++;
      results[i] = await work(values[i]!);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } catch (error) {
    if (!(error instanceof ModelFault || error instanceof RunStopped)) throw error;
    throw new AppError('CONFLICT', `The model gave no reply: ${error.message}`, {
      remedy: 'Test its connection, then measure again: what it answered so far is not asked again.',
    });
  }
  return results;
}

function qualityOf(checked: readonly Checked[], names: { detector: string; rewriter: string }): PartQuality {
  const isInvalid = ({ turn }: Checked) => turn.invalid !== undefined;
  const isFound = ({ validity }: Checked) => !validity.isValid;
  const invalid = checked.filter(isInvalid);
  const reasons = [...new Set(invalid.map(({ turn }) => turn.invalid!))].sort();
  const rewritten = checked.flatMap(({ turn, conversation, reworded }) =>
    reworded === null ? [] : [{ was: turn.question, known: turn.reworded!, conversation, ...reworded }],
  );
  const f1 = (of: 'was' | 'question') =>
    rewritten.length === 0 ? null : mean(rewritten.map((one) => wordF1(one[of], one.known, 0)));
  return {
    turns: checked.length,
    invalid: invalid.length,
    detector: {
      name: names.detector,
      precision: shareWith(checked.filter(isFound), isInvalid),
      recall: shareWith(invalid, isFound),
      recallByReason: reasons.map((reason) => ({
        reason,
        ...shareWith(
          invalid.filter(({ turn }) => turn.invalid === reason),
          isFound,
        ),
      })),
      unread: checked.filter(({ validity }) => validity.isUnread === true).length,
    },
    rewriter: {
      name: names.rewriter,
      changed: shareWith(rewritten, ({ was, question }) => question !== was),
      named: shareWith(rewritten, ({ was, known, question }) => namesAll(question, lostWords(was, known))),
      similarity: f1('question'),
      similarityBefore: f1('was'),
      unread: rewritten.filter(({ isUnread }) => isUnread === true).length,
    },
    interval,
  };
}

/** The words of content that the known wording has and the question lacks. */
const lostWords = (was: string, known: string): string[] => {
  const had = new Set(contentWords(was));
  return contentWords(known).filter((word) => !had.has(word));
};

const namesAll = (question: string, words: readonly string[]): boolean => {
  const named = new Set(contentWords(question));
  return words.every((word) => named.has(word));
};

function shareWith<T extends { readonly conversation: number }>(
  all: readonly T[],
  is: (one: T) => boolean,
): TurnShare {
  const byConversation = [...Map.groupBy(all, ({ conversation }) => conversation).values()];
  const { value, lower, upper } = clusteredMean(
    byConversation.map((own) => own.map((one) => Number(is(one)))),
  );
  return { turns: all.length, share: value ?? null, lower: lower ?? null, upper: upper ?? null };
}
