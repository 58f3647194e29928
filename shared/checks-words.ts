import type { Checks, ChecksOfSystem } from './contract/index.ts';
import { digitsOf, formatScore, plural, signedScore } from './number-text.ts';

/** What a score by machines is called: the check, or the judge and what it scores. */
export const checkName = ({ kind, name, criterion }: Pick<Checks, 'kind' | 'name' | 'criterion'>): string =>
  `${kind === 'judge' ? 'judge ' : ''}${name}${criterion ? `, ${criterion}` : ''}`;

/** That no person has a part in it, as every number of checks alone says. */
export const checksCaveat =
  'By checks alone: no label of a person is in these numbers. A check that errs makes them err as much.';

const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

const who = ({ kind }: Pick<Checks, 'kind'>) => (kind === 'judge' ? 'The judge gives' : 'The checks give');

/** What one system comes to: "The checks pass 85 % of assistant (62 to 97 %) if these 20 items stand for all." */
export function checksOfSystemWords(
  checks: Checks,
  { system, items, units, ...ends }: ChecksOfSystem,
): string {
  const { scale, isPass, grouped } = checks;
  const digits = digitsOf(ends, scale);
  const [value, lower, upper] = [ends.value, ends.lower, ends.upper].map((one) =>
    isPass ? percent(one) : formatScore(one, scale, digits),
  );
  const of = `${plural(items, 'item')}${grouped ? ` in ${plural(units, 'group')}` : ''}`;
  const stands = items === 1 ? 'this' : 'these';
  const said = isPass ? (checks.kind === 'judge' ? 'The judge passes' : 'The checks pass') : who(checks);
  return `${said} ${isPass ? `${value} of ${system}` : `${system} ${value}`} (${lower} to ${upper}) if ${stands} ${of} ${items === 1 ? 'stands' : 'stand'} for all.`;
}

/** How much the system itself varies; nothing where no item was asked twice. */
export function repeatWords(checks: Checks, { repeats }: ChecksOfSystem): string | null {
  if (!repeats) return null;
  const { items, values, ofSystem, ofItems, alike } = repeats;
  const write = (one: number) => formatScore(one, checks.scale, 2);
  return `Asked again, ${percent(alike)} of ${plural(items, 'item')} got the same score each time (${values} runs). One run varies by ${write(ofSystem)} around its item, items by ${write(ofItems)} among themselves.`;
}

/** What two systems come to on the items that both have. */
export function checksPairWords(checks: Checks, pair: Checks['pairs'][number]): string {
  const { scale, isPass } = checks;
  const { system, against, items, value, lower, upper, verdict } = pair;
  const span = { min: scale.min - scale.max, max: scale.max - scale.min };
  const digits = isPass ? 0 : digitsOf(pair, span);
  const write = (one: number) =>
    signedScore(isPass ? 100 * one : one, isPass ? { min: -100, max: 100 } : span, digits);
  const said =
    verdict === 'undecided'
      ? `Between ${system} and ${against} nothing is decided`
      : `${verdict === 'system' ? system : against} is ahead of ${verdict === 'system' ? against : system}`;
  return `${said}: ${write(value)}${isPass ? ' points' : ''} (${write(lower)} to ${write(upper)}) on ${plural(items, 'item')}.`;
}

/** Which of the first systems share no item, so that nothing compares them. */
export function unsharedWords({ systems, pairs }: Pick<Checks, 'systems' | 'pairs'>): string[] {
  const compared = systems.filter(({ system }) =>
    pairs.some((pair) => [pair.system, pair.against].includes(system)),
  );
  if (systems.length < 2 || compared.length === systems.length || systems.length > mostNamed) return [];
  const apart = systems.filter((one) => !compared.includes(one)).map(({ system }) => system);
  const who =
    compared.length === 0
      ? `${apart.join(' and ')} share no item`
      : `${apart.join(' and ')} share no item with others`;
  return [`${who}, so nothing compares them.`];
}

/** Systems up to which those that are not compared are named. */
const mostNamed = 6;

/** The next step, in words. */
export const labelsWords = ({ labels }: Pick<Checks, 'labels'>): string =>
  `${plural(labels, 'human label')} ${labels === 1 ? 'makes' : 'make'} it true.`;

/** What people said of the systems that the check scores: "People give bot 2.93 for quality, on all 200 items." */
export const peopleWords = ({ people }: Pick<Checks, 'people'>): string[] =>
  people.flatMap(({ criterion, scale, systems }) =>
    systems.map(({ system, items, isAll, mean }) => {
      const said = `People give ${system} ${formatScore(mean, scale, 2)} for ${criterion}`;
      return isAll
        ? `${said}, on all ${plural(items, 'item')}.`
        : `${said}, on ${plural(items, 'item')}: who chose these is not known, so there is no interval.`;
    }),
  );

/** A study that shows how far the check is right. */
export interface StudyOfChecks {
  readonly criterion: string;
  /** Its range where people have not used it yet. */
  readonly scale: Checks['scale'] | null;
  /** What makes it the one to choose; nothing where it is the only one. */
  readonly condition: string | null;
}

/** The studies to choose from: where people scored something else, nobody but a person knows whether it is the same. */
export function studiesOf({
  name,
  criterion: scored,
  scale,
  people,
}: Pick<Checks, 'name' | 'criterion' | 'scale' | 'people'>): StudyOfChecks[] {
  const same = people.find(({ isSame }) => isSame);
  if (same) return [{ criterion: same.criterion, scale: null, condition: null }];
  const others = people.map(({ criterion }) => ({
    ...{ criterion, scale: null, condition: `If it scores what people call ${criterion}` },
  }));
  const condition = others.length === 0 ? null : 'If it scores something else';
  return [...others, { criterion: scored ?? name, scale, condition }];
}
