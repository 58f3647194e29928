import { useLayoutEffect, useRef, useState } from 'react';
import classes from './formula.module.css';
import { formulas, usePart } from './on-demand.ts';
import type { Run } from './read-markdown.ts';

interface FormulaViewProps {
  formula: NonNullable<Run['formula']>;
  /** The formula with its marks, which is shown until it is set, and where it has a fault. */
  written: string;
}

/** A formula, set as in print. Screen readers read it as mathematics. */
export function FormulaView({ formula: { tex, isBlock }, written }: FormulaViewProps) {
  const part = usePart(formulas);
  const ref = useRef<HTMLSpanElement>(null);
  const [isSet, setSet] = useState(false);
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const { current } = ref;
    if (!part || !current) return;
    setSet(part.setFormula(tex, isBlock, current));
  }, [part, tex, isBlock]);
  useLayoutEffect(() => {
    const { current } = ref;
    // Asked of a block it would lay out what is out of sight, too; that scrolls without being asked.
    if (isSet && !isBlock && current) setWide(current.scrollWidth > current.parentElement!.clientWidth + 1);
  }, [isSet, isBlock]);
  return (
    <span
      className={classes.formula}
      data-block={isBlock || undefined}
      data-wide={isWide || undefined}
      dir="ltr"
    >
      <span ref={ref} hidden={!isSet} />
      {!isSet && <code>{written}</code>}
    </span>
  );
}
