import type { Annotator, AnnotatorColor } from '../../shared/contract/index.ts';
import { series } from '../../shared/palette.ts';
import classes from './annotator-mark.module.css';

const colors: Record<AnnotatorColor, string> = {
  orange: series.orange,
  'sky-blue': series.skyBlue,
  'bluish-green': series.green,
  yellow: series.yellow,
  blue: series.blue,
  vermillion: series.vermillion,
  'reddish-purple': series.purple,
};

interface AnnotatorMarkProps {
  annotator: Pick<Annotator, 'name' | 'initials' | 'color'>;
  isNamed?: boolean;
}

/** Initials of an annotator in a ring of their color; the name beside them, or on hover. */
export function AnnotatorMark({ annotator, isNamed = false }: AnnotatorMarkProps) {
  const { name, initials, color } = annotator;
  return (
    <span className={classes.mark} title={isNamed ? undefined : name}>
      <span className={classes.initials} style={{ borderColor: colors[color] }} aria-hidden={isNamed}>
        {initials}
      </span>
      {isNamed && <bdi className={classes.name}>{name}</bdi>}
    </span>
  );
}
