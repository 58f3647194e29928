import type { Measure, StudyOptions } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { type PreferenceForm, preferenceCriterion } from '../../shared/preference.ts';
import { proposedMeasure } from '../../shared/study-choices.ts';
import { pick } from './pick.ts';

/**
 * How `preference` or `preference:five` is asked for; undefined where another measure is named.
 *
 * @throws AppError INVALID_INPUT for another number of steps
 */
export function preferenceForm(asked: string | undefined): PreferenceForm | undefined {
  const [, said] = /^preference(?::(.*))?$/.exec(asked ?? '') ?? [];
  if (asked === undefined || !/^preference(:|$)/.test(asked)) return undefined;
  const bothBad = said !== undefined && /(^|-)both-bad$/.test(said) ? { bothBad: true } : {};
  const steps = said?.replace(/-?both-bad$/, '') || undefined;
  if (steps === undefined || steps === 'three') return { kind: 'preference', steps: 3, ...bothBad };
  if (steps === 'five') return { kind: 'preference', steps: 5, ...bothBad };
  throw new AppError('INVALID_INPUT', `A preference has three or five steps, not "${steps}".`, {
    field: 'measure',
    remedy:
      'Write preference or preference:five; with -both-bad after it people may say that, too: preference:five-both-bad.',
  });
}

/** The measure of a study from `preference`, `criterion:NAME` or `metric:ID`; what the screens propose where none is named. */
export function pickMeasure(choices: StudyOptions, asked: string | undefined): Measure {
  const { criteria, metrics } = choices;
  if (asked === undefined) return proposedMeasure(choices)!;
  if (preferenceForm(asked)) return { kind: 'criterion', criterion: preferenceCriterion };
  const [, kind, name = ''] = /^(criterion|metric):(.+)$/.exec(asked) ?? [];
  if (kind === 'criterion') return criterionNamed(criteria, name);
  if (kind === 'metric') {
    const ids = metrics.map(({ id }) => ({ name: id }));
    return { kind, metric: pick(ids, name, 'metric', '--measure').name };
  }
  throw new AppError('INVALID_INPUT', `"${asked}" is not a measure.`, {
    field: 'measure',
    remedy: 'Write criterion:NAME, metric:ID or, of two systems, preference.',
  });
}

function criterionNamed(criteria: StudyOptions['criteria'], name: string): Measure {
  if (!criteria.some((one) => one.name === name || !one.isNew)) {
    throw new AppError('NOT_FOUND', `The data set has no criterion named "${name}".`, {
      field: 'measure',
      remedy: `Give its range to make one: --measure criterion:${name}=1..5`,
    });
  }
  return { kind: 'criterion', criterion: pick(criteria, name, 'criterion', '--measure').name };
}
