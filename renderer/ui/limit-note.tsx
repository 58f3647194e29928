import { type ReactNode, useEffect, useRef, useState } from 'react';

/** What is shorter than this shows by itself that it is full, as initials do. */
const fewestNoted = 10;

/**
 * A field that takes a limited number of letters, which says so once they are there: browsers leave out what is beyond them without a
 * word. It stands in the app and in pages that were handed out, so it takes nothing from a library of parts.
 */
export function WithLimitNote({ children }: { children: ReactNode }) {
  const around = useRef<HTMLDivElement>(null);
  const [limit, setLimit] = useState<number | null>(null);
  const look = () => {
    const field = around.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    const isFull = field != null && field.maxLength >= fewestNoted && field.value.length >= field.maxLength;
    setLimit(isFull ? field.maxLength : null);
  };
  // A form may have set another text.
  useEffect(look);
  return (
    <div ref={around} onInput={look} style={{ display: 'contents' }}>
      {children}
      {limit !== null && (
        <p role="status" style={{ margin: '4px 0 0', fontSize: 13, color: 'var(--mantine-color-error)' }}>
          The limit of {limit.toLocaleString('en')} characters is reached. What is beyond it is left out.
        </p>
      )}
    </div>
  );
}
