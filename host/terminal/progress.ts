import type { EventHub } from '../../core/platform/events/hub.ts';
import type { Job } from '../../shared/contract/index.ts';
import { cutToWidth } from './display-width.ts';
import { control } from './guard-output.ts';
import { visibleLine } from './visible.ts';
import { count } from './words.ts';

const clearLine = '\r\u001b[K';

/** One line on a terminal that is written over. Elsewhere nothing. */
interface ProgressDisplay {
  show(line: string): void;
  hide(): void;
}

export function progressOf(terminal: NodeJS.WriteStream): ProgressDisplay {
  let shown = false;
  return {
    show(line) {
      if (!terminal.isTTY) return;
      control(terminal, clearLine);
      terminal.write(cutToWidth(visibleLine(line), terminal.columns - 1));
      shown = true;
    },
    hide() {
      if (shown) control(terminal, clearLine);
      shown = false;
    },
  };
}

/** Shows how far the running job is. */
export function showProgress(events: EventHub, terminal: NodeJS.WriteStream): () => void {
  const display = progressOf(terminal);
  const ignore = events.listen((event) => {
    if (event.type !== 'job.progress') return;
    if (event.job.state === 'running') display.show(progressLine(event.job));
    else display.hide();
  });
  return () => {
    ignore();
    display.hide();
  };
}

function progressLine({ title, done, total, message, secondsLeft }: Job): string {
  const part = total ? `${Math.floor((100 * done) / total)} %` : count(done);
  const left = secondsLeft === null ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  return `${title}: ${part}${message ? `, ${message}` : ''}${left}`;
}
