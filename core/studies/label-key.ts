import type { LabelKey } from '../../db/labels.ts';
import type { StudyRow } from '../../db/studies.ts';

/** One person judging one reply, names and scores hidden. */
const blindSingle = 'blind-single';
/** One person judging every reply of a conversation on its own; the label is their mean. */
const blindTurns = 'blind-turns';
/** One person writing the right answer; it scores every system. */
const goldAnswer = 'gold-answer';
/**
 * One person judging two replies side by side, names hidden. A judgment leans on what stands beside it, so the
 * instrument names the other system: A beside B is another label than A beside C.
 */
const sideBySide = (otherSystemId: number): string => `side-by-side:${otherSystemId}`;
/** The same where one of the two replies is preferred, in so many steps: no rating of either. */
const preferred = (otherSystemId: number, steps: number): string =>
  `${sideBySide(otherSystemId)}:preference-${steps}`;

/** One person rating each reply of an item on one page, for all systems of a ranking, names hidden: the page names them all. */
export const onePage = (systemIds: readonly number[]): string =>
  `one-page:${systemIds.toSorted((a, b) => a - b).join('-')}`;

/** The same where people put the replies in order, ties allowed: a place on a page is no rating. */
export const orderedPage = (systemIds: readonly number[]): string => `ordered-${onePage(systemIds)}`;

/** Whether people put the replies to an item in order on one page: each pair of a ranking reads its preference from that. */
export const isOrdered = ({ pageInstrument, form }: Pick<StudyRow, 'pageInstrument' | 'form'>): boolean =>
  pageInstrument !== null && form.kind === 'preference';

/** The systems that a page names, in the order of their ids. */
export const systemsOnPage = (instrument: string): number[] =>
  instrument
    .slice(instrument.indexOf(':') + 1)
    .split('-')
    .map(Number);

/** Practice on a study's question: no estimate reads its labels. */
export const practice = (studyId: number, round: number): string => `practice:${studyId}:${round}`;

/** A study as people are asked: about its draw, or in a round of practice. */
export type AskedStudy = StudyRow & {
  readonly practiceRound?: number | undefined;
  /** Whether annotators who were excluded count, too: to show what the exclusion changes. */
  readonly countsExcluded?: boolean;
};

type Asked = Pick<
  AskedStudy,
  'id' | 'systemId' | 'criterionId' | 'against' | 'form' | 'practiceRound' | 'pageInstrument'
>;

/**
 * What a study's labels are about: one key, or in a comparison of ratings one for each system, the study's own first.
 * Studies that ask the same share each other's labels.
 */
export function labelKeysFor(study: Asked, itemId: number): LabelKey[] {
  return drawnKeys(study, itemId).map((key) => practiced(study, key));
}

function drawnKeys(study: Asked, itemId: number): LabelKey[] {
  const { systemId, criterionId, against, form, pageInstrument } = study;
  if (criterionId === null) return [{ itemId, systemId: 0, criterionId: 0, instrument: goldAnswer }];
  if (!against) return [{ itemId, systemId, criterionId, instrument: instrumentOf(form) }];
  if (pageInstrument !== null) {
    return [systemId, against.systemId].map((id) => ({
      ...{ itemId, systemId: id, criterionId, instrument: pageInstrument },
    }));
  }
  const beside = (id: number) => (form.kind === 'preference' ? preferred(id, form.steps) : sideBySide(id));
  return [
    { itemId, systemId, criterionId, instrument: beside(against.systemId) },
    { itemId, systemId: against.systemId, criterionId, instrument: beside(systemId) },
  ];
}

/**
 * What a decision between annotators is about: the study's labels, but where they order a page. What is decided of two replies says
 * nothing of a third, so it has keys of its own.
 */
export function decisionKeysFor(study: Asked, itemId: number): LabelKey[] {
  const { against, form } = study;
  const keys = labelKeysFor(study, itemId);
  if (!against || form.kind !== 'preference' || !isOrdered(study)) return keys;
  const others = [against.systemId, study.systemId];
  return keys.map((key, i) => ({
    ...key,
    instrument: `${key.instrument}:${preferred(others[i]!, form.steps)}`,
  }));
}

/** What the answer to a further question of the form is about: the conversation as a whole, on its own criterion. */
export const fieldKeyFor = (study: Asked, itemId: number, criterionId: number): LabelKey =>
  practiced(study, { itemId, systemId: study.systemId, criterionId, instrument: blindSingle });

const practiced = ({ id, practiceRound }: Asked, key: LabelKey): LabelKey =>
  practiceRound === undefined ? key : { ...key, instrument: practice(id, practiceRound) };

/** How one system is judged by a form, on its own. */
export const instrumentOf = (form: AskedStudy['form']): string =>
  isPerTurn(form) ? blindTurns : blindSingle;

/** Whether a form asks for one value of each reply. */
export const isPerTurn = (form: AskedStudy['form']): boolean =>
  (form.kind === 'rating' || form.kind === 'binary') && form.perTurn === true;

/** The first of a study's keys; in a comparison it stands for both, which are written together. */
export const labelKeyFor = (study: Asked, itemId: number): LabelKey => labelKeysFor(study, itemId)[0]!;
