import { Link, useLocation } from 'wouter';
import classes from './tab-links.module.css';

interface TabLinksProps {
  /** What the list is called for those who cannot see it. */
  label: string;
  tabs: readonly { name: string; path: string }[];
  /** The address that counts as here, where it is not the one of the page. */
  here?: string;
}

/** The parts of a screen, each at an address of its own. */
export function TabLinks({ label, tabs, here }: TabLinksProps) {
  const [address] = useLocation();
  return (
    <nav aria-label={label}>
      <ul className={classes.tabs}>
        {tabs.map(({ name, path }) => (
          <li key={path}>
            <Link href={path} aria-current={(here ?? address) === path ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
