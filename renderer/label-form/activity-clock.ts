/** Time spent on an item, leaving out time away: a hidden page, and what exceeds 30 s without any input. */
export interface ActivityClock {
  restart(): void;
  /** Tells that the person did something. */
  touch(): void;
  /** Tells that the page was hidden or shown. */
  setVisible(visible: boolean): void;
  elapsedMs(): number;
}

const IDLE_AFTER_MS = 30_000;

export function createActivityClock(now: () => number = () => performance.now()): ActivityClock {
  let counted = 0;
  let since = now();
  let visible = true;
  const open = () => (visible ? Math.min(Math.max(0, now() - since), IDLE_AFTER_MS) : 0);
  const settle = () => {
    counted += open();
    since = now();
  };
  return {
    restart() {
      counted = 0;
      since = now();
    },
    touch: settle,
    setVisible(next) {
      settle();
      visible = next;
    },
    elapsedMs: () => Math.round(counted + open()),
  };
}

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const;

/** Keeps a clock honest: it hears each input on the page, and when the page is hidden. @returns stops it */
export function followActivity(clock: ActivityClock): () => void {
  const touch = () => clock.touch();
  const onVisibility = () => clock.setVisible(!document.hidden);
  for (const name of inputs) window.addEventListener(name, touch, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    for (const name of inputs) window.removeEventListener(name, touch, { capture: true });
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
