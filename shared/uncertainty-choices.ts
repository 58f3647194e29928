import type { Signal } from './contract/index.ts';

/** Names by which people call the same, or its opposite. */
const known = /^(?:uncertainty|entropy|confidence|certainty|max(?:imum)?[ _-]class[ _-]probability)\b/i;

/** The entropy of HumCoE's appendix A.2 comes before others, and a proxy last. */
const rank = ({ name }: Pick<Signal, 'name'>): number =>
  /entropy/i.test(name) ? 0 : /proxy/i.test(name) ? 2 : 1;

/** Automatic scores that a system's responses can be ranked by as uncertain, the likeliest first. */
export const uncertaintiesOf = (signals: readonly Signal[], system: string): Signal[] =>
  signals
    .filter(
      ({ kind, name, coverage }) =>
        kind === 'auto' && known.test(name) && coverage.some((one) => one.system === system),
    )
    .sort((a, b) => rank(a) - rank(b));

/** What uncertainty is where nobody says; undefined where the data hold none. */
export const usualUncertainty = (signals: readonly Signal[], system: string): Signal | undefined =>
  uncertaintiesOf(signals, system)[0];
