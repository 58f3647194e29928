import type { AuditEntry } from '../../db/audit.ts';
import { topWords } from '../../shared/comparison-words.ts';
import type { LabelAnswer, MergeConflict, Take } from '../../shared/contract/index.ts';
import { reasonWords } from '../../shared/merge-words.ts';
import { capital } from '../../shared/number-text.ts';
import { sameName } from '../../shared/person-name.ts';

type ActDetails = Readonly<Record<string, unknown>>;
/** How a report calls a person, whose name it does not tell. */
export type NamePerson = (name: unknown) => string;

const detailText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? null);
const itemsCounted = (value: unknown): string => `${detailText(value)} ${value === 1 ? 'item' : 'items'}`;
const peopleNamed = (names: unknown, person: NamePerson): string =>
  Array.isArray(names) && names.length > 0 ? names.map(person).join(', ') : 'anyone';
const because = (reason: unknown): string =>
  typeof reason === 'string' && reason !== '' ? `; reason: ${reason}` : '';

/** What each act is in a sentence of the report. An act that is not here is shown by its name and its details. */
const actSentences: Record<string, (details: ActDetails, person: NamePerson) => string> = {
  'study.create': ({ preset, seed, size, alpha, source, fingerprint, populationSize, firstPhase }) =>
    `The study was set up: ${itemsCounted(size)} to draw by the design "${detailText(preset)}", seed ${detailText(seed)}, error level ${detailText(alpha)}.${inPlace(source, populationSize, fingerprint)}${ofPhase(firstPhase)}`,
  'study.edit': ({ was, now }) => `The study's texts or goal were changed: ${changes(was, now)}.`,
  'study.join': ({ name, drawsBefore, sha256, by }, person) =>
    `The signal "${detailText(name)}" joined${typeof by === 'string' && by !== '' ? `, by ${person(by)}` : ''}; it counts from draw ${Number(drawsBefore) + 1} on (SHA-256 ${detailText(sha256).slice(0, 16)}...).`,
  'study.plan': ({ was, now, drawsBefore }) =>
    `The plan was changed from ${planWords(was)} to ${planWords(now)}; it holds from draw ${Number(drawsBefore) + 1} on.`,
  'study.mend': ({ drawsBefore }) =>
    `Rule 2, by which the interval bets, was corrected from draw ${Number(drawsBefore) + 1} on.`,
  'criterion.same': ({ judged, criterion }) =>
    criterion === null || criterion === judged
      ? `A judge's "${detailText(judged)}" was said to be a criterion of its own.`
      : `A judge's "${detailText(judged)}" was said to measure what people's "${detailText(criterion)}" does.`,
  'judge.split': ({ criterion, practice, check, seed }) =>
    `Labels of "${detailText(criterion)}" were split to improve judges, by seed ${detailText(seed)}: ${itemsCounted(practice)} to practice on, ${itemsCounted(check)} to check on.`,
  'judge.check': ({ number, judge, criterion, items: count }) =>
    `Check ${detailText(number)} of judges of "${detailText(criterion)}": "${detailText(judge)}", on ${itemsCounted(count)}.`,
  'system.rename': ({ was, now }) =>
    `The system "${detailText(was)}" was renamed "${detailText(now)}"; nothing else of it changed.`,
  'series.begin': ({ leastDrop }) =>
    leastDrop === undefined
      ? 'The study became the first release of a series.'
      : `The study became the reference of a watch for a drop of ${detailText(leastDrop)}.`,
  'series.release': ({ series, after, reused, again }) =>
    `The study was made as a release of the series "${detailText(series)}", after "${detailText(after)}"; ${itemsCounted(reused)} took over the labels of equal replies.${again === undefined ? '' : ` ${itemsCounted(again)} with equal replies are rated again.`}`,
  'series.window': ({ series, position }) =>
    `The study became window ${Number(position) - 1} of the watch "${detailText(series)}".`,
  'ranking.find': ({ was, now, levelRule }) =>
    `What the ranking is to find was changed from ${foundWords(was)} to ${foundWords(now)}.${levelRule === 1 ? ' Labels were known, so it has the error level of all pairs from here on.' : ''}`,
  'sample.grow': ({ from, to }) =>
    `The batch was made longer, from ${detailText(from)} to ${detailText(to)} draws, in the same order.`,
  'source.take': ({ from, to }) =>
    `More rows of the draw order were taken from the source, ${detailText(to)} in place of ${detailText(from)}. It is what the study was drawn from.`,
  'sample.redraw': ({ seed, labelsBefore }) =>
    `The batch was drawn anew with seed ${detailText(seed)}, when ${detailText(labelsBefore)} items had been labeled.`,
  'batch.out': ({ items: count, from, annotator, signature, rankingId }, person) =>
    `${itemsCounted(count)}${rankingId === undefined ? '' : ' of all pairs of the ranking'} were handed out to label elsewhere, from ${rankingId === undefined ? 'draw' : 'place'} ${detailText(from)} on${typeof annotator === 'string' ? `, to ${person(annotator)}` : ''}${signature ? ', signed' : ''}.`,
  'batch.merge': (details, person) => mergeSentence(details, person),
  'practice.start': ({ round, items: count, targetAlpha }) =>
    `Practice round ${detailText(round)} began, with ${itemsCounted(count)} outside the batch and a target agreement of ${detailText(targetAlpha)}.`,
  'practice.passed': ({ round, krippendorffAlpha }) =>
    `Practice round ${detailText(round)} was passed with Krippendorff's alpha ${threeDigits(krippendorffAlpha)}.`,
  'practice.without': ({ annotator }, person) => `Practice went on without ${person(annotator)}.`,
  'practice.override': ({ round, krippendorffAlpha, reason }) =>
    `The batch was opened without the agreement that practice asks for (round ${detailText(round)}, Krippendorff's alpha ${threeDigits(krippendorffAlpha)})${because(reason)}.`,
  'team.members': ({ from, to }, person) =>
    `The members became ${peopleNamed(to, person)}; before: ${peopleNamed(from, person)}.`,
  'team.join': ({ annotator }, person) => `${capital(person(annotator))} became a member by a link.`,
  'team.overlap': ({ from, to }) =>
    `The number of annotators that each item needs was changed from ${detailText(from)} to ${detailText(to)}.`,
  'team.rule': ({ from, to }) =>
    `The rule by which labels become one value was changed from "${detailText(from)}" to "${detailText(to)}".`,
  'team.shuffle': ({ to }) =>
    to === true
      ? 'Each member was given an order of their own within blocks of ten draws.'
      : 'Every member was given the order of the draw.',
  'team.deals': ({ to }) =>
    to === true
      ? 'Items were dealt one by one, in draw order, to whichever member asked next.'
      : 'Items were shared out among the members beforehand.',
  'team.invite': ({ annotator }, person) =>
    annotator === null
      ? 'A link was made that anyone can use.'
      : `${capital(person(annotator))} was invited by a link.`,
  'team.enter': ({ invitation }) => `A browser was let in by link ${detailText(invitation)}.`,
  'team.read': ({ version }) =>
    `An annotator has read the guidelines (SHA-256 ${detailText(version).slice(0, 12)}).`,
  'team.complete': () =>
    'An annotator got the completion code before their number of items, as nothing was left to label.',
  'team.dropOut': ({ annotator, items }, person) =>
    `${capital(person(annotator))} dropped out; what they had left (${detailText(items)}) went to the others.`,
  'team.revoke': ({ invitations }) =>
    `Links were taken back: ${Array.isArray(invitations) ? invitations.map(detailText).join(', ') : ''}.`,
  'team.quality': ({ qualification, checkRate, checksEach, exclusion, decideWithoutNames, seed }) =>
    `What is asked of annotators was set: ${qualityWords({ qualification, checkRate, checksEach, exclusion, decideWithoutNames })}; seed ${detailText(seed)}.`,
  'team.consent': ({ version }) =>
    `An annotator agreed to the text of consent (SHA-256 ${detailText(version).slice(0, 12)}).`,
  'team.exclude': ({ reason }) =>
    `An annotator was excluded by the rule that was fixed before the first label: ${detailText(reason)}. Their labels are kept and do not count.`,
  'team.validation': ({ runs }) => `Annotators who came by links were offered ${itemsOf(runs)} to validate.`,
  'team.message': ({ text }) => `The lead wrote to all annotators: "${detailText(text)}"`,
  'adjudication.decide': ({ draw, criterion, by, note }, person) =>
    `${capital(person(by))} decided what counts for draw ${detailText(draw)}${ofCriterion(criterion)}${because(note)}.`,
  'adjudication.undo': ({ draw, criterion, by, note }, person) =>
    `${capital(person(by))} took the decision on draw ${detailText(draw)} back${ofCriterion(criterion)}${because(note)}.`,
};

