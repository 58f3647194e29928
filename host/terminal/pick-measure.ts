import type { Measure, StudyOptions } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { proposedMeasure } from '../../shared/study-choices.ts';
import { pick } from './pick.ts';

/** The measure of a study from `criterion:NAME` or `metric:ID`; what the screens propose where none is named. */
export function pickMeasure(choices: StudyOptions, asked: string | undefined): Measure {
  const { criteria, metrics } = choices;
  if (asked === undefined) return proposedMeasure(choices)!;
  const [, kind, name = ''] = /^(criterion|metric):(.+)$/.exec(asked) ?? [];
  if (kind === 'criterion') return criterionNamed(criteria, name);
  if (kind === 'metric') {
    const ids = metrics.map(({ id }) => ({ name: id }));
    return { kind, metric: pick(ids, name, 'metric', '--measure').name };
  }
  throw new AppError('INVALID_INPUT', `"${asked}" is no measure.`, {
    field: 'measure',
    mend: 'Write criterion:NAME or metric:ID.',
  });
}

function criterionNamed(criteria: StudyOptions['criteria'], name: string): Measure {
  if (!criteria.some((one) => one.name === name || !one.isNew)) {
    throw new AppError('NOT_FOUND', `The data set has no criterion named "${name}".`, {
      field: 'measure',
      mend: `Give its range to make one: --measure criterion:${name}=1..5`,
    });
  }
  return { kind: 'criterion', criterion: pick(criteria, name, 'criterion', '--measure').name };
}
