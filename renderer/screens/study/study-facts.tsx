import { CopyButton, UnstyledButton } from '@mantine/core';
import { drawnFewerWords } from '../../../shared/comparison-words.ts';
import type { Study } from '../../../shared/contract/index.ts';
import { asksForShare } from '../../../shared/estimate-words.ts';
import { scaleEnds } from '../../../shared/number-text.ts';
import { planName, ruleName } from '../../../shared/plan-words.ts';
import { hasInterval } from '../../../shared/presets.ts';
import { machineScoreName } from '../../../shared/study-choices.ts';
import { formatCount, formatInstant, formatPercent, plural } from '../../api/format.ts';
import classes from '../../parts/study/study.module.css';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { ForResearchers } from '../../ui/for-researchers.tsx';
import { Term } from '../../ui/term.tsx';
import { methodName } from './method-names.ts';

const shownHash = 16;

/** Everything that decides the sample, so that anyone can repeat it. */
export function StudyFacts({ study }: { study: Study }) {
  const { scale } = study;
  return (
    <>
      <Facts
        facts={[
          {
            name: <Term word="machine score">Machine score</Term>,
            value: machineScoreName({ spec: study.surrogate, name: study.surrogateName }),
          },
          {
            name: 'Scale',
            value: `${asksForShare(study) ? 'Yes or no' : scaleEnds(scale)}, ${scale.direction} is better`,
          },
          {
            name: 'Interval',
            value: intervalWords(study),
          },
          ...poolFacts(study),
          { name: <Term word="sample">Sample</Term>, value: sampleWords(study) },
          { name: 'Made', value: formatInstant(study.createdAt) },
        ]}
      />
      <ForResearchers what="method, seed, frozen signals">
        <Facts facts={researchFacts(study)} />
      </ForResearchers>
    </>
  );
}

/** How sure the interval is; of a first phase, for the part and for the whole. */
function intervalWords({ preset, alpha, firstPhase }: Study): string {
  if (!hasInterval(preset)) return 'none';
  const own = formatPercent(1 - alpha);
  return firstPhase && firstPhase.alpha > 0
    ? `${own} for these items, ${formatPercent(1 - alpha - firstPhase.alpha)} for all ${formatCount(firstPhase.populationSize)}`
    : own;
}

function sampleWords(study: Study): string {
  const { drawCount, itemsDrawn } = study;
  return drawCount === itemsDrawn
    ? [plural(itemsDrawn, 'item'), drawnFewerWords(study)].filter(Boolean).join('; ')
    : `${formatCount(drawCount)} draws, ${formatCount(itemsDrawn)} different items`;
}

/** What it takes to draw the same items again and to check that nothing was bent. */
function researchFacts(study: Study): Fact[] {
  return [
    { name: 'Method', value: methodName(study.preset) },
    ...choiceFacts(study),
    ...betFacts(study),
    ...signalFacts(study),
    {
      name: <Term meaning="The same seed over the same frozen signals picks the same items.">Seed</Term>,
      value: String(study.seed),
    },
    {
      name: 'Samples drawn',
      value: study.redraws === 0 ? 'never' : plural(study.redraws, 'time'),
    },
    {
      name: (
        <Term meaning="A fingerprint of every item's machine score, taken before the first label. It proves that the sample was not changed afterwards.">
          Frozen signals
        </Term>
      ),
      value: <HashValue hash={study.signalHash} />,
    },
  ];
}

/** What a baseline chose its items by. */
function choiceFacts({ choice }: Study): Fact[] {
  if (!choice) return [];
  const { uncertainty, disagreement } = choice;
  return [
    { name: 'Uncertainty', value: uncertainty },
    ...(disagreement === null ? [] : [{ name: 'Disagreement', value: `below ${disagreement}` }]),
  ];
}

/** The rule by which the interval bets; that one look was declared, which has to be done before the first label. */
function betFacts(study: Study): Fact[] {
  const { preset, plan } = study;
  if (!hasInterval(preset)) return [];
  return [
    {
      name: (
        <Term meaning="How the interval separates likely scores from unlikely ones. Rule 3 is sharpest at planned numbers of labels; studies from before keep rule 2. Help explains both.">
          Bets
        </Term>
      ),
      value: `by ${ruleName(study)}`,
    },
    ...(plan?.kind === 'once' ? [{ name: 'Declared', value: planName(plan) }] : []),
  ];
}

/** What the estimate rests on beside the machine score. */
function signalFacts({ signals }: Study): Fact[] {
  if (signals.length === 0) return [];
  const names = signals.map(({ name }) => name).join(', ');
  return [
    {
      name: <Term meaning={names}>Signals</Term>,
      value: `${formatCount(signals.length)} beside the machine score`,
    },
  ];
}

/** What is drawn from: all items of a system, or those on which two systems differ. */
function poolFacts({ comparison, populationSize, system, firstPhase }: Study): Fact[] {
  const own = { name: 'Items in all', value: plural(populationSize, 'item') };
  if (firstPhase && firstPhase.populationSize > populationSize)
    return [
      { ...own, value: `${own.value}, the first phase of ${formatCount(firstPhase.populationSize)}` },
      { name: 'Seed of the first phase', value: String(firstPhase.seed) },
    ];
  if (!comparison) return [own];
  const { against, sharedItems, differing, equal } = comparison;
  return [
    { name: 'Systems', value: `${system} against ${against}` },
    { name: 'Answered by both', value: plural(sharedItems, 'item') },
    { name: 'Replies differ', value: `${plural(differing, 'item')}, sampled from` },
    { name: 'Equal, counted as 0', value: plural(equal, 'item') },
  ];
}

function HashValue({ hash }: { hash: string }) {
  return (
    <CopyButton value={hash}>
      {({ copied, copy }) => (
        <UnstyledButton onClick={copy} className={classes.hash} title={hash}>
          {copied ? 'copied' : `${hash.slice(0, shownHash)}…`}
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
