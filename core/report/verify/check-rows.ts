import { importedEvaluation, simulatedAnnotators } from '../../../db/annotators.ts';
import { isBaseline } from '../../../shared/presets.ts';
import { DEFAULT_TEMPER, fromUnit, hashKey } from '../../../stats/index.ts';
import type { LabelHeader, WholeRow } from '../../import/formats/labels/label-record.ts';
import { compareCandidates, isCandidate } from '../../studies/chosen-order.ts';
import { designs } from '../../studies/design.ts';
import { drawHash } from '../../studies/draw-hash.ts';
import { shownScale } from '../../studies/estimand-scale.ts';
import type { Check } from './checks.ts';
import { compareNumber, compareText } from './checks.ts';
import type { Recomputed } from './recompute.ts';

/** Every column of every row: what the header or other rows say of it, and what it can be at all. */
export function checkRows(header: LabelHeader, rows: readonly WholeRow[], found: Recomputed): Check[] {
  const faults = [
    ...rows.flatMap((row) => faultsOf(row, header)),
    ...faultsOfOrder(rows, header),
    ...faultsOfProbabilities(rows, header),
    ...faultsOfKeys(rows, header),
    ...faultsOfChoice(rows, header),
    ...faultsOfGroups(rows, header),
    ...faultsOfPeople(rows, header),
  ];
  return [
    ...rows.flatMap((row) => columnsOf(row, header, found)),
    ...faults.map(({ row, what }) => compareText(rowName(row), what, 'not possible')),
    compareNumber('rows that cannot be', faults.length, 0),
  ];
}

interface RowFault {
  readonly row: WholeRow;
  readonly what: string;
}

const rowName = ({ draw_order: order, system, annotator }: WholeRow) =>
  `draw ${order} (${system}, ${annotator})`;

/** Columns that repeat the header, or follow from all labels of the draw. */
function columnsOf(row: WholeRow, header: LabelHeader, { draws, facts }: Recomputed): Check[] {
  const at = (column: string) => `${column} of ${rowName(row)}`;
  const draw = draws.find(({ order }) => order === row.draw_order)!;
  const { standing } = draw;
  const final = standing.kind === 'final' ? standing.final : null;
  const state = standing.kind === 'final' ? standing.final.kind : standing.kind;
  const value = final?.kind === 'value' ? fromUnit(final.y, shownScale(facts)) : null;
  return [
    compareText(at('study'), row.study, header.study),
    compareNumber(at('N'), row.N, header.N),
    compareNumber(at('shared_items'), row.shared_items, header.sharedItems),
    compareNumber(at('seed'), row.seed, header.seed),
    compareNumber(at('alpha'), row.alpha, header.alpha),
    compareText(at('design'), row.design, header.design),
    compareNumber(at('s_mean'), row.s_mean, header.pool.mean),
    compareNumber(at('overlap'), row.overlap, header.overlap),
    compareText(at('final_rule'), row.final_rule, header.finalRule),
    compareText(at('final_state'), row.final_state, state),
    compareNumber(at('final_value'), row.final_value, value),
  ];
}

const names = { gold: importedEvaluation, simulated: simulatedAnnotators } as const;
const nobodies: readonly string[] = Object.values(names);

/** What is wrong with a row by itself. */
function faultsOf(row: WholeRow, { systems, scale, draws, pool, N, bettingRule }: LabelHeader): RowFault[] {
  const { kind, value, answer, answer_group: group, reason, source, x, weight } = row;
  const { decision_note: note, decision_outdated: outdated } = row;
  const isDecision = source === 'adjudication';
  const isNobody = source === 'gold' || source === 'simulated';
  const is: [boolean, string][] = [
    [!systems.includes(row.system), `system: "${row.system}" is none of the study`],
    [row.draw_order > draws, `draw_order: the study has ${draws} draws`],
    [row.s < pool.min - 1e-12 || row.s > pool.max + 1e-12, 's: no item of the pool has it'],
    [
      row.s > row.probability * pool.maxSurrogateOverProbability * (1 + 1e-9) && N > 1,
      'probability: too small for this surrogate value',
    ],
    [(kind === 'score') !== (value !== null) && kind !== 'answer', 'value: a rating has one, a skip none'],
    [
      value !== null && (value < scale.min || value > scale.max),
      `value: ${value} is not on the scale ${scale.min} to ${scale.max}`,
    ],
    [answer !== null && kind !== 'answer', 'answer: only written answers have one'],
    [(group !== null) !== (kind === 'answer'), 'answer_group: written answers have one, and nothing else'],
    [(reason !== null) !== (kind === 'skip'), 'reason: skips have one, and nothing else'],
    [N > 0 && (bettingRule === 2) !== (x === undefined), 'x: rows of planned looks have it, and no others'],
    [x === null && weight !== null, 'x: only a draw that waits has none'],
    [x !== null && weight === null && x !== undefined, 'x: a draw that waits has none'],
    [!isInstant(row.labeled_at), `labeled_at: ${row.labeled_at} is not a time`],
    [row.annotator.trim() === '', 'annotator: nobody'],
    [isNobody && row.annotator !== names[source], `source: ${source} does not fit ${row.annotator}`],
    [
      source === 'screen' && row.duration_ms === 0 && nobodies.includes(row.annotator),
      `source: ${row.annotator} works at no screen`,
    ],
    [
      (isNobody || isDecision) && (row.estimate_visible || row.duration_ms !== 0),
      `estimate_visible, duration_ms: nobody worked at a screen for a row of source ${source}`,
    ],
    [(outdated !== null) !== isDecision, 'decision_outdated: decisions have it, and nothing else'],
    [note !== null && !isDecision, 'decision_note: only decisions have one'],
  ];
  return is.flatMap(([isWrong, what]) => (isWrong ? [{ row, what }] : []));
}

