import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** A call that takes its time: it can be stopped, and is when nobody looks any more. One at a time; the next stops the one before. */
export function useStoppable<Input, Output>(
  work: (input: Input, signal: AbortSignal) => Promise<Output>,
  onDone: (output: Output, input: Input) => void = () => {},
) {
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = useMutation({
    mutationFn: (input: Input) => {
      running.current?.abort();
      running.current = new AbortController();
      return work(input, running.current.signal);
    },
    onSuccess: onDone,
  });
  return { ...run, stop: () => running.current?.abort() };
}