const itemsOf = (runs: unknown): string =>
  `the answers of ${Array.isArray(runs) ? runs.length : 0} ${Array.isArray(runs) && runs.length === 1 ? 'run' : 'runs'}`;

/** A qualification, the rate of hidden checks, and the rule of exclusion. */
function qualityWords(details: ActDetails): string {
  const { qualification, checkRate, checksEach, exclusion, decideWithoutNames } = details;
  const asked = qualification as { items: number; passMark: number } | null;
  const rule = exclusion as { fewestChecks: number; leastRight: number; leastSeconds: number | null } | null;
  const times = rule?.leastSeconds ? `, or with a median below ${rule.leastSeconds} seconds for an item` : '';
  return [
    asked
      ? `a qualification of ${itemsCounted(asked.items)} with a passing mark of ${asked.passMark}`
      : 'no qualification',
    typeof checksEach === 'number'
      ? `hidden checks at places that are fixed for each person (${checksEach})`
      : `a hidden check with probability ${detailText(checkRate)} after an item`,
    rule
      ? `people with less than ${rule.leastRight} of ${rule.fewestChecks} checks or more right${times} do not count`
      : 'nobody is excluded',
    ...(decideWithoutNames === true ? ['names are hidden from who decides'] : []),
  ].join('; ');
}

