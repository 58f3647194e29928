import type { Subgroups } from '../../../shared/contract/index.ts';

/** A field that puts all items into one group tells nothing apart. */
export const tellsApart = ({ subgroups, omitted }: Pick<Subgroups, 'subgroups' | 'omitted'>): boolean =>
  subgroups.length + omitted > 1 && subgroups.some(({ estimable }) => estimable);
