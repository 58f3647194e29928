import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';

/** An address of this machine by its number. @throws InvalidArgumentError */
export function numericAddress(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError('It must be an address by number: 0.0.0.0.');
  return text;
}

/** Whether only programs of this machine reach an address. */
export const isOfThisMachine = (host: string): boolean => host === '::1' || /^127\.[\d.]+$/.test(host);