/** An instant in UTC as JSON has it, or a day. */
const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/.test(text) && !Number.isNaN(Date.parse(text));

/** Rows stand in the order of the draws, labels before decisions; nobody speaks twice of one draw and system. */
function faultsOfOrder(rows: readonly WholeRow[], { design }: LabelHeader): RowFault[] {
  const said = new Set<string>();
  const drawOf = new Map<string, WholeRow>();
  const repeats = designs[design].id === 'with-replacement';
  return rows.flatMap((row, i) => {
    const before = rows[i - 1];
    const isDecision = row.source === 'adjudication';
    const key = JSON.stringify([row.draw_order, row.system, isDecision ? null : row.annotator]);
    const isTwice = said.has(key);
    said.add(key);
    const other = drawOf.get(row.id);
    drawOf.set(row.id, row);
    const is: [boolean, string][] = [
      [isTwice, isDecision ? 'decided twice' : 'labeled twice by one annotator'],
      [before !== undefined && before.draw_order > row.draw_order, 'stands after a later draw'],
      [
        before?.draw_order === row.draw_order && before.source === 'adjudication' && !isDecision,
        'a label stands after a decision',
      ],
      [
        other !== undefined && other.draw_order !== row.draw_order && !repeats,
        `id: ${row.id} is drawn twice`,
      ],
      [
        other !== undefined && (other.s !== row.s || other.probability !== row.probability),
        `id: ${row.id} has another machine score or probability elsewhere`,
      ],
      [isDecision && !row.decision_outdated && isOlderThanALabel(row, rows), 'decision_outdated: it is'],
    ];
    return is.flatMap(([isWrong, what]) => (isWrong ? [{ row, what }] : []));
  });
}

const isOlderThanALabel = (decision: WholeRow, rows: readonly WholeRow[]): boolean =>
  rows.some(
    ({ draw_order: order, source, labeled_at: at }) =>
      order === decision.draw_order && source !== 'adjudication' && at > decision.labeled_at,
  );

/** By the design, items of one surrogate value have one probability, and all of the pool sum to one. */
function faultsOfProbabilities(rows: readonly WholeRow[], { design, N }: LabelHeader): RowFault[] {
  const items = [...new Map(rows.map((row) => [row.id, row])).values()];
  const [first] = items;
  if (!first) return [];
  const total = items.reduce((sum, { probability }) => sum + probability, 0);
  const bySurrogate = new Map(items.map(({ s, probability }) => [s, probability]));
  const expectedOf: Record<LabelHeader['design'], (s: number) => number> = {
    uniform: () => 1 / N,
    'calibrated-hardness': (s) => (first.probability * temperedHardness(s)) / temperedHardness(first.s),
    humcoe: (s) => bySurrogate.get(s)!,
    'top-k': () => 1,
    hmceval: () => 1,
    'hmceval-certain': () => 1,
    mcm: () => 1,
  };
  return [
    ...(total > 1 + 1e-9 && !isBaseline(design)
      ? [{ row: first, what: `probability: those of all rows sum to ${total}` }]
      : []),
    ...items.flatMap((row) => {
      const expected = expectedOf[design](row.s);
      const isClose = Math.abs(row.probability - expected) <= 1e-9 * expected;
      return isClose ? [] : [{ row, what: `probability: the design gives ${expected}` }];
    }),
  ];
}

