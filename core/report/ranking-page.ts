import { concludedWords } from '../../shared/comparison-words.ts';
import type { Ranking } from '../../shared/contract/index.ts';
import { formatCount, plural } from '../../shared/number-text.ts';
import { reworded } from '../../shared/page-words.ts';
import { type Html, html } from '../platform/page/escape-html.ts';
import type { StudyContent } from './report-content.ts';

type Told = Pick<StudyContent, 'estimate' | 'goal' | 'otherCriteria'>;

/** What a ranking leaves open and what to do about it, below its picture; earlier pages said neither. */
export function rankingMessage(ranking: Ranking, studies: readonly Told[]): Html | null {
  const message = html`<h2>What was not measured</h2>
<ul>${rankingNotMeasured(ranking, studies).map((line) => html`<li>${line}</li>`)}</ul>
<h2>What to do next</h2>
<p>${rankingNextWords(ranking, studies)}</p>
<h2>Every pair</h2>
`;
  return reworded<Html | null>(message, null, 9);
}

function rankingNotMeasured({ places, pairs, datasetName, measureName }: Ranking, studies: readonly Told[]) {
  const labeled = pairs.map((pair) => pair.labeled);
  const [least, most] = [Math.min(...labeled), Math.max(...labeled)];
  const each = least === most ? plural(most, 'label') : `${formatCount(least)} to ${plural(most, 'label')}`;
  const hasOthers = studies.some(({ otherCriteria }) => otherCriteria.length > 0);
  return [
    `Items that nobody read: each pair rests on ${each}, and its interval allows for the others.`,
    `Anything but these ${places.length} systems on “${datasetName}”: other conversations, users and versions may rank otherwise.`,
    hasOthers
      ? `How ${measureName} and the other criteria weigh against each other.`
      : `Anything but ${measureName}: no other criterion was labeled.`,
  ];
}

/** What would decide the pairs that are open, by the forecast of each pair's own study. */
export function rankingNextWords({ pairs, top }: Ranking, studies: readonly Told[]): string {
  const isOpen = (pair: Ranking['pairs'][number]) =>
    top == null ? concludedWords(pair) === 'undecided' : pair.matters === true;
  const open = pairs.filter(isOpen);
  if (open.length === 0) {
    return top == null ? 'Nothing: every pair is decided.' : 'Nothing: what was asked for is found.';
  }
  const enough = open.flatMap(({ studyId, value }) => {
    const goal = studies.find(({ estimate }) => estimate.studyId === studyId)?.goal;
    const found = goal?.atBudget.find(({ halfWidth }) => value !== null && halfWidth < Math.abs(value));
    return found ? [found.labels] : [];
  });
  const now = `${plural(open.length, 'pair')} ${open.length === 1 ? 'is' : 'are'} open.`;
  if (enough.length === 0) {
    return `${now} No number of labels of these items would decide ${open.length === 1 ? 'it' : 'them'}, if the differences stay as they are.`;
  }
  const decided =
    enough.length === open.length ? (open.length === 1 ? 'it' : 'all of them') : `${enough.length} of them`;
  const rest = enough.length === open.length ? '' : ' The others may be equally good.';
  return `${now} About ${plural(Math.max(...enough), 'label')} a pair would decide ${decided}, if the differences stay near these.${rest}`;
}