const foundWords = (top: unknown): string => topWords(typeof top === 'number' ? top : null);

function planWords(plan: unknown): string {
  const { kind, labels } = (plan ?? {}) as ActDetails;
  if (kind === 'none') return 'none';
  return kind === 'once' ? `one look at ${detailText(labels)} labels` : `${detailText(labels)} labels`;
}

/** The larger pool that a study's own is the first phase of. */
function ofPhase(firstPhase: unknown): string {
  const phase = firstPhase as { populationSize: unknown; seed: unknown; alpha: unknown } | undefined;
  return phase === undefined
    ? ''
    : ` Its items are the first phase, by seed ${detailText(phase.seed)}, of a pool of ${detailText(phase.populationSize)}; the step to that takes ${detailText(phase.alpha)} more of the error level.`;
}

/** Where the pool of a new study lies, of one that stays there. */
function inPlace(source: unknown, populationSize: unknown, fingerprint: unknown): string {
  const paths = typeof source === 'object' && source !== null && 'paths' in source ? source.paths : null;
  if (!Array.isArray(paths)) return '';
  return ` Its pool stays where it is, at ${paths.map(String).join(', ')}: ${itemsCounted(populationSize)}, fingerprint ${detailText(fingerprint)}.`;
}

/** An act in words, for a reader of the report. */
export function auditWords(
  { action, details }: Pick<AuditEntry, 'action' | 'details'>,
  person: NamePerson,
): string {
  const known = (details ?? {}) as ActDetails;
  const sentence = actSentences[action];
  return sentence ? sentence(known, person) : otherAct(action, known, person);
}

/** Merges of before conflicts were shown tell how many answers were older than what was there. */
function mergeSentence(details: ActDetails, person: NamePerson): string {
  const { annotator, said, added, changed, known, older, taken, kept, signedBy, conflicts } = details;
  const start = `Answers of ${person(annotator)} came back`;
  if (conflicts === undefined) {
    return `${start}: ${detailText(added)} new, ${detailText(known)} known, ${detailText(older)} older than what was there.`;
  }
  const asked = typeof said === 'string' && !sameName(said, String(annotator));
  const chosen =
    Array.isArray(conflicts) && conflicts.length > 0 ? conflicts.map(chosenWords).join('; ') : '';
  return [
    `${start}${signedBy ? ', signed' : ', not signed'}${asked ? ', in a file that names somebody else' : ''}: `,
    `${detailText(added)} new, ${detailText(changed)} changed, ${detailText(known)} known, ${detailText(taken)} taken and ${detailText(kept)} kept after a choice`,
    chosen === '' ? '.' : ` (${chosen}).`,
  ].join('');
}

function chosenWords(conflict: unknown): string {
  const { draw, reasons, project, file, took } = conflict as MergeConflict & { took: Take };
  const then = (said: MergeConflict['project']) =>
    said === null
      ? 'nothing'
      : `${said.answer === null ? 'taken back' : answerInWords(said.answer)} of ${said.at}`;
  return `draw ${draw ?? 'of before'}: ${reasonWords({ reasons })}; the project had ${then(project)}, the file ${then(file)}, the ${took}'s was ${took === 'file' ? 'taken' : 'kept'}`;
}

function answerInWords(answer: LabelAnswer): string {
  if (answer.kind === 'skip') return `a skip (${answer.reason})`;
  if (answer.kind === 'score') return detailText(answer.value);
  if (answer.kind === 'category') return answer.option;
  return answer.kind === 'answer'
    ? answer.answers.map((one) => `"${one}"`).join(', ')
    : answer.values.join(', ');
}

/** Details that name a person. */
const detailsOfPersons = ['annotator', 'by', 'lead', 'adjudicator', 'person'];

/** An act without a sentence of its own: its name with spaces, and every detail by name. */
function otherAct(action: string, details: ActDetails, person: NamePerson): string {
  const name = action
    .replaceAll(/[._-]/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  const said = Object.entries(details).map(
    ([key, value]) => `${key}: ${detailsOfPersons.includes(key) ? person(value) : detailText(value)}`,
  );
  return said.length === 0 ? `${capital(name)}.` : `${capital(name)} (${said.join('; ')}).`;
}

const threeDigits = (value: unknown): string =>
  typeof value === 'number' ? Number(value.toPrecision(3)).toString() : 'that is not estimable';

const ofCriterion = (criterion: unknown): string =>
  typeof criterion === 'string' && criterion !== '' ? ` (${criterion})` : '';

/** The fields of `now` that differ from what they were. */
function changes(was: unknown, now: unknown): string {
  const before = (was ?? {}) as ActDetails;
  const changed = Object.entries((now ?? {}) as ActDetails).filter(
    ([key, value]) => value !== undefined && JSON.stringify(before[key]) !== JSON.stringify(value),
  );
  if (changed.length === 0) return 'nothing that differs';
  return changed
    .map(([key, value]) => `${key} from ${detailText(before[key])} to ${detailText(value)}`)
    .join('; ');
}
