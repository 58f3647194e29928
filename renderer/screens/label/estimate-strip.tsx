import { ActionIcon, Anchor, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { LabelStanding, OpenStanding } from '../../../shared/contract/index.ts';
import classes from './estimate-strip.module.css';
import { subjectPath, useLabelSession } from './label-context.ts';
import { hiddenWords, noteBetween, stripWords } from './standing-words.ts';

/** The estimate as it moves; what is stored with a label says that it was in view. */
export function EstimateStrip({ standing }: { standing: OpenStanding }) {
  const { value, interval, counted, width, ahead } = stripWords(standing);
  return (
    <section className={classes.strip} aria-label="Estimate while labeling">
      <IntervalTrack standing={standing} />
      <p className={classes.numbers}>
        {value === null ? (
          <span className={classes.beside}>No estimate yet</span>
        ) : (
          <>
            {standing.isDifference && <span className={classes.beside}>Difference </span>}
            <b className={classes.value}>{value}</b> {interval}
          </>
        )}
      </p>
      <p className={classes.numbers}>{counted}</p>
      {width !== null && <p className={classes.numbers}>{width}</p>}
      <p className={classes.ahead}>{ahead}</p>
    </section>
  );
}

/** Where on the scale value and interval lie; the numbers beside it say the same. */
function IntervalTrack({ standing: { value, lower, upper, scale } }: { standing: OpenStanding }) {
  const place = (at: number) =>
    `${Math.min(100, Math.max(0, (100 * (at - scale.min)) / (scale.max - scale.min)))}%`;
  return (
    <div className={classes.track} aria-hidden>
      {lower !== null && upper !== null && value !== null && (
        <span
          className={classes.range}
          style={{ insetInlineStart: place(lower), insetInlineEnd: `calc(100% - ${place(upper)})` }}
        />
      )}
      {value !== null && <span className={classes.dot} style={{ insetInlineStart: place(value) }} />}
    </div>
  );
}

interface EstimateSwitchProps {
  standing: LabelStanding | undefined;
  /** What was chosen, where nothing forbids it. */
  isWanted: boolean;
  onWant: (isWanted: boolean) => void;
}

/** Shows the estimate or hides it; where it must stay hidden, says why. */
export function EstimateSwitch({ standing, isWanted, onWant }: EstimateSwitchProps) {
  if (standing === undefined || (standing.kind === 'hidden' && standing.because === 'practice')) return null;
  const isLocked = standing.kind === 'hidden';
  const isOn = isWanted && !isLocked;
  const name = isOn ? 'Hide the estimate' : 'Show the estimate';
  return (
    <Tooltip label={isLocked ? hiddenWords[standing.because] : name} maw={320}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={isLocked ? `The estimate is hidden. ${hiddenWords[standing.because]}` : name}
        {...(isLocked && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => !isLocked && onWant(!isOn)}
      >
        {isOn ? <IconEyeOff size={18} /> : <IconEye size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** A note leaves by itself after so many further labels. */
const NOTE_LASTS = 3;

interface StandingNoteProps {
  standing: LabelStanding | undefined;
  /** Whether the number may be said. */
  isShown: boolean;
}

/** What the last labels brought: said once, beside the work, and never in the way of a key. */
export function StandingNote({ standing, isShown }: StandingNoteProps) {
  const { subject } = useLabelSession();
  const before = useRef<OpenStanding | null>(null);
  const said = useRef(new Set<string>());
  const [note, setNote] = useState<{ words: string; at: number } | null>(null);
  useEffect(() => {
    if (standing?.kind !== 'open') return setNote(null);
    const { labeled } = standing.forecast;
    const words = before.current && noteBetween(before.current, standing, isShown);
    before.current = standing;
    if (words && !said.current.has(words)) {
      said.current.add(words);
      setNote({ words, at: labeled });
    } else setNote((old) => (old && labeled < old.at + NOTE_LASTS ? old : null));
  }, [standing, isShown]);
  return (
    <div role="status">
      {note && (
        <Group justify="space-between" wrap="nowrap" className={classes.note}>
          <Text size="sm">
            {note.words}{' '}
            <Anchor
              component={Link}
              href={subjectPath(subject, 'results')}
              inherit
              c="inherit"
              underline="always"
            >
              See the results
            </Anchor>
          </Text>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setNote(null)}>
            Close
          </Button>
        </Group>
      )}
    </div>
  );
}
