import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mean, type Population } from '../../stats/index.ts';
import { rougeL } from '../../stats/metrics/rouge-l.ts';
import { f1Squad1 } from '../../stats/metrics/squad1.ts';
import type { Signals } from '../../stats/planned/signal-columns.ts';
import type { SignalTexts } from '../../stats/planned/text-signals.ts';
import { requirePopulation } from '../../stats/simulation/population.ts';
import { carriedSignals, named, textSignals } from './listed-signals.ts';

/** A line of a set, as far as the loaders look at it. */
interface Item {
  group?: string;
  system?: string;
  conversation?: { role: string; content: string }[];
  context?: string;
  reference?: string[];
  responses?: Record<string, string>;
  human: Record<string, Record<string, number[]>>;
  judge?: Record<string, Record<string, Record<string, number>>>;
  auto?: Record<string, Record<string, number>>;
  meta?: { questionType?: string };
}

/** Human value and surrogate value of an item on their own scales; undefined leaves the item out, or the guess open. */
interface Source {
  file: string;
  name: string;
  human: (item: Item) => number | undefined;
  range: readonly [number, number];
  guess: (item: Item, all: readonly Item[]) => number | undefined;
  /** Range of the guess; the observed one when it is not given. */
  guessRange?: readonly [number, number];
  /** The system that is judged; the item's own when it is not given. */
  system?: string;
  /** The same human value of another system: what an earlier evaluation carries over. */
  carried?: (system: string) => (item: Item) => number | undefined;
  /** What a stored score of a judge says, where its number is a code. */
  judgeValue?: (score: number) => number | undefined;
  /** Whether the human value is overlap with the references, which then is no signal. */
  isOverlap?: boolean;
}

export interface RealPopulation extends Population {
  /** Folder of the data set. */
  set: string;
  /** Whether people rated on a scale, rather than saying yes or no, or being compared with. */
  isRating: boolean;
  /** What is known of every item without a label. */
  signals: Signals;
  /** The same with the labels of other systems on the same items, where there are any. */
  carried: Signals | undefined;
}

const folder = path.join(import.meta.dirname, '../../../shared/data');

const rating =
  (system: string, criterion: string) =>
  ({ human }: Item): number | undefined => {
    const values = human[system]?.[criterion];
    return values && values.length > 0 ? mean(values) : undefined;
  };

const judged = (judge: string, system: string, criterion: string) => (item: Item) =>
  item.judge?.[judge]?.[system]?.[criterion];

const unit = [0, 1] as const;

/** How close the system's text is to the references, or to another text. */
const likeReference = (system: string) => (item: Item) => {
  const response = item.responses?.[system];
  return response === undefined
    ? undefined
    : Math.max(...item.reference!.map((text) => rougeL(response, text)));
};

const likeContext = (system: string) => (item: Item) => {
  const response = item.responses?.[system];
  return response === undefined ? undefined : rougeL(response, item.context!);
};

/** What other people said of the same question, quiz or dialogue: the mean over the group without the item. */
const othersInGroup = (value: (item: Item) => number | undefined) => {
  const known = new WeakMap<readonly Item[], Map<string, readonly [sum: number, count: number]>>();
  return (item: Item, all: readonly Item[]): number | undefined => {
    let groups = known.get(all);
    if (!groups) {
      groups = new Map();
      for (const other of all) {
        const x = value(other);
        if (x === undefined) continue;
        const [sum, count] = groups.get(other.group!) ?? [0, 0];
        groups.set(other.group!, [sum + x, count + 1]);
      }
      known.set(all, groups);
    }
    const [sum, count] = groups.get(item.group!) ?? [0, 0];
    const own = value(item);
    const others = own === undefined ? count : count - 1;
    return others > 0 ? (sum - (own ?? 0)) / others : undefined;
  };
};

/** The one rating of an item that belongs to one system. */
const ownRating = (criterion: string) => (item: Item) => rating(item.system!, criterion)(item);

