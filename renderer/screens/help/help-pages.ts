import accuracy from '../../../docs/accuracy.md?raw';
import accuracyPaired from '../../../docs/accuracy-paired.md?raw';
import agreement from '../../../docs/agreement.md?raw';
import backtest from '../../../docs/backtest.md?raw';
import commandLine from '../../../docs/command-line.md?raw';
import formats from '../../../docs/formats.md?raw';
import humcoe from '../../../docs/humcoe.md?raw';
import judges from '../../../docs/judges.md?raw';
import methods from '../../../docs/methods.md?raw';
import projectFile from '../../../docs/project-file.md?raw';
import protocols from '../../../docs/protocols.md?raw';
import recipe from '../../../docs/recipe.md?raw';
import team from '../../../docs/team.md?raw';

/** The documents that come with the app, readable without a network; `file` is their name among the others. */
export const helpPages = [
  { id: 'methods', file: 'methods.md', name: 'How the number is made', text: methods },
  { id: 'accuracy', file: 'accuracy.md', name: 'Accuracy', text: accuracy },
  {
    id: 'accuracy-paired',
    file: 'accuracy-paired.md',
    name: 'Accuracy of comparisons',
    text: accuracyPaired,
  },
  { id: 'backtest', file: 'backtest.md', name: 'Back-test on real evaluations', text: backtest },
  { id: 'humcoe', file: 'humcoe.md', name: 'What we found about HumCoE', text: humcoe },
  { id: 'team', file: 'team.md', name: 'Several annotators', text: team },
  { id: 'agreement', file: 'agreement.md', name: 'Agreement and adjudication', text: agreement },
  { id: 'command-line', file: 'command-line.md', name: 'Command line', text: commandLine },
  { id: 'judges', file: 'judges.md', name: 'Judges and language models', text: judges },
  { id: 'protocols', file: 'protocols.md', name: 'Protocols', text: protocols },
  { id: 'project-file', file: 'project-file.md', name: 'The project file', text: projectFile },
  { id: 'formats', file: 'formats.md', name: 'Formats in and out', text: formats },
  { id: 'recipe', file: 'recipe.md', name: 'Recipe: every number from the labels', text: recipe },
] as const;
