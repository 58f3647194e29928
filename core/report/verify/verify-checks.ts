import { z } from 'zod';
import type { ReadableDb } from '../../../db/types.ts';
import { checkName } from '../../../shared/checks-words.ts';
import { type Checks, ChecksSchema } from '../../../shared/contract/estimate.ts';
import { differenceFigure, levelOfPairs, meanFigure, unitsIn } from '../../estimate/check-figures.ts';
import { checksAlone } from '../../estimate/checks-alone.ts';
import { parsedJson } from '../../platform/files/parse-json.ts';
import { type Check, type Checked, compareData, compareNumber, compareText } from './checks.ts';

const DocumentSchema = z.object({ basis: z.literal('checks'), checks: z.array(ChecksSchema) });

/** What checks alone say, as `assay estimate --json` writes it; undefined in a text that is something else. */
export const checksIn = (text: string): readonly Checks[] | undefined =>
  DocumentSchema.safeParse(parsedJson(text)).data?.checks;

type Figure = Checks['systems'][number] | Checks['pairs'][number];

const labelOf = (checks: Checks, figure: Figure): string =>
  `${checks.dataset}, ${checkName(checks)} of ${figure.system}${'against' in figure ? ` minus ${figure.against}` : ''}`;

/** Every figure computed again from the units that it carries. */
export function checkFigures(all: readonly Checks[]): Checked {
  const found = all.flatMap((checks) =>
    [...checks.systems, ...checks.pairs].map((figure) => ({
      what: labelOf(checks, figure),
      compared: figure.evidence === undefined ? null : compared(checks, figure, unitsIn(figure.evidence)),
    })),
  );
  return {
    checks: found.flatMap(({ what, compared }) =>
      (compared ?? []).map((one) => ({ ...one, what: `${what}: ${one.what}` })),
    ),
    unchecked: found.flatMap(({ what, compared }) =>
      compared === null ? [`${what}: the file does not hold what it was made of`] : [],
    ),
  };
}

function compared(
  { scale, grouped, alpha, systems }: Checks,
  figure: Figure,
  units: ReturnType<typeof unitsIn>,
): Check[] {
  const items = units.reduce((sum, { size }) => sum + size, 0);
  const counted = compareNumber('items', figure.items, items);
  if (!('against' in figure)) {
    const { value, lower, upper } = figure;
    const again = meanFigure(units, { scale, grouped, level: alpha });
    return [
      counted,
      compareNumber('units', figure.units, units.length),
      ...compareData('', { value, lower, upper }, again),
    ];
  }
  const { value, lower, upper, verdict } = figure;
  const level = levelOfPairs(alpha, systems.length);
  return [
    counted,
    ...compareData('', { value, lower, upper, verdict }, differenceFigure(units, { scale, level })),
  ];
}

/** Every figure beside what the project says of it now. */
export function checksOfProject(db: ReadableDb, stated: readonly Checks[]): Check[] {
  const now = checksAlone(db, undefined);
  const isOf = (a: Checks) => (b: Checks) =>
    a.dataset === b.dataset && a.kind === b.kind && a.name === b.name && a.criterion === b.criterion;
  return stated.flatMap((checks) => {
    const what = `${checks.dataset}, ${checkName(checks)}`;
    const found = now.find(isOf(checks));
    if (found === undefined) return [compareText(what, 'there', 'gone')];
    const figures = ({ scale, systems, pairs }: Checks) => ({
      scale,
      systems: systems.map(({ evidence: _, ...rest }) => rest),
      pairs: pairs.map(({ evidence: _, ...rest }) => rest),
    });
    return compareData(what, figures(checks), figures(found));
  });
}