/** By draw rule 2 the keys of the items rise with the draws; each follows from seed, id and surrogate value alone. */
function faultsOfKeys(rows: readonly WholeRow[], { design, drawRule, seed }: LabelHeader): RowFault[] {
  const { weight } = designs[design];
  if (drawRule === undefined || !weight) return [];
  let before = 0;
  return rows.flatMap((row) => {
    const key = hashKey(drawHash(seed, row.id), weight(row.s));
    const isWrong = key < before * (1 - KEY_ROUNDING);
    before = Math.max(before, key);
    return isWrong ? [{ row, what: `draw_order: by the seed, ${row.id} comes before an earlier draw` }] : [];
  });
}

/** A baseline has the least sure labeled first, or the surest, of those it labels at all; between equals the seed decides. */
function faultsOfChoice(rows: readonly WholeRow[], { design, choice, seed }: LabelHeader): RowFault[] {
  const [first] = rows;
  if (!isBaseline(design)) {
    const without = rows.filter(({ u }) => u !== undefined);
    return without.map((row) => ({ row, what: 'u: nothing was chosen by it' }));
  }
  if (!first) return [];
  if (!choice) return [{ row: first, what: `choice: the header does not say what ${design} chose by` }];
  let before: WholeRow | undefined;
  return rows.flatMap((row) => {
    if (row.u === undefined) return [{ row, what: 'u: the item was chosen by it' }];
    const last = before;
    before = row;
    const faults: RowFault[] = [];
    if (!isCandidate({ surrogate: row.s }, choice))
      faults.push({ row, what: `s: not below ${choice.disagreement}, so ${design} has nobody label it` });
    const order = last ? compareCandidates(design, seed, candidateOf(last), candidateOf(row)) : 0;
    if (order > 0)
      faults.push({ row, what: `draw_order: by the uncertainty, ${row.id} comes before an earlier item` });
    return faults;
  });
}

const candidateOf = ({ id, u, s }: WholeRow) => ({ id, uncertainty: u!, surrogate: s });

/** Relative distance of two keys that rounding can bring. */
const KEY_ROUNDING = 1e-12;

/** What the probability of an item is proportional to on calibrated draws. */
export const temperedHardness = (s: number): number => Math.sqrt(1 - s + DEFAULT_TEMPER);

/** Versions that counted a skip as a group of its own, so that the answers after it are numbered one higher. */
const countedSkips: readonly string[] = ['0.1.0'];

/** Groups of answers number those that the metric reads alike, in the order in which they stand. */
function faultsOfGroups(rows: readonly WholeRow[], { assayVersion }: LabelHeader): RowFault[] {
  return [...Map.groupBy(rows, ({ draw_order: order }) => order).values()].flatMap((ofDraw) => {
    const faults = misnumbered(ofDraw, false);
    const isOlder = faults.length > 0 && countedSkips.includes(assayVersion);
    return isOlder && misnumbered(ofDraw, true).length === 0 ? [] : faults;
  });
}

/** @param countsSkips whether the first skip took a number, which no answer has then */
function misnumbered(ofDraw: readonly WholeRow[], countsSkips: boolean): RowFault[] {
  let most = 0;
  let ofSkips: number | undefined;
  const texts = new Map<string, number>();
  return ofDraw.flatMap((row): RowFault[] => {
    const { answer_group: group, answer, kind } = row;
    if (countsSkips && kind === 'skip') ofSkips ??= ++most;
    if (group === null) return [];
    const text = answer === null ? null : JSON.stringify(answer);
    const known = text === null ? undefined : texts.get(text);
    if (text !== null) texts.set(text, group);
    const isWrong = known === undefined ? group > most + 1 || group === ofSkips : known !== group;
    most = Math.max(most, group);
    return isWrong ? [{ row, what: `answer_group: ${group}` }] : [];
  });
}

/** Within a draw people stand in one order, the same for every draw, and each names the systems in theirs. */
function faultsOfPeople(rows: readonly WholeRow[], { systems }: LabelHeader): RowFault[] {
  const before = new Set<string>();
  const pair = (a: WholeRow, b: WholeRow) => JSON.stringify([a.annotator, b.annotator]);
  return rows.flatMap((row, i) => {
    const last = rows[i - 1];
    if (last?.draw_order !== row.draw_order) return [];
    if ((last.source === 'adjudication') !== (row.source === 'adjudication')) return [];
    if (last.annotator === row.annotator)
      return systems.indexOf(last.system) < systems.indexOf(row.system)
        ? []
        : [{ row, what: 'system: stands before another' }];
    before.add(pair(last, row));
    return before.has(pair(row, last)) ? [{ row, what: `annotator: stands after ${last.annotator}` }] : [];
  });
}
