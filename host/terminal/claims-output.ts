import type { Claim, OtherCriterion, Scale, Subgroups } from '../../shared/contract/index.ts';
import { inPercent, spacedPercent, writtenEstimate } from '../../shared/number-text.ts';
import { sharesSentence, testedSentence, togetherText } from '../../shared/together-words.ts';
import { onRight, table } from './table.ts';
import { count, percent } from './words.ts';

interface Row {
  value: number | null;
  lower: number | null;
  upper: number | null;
  reason: string | null;
}

/** Value and interval, or a dash and the reason. */
function cells(row: Row, scale: Scale): [value: string, interval: string, note: string] {
  const { value, interval } = writtenEstimate(row, scale);
  if (value === null) return ['-', '', row.reason ?? 'not estimable'];
  return [value, interval ?? '', ''];
}

const numbers = [onRight('Estimate'), { title: 'Interval' }, { title: 'How sure' }];

/** Claims beyond the estimate; empty when there are none. */
export function claimsText(claims: readonly Claim[], scale: Scale): string[] {
  if (claims.length === 0) return [];
  const rows = claims.map((claim) => {
    const [value, interval, note] = cells(claim, scale);
    return [claim.name, value, interval, note || `${spacedPercent(claim.interval ?? '')}; ${claim.evidence}`];
  });
  return ['', 'Other claims, all approximate:', table([{ title: 'Claim' }, ...numbers], rows)];
}

/** Other criteria labeled on the same items as a study on a scale; empty when there are none. */
export function criteriaText(found: readonly OtherCriterion[], scale: Scale): string[] {
  const criteria = found.map(inPercent);
  if (criteria.length === 0) return [];
  const rows = criteria.map((one) => {
    const [value, interval, note] = cells(one, one.scale);
    return [
      one.criterion,
      value,
      interval,
      note ||
        [`${count(one.labeled)} labels`, one.interval ?? 'no interval', togetherText(one)]
          .filter(Boolean)
          .join('; '),
    ];
  });
  const shares = sharesSentence(criteria, scale);
  return [
    '',
    'Other criteria on the same items, each interval by itself:',
    table([{ title: 'Criterion' }, ...numbers], rows),
    ...(shares === null ? [] : [shares]),
  ];
}

/** The labels split by a field. */
export function subgroupsText(found: Subgroups): string[] {
  const { name, alpha, scale, subgroups, interval, omitted } = found;
  const rows = subgroups.map((one) => {
    const [value, bounds, note] = cells(one, scale);
    return [one.level, count(one.items), count(one.labeled), value, bounds, note];
  });
  const columns = [
    { title: name },
    onRight('Items'),
    onRight('Labeled'),
    onRight('Estimate'),
    { title: `${percent(1 - alpha)} interval, ${interval}` },
    { title: '' },
  ];
  const more = omitted > 0 ? [`${count(omitted)} smaller ones are left out.`] : [];
  const tested = testedSentence(found);
  return ['', table(columns, rows), ...more, ...(tested === null ? [] : [tested])];
}
