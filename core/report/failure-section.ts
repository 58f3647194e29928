import type { FailureShare } from '../../shared/contract/index.ts';
import {
  clockWords,
  failureSentence,
  foundWords,
  goodSentence,
  huntedSentence,
  lackWords,
  modeAgreementWords,
  modeJoinWords,
  nothingWrongSentence,
  orderSentence,
  readOnSentence,
  shareTexts,
  stepSharesNote,
  stepsWithoutCall,
  togetherSentence,
  unnamedSentence,
  withOtherWords,
} from '../../shared/failure-words.ts';
import { isolated } from '../../shared/isolated.ts';
import { formatCount, formatPercent, plural } from '../../shared/number-text.ts';
import { reworded } from '../../shared/page-words.ts';
import { failureLinesNote, failureVerdictWords } from '../../shared/series-words.ts';
import { changed, changeOfShares } from '../design/series/mode-change.ts';
import { type Html, html } from '../platform/page/escape-html.ts';
import type { Failures, StudyContent } from './report-content.ts';

type Mode = Failures['modes'][number];

/** Failures that lead a report. */
const leading = 3;
/** Letters of a note or a reply beside a failure. */
const mostLetters = 300;

const notSeen = { value: null, lower: null, upper: null };

/** The largest failures for the first page, each with its interval and an example; nothing where none was seen. */
export function leadingFailures({ failures }: StudyContent): Html {
  const largest = (failures?.modes ?? []).filter(({ found }) => found.items > 0).slice(0, leading);
  if (!failures || largest.length === 0) return html``;
  return html`<h2>The largest failures</h2>
<ul>${largest.map((mode) => html`<li><strong>${failureSentence({ name: mode.name, ...(mode.share ?? notSeen) })}</strong>${exampleWords(mode)}</li>`)}</ul>`;
}

function exampleWords({ example }: Mode): Html | null {
  if (example === null) return null;
  const { id, note, texts } = example;
  const said = note ?? texts?.replies.at(-1) ?? '';
  if (said.trim() === '') return html` Example: item ${isolated(id)}.`;
  const words = said.length > mostLetters ? `${said.slice(0, mostLetters - 1)}…` : said;
  const right = texts?.corrected?.at(-1)?.text;
  return html` Example, item ${isolated(id)}: “${isolated(words)}”${right === undefined ? null : html` It should have said: “${isolated(right)}”`}`;
}

/** All failure modes of a study with what their shares rest on; nothing where it does not ask what went wrong. */
export function failureSection({ failures, manifest, estimate }: StudyContent): Html {
  if (!failures) return html``;
  const { modes, open, coded, hunted, nothingWrong, unnamed, because } = failures;
  const share = nothingWrong.share === null ? '' : ` ${nothingWrongSentence(nothingWrong.share)}`;
  const read = `${formatCount(nothingWrong.items)} of ${plural(nothingWrong.of, 'coded item')} ${nothingWrong.items === 1 ? 'has' : 'have'} nothing wrong.${share}`;
  const enough =
    unnamed === null
      ? []
      : [
          unnamedSentence({ upper: unnamed.ofUnread, unread: unnamed.unread }),
          goodSentence(unnamed.good) ?? '',
          readOnSentence({ upper: unnamed.ofUnread, unread: unnamed.unread }),
        ];
  if (modes.length === 0) {
    return html`<h2>What went wrong</h2>
<p>${coded === 0 ? 'No item was coded yet.' : `No failure has a name yet. ${read}`}</p>
<p>${enough.join(' ')}</p>${stepTable(failures, estimate.alpha)}`;
  }
  const [first] = modes;
  const claims = failures.order
    .filter(({ name }) => name === first!.name)
    .map(({ than, decided }) => ({ than, isDecided: decided }));
  const hidden = open - modes.length;
  const isAgreed = modes.some(({ agreement }) => agreement.length > 0);
  return html`<h2>What went wrong</h2>
<p>${because === null ? (orderSentence(first!.name, claims) ?? '') : `No share is estimable: ${because}.`} ${read}</p>
<table class="failures"><thead><tr><th>Failure</th><th class="number">Share of all</th><th class="number">Interval</th><th>Counted</th><th>Where it was found</th><th>Beside it</th></tr></thead>
<tbody>${modes.map((mode) => modeRow(mode, isAgreed))}</tbody></table>
<p>${enough.join(' ')}</p>
<p class="soft">A share is of all ${formatCount(manifest.populationSize)} items. ${because === null ? togetherSentence(modes.length, estimate.alpha) : ''} A failure counts from the first draw that nobody had seen when its present meaning was fixed. Where it was found is a plain count: it overstates what got its name by being seen.${hidden > 0 ? ` ${plural(hidden, 'smaller failure')} ${hidden === 1 ? 'is' : 'are'} left out.` : ''}${hunted > 0 ? ` Beside the draw ${plural(hunted, 'item')} ${hunted === 1 ? 'was' : 'were'} coded. ${huntedSentence}` : ''}</p>${stepTable(failures, estimate.alpha)}`;
}

