import { useEffect, useState } from 'react';
import { parts } from './parts.ts';

/** A part of the page that only some texts need: it is fetched when the first of them is shown. */
class OnDemand<Part> {
  part: Part | null = null;
  private fetching: Promise<Part> | null = null;
  private readonly load: () => Promise<Part>;

  constructor(load: () => Promise<Part>) {
    this.load = load;
  }

  async fetch(): Promise<Part> {
    this.fetching ??= this.load();
    this.part = await this.fetching;
    return this.part;
  }
}

/** Sets formulas. */
export const formulas = new OnDemand(parts.formulas);
/** Colors code. */
export const codeColors = new OnDemand(parts.code);

/** A part, fetched if it is needed; null until it is there, and for good where it cannot be fetched. */
export function usePart<Part>(wanted: OnDemand<Part>, isNeeded = true): Part | null {
  const [part, setPart] = useState(wanted.part);
  useEffect(() => {
    if (part !== null || !isNeeded) return;
    let isGone = false;
    wanted.fetch().then(
      (fetched) => {
        if (!isGone) setPart(fetched);
      },
      () => {
        // The text stands as it was written.
      },
    );
    return () => {
      isGone = true;
    };
  }, [wanted, part, isNeeded]);
  return part;
}
