import { checksCaveat } from '../../shared/checks-words.ts';
import type { Gate } from '../../shared/contract/index.ts';
import {
  digitsOf,
  formatScore,
  inPercent,
  percentText,
  plural,
  signedScore,
} from '../../shared/number-text.ts';
import { judgeNames, oneReleaseNote, ratersAssumption } from '../../shared/series-words.ts';
import { acceptedLines } from './answer.ts';
import type { Failure } from './failure.ts';

const titles = {
  pass: 'Passed',
  fail: 'Failed',
  inconclusive: 'Not decided yet',
  error: 'No verdict',
} as const;
/** Background of a badge: white letters on each have a contrast of 4.5 and more. */
const colors = { pass: '#1a7f37', fail: '#c62828', inconclusive: '#6e5d00', error: '#c62828' } as const;

/** On a scale that goes below 0, as of a difference, numbers have a sign; of a failure they are shares of all conversations. */
function figures(gate: Gate) {
  if (gate.failure) return percentText;
  const { scale } = inPercent(gate);
  const digits = digitsOf(gate, scale);
  const write = scale.min < 0 ? signedScore : formatScore;
  return (value: number) => write(value, scale, digits);
}

const claimText = ({ bound, failure, isShare, scale }: Gate): string => {
  const { kind, value } = bound;
  if (failure)
    return `"${failure.name}" in at most ${Number((100 * value).toPrecision(12))} % of conversations`;
  const hundredth = Number((100 * value).toPrecision(12));
  const words = isShare ? (scale.min < 0 ? `${hundredth} points` : `${hundredth} %`) : value;
  return `${kind === 'at-least' ? 'at least' : 'at most'} ${words}`;
};

/** The interval, what it holds at, and how many labels it rests on. */
function evidenceText(gate: Gate): string {
  const { value, lower, upper, confidence, labeled } = gate;
  const write = figures(gate);
  if (value === null && gate.basis === 'paired') {
    const isOpen = lower <= gate.scale.min && upper >= gate.scale.max;
    const known = `. Equal replies differ by 0, so it lies between ${write(lower)} and ${write(upper)} whatever the others are.`;
    return `No changed reply is labeled in both releases yet${isOpen ? ', so nothing is known.' : known}`;
  }
  if (value === null && !gate.failure) return 'No label counts yet, so nothing is known.';
  const isFirst = gate.draws === 1 && (gate.failure?.meanings ?? 1) === 1;
  const sure = `${Number((confidence * 100).toPrecision(isFirst ? 3 : 5))} %`;
  if (value === null) return `${gate.failure!.reason} ${betweenText(gate)} (${sure}, at all looks).`;
  const from = gate.failure ? codedText(gate.failure, labeled) : basisText(gate.basis, labeled);
  const looks = gate.basis === 'checks' ? 'at one look' : 'at all looks';
  return `About ${write(value)}, between ${write(lower)} and ${write(upper)} (${sure}, ${looks}), from ${from}.`;
}

const betweenText = ({ lower, upper }: Gate): string =>
  `Between ${percentText(lower)} and ${percentText(upper)}`;

const codedText = ({ clock, since }: NonNullable<Gate['failure']>, labeled: number): string =>
  `${plural(labeled, 'coded conversation')}${clock === 0 ? '' : `: ${since} drawn since its meaning was fixed at draw ${clock}, others before`}`;

const basisText = (basis: Gate['basis'], labeled: number): string =>
  ({
    study: plural(labeled, 'label'),
    paired: `the ${plural(labeled, 'changed reply', 'changed replies')} labeled in both releases; equal replies differ by 0`,
    'two-intervals': `${plural(labeled, 'label')} of two studies, each with an interval of its own`,
    checks: `${plural(labeled, 'item')} that were checked, if these stand for all`,
  })[basis];

/** A pipeline asks at each release, and no level of this interval is shared out among them. */
const oneLook =
  'Its interval holds at one look. A pipeline that asks of each release risks an error each time.';

function aheadText({ verdict, moreLabels, basis }: Gate): string {
  if (basis === 'checks') return `${checksCaveat} ${oneLook}`;
  if (verdict !== 'inconclusive') return '';
  return moreLabels === null
    ? 'How many labels will decide it is not known yet.'
    : `About ${plural(moreLabels, 'label')} more will decide it, if the estimate stays.`;
}

