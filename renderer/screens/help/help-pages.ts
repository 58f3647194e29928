import accuracy from '../../../docs/accuracy.md?raw';
import agreement from '../../../docs/agreement.md?raw';
import commandLine from '../../../docs/command-line.md?raw';
import failures from '../../../docs/failures.md?raw';
import formats from '../../../docs/formats.md?raw';
import howMany from '../../../docs/help/how-many.md?raw';
import labelImage from '../../../docs/help/images/label.png';
import resultsImage from '../../../docs/help/images/results.png';
import helpJudges from '../../../docs/help/judges.md?raw';
import number from '../../../docs/help/number.md?raw';
import start from '../../../docs/help/start.md?raw';
import together from '../../../docs/help/together.md?raw';
import words from '../../../docs/help/words.md?raw';
import humcoe from '../../../docs/humcoe.md?raw';
import failuresImage from '../../../docs/images/failures.png';
import wentWrongImage from '../../../docs/images/what-went-wrong.png';
import judges from '../../../docs/judges.md?raw';
import backtest from '../../../docs/measured/backtest.md?raw';
import comparisons from '../../../docs/measured/comparisons.md?raw';
import methods from '../../../docs/methods.md?raw';
import projectFile from '../../../docs/project-file.md?raw';
import protocols from '../../../docs/protocols.md?raw';
import recipe from '../../../docs/recipe.md?raw';
import releases from '../../../docs/releases.md?raw';
import scale from '../../../docs/scale.md?raw';
import team from '../../../docs/team.md?raw';
import teamServer from '../../../docs/team-server.md?raw';
import agentsTutorial from '../../../docs/tutorials/agents.md?raw';
import compare from '../../../docs/tutorials/compare.md?raw';
import failuresTutorial from '../../../docs/tutorials/failures.md?raw';
import firstNumber from '../../../docs/tutorials/first-number.md?raw';
import gate from '../../../docs/tutorials/gate.md?raw';
import ownJudge from '../../../docs/tutorials/own-judge.md?raw';
import teamTutorial from '../../../docs/tutorials/team.md?raw';

export interface HelpPage {
  readonly id: string;
  /** Its name among the documents. */
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

const page = (id: string, file: string, name: string, text: string): HelpPage => ({ id, file, name, text });

/** The pages that come with the app, readable without a network: first those for everybody, then those with the formulas. */
export const helpGroups: readonly { readonly name: string; readonly pages: readonly HelpPage[] }[] = [
  {
    name: 'Help',
    pages: [
      page('start', 'help/start.md', 'Getting started', start),
      page('number', 'help/number.md', 'How to read the number', number),
      page('how-many', 'help/how-many.md', 'How many labels', howMany),
      page('together', 'help/together.md', 'Working as a team', together),
      page('machine-scores', 'help/judges.md', 'Judges and machine scores', helpJudges),
      page('words', 'help/words.md', 'Word list', words),
    ],
  },
  {
    name: 'Tutorials',
    pages: [
      page('tutorial-first-number', 'tutorials/first-number.md', 'Your first number', firstNumber),
      page('tutorial-compare', 'tutorials/compare.md', 'Compare two models', compare),
      page('tutorial-team', 'tutorials/team.md', 'A team by link, step by step', teamTutorial),
      page(
        'tutorial-failures',
        'tutorials/failures.md',
        'Your ten worst failures by lunch',
        failuresTutorial,
      ),
      page('tutorial-gate', 'tutorials/gate.md', 'A gate in CI', gate),
      page('tutorial-agents', 'tutorials/agents.md', 'Let an agent do the rest', agentsTutorial),
      page('tutorial-own-judge', 'tutorials/own-judge.md', 'Your own judge', ownJudge),
    ],
  },
  {
    name: 'Reference',
    pages: [
      page('methods', 'methods.md', 'How the number is made', methods),
      page('accuracy', 'accuracy.md', 'Accuracy', accuracy),
      page('comparisons', 'measured/comparisons.md', 'Accuracy of comparisons', comparisons),
      page('backtest', 'measured/backtest.md', 'Back-test on real evaluations', backtest),
      page('humcoe', 'humcoe.md', 'What we found about HumCoE', humcoe),
      page('team', 'team.md', 'Several annotators', team),
      page('team-server', 'team-server.md', 'A team by link', teamServer),
      page('agreement', 'agreement.md', 'Agreement and adjudication', agreement),
      page('judges', 'judges.md', 'Judges and language models', judges),
      page('failures', 'failures.md', 'Failure modes', failures),
      page('releases', 'releases.md', 'Release after release', releases),
      page('protocols', 'protocols.md', 'Protocols', protocols),
      page('formats', 'formats.md', 'Formats in and out', formats),
      page('scale', 'scale.md', 'Large pools', scale),
      page('project-file', 'project-file.md', 'The project file', projectFile),
      page('command-line', 'command-line.md', 'Command line', commandLine),
      page('recipe', 'recipe.md', 'Recipe: every number from the labels', recipe),
    ],
  },
];

export const helpPages: readonly HelpPage[] = helpGroups.flatMap(({ pages }) => pages);

/** The pictures, by their names in the pages; no other is ever loaded. */
export const helpImages: Readonly<Record<string, string>> = {
  'images/label.png': labelImage,
  'images/results.png': resultsImage,
  '../images/failures.png': failuresImage,
  '../images/what-went-wrong.png': wentWrongImage,
  '../help/images/label.png': labelImage,
  '../help/images/results.png': resultsImage,
};

/** The page and the part that a link of a page leads to; null for what lies outside of the app. */
export function linkedPage(from: HelpPage, href: string): { page: HelpPage; section: string } | null {
  if (/^[a-z]+:/i.test(href)) return null;
  const { pathname, hash } = new URL(href, `file:///${from.file}`);
  const found = helpPages.find(({ file }) => `/${file}` === pathname);
  return found ? { page: found, section: hash.slice(1) } : null;
}

/** A heading as it stands in an address. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((part) => part !== '')
    .join('-');
