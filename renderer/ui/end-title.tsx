import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of what stands in place of the last item: the focus, which was in the item, goes on from here. */
export function EndTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Title ref={title} order={1} size="h2" tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
