import classes from './query-text.module.css';

/** SQL as it stands, to read or to copy. */
export function QueryText({ sql }: { sql: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <pre className={classes.query} tabIndex={0}>
      {sql}
    </pre>
  );
}
