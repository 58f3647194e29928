import { paths } from '../../app/paths.ts';
import { TabLinks } from '../../ui/tab-links.tsx';

const judgeTabs = [
  { name: 'Judges and runs', path: paths.judges },
  { name: 'Alignment with people', path: paths.alignment },
  { name: 'Prompts', path: paths.prompts },
  { name: 'Endpoints', path: paths.endpoints },
] as const;

/** The parts of the Judges screen, each at an address of its own. */
export const JudgeTabs = () => <TabLinks label="Parts of Judges" tabs={judgeTabs} />;
