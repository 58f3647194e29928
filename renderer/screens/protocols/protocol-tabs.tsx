import { paths } from '../../app/paths.ts';
import { TabLinks } from '../../ui/tab-links.tsx';

const protocolTabs = [
  { name: 'Runs', path: paths.protocols },
  { name: 'Personas', path: paths.personas },
  { name: 'Validation', path: paths.validation },
  { name: 'Comparison', path: paths.protocolComparison },
  { name: 'Paper check', path: paths.papers },
] as const;

/** The parts of the Protocols screen, each at an address of its own. */
export const ProtocolTabs = () => <TabLinks label="Parts of Protocols" tabs={protocolTabs} />;