/** Why the level is another than that of the study. */
const redrawnText = ({ draws, failure }: Gate): string =>
  draws === 1
    ? failure && failure.meanings > 1
      ? `Redefined ${plural(failure.meanings - 1, 'time')} after draws had been seen. Such a meaning is another chance, so its level is stricter.`
      : ''
    : `Drawn again ${plural(draws - 1, 'time')} after labels had been given. Such a draw is another chance, so its level is stricter.`;

const sentences = (gate: Gate): string[] =>
  [
    evidenceText(gate),
    redrawnText(gate),
    aheadText(gate),
    gate.basis === 'paired' ? ratersAssumption() : '',
    gate.basis === 'paired' && gate.verdict === 'pass' ? oneReleaseNote : '',
    gate.basis === 'checks' || gate.scoredBy.length === 0
      ? ''
      : `Scores beside the labels: ${judgeNames(gate.scoredBy)}.`,
    gate.judgeBreak ?? '',
  ].filter(Boolean);

/** The outcome of a gate in a few lines. */
export const gateText = (gate: Gate): string =>
  [`${titles[gate.verdict]}: ${gate.study}, ${claimText(gate)}.`, ...sentences(gate)].join('\n');

/** What the files of a gate say: of a verdict, or that there is none. */
export interface GateNote {
  readonly outcome: keyof typeof titles;
  readonly study: string;
  readonly claim: string;
  /** What a badge shows. */
  readonly short: string;
  readonly sentences: readonly string[];
}

export function noteOfGate(gate: Gate): GateNote {
  const write = figures(gate);
  const { value, lower, upper, altered } = gate;
  const number = value === null ? 'no labels' : `${write(value)} (${write(lower)} to ${write(upper)})`;
  return {
    outcome: gate.verdict,
    study: gate.study,
    claim: claimText(gate),
    short: `${number}${gate.basis === 'checks' ? ', checks alone' : ''}${altered.length === 0 ? '' : ', altered'}`,
    sentences: [...acceptedLines(altered), ...sentences(gate)],
  };
}

/** The note of a gate that came to no verdict: an altered project, or another failure. */
export const noteOfFailure = ({ code, message, details }: Failure): GateNote => ({
  outcome: 'error',
  study: 'assay gate',
  claim: 'not decided',
  short: code === 'PROJECT_ALTERED' ? 'project altered' : 'error',
  sentences: [message, details.remedy ?? ''].filter(Boolean),
});

/** The outcome as a part of a pull request's summary; names are text, never markup. */
export const gateMarkdown = ({ outcome, study, claim, sentences: said }: GateNote): string =>
  `### ${titles[outcome]}: ${inMarkdown(study)}\n\nClaim: ${inMarkdownText(claim)}. ${said.map(inMarkdownText).join(' ')}\n`;

const inMarkdown = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N} ]/gu, (sign) => `&#${sign.codePointAt(0)};`);

/** Sentences: the same, but for the signs of plain prose. */
const inMarkdownText = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N} .,;:%±+()"-]/gu, (sign) => `&#${sign.codePointAt(0)};`);

/** One test case: a failure where the claim is refuted, an error where there is no verdict yet or at all, so that neither counts as passed. */
export function gateJunit({ outcome, study, claim, sentences: said }: GateNote): string {
  const name = inXml(`${study}: ${claim}`);
  const text = inXml(said.join(' '));
  const [failures, errors] = [
    Number(outcome === 'fail'),
    Number(outcome === 'inconclusive' || outcome === 'error'),
  ];
  const element =
    outcome === 'pass'
      ? `<system-out>${text}</system-out>`
      : outcome === 'fail'
        ? `<failure message="${text}"/>`
        : `<error message="${text}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="1" failures="${failures}" errors="${errors}">
  <testsuite name="assay" tests="1" failures="${failures}" errors="${errors}">
    <testcase classname="assay" name="${name}">${element}</testcase>
  </testsuite>
</testsuites>
`;
}

/** "assay | 3.8 ± 0.2" as an image; nothing of a project but numbers is in it. */
export function gateBadge({ outcome, short }: GateNote): string {
  const [left, right] = [44, 14 + 6.6 * short.length];
  const width = Math.ceil(left + right);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="assay: ${inXml(short)}, ${titles[outcome].toLowerCase()}">
  <rect width="${width}" height="20" rx="3" fill="#3a3a3a"/>
  <path d="M${left} 0h${width - left - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${colors[outcome]}"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
    <text x="${left / 2}" y="14">assay</text>
    <text x="${(left + width) / 2}" y="14">${inXml(short)}</text>
  </g>
</svg>
`;
}

/** Text of XML: its signs written as entities, what XML cannot hold left out. */
const inXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);
