import { Link, useLocation } from 'wouter';
import { paths } from '../../app/paths.ts';
import classes from './judges.module.css';

const tabs = [
  { name: 'Judges and runs', path: paths.judges },
  { name: 'Alignment with people', path: paths.alignment },
  { name: 'Prompts', path: paths.prompts },
  { name: 'Endpoints', path: paths.endpoints },
] as const;

/** The parts of the Judges screen, each at an address of its own. */
export function JudgeTabs() {
  const [here] = useLocation();
  return (
    <nav aria-label="Parts of Judges">
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