const nq = (system: string, judge: string): Source => ({
  file: 'openqa_nq/nq301_human.jsonl',
  name: `${system}, acceptable (${judge})`,
  human: rating(system, 'acceptable'),
  range: unit,
  guess: judged(judge, system, 'acceptable'),
  guessRange: unit,
  system,
  carried: (other) => rating(other, 'acceptable'),
});

const likeAnswer =
  (system: string) =>
  ({ responses, reference }: Item): number | undefined => {
    const response = responses![system];
    return response === undefined ? undefined : f1Squad1.score(response, reference!);
  };

const nqFull = (system: string): Source => ({
  file: 'openqa_nq/nqopen_full.jsonl',
  name: `${system}, word F1 (agreement with R2D2)`,
  human: likeAnswer(system),
  range: unit,
  guess: ({ responses }) => f1Squad1.score(responses![system]!, [responses!.R2D2!]),
  guessRange: unit,
  system,
  carried: likeAnswer,
  isOverlap: true,
});

const mtrag = (system: string, criterion: string): Source => ({
  file: 'mtrag_human/items.jsonl',
  name: `${system}, ${criterion} (judge rb_llm)`,
  human: rating(system, criterion),
  range: [1, 4],
  guess: judged('rb_llm', system, 'score'),
  guessRange: unit,
  system,
  carried: (other) => rating(other, criterion),
});

const halie = (
  system: string,
  file: string,
  criterion: string,
  range: readonly [number, number],
): Source => ({
  file: `halie/${file}.jsonl`,
  name: `${system}, ${criterion} (others in the group)`,
  human: (item) =>
    item.system === system && (item.meta?.questionType ?? 'lm') === 'lm'
      ? ownRating(criterion)(item)
      : undefined,
  range,
  guess: othersInGroup(ownRating(criterion)),
  guessRange: range,
  // Whether the answer was right is whether it is the reference.
  isOverlap: criterion === 'user_correct',
});

const q2 = (system: string, guess: Source['guess'], by: string): Source => ({
  file: 'q2_wow/items.jsonl',
  name: `${system}, consistent (ROUGE-L with ${by})`,
  human: rating(system, 'consistent'),
  range: unit,
  guess,
  guessRange: unit,
  system,
  carried: (other) => rating(other, 'consistent'),
});

const dstc = (system: string, criterion: string): Source => ({
  file: 'dstc9_track1/items.jsonl',
  name: `${system}, ${criterion} (ROUGE-L with reference)`,
  human: rating(system, criterion),
  range: [1, 5],
  guess: likeReference(system),
  guessRange: unit,
  system,
  carried: (other) => rating(other, criterion),
});

const usr = (system: string, criterion: string, range: readonly [number, number]): Source => ({
  file: 'usr_topical_chat/items.jsonl',
  name: `${system}, ${criterion} (UniEval)`,
  human: rating(system, criterion),
  range,
  guess: judged('UniEval', system, criterion),
  system,
  carried: (other) => rating(other, criterion),
});

/** Share of a preference code that goes to the first response. */
const forFirst = (code: number | undefined) => (code === undefined ? undefined : [0.5, 1, 0][code]);

const panda = (judge: string): Source => ({
  file: 'pandalm_pairs/items.jsonl',
  name: `first preferred (${judge})`,
  human: ({ human }) => mean(human.pair!.preferred!.map((code) => forFirst(code)!)),
  range: unit,
  guess: ({ judge: judges }) => forFirst(judges?.[judge]?.pair?.preferred),
  guessRange: unit,
  judgeValue: forFirst,
});

