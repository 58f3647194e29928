import type { AnnotatorColor, Speaker } from '../../../shared/contract/index.ts';
import { series } from '../../app/theme.ts';
import classes from './agreement.module.css';

const colors: Record<AnnotatorColor, string> = {
  orange: series.orange,
  'sky-blue': series.skyBlue,
  'bluish-green': series.green,
  yellow: series.yellow,
  blue: series.blue,
  vermillion: series.vermillion,
  'reddish-purple': series.purple,
};

/** Initials of an annotator in a ring of their color; the name beside them, or on hover. */
export function SpeakerMark({ speaker, isNamed = false }: { speaker: Speaker; isNamed?: boolean }) {
  const { name, initials, color } = speaker;
  return (
    <span className={classes.speaker} title={isNamed ? undefined : name}>
      <span className={classes.initials} style={{ borderColor: colors[color] }} aria-hidden={isNamed}>
        {initials}
      </span>
      {isNamed && <bdi>{name}</bdi>}
    </span>
  );
}
