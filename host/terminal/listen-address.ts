import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { portNumber } from './parse-value.ts';

/** Where a server listens: an address of this machine by number, and a port of it. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** `127.0.0.1:7321` or `[::1]:7321`. @throws InvalidArgumentError */
export function listenAddress(text: string): ListenAddress {
  const [, host = '', port = ''] = /^\[?([\da-fA-F.:]{2,45})\]?:(\d{1,5})$/.exec(text) ?? [];
  if (isIP(host) === 0)
    throw new InvalidArgumentError('It must be an address by number and a port: 0.0.0.0:7321.');
  return { host, port: portNumber(port) };
}

/** Whether only programs of this machine reach an address. */
export const isOfThisMachine = (host: string): boolean => host === '::1' || /^127\.[\d.]+$/.test(host);
