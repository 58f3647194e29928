import type { EstimatePoint } from '../../../shared/contract/index.ts';
import type { LabelRecord, StatedEstimate } from '../../sources/import/label-record.ts';
import { labelsHash } from '../report/label-files.ts';
import { type Check, checkNumber, checkText } from './checks.ts';
import type { Recomputed } from './recompute.ts';

/** The numbers that a label file states: counts, slope, every method, every weight, and the hash of its lines. */
export function checkRecord(record: LabelRecord, lines: string, found: Recomputed): Check[] {
  const { stated, labelsSha256 } = record.header;
  return [
    checkText('SHA-256 of the labels', labelsSha256, labelsHash(lines)),
    checkNumber('labeled items', stated.labeled, found.labeled),
    checkNumber('skipped items', stated.skipped, found.skipped),
    checkNumber('slope', stated.slope, found.slope),
    checkNumber(
      'residual standard deviation',
      stated.residualStandardDeviation,
      found.residualStandardDeviation,
    ),
    ...(stated.rows === undefined
      ? []
      : [
          checkText('methods', namesOf(stated.estimates), namesOf(found.estimates)),
          checkNumber('rows', stated.rows, record.rows.length),
          checkNumber('items that wait for an earlier one', stated.waiting, found.live.waiting),
          checkNumber(
            'items that wait for annotators',
            stated.awaitingAnnotators,
            found.live.awaitingAnnotators,
          ),
          checkNumber('items that wait for a decision', stated.undecided, found.live.undecided),
        ]),
    ...checkEstimates(stated.estimates, found),
    ...checkWeights(record, found),
  ];
}

const namesOf = (estimates: readonly { readonly method: string }[]): string =>
  estimates.map(({ method }) => method).join(', ');

export function checkEstimates(stated: readonly StatedEstimate[], { estimates }: Recomputed): Check[] {
  const said = new Map(stated.map((estimate) => [estimate.method, estimate]));
  const once = checkNumber('methods that stand once', said.size, stated.length);
  const each = estimates.flatMap(({ method, name, value, lower, upper }) => {
    const row = said.get(method);
    return [
      checkNumber(`${name}: value`, row?.value, value),
      checkNumber(`${name}: lower end`, row?.lower, lower),
      checkNumber(`${name}: upper end`, row?.upper, upper),
    ];
  });
  return [once, ...each];
}

function checkWeights({ rows }: LabelRecord, { weights }: Recomputed): Check[] {
  return rows.map(({ draw_order: order, annotator, system, weight }) =>
    checkNumber(`weight of draw ${order} (${system}, ${annotator})`, weight, weights[order - 1] ?? null),
  );
}

/** The estimate after each label, as a report states it. */
export function checkHistory(stated: readonly EstimatePoint[], { history }: Recomputed): Check[] {
  const length = checkNumber('points of the history', stated.length, history.length);
  const points = history.flatMap(({ draws, value, lower, upper, plainMean }, i) => {
    const said = stated[i];
    return [
      checkNumber(`after ${draws} draws: value`, said?.value, value),
      checkNumber(`after ${draws} draws: lower end`, said?.lower, lower),
      checkNumber(`after ${draws} draws: upper end`, said?.upper, upper),
      checkNumber(`after ${draws} draws: plain mean`, said?.plainMean, plainMean),
    ];
  });
  return [length, ...points];
}
