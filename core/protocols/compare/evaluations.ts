import type { ProtocolSettings } from '../../../shared/contract/index.ts';
import { protocolName } from '../run/start-run.ts';
import type { Pool } from './pools.ts';
import type { Fact } from './run-facts.ts';

/** Pools whose figures mean the same, so that their systems can be ranked. */
export interface Evaluation {
  readonly name: string;
  readonly pools: readonly Pool[];
  readonly facts: readonly Fact[];
}

/** Said already by the name of a protocol. */
const inName = new Set(['Mode', 'History', 'Recorded']);
/** Said with every evaluation of a protocol, also where they do not differ. */
const alwaysSaid = new Set(['Metric', 'Threshold', 'Personas']);

/** The evaluations among some pools, each named by the settings in which those of its protocol differ. */
export function evaluationsOf(pools: readonly Pool[]): Evaluation[] {
  const groups = [...Map.groupBy(pools, ({ evaluationKey }) => evaluationKey).values()];
  const evaluations = groups.map((own) => ({
    protocol: protocolName(settingsOf(own[0]!)),
    pools: own,
    facts: [...own[0]!.facts, own[0]!.conversations],
  }));
  return evaluations.map(({ protocol, pools: own, facts }) => {
    const rivals = evaluations.filter((other) => other.protocol === protocol);
    const differing = new Set(differingNames(rivals.map((rival) => rival.facts)));
    const said = facts.flatMap((fact) => {
      const isSaid = differing.has(fact.name) || (alwaysSaid.has(fact.name) && fact.value !== '');
      if (inName.has(fact.name) || !isSaid) return [];
      return [
        wordsOf(
          fact,
          rivals.map((rival) => rival.facts),
        ),
      ];
    });
    return { name: said.length === 0 ? protocol : `${protocol} (${said.join(', ')})`, pools: own, facts };
  });
}

/** Names of settings that are not the same in all lists. */
export function differingNames(lists: readonly (readonly Fact[])[]): string[] {
  const names = [...new Set(lists.flatMap((facts) => facts.map(({ name }) => name)))];
  return names.filter((name) => new Set(lists.map((facts) => keyOf(facts, name))).size > 1);
}

/** What a setting is, told apart from others that would read alike. */
export function settingText(fact: Fact, lists: readonly (readonly Fact[])[]): string {
  const others = lists.flatMap((facts) => facts.filter(({ name }) => name === fact.name));
  const alike = [...new Set(others.filter(({ value }) => value === fact.value).map(({ key }) => key))];
  return alike.length < 2 ? fact.value : `${fact.value}, ${letterOf(alike.indexOf(fact.key))}`;
}

const plainSettings = new Set(['Metric', 'Personas', 'Conversations', 'Judged by']);

const wordsOf = (fact: Fact, lists: readonly (readonly Fact[])[]): string =>
  plainSettings.has(fact.name)
    ? settingText(fact, lists)
    : `${fact.name.charAt(0).toLowerCase()}${fact.name.slice(1)} ${settingText(fact, lists)}`;

const letterOf = (place: number): string => `set ${String.fromCharCode(65 + (place % 26))}`;

const keyOf = (facts: readonly Fact[], wanted: string): string | undefined =>
  facts.find(({ name }) => name === wanted)?.key;

export const settingsOf = ({ runs }: Pool): ProtocolSettings => runs[0]!.run.settings;