/** How often steps of each tool are wrong; nothing where nobody rated one. */
function stepTable({ steps = [] }: Failures, alpha: number): Html {
  if (steps.length === 0) return html``;
  const row = ({ kind, rated, pool, share }: (typeof steps)[number]) => {
    const texts = share && shareTexts(share);
    const of = pool ? ` of ${formatCount(pool.steps)}` : '';
    return html`<tr><td>${kind === '' ? stepsWithoutCall : isolated(kind)}</td><td class="number">${formatCount(rated.steps)}${of}</td><td class="number">${formatCount(Number(rated.wrong.toFixed(1)))}</td><td class="number">${texts?.value ?? '-'}</td><td class="number">${texts?.interval ?? '-'}</td></tr>`;
  };
  return html`<h3>Which steps go wrong</h3>
<table class="failures"><thead><tr><th>Tool</th><th class="number">Rated</th><th class="number">Wrong of those</th><th class="number">Wrong of all such steps</th><th class="number">Interval</th></tr></thead>
<tbody>${steps.map(row)}</tbody></table>
<p class="soft">${stepSharesNote} Each interval holds by itself, with ${formatPercent(1 - alpha)}.</p>`;
}

/** A release of a series on a page. */
interface ReleaseWithFailures {
  readonly studyId: number;
  readonly system: string;
  readonly failures: Failures | undefined;
  /** How much more frequent a mode is than in another release; undefined where no items are paired. */
  readonly changeSince: (beforeStudyId: number, name: string) => FailureShare | undefined;
}

/** Failures of a series that get a line. */
const mostLines = 10;

/**
 * The share of each failure in each release, as the releases themselves have it; nothing where no release asks what went wrong.
 *
 * @param releases in their order, each with what the report says of its study; undefined where it is not in the report
 */
export function seriesFailureTable(releases: readonly ReleaseWithFailures[]): Html {
  const asked = releases.filter(({ failures }) => failures !== undefined);
  const modeIn = (one: (typeof asked)[number] | undefined, name: string) =>
    one?.failures?.modes.find((mode) => mode.name === name);
  const shareIn = (one: (typeof asked)[number], name: string) => modeIn(one, name)?.share ?? null;
  const largest = (name: string) => Math.max(...asked.map((one) => shareIn(one, name)?.value ?? -1));
  const names = [...new Set(asked.flatMap(({ failures }) => failures!.modes.map(({ name }) => name)))]
    .toSorted((a, b) => largest(b) - largest(a))
    .slice(0, mostLines);
  if (names.length === 0) return html``;
  const cell = (one: (typeof asked)[number], name: string, before: (typeof asked)[number] | undefined) => {
    const share = shareIn(one, name);
    const texts = share && shareTexts(share);
    const since = changeOf(one, name, before);
    const change = since && html`<div class="soft">${failureVerdictWords(since)}</div>`;
    return html`<td class="number">${texts ? `${texts.value} (${texts.interval})` : '-'}${change}</td>`;
  };
  const changeOf = (
    one: (typeof asked)[number],
    name: string,
    before: (typeof asked)[number] | undefined,
  ) => {
    const [now, then] = [modeIn(one, name)?.atHalf, modeIn(before, name)?.atHalf];
    if (!before || !now || !then) return null;
    const paired = one.changeSince(before.studyId, name);
    return paired ? changed(paired, 'paired') : changeOfShares(now, then);
  };
  const bases = asked.flatMap((one, i) =>
    names.flatMap((name) => changeOf(one, name, asked[i - 1])?.basis ?? []),
  );
  // Earlier pages have no shares at half of the error level, and said where the verdicts are.
  const isCompared = asked.some((one) => names.some((name) => modeIn(one, name)?.atHalf !== undefined));
  return html`<h3>Failures from release to release</h3>
<table class="failures"><thead><tr><th>Failure</th>${asked.map(({ system }) => html`<th class="number">${system}</th>`)}</tr></thead>
<tbody>${names.map((name) => html`<tr><td>${isolated(name)}</td>${asked.map((one, i) => cell(one, name, asked[i - 1]))}</tr>`)}</tbody></table>
<p class="soft">Shares of all items of a release with their intervals, each by itself. ${isCompared ? `Under them stands whether a failure became fewer or more since ${reworded('the previous release', 'the release before', 9)}. ${failureLinesNote(bases)}` : '“assay series” says which became fewer or more.'}</p>`;
}

function modeRow(mode: Mode, isAgreed: boolean): Html {
  const { name, definition, severity, state, share, found, clock, together, agreement } = mode;
  const texts = share === null ? null : shareTexts(share);
  const about = [
    definition,
    ...(severity === null ? [] : [`severity ${severity}`]),
    ...(state.kind === 'fixed' ? [`fixed in ${state.release}`] : []),
  ].filter((one) => one !== '');
  const kappa = agreement.find(({ id }) => id.endsWith('kappa')) ?? agreement[0];
  const beside = [
    ...(mode.joins ?? []).map(modeJoinWords),
    ...together.map((other) => withOtherWords(other.name, other.items, found.items)),
    ...(isAgreed ? [modeAgreementWords(kappa ? { kappa: kappa.value, items: kappa.items } : null)] : []),
    ...lackWords(mode),
  ];
  return html`<tr><td><div><strong>${isolated(name)}</strong></div>${about.map((one) => html`<div class="soft">${isolated(one)}</div>`)}</td><td class="number">${texts?.value ?? '-'}</td><td class="number">${texts?.interval ?? '-'}</td><td>${clockWords(clock)}</td><td>${foundWords({ count: found.items, of: found.of })}</td><td>${beside.map((one) => html`<div>${one}</div>`)}</td></tr>`;
}
