import { Link, useLocation } from 'wouter';
import { paths } from '../../app/paths.ts';
import classes from './protocols.module.css';

const tabs = [
  { name: 'Runs', path: paths.protocols },
  { name: 'Validation', path: paths.validation },
  { name: 'Comparison', path: paths.protocolComparison },
  { name: 'Paper check', path: paths.papers },
] as const;

/** The parts of the Protocols screen, each at an address of its own. */
export function ProtocolTabs() {
  const [here] = useLocation();
  return (
    <nav aria-label="Parts of Protocols">
      <ul className={classes.tabs}>
        {tabs.map(({ name, path }) => (
          <li key={path}>
            <Link href={path} aria-current={here === path ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