const sources: readonly Source[] = [
  nq('ANCE-plus_FiD', 'gpt-4'),
  nq('R2D2', 'BEM'),
  nq('FiD-KD', 'text-davinci-003'),
  nq('text-davinci-003_fewshot-n64', 'gpt-4'),
  nq('text-davinci-003_zeroshot', 'BEM'),
  nqFull('FiD'),
  nqFull('EMDR2'),
  nqFull('DPR'),
  mtrag('gpt-4o', 'faithfulness'),
  mtrag('gpt-4o', 'completeness'),
  mtrag('llama-3.1-405b-instruct', 'faithfulness'),
  mtrag('llama-3.1-405b-instruct', 'appropriateness'),
  mtrag('reference', 'naturalness'),
  halie('InstructDavinci', 'iqa_questions', 'user_correct', unit),
  halie('Davinci', 'iqa_questions', 'user_correct', unit),
  halie('Jumbo', 'dialogue_turns', 'interestingness', unit),
  halie('InstructBabbage', 'dialogue_turns', 'specificity', unit),
  halie('Davinci', 'iqa_quizzes', 'helpfulness', [1, 5]),
  q2('dodeca', likeContext('dodeca'), 'context'),
  q2('memnet', likeContext('memnet'), 'context'),
  q2('dodeca', likeReference('dodeca'), 'reference'),
  dstc('baseline', 'accuracy'),
  dstc('team03_entry1', 'accuracy'),
  dstc('team21_entry3', 'appropriateness'),
  usr('Argmax Decoding', 'overall', [1, 5]),
  usr('Nucleus Decoding (p = 0.5)', 'groundedness', unit),
  usr('Original Ground Truth', 'naturalness', [1, 3]),
  panda('gpt-3.5-turbo'),
  panda('pandalm-7b'),
];

/** What people rated of clarifications that a search engine showed; clicks are the guess, and know next to nothing. */
const mimics = (criterion: string): Source => ({
  file: 'mimics_duo/items.jsonl',
  name: `${criterion} (clicks)`,
  human: rating('bing_pane', criterion),
  range: [1, 5],
  guess: judged('bing_clicks', 'bing_pane', 'engagement_level'),
  guessRange: [0, 10],
  system: 'bing_pane',
});

/** Populations that no constant was fitted on. */
const furtherSources: readonly Source[] = [
  ...[
    'offline_rating',
    'overall_quality',
    'coverage',
    'diversity',
    'understandability',
    'importance_order',
  ].map(mimics),
  nq('GAR-plus_FiD', 'gpt-4'),
  nq('Contriever_FiD', 'BEM'),
  nq('EviGen', 'text-davinci-003'),
  mtrag('gpt-4o', 'naturalness'),
  mtrag('reference', 'completeness'),
  mtrag('llama-3.1-405b-instruct', 'naturalness'),
  halie('InstructDavinci', 'dialogue_turns', 'fluency', unit),
  halie('Davinci', 'dialogue_turns', 'boringness', unit),
  halie('InstructBabbage', 'dialogue_turns', 'sensibility', unit),
  q2('memnet', likeReference('memnet'), 'reference'),
  dstc('team10_entry0', 'accuracy'),
  dstc('team17_entry0', 'appropriateness'),
  dstc('team23_entry0', 'accuracy'),
  dstc('team18_entry3', 'appropriateness'),
  usr('Argmax Decoding', 'engagingness', [1, 3]),
  usr('Nucleus Decoding (p = 0.7)', 'overall', [1, 5]),
  usr('Nucleus Decoding (p = 0.3)', 'coherence', [1, 3]),
  usr('New Human Generated', 'overall', [1, 5]),
];

/** The real populations that are there; none, with a word on the terminal, where the data is not. */
export const realPopulations = (): RealPopulation[] => populationsOf(sources);

/** Others of the same sets, and of one more, on which no constant rests. */
export const furtherPopulations = (): RealPopulation[] => populationsOf(furtherSources);

function populationsOf(sources: readonly Source[]): RealPopulation[] {
  if (!existsSync(folder)) {
    console.warn(`The real evaluation sets are not at ${folder}; nothing is measured on them.`);
    return [];
  }
  const files = new Map<string, Item[]>();
  return sources.map((source) => {
    const items = files.get(source.file) ?? readItems(path.join(folder, source.file));
    files.set(source.file, items);
    return populationOf(source, items);
  });
}

function readItems(file: string): Item[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Item);
}

