import type { Measure, StudyOptions, SurrogateSpec } from '../../shared/contract/index.ts';
import { pick } from './pick.ts';

/** What the choice may be called on the command line. */
function namesOf(spec: SurrogateSpec): string[] {
  switch (spec.kind) {
    case 'system':
      return [`system:${spec.system}`];
    case 'judge':
      return [`judge:${spec.judge}/${spec.criterion}`, `judge:${spec.judge}`];
    case 'llm':
      return [`llm:${spec.name}`];
    case 'auto':
      return [`auto:${spec.name}`];
    default:
      return [spec.kind];
  }
}

type Offered = StudyOptions['surrogates'][number];

/**
 * The surrogate that was named. When none was: the first that the data set offers and that knows every item of the
 * systems, a judge only where it judges the measured criterion; so a judge before another system before the reader.
 * One of several compared systems cannot be the surrogate of the others.
 */
export function pickSurrogate(
  { surrogates, systems }: StudyOptions,
  compared: readonly string[],
  measure: Measure,
  asked: string | undefined,
): SurrogateSpec {
  const items = new Map(systems.map((one) => [one.name, one.items]));
  const knows = ({ coverage }: Offered, enough: (known: number, all: number) => boolean) =>
    compared.every((system) =>
      coverage.some((c) => c.system === system && enough(c.items, items.get(system) ?? 0)),
    );
  const offered = surrogates
    .filter(({ spec }) => spec.kind !== 'system' || !compared.includes(spec.system))
    .filter((one) => knows(one, (known) => known > 0))
    .sort((a, b) => Number(judges(b.spec, measure)) - Number(judges(a.spec, measure)));
  if (asked === undefined) {
    const found = offered.find((one) => {
      const { spec } = one;
      const fits = spec.kind === 'judge' ? judges(spec, measure) : spec.kind !== 'auto';
      return fits && knows(one, (known, all) => known === all);
    });
    return found?.spec ?? { kind: 'none' };
  }
  const exact = offered.find(({ spec }) => namesOf(spec).includes(asked));
  if (exact) return exact.spec;
  const names = offered.map(({ spec }) => ({ name: namesOf(spec)[0]!, spec }));
  return pick(names, asked, 'surrogate', '--surrogate').spec;
}

const judges = (spec: SurrogateSpec, measure: Measure): boolean =>
  spec.kind === 'judge' && measure.kind === 'criterion' && spec.criterion === measure.criterion;
