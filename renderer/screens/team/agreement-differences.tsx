import type { CriterionAgreement } from '../../../shared/contract/index.ts';
import { plural } from '../../app/format.ts';
import classes from './agreement.module.css';

type Bins = NonNullable<CriterionAgreement['differences']>;

/** How many pairs of labels of one item lie how far apart, as bars beside their numbers. */
export function AgreementDifferences({ bins }: { bins: Bins }) {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return (
    <section aria-labelledby="differences-title">
      <h2 id="differences-title" className={classes.heading}>
        How far apart are two labels of an item?
      </h2>
      <div className={classes.differences}>
        {bins.map(({ from, to, count }) => (
          <BinRow key={from} name={nameOf(from, to)} share={count / most} words={plural(count, 'pair')} />
        ))}
      </div>
    </section>
  );
}

function BinRow({ name, share, words }: { name: string; share: number; words: string }) {
  return (
    <>
      <span>{name}</span>
      <span className={classes.bar} style={{ width: `${100 * share}%` }} aria-hidden />
      <span>{words}</span>
    </>
  );
}

function nameOf(from: number, to: number): string {
  if (from !== to) return `${rounded(from)} to ${rounded(to)}`;
  return from === 0 ? 'equal' : plural(from, 'point');
}

const rounded = (value: number) => Number(value.toPrecision(3));