function populationOf(source: Source, all: Item[]): RealPopulation {
  const { file, name, human, range, guess, guessRange } = source;
  const labeled = all.filter((item) => human(item) !== undefined);
  const guesses = labeled.map((item) => guess(item, all));
  const present = guesses.filter((value) => value !== undefined);
  const [low, high] = guessRange ?? [Math.min(...present), Math.max(...present)];
  const missing = mean(present);
  const population = requirePopulation({
    name,
    s: Float64Array.from(guesses, (value) => rescale(value ?? missing, [low, high])),
    y: Float64Array.from(labeled, (item) => rescale(human(item)!, range)),
  });
  const isRating = range[0] !== unit[0] || range[1] !== unit[1];
  return { set: file.split('/')[0]!, isRating, ...population, ...signalsOf(source, labeled, population.s) };
}

const rescale = (value: number, [from, to]: readonly [number, number]) => (value - from) / (to - from);

function signalsOf(
  source: Source,
  items: readonly Item[],
  surrogate: Float64Array,
): Pick<RealPopulation, 'signals' | 'carried'> {
  const systemOf = (item: Item) => source.system ?? item.system ?? 'pair';
  const systems = [...new Set(items.flatMap(({ responses = {} }) => Object.keys(responses)))];
  const others = systems.filter((system) => system !== source.system);
  const texts = items.map(
    (item): SignalTexts => ({
      reply: item.responses?.[systemOf(item)] ?? '',
      asked: item.conversation?.filter(({ role }) => role === 'user').at(-1)?.content ?? '',
      turns: item.conversation?.length ?? 0,
      ...(item.context !== undefined && { passage: item.context }),
      ...(item.reference && { references: item.reference }),
      ...(source.system && { others: others.map((system) => item.responses?.[system]) }),
    }),
  );
  const written = textSignals(texts, !source.isOverlap);
  const quality = [
    ...judgeSignals(items, systemOf, source.judgeValue),
    ...written.filter(({ kind }) => kind === 'quality'),
  ];
  const signals: Signals = {
    surrogate,
    quality: quality.map(({ values }) => values),
    other: written.filter(({ kind }) => kind === 'other').map(({ values }) => values),
  };
  if (!source.carried) return { signals, carried: undefined };
  const labels = others.map((system) =>
    items.map(source.carried!(system)).map((value) => unitOf(value, source)),
  );
  const carried = carriedSignals(texts, labels);
  return { signals, carried: carried.carried.length > 0 ? { ...signals, ...carried } : undefined };
}

const unitOf = (value: number | undefined, { range }: Source) =>
  value === undefined ? undefined : rescale(value, range);

/** Every score of every judge and metric for the system, and the mean of each over the other systems of the item. */
function judgeSignals(
  items: readonly Item[],
  systemOf: (item: Item) => string,
  scoreOf: (score: number) => number | undefined = (score) => score,
) {
  const scores = items.map((item) => {
    const found = new Map<string, Map<string, number>>();
    const take = (id: string, system: string, score: number) => {
      const value = scoreOf(score);
      if (value !== undefined) found.set(id, (found.get(id) ?? new Map()).set(system, value));
    };
    for (const [judge, systems] of Object.entries(item.judge ?? {})) {
      for (const [system, criteria] of Object.entries(systems)) {
        for (const [criterion, value] of Object.entries(criteria))
          take(`${judge}, ${criterion}`, system, value);
      }
    }
    for (const [metric, systems] of Object.entries(item.auto ?? {})) {
      for (const [system, value] of Object.entries(systems)) take(metric, system, value);
    }
    return found;
  });
  const ids = [...new Set(scores.flatMap((found) => [...found.keys()]))];
  return ids
    .flatMap((id) => [
      named(
        id,
        'quality',
        items.map((item, i) => scores[i]!.get(id)?.get(systemOf(item))),
      ),
      named(
        `${id}, other systems`,
        'quality',
        items.map((item, i) => {
          const rest = [...(scores[i]!.get(id) ?? [])].filter(([system]) => system !== systemOf(item));
          return rest.length === 0 ? undefined : mean(rest.map(([, value]) => value));
        }),
      ),
    ])
    .filter((signal) => signal !== undefined);
}
