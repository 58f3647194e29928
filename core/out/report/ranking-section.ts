import { pairVerdictWords, placeWords } from '../../../shared/comparison-words.ts';
import type { RankedPair, Ranking } from '../../../shared/contract/index.ts';
import { type Html, html } from '../../platform/page/escape-html.ts';
import type { ReportContent } from './report-content.ts';
import { shownInterval, signedNumber } from './shown-number.ts';

/** The rankings that these studies form: one for each data set and measure with pairs of more than two systems. */
export function rankingSections({ rankings, studies }: ReportContent): Html {
  const numbers = new Map(studies.map(({ estimate }, i) => [estimate.studyId, i + 1]));
  return html`${rankings.map((ranking) => rankingPart(ranking, numbers))}`;
}

function rankingPart(ranking: Ranking, numbers: ReadonlyMap<number, number>): Html {
  const { measureName, datasetName, places, pairs, missing } = ranking;
  return html`<h2>Ranking of ${places.length} systems: ${measureName} on ${datasetName}</h2>
<table class="ranking"><thead><tr><th>System</th><th>Place</th></tr></thead>
<tbody>${places.map((place) => html`<tr><td class="system">${place.system}</td><td class="place">${placeWords(place)}</td></tr>`)}</tbody></table>
<table class="pairs"><thead><tr><th>Pair</th><th class="number">Difference</th><th class="number">Interval</th><th class="number">Labeled</th><th>So far</th></tr></thead>
<tbody>${pairs.map((pair) => pairRow(pair, numbers.get(pair.studyId)))}
${missing.map(({ system, against }) => html`<tr><td>${system} \u2212 ${against}</td><td colspan="4">no study of this pair</td></tr>`)}</tbody></table>
<p class="soft">All statements of this ranking together hold with probability at least ${100 * (1 - ranking.alpha)} %: the interval of each pair is drawn anew at its share of the error, so it may be wider than in the pair's own study. It takes in the newest study of every pair in the project, whether or not it is in this report. Undecided is not equal.</p>`;
}

/** A pair that is in the report says which of its studies that is, and at what error level, so that it can be computed again. */
function pairRow(pair: RankedPair, number: number | undefined): Html {
  const cells = html`<td>${pair.system} \u2212 ${pair.against}${number === undefined ? ' (not in this report)' : ''}</td><td class="number value">${signedNumber(pair.value)}</td><td class="number interval">${shownInterval(pair.lower, pair.upper, signedNumber)}</td><td class="number">${pair.labeled} of ${pair.differing}</td><td class="verdict">${pairVerdictWords(pair)}</td>`;
  return number === undefined
    ? html`<tr>${cells}</tr>`
    : html`<tr data-pair="${String(number)}" data-alpha="${String(pair.alpha)}">${cells}</tr>`;
}
