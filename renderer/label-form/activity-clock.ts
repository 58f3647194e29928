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
