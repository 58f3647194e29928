import { plainName } from '../column-names.ts';

/** A name in two: what it says, and the number or letter by which it is one of several: `score_1`, `score1`, `fluency_b`. */
const numbered = /^(.+?)(?:_?(\d{1,2})|_([a-h]))$/;

interface Numbered {
  readonly said: string;
  readonly place: string;
}

function numberedName(plain: string): Numbered | undefined {
  const [, said, digit, letter] = numbered.exec(plain) ?? [];
  const place = digit ?? letter;
  return said === undefined || place === undefined ? undefined : { said, place };
}

/** Several people, each in a column of their own, and no scores of several replies. */
const ofPerson =
  /(?:^|_)(?:human|rater|annotator|worker|evaluator|labell?er|reviewer|expert|assessor|coder|turker)$/;

/** The places of names that differ in nothing else, as `response_1` and `response_2`; undefined where they do not. */
export function numberedPlaces(plains: readonly string[]): readonly string[] | undefined {
  const found = plains.map(numberedName);
  const [first] = found;
  const areAlike = found.every((one) => one !== undefined && one.said === first?.said);
  return areAlike && plains.length > 1 ? found.map((one) => one!.place) : undefined;
}

/** The columns that are one of several alike, of which each place has one: `score_1` and `score_2`. */
export function columnsByPlace(
  open: ReadonlyMap<string, string>,
  places: readonly string[],
): ReadonlyMap<string, Numbered> {
  const found = [...open].flatMap(([column, plain]) => {
    const one = numberedName(plain);
    return one === undefined || ofPerson.test(one.said) ? [] : [[column, one] as const];
  });
  const bySaid = Map.groupBy(found, ([, { said }]) => said);
  const isWhole = (said: string) => {
    const have = bySaid.get(said)!.map(([, { place }]) => place);
    return have.length === places.length && places.every((place) => have.includes(place));
  };
  return new Map(found.filter(([, { said }]) => isWhole(said)));
}

/**
 * The columns with the names of scores written out, where replies differ by a number or a letter alone: beside `response_1` and
 * `response_2`, `score_1` and `score_2` are `response_1_score` and `response_2_score`.
 */
export function besideNumbered(
  open: ReadonlyMap<string, string>,
  systems: readonly string[],
): ReadonlyMap<string, string> {
  const plains = systems.map(plainName);
  const places = numberedPlaces(plains);
  if (places === undefined) return open;
  const scores = columnsByPlace(open, places);
  return new Map(
    [...open].map(([column, plain]) => {
      const one = scores.get(column);
      return [column, one === undefined ? plain : `${plains[places.indexOf(one.place)]!}_${one.said}`];
    }),
  );
}
